import { withDeadline } from '../../async/deadline';

export interface WaitLimits {
  signal: AbortSignal;
  limitMs: number;
  /** What it fails with when nothing comes in time. */
  late: () => Error;
}

/**
 * What was awaited, unless the signal or the limit comes first. The editor's promises know no signal, and some never settle;
 * what they come to after that is dropped.
 *
 * @throws the signal's reason; what `late` makes.
 */
export async function firstOf<T>(awaited: PromiseLike<T>, { signal, limitMs, late }: WaitLimits): Promise<T> {
  return await withDeadline({ signal, ms: limitMs, late }, awaited);
}

/** The parts of a stream, each awaited under the limits; with the last one, or at the first that fails, the stream is let go of. */
export async function* watchedParts<T>(stream: AsyncIterable<T>, limits: WaitLimits): AsyncGenerator<T, undefined> {
  const parts = stream[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await firstOf(parts.next(), limits);
      if (next.done === true) return undefined;
      yield next.value;
    }
  } finally {
    // Not awaited: a stream that is stuck would hold us up once more.
    Promise.resolve(parts.return?.()).catch(() => undefined);
  }
}
