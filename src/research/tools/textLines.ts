/** The lines as addresses count them: ended by LF, CR LF or CR, from 1 on. */
export const linesOf = (text: string): string[] => text.split(/\r\n|\n|\r/);

/** Lines with their numbers, for a model that is to cite them. Very long ones are cut, and say so. */
export function numbered(lines: readonly string[], first: number): string {
  return lines.map((line, index) => `${first + index}: ${cut(line)}`).join('\n');
}

const longestLine = 2_000;

function cut(line: string): string {
  return line.length <= longestLine ? line : `${line.slice(0, longestLine)}… (${line.length - longestLine} more characters)`;
}
