import type { PartKind } from '../../debate/sourceText';
import { ownWords, partWords } from './markedText';
import { firstUnits } from '../../debate/shortText';

/** The lines as addresses count them: ended by LF, CR LF or CR, from 1 on. */
export const linesOf = (text: string): string[] => text.split(/\r\n|\n|\r/);

/** Lines with their numbers, for a model that cites them. Very long ones are cut and marked. */
export function numbered(lines: readonly string[], first: number): string {
  return lines.map((line, index) => `${first + index}: ${cut(line)}`).join('\n');
}

/** The lines with text; a note precedes one that begins a part that is not the file's own. */
export function numberedParts(
  { lines, kinds }: { lines: readonly string[]; kinds: readonly PartKind[] },
  { start, end }: { start: number; end: number },
): string {
  const shown: string[] = [];
  let before: PartKind = 'body';
  for (let number = start; number <= end; number += 1) {
    const line = lines[number - 1] ?? '';
    if (line === '') continue;
    const kind = kinds[number - 1] ?? 'body';
    if (kind !== before) shown.push(kind === 'body' ? `[${ownWords}]` : `[${partWords[kind]}]`);
    shown.push(`${number}: ${cut(line)}`);
    before = kind;
  }
  return shown.join('\n');
}

const longestLine = 2_000;

function cut(line: string): string {
  return line.length <= longestLine
    ? line
    : `${firstUnits(line, longestLine)}… (${line.length - longestLine} more characters)`;
}
