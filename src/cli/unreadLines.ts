import { counted } from '../debate/shortText';
import type { DebateLog } from '../record/debateLog';
import type { Output } from './output';
import { UsageError } from './usage';

const mostNamed = 10;

/**
 * Names the lines that no document and no export holds, so that neither passes for the whole log.
 *
 * @throws UsageError where no line can be read.
 */
export function tellUnread({ problems, state, path }: DebateLog, out: Output): void {
  const lines = [...new Set(problems.filter(({ raw }) => raw !== undefined).map(({ line }) => line))];
  if (lines.length === 0) return;
  if (state.headers.length === 0)
    throw new UsageError(`No line of ${path} can be read as an entry, so nothing was written: it is no debate's log.`);
  const rest = lines.length - mostNamed;
  const named = `line ${lines.slice(0, mostNamed).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
  out.error(
    `${counted(lines.length, 'line')} of the log could not be read and ${lines.length === 1 ? 'is' : 'are'} left out: ${named}.`,
  );
}
