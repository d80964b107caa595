import { setMaxListeners } from 'node:events';

/** The result of work that goes on regardless, unless the signal aborts first: then rejects with its reason. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  // Of all that a debate waits for at once, much hangs on one signal; so many listeners are no leak.
  setMaxListeners(0, signal);
  let stop: () => void = () => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason as Error);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
