import { collapsed, firstUnits } from '../matching/text/shortText';
const maxLength = 200;

/** The first heading (`# …` or underlined) outside front matter and code. */
export function markdownTitle(text: string): string | undefined {
  let fence: string | undefined;
  let previous = '';
  for (const line of withoutFrontMatter(text.split(/\r?\n/))) {
    const start = line.slice(0, 2 * maxLength);
    const [, mark, info] = /^ {0,3}(`{3,}(?!`)|~{3,}(?!~))(.*)$/.exec(start) ?? [];
    if (fence !== undefined) {
      if (mark?.startsWith(fence) && info?.trim() === '') fence = undefined;
      continue;
    }
    if (mark) fence = mark;
    else if (/^ {0,3}#{1,6}(?:[ \t]|$)/.test(start)) {
      const title = tidy(start.replace(/^ {0,3}#{1,6}/, '').replace(/[ \t]#{1,20}[ \t]{0,20}$/, ''));
      if (title !== '') return title;
    } else if (/^ {0,3}(?:={2,}|-{2,})[ \t]{0,20}$/.test(start) && isParagraph(previous)) return tidy(previous);
    previous = fence === undefined ? start : '';
  }
  return undefined;
}

function withoutFrontMatter(lines: string[]): string[] {
  if (lines[0]?.trimEnd() !== '---') return lines;
  const end = lines.findIndex((line, at) => at > 0 && /^(?:---|\.\.\.)\s*$/.test(line));
  return end < 0 ? lines : lines.slice(end + 1);
}

function isParagraph(line: string): boolean {
  return line.trim() !== '' && !/^(?: {4}|\t| {0,3}(?:[>|#]|[-*+] |\d{1,9}[.)] ))/.test(line);
}

function tidy(text: string): string {
  return firstUnits(collapsed(text), maxLength);
}
