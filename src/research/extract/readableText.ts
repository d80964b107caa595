import { collapsed, firstUnits } from '../../debate/shortText';
/**
 * Without invisible characters: control characters, and the tag characters that can hide instructions. Offsets count
 * after it.
 */
export function readableText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[\u{e0000}-\u{e007f}]/gu, '')
    .replace(/[^\P{Cc}\n\t]/gu, '');
}

/** On one line, and no longer than a title. */
export const oneLine = (text: string): string => firstUnits(collapsed(readableText(text)), 300);
