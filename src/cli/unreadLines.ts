import type { DebateLog } from '../record/debateLog';
import { unreadWords } from '../reports/facts';
import type { Output } from './output';
import { UsageError } from './usage';

/** So that no document, export or check passes for one of the whole log. @throws UsageError where no line can be read. */
export function printUnread({ view, state, path }: DebateLog, out: Output): void {
  const words = unreadWords(view);
  if (words === undefined) return;
  if (state.headers.length === 0)
    throw new UsageError(`No line of ${path} can be read as an entry, so nothing was done: it is no debate's log.`);
  out.error(words);
}
