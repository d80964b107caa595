import { TaskError } from '../agents/performer';
import { withDeadline } from '../async/deadline';
import { counted } from '../debate/counted';

/** How long one check may take, from its fetch over the second try to what an archive says. Whether a model finds support does not count. */
export const checkLimitMs = 60_000;

/**
 * The work, which is told to stop when its time is over. Rejects with the signal's reason, or with a TaskError `timeout`; also where the
 * work heeds neither.
 */
export async function withinLimit<T>(
  limitMs: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const seconds = Math.round(limitMs / 100) / 10;
  const late = (): TaskError => new TaskError('timeout', `it took longer than ${counted(seconds, 'second')}.`);
  return await withDeadline({ signal, ms: limitMs, late }, work);
}
