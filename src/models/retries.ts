import * as l10n from '@vscode/l10n';
import { isModelError, ModelError } from './modelError';
import { sleep } from '../async/deadline';

/** Time and chance as ports, so that tests need not wait. */
export interface RetryClock {
  now(): number;
  /** Rejects with the signal's reason. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Random number in [0, 1). */
  random(): number;
}

export const systemClock: RetryClock = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep,
};

interface RetryOptions {
  clock: RetryClock;
  signal: AbortSignal;
  /** Called before each wait, and every half minute of a long one; `until` is in milliseconds since the epoch. */
  onWait(reason: string, until: number): void;
  /** Receives every failure, including the last. */
  onFailure?(error: ModelError): void;
}

const firstWaitMs = 1_000;
const longestBackoffMs = 30_000;
/** Milliseconds; a longer wait pauses the debate. */
const longestWaitMs = 10 * 60_000;
const reportEveryMs = 30_000;

/** Tries while a server loads its model: enough for an hour, for a slow disk. */
const loadingTries = 120;

/** Tries after a bad sample, because another sample may be good. */
const sampleTries = 3;

function triesOf({ blocks, code }: ModelError): number {
  if (code === 'loading') return loadingTries;
  if (code === 'bad_sample') return sampleTries;
  return blocks ? 6 : 2;
}

/**
 * The one retry layer: exponential backoff with jitter; `retry-after` is honoured and shown. @throws ModelError of the
 * last try; the signal's reason.
 */
export async function withRetries<T>(attempt: () => Promise<T>, trying: RetryOptions): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      trying.signal.throwIfAborted();
      if (!isModelError(error)) throw error;
      trying.onFailure?.(error);
      if (!error.isRetryable) throw error;
      if (tries >= triesOf(error)) throw inVain(error, tries);
      await waitFor(error, tries, trying);
    }
  }
}

async function waitFor(error: ModelError, tries: number, trying: RetryOptions): Promise<void> {
  const { clock, signal } = trying;
  const asked = error.facts.retryAfterMs;
  if (asked !== undefined && asked > longestWaitMs) throw tooLong(error, clock.now() + asked);
  const backoff = Math.min(longestBackoffMs, firstWaitMs * 2 ** (tries - 1)) * (0.75 + clock.random() / 2);
  const until = clock.now() + Math.max(asked ?? 0, Math.round(backoff));
  for (;;) {
    trying.onWait(error.message, until);
    const left = until - clock.now();
    await clock.sleep(Math.max(0, Math.min(left, reportEveryMs)), signal);
    if (left <= reportEveryMs) return;
  }
}

/** The failure after the last try; it pauses the debate and says what to do. */
function inVain(error: ModelError, tries: number): ModelError {
  if (!error.blocks) return error;
  const message = l10n.t('{0} It was tried {1} times; resume the debate when that may be over.', error.message, tries);
  return new ModelError(error.code, message, error.facts, { cause: error });
}

function tooLong(error: ModelError, until: number): ModelError {
  const when = new Date(until).toISOString().slice(0, 16).replace('T', ' ');
  const message = l10n.t('{0} The server asks to retry after {1} UTC. Resume the debate then.', error.message, when);
  return new ModelError(error.code, message, error.facts, { cause: error });
}
