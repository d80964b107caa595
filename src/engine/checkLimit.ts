import { TaskError } from '../agents/performer';

/** How long one check may take, from its fetch over the second try to what an archive says. Whether a model finds support does not count. */
export const checkLimitMs = 60_000;

/**
 * The work, which is told to stop when its time is over. Rejects with the signal's reason, or with a TaskError `timeout`; also where the
 * work heeds neither.
 */
export async function withinLimit<T>(limitMs: number, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const controller = new AbortController();
  const seconds = Math.round(limitMs / 100) / 10;
  const expire = (): void => controller.abort(new TaskError('timeout', `it took longer than ${seconds} seconds.`));
  const pass = (): void => controller.abort(signal.reason);
  const timer = setTimeout(expire, limitMs);
  signal.addEventListener('abort', pass, { once: true });
  const aborted = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason as Error), { once: true });
  });
  try {
    return await Promise.race([work(controller.signal), aborted]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', pass);
  }
}
