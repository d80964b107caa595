import type { Mask } from '../../debate/mask';
import type { LogProblem } from '../../record/logIndex';
import type { RawLine } from '../../shared/protocol';
import { cutText } from '../../debate/shortText';

const longestLine = 4_096;
/** From this many on they are shown by their beginnings: the log may be no log at all. */
const shownWhole = 200;
const longestOfMany = 200;

/** The lines that are no entries, from this problem on. A line with several problems is one. */
export function rawLinesFrom(problems: readonly LogProblem[], from: number, mask: Mask): RawLine[] {
  const lines: RawLine[] = [];
  for (const { line, after, raw, message } of problems.slice(from)) {
    if (raw === undefined) continue;
    const last = lines.at(-1);
    if (last?.line === line) {
      last.message += `; ${mask.text(message)}`;
      continue;
    }
    const limit = from + lines.length < shownWhole ? longestLine : longestOfMany;
    // Cut first: a line may be as long as the file.
    lines.push({
      line,
      after,
      text: cutText(mask.text(cutText(raw, 16 * longestLine)), limit),
      message: mask.text(message),
    });
  }
  return lines;
}
