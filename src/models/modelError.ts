import type { TokenUsage } from './provider';
import type { RunawayKind } from './runaway';

/**
 * All failures of a request. `blocks`: the cause lies outside the task (key, account, server), so the debate pauses and
 * skips nothing. `retries`: another try may help.
 */
const table = {
  key_missing: { blocks: true, retries: false },
  key_rejected: { blocks: true, retries: false },
  forbidden: { blocks: true, retries: false },
  no_model: { blocks: true, retries: false },
  /** The account's limit or credit is used up, or a quota of the editor. */
  spend_limit: { blocks: true, retries: false },
  /** The user has not allowed use of the editor's models. */
  no_consent: { blocks: true, retries: false },
  /** The base URL belongs to something else, or has the wrong scheme. */
  wrong_address: { blocks: true, retries: false },
  bad_request: { blocks: true, retries: false },
  rate_limited: { blocks: true, retries: true },
  overloaded: { blocks: true, retries: true },
  loading: { blocks: true, retries: true },
  server: { blocks: true, retries: true },
  unreachable: { blocks: true, retries: true },
  interrupted: { blocks: true, retries: true },
  /** The answer does not follow the provider's protocol. */
  malformed: { blocks: true, retries: true },
  /** No data came for too long. */
  stalled: { blocks: false, retries: true },
  empty: { blocks: false, retries: true },
  /** A runaway answer was cut; the same request would end the same way. */
  runaway: { blocks: false, retries: false },
  /** The model wrote an invalid call or invalid JSON, and its server returned that as an error. */
  bad_sample: { blocks: false, retries: true },
  /** A filter of the provider blocked the prompt or the answer. */
  filtered: { blocks: false, retries: true },
  too_large: { blocks: false, retries: false },
} as const satisfies Record<string, { blocks: boolean; retries: boolean }>;

export type ModelErrorCode = keyof typeof table;

export interface ModelErrorFacts {
  provider: string;
  model?: string;
  /** HTTP status, if there was one. */
  status?: number | undefined;
  /** Milliseconds that the provider asks to wait, from `retry-after`. */
  retryAfterMs?: number | undefined;
  models?: readonly string[];
  usage?: TokenUsage | undefined;
  runaway?: RunawayKind | undefined;
  requestId?: string | undefined;
}

/** The message says what happened, to what, and what to do next; never a key. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly blocks: boolean;
  readonly isRetryable: boolean;

  constructor(
    readonly code: ModelErrorCode,
    message: string,
    readonly facts: ModelErrorFacts,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.blocks = table[code].blocks;
    this.isRetryable = table[code].retries;
  }
}

/** Checks the name, because each provider's bundle has its own copy of the class. */
export const isModelError = (error: unknown): error is ModelError =>
  error instanceof Error && error.name === 'ModelError' && 'code' in error;
