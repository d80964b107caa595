import type { ModelReply, ModelRequest } from '../provider';
import { charactersPerToken, estimatedTokens } from './chatParams';

/** How long is waited in one request, in milliseconds. */
export interface RequestLimits {
  /** For the first token. */
  firstMs: number;
  /** For whatever comes next. */
  stallMs: number;
  /** For all of it. */
  wholeMs: number;
}

/** When an answer had begun and was whole, in milliseconds from its request. */
interface MeasuredReply {
  firstMs: number;
  wholeMs: number;
}

/** No limit is shorter, however fast a server was. */
const leastFirstMs = 600_000;
const leastStallMs = 120_000;
/** For the first token of a server of the user's own of which nothing is known yet: it may load its model from a slow disk. */
const unmeasuredFirstMs = 3_600_000;
/** Of such a server, milliseconds a token. */
const unmeasuredWriteMs = 1_000;

/** Tokens; a shorter prompt tells how long a model takes to start, and not how fast it reads. */
const longPrompt = 500;
/** Tokens; of fewer the time is chance. */
const longAnswer = 20;
/** Tokens that a server may hold back until they are whole, as some do with a call of a tool. */
const heldTokens = 2_000;
/** So many times what was measured is waited for: other requests may be under way. */
const margin = 3;

/** How fast one model at one server has been at its slowest, and how long it is waited for by that. */
export class ServerPace {
  #startMs = 0;
  /** Milliseconds a token, here and below; undefined before there was anything to measure. */
  #readMs: number | undefined;
  #writeMs: number | undefined;

  /** `isOwn`: a server of the user's own. */
  constructor(private readonly isOwn: boolean) {}

  measure(request: ModelRequest, { usage, parts }: ModelReply, { firstMs, wholeMs }: MeasuredReply): void {
    const read = usage?.input ?? estimatedTokens(request);
    const written = usage?.output ?? JSON.stringify(parts).length / charactersPerToken;
    if (read < longPrompt) this.#startMs = Math.max(this.#startMs, firstMs);
    else this.#readMs = Math.max(this.#readMs ?? 0, firstMs / read);
    if (written >= longAnswer) this.#writeMs = Math.max(this.#writeMs ?? 0, (wholeMs - firstMs) / written);
  }

  limits(request: ModelRequest): RequestLimits {
    const held = heldTokens * (this.#writeMs ?? 0);
    const reading = estimatedTokens(request) * (this.#readMs ?? 0);
    const least = this.isOwn && this.#readMs === undefined ? unmeasuredFirstMs : leastFirstMs;
    const firstMs = Math.max(least, margin * (this.#startMs + reading) + held);
    const writeMs = this.#writeMs === undefined ? (this.isOwn ? unmeasuredWriteMs : 0) : margin * this.#writeMs;
    return {
      firstMs,
      stallMs: Math.max(leastStallMs, held),
      wholeMs: firstMs + writeMs * request.maxOutputTokens,
    };
  }
}
