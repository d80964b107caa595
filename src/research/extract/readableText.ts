/**
 * Without what nobody sees: control characters, and the tag characters in which instructions can be hidden. Offsets are
 * counted after it.
 */
export function readableText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[\u{e0000}-\u{e007f}]/gu, '')
    .replace(/[^\P{Cc}\n\t]/gu, '');
}

/** On one line, and no longer than a title is. */
export const oneLine = (text: string): string => readableText(text).replace(/\s+/g, ' ').trim().slice(0, 300);
