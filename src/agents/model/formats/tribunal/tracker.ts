import type { TrackerRow } from '../../../../debate/tasks/tribunal';
import { cut, lines, most, newest } from '../../cueText';
import type { Fence } from '../../fence';

/** How many rounds of an issue's history are told; the older ones stand in the record. */
const roundsTold = 4;

/** The issue tracker, one block an issue: titles and reasons are an agent's words. */
export const trackerText = (tracker: readonly TrackerRow[], fence: Fence): string =>
  lines(newest(tracker).map((row) => rowText(row, fence)));

function rowText({ id, title, status, severity, history }: TrackerRow, fence: Fence): string {
  const rounds = newest(history, roundsTold).map(({ round, reason = '', ...at }) => {
    const standing = [at.status, at.severity].filter((word) => word !== undefined).join(', ');
    return `Round ${round}: ${standing}${reason === '' ? '' : `. ${cut(reason, most.reason)}`}`;
  });
  return fence.wrap('issue', { id, status, severity }, lines([cut(title, 300), ...rounds]));
}
