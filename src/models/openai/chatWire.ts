import { failed, requestKey, type Attempt } from '../attempt';
import { IdleWatch, type BaseUrl } from '../wire';
import type { ProviderOptions } from '../descriptor';
import type { ModelReply, ModelRequest, SendWatch } from '../provider';
import * as l10n from '@vscode/l10n';
import type { ModelError } from '../modelError';
import { errorInEvent } from '../refusals';
import { chatFailure, ErrorAnswer } from './chatFailure';
import type { ChatBody } from './abilities';
import { charactersPerToken, estimatedTokens } from './chatParams';
import { openClient } from './client';
import { RunawayAnswer, RunawayWatch } from '../runaway';
import { ReplyAssembler } from './replyAssembler';

/** Milliseconds after the end, when only usage follows. */
const graceMs = 5_000;

/** Milliseconds between reports of the wait for a first token. */
const awaitEveryMs = 30_000;

/** Provider options, with limits that replace those derived from the server's pace. */
export type WireOptions = ProviderOptions & Partial<Pick<RequestLimits, 'firstMs' | 'stallMs'>>;

/** A failed try, with the key, which must be kept out of messages. */
export class AttemptFailed extends Error {
  override readonly name = 'AttemptFailed';
  constructor(
    readonly error: unknown,
    readonly key: string | undefined,
    readonly usage?: ModelReply['usage'],
    /** Whether an answer had begun, so the request itself was accepted. */
    readonly hasBegun = false,
  ) {
    super('A request failed.', { cause: error });
  }
}

/**
 * Sends requests to one server, each over its own HTTP connection. They fail with `AttemptFailed`, or the signal's
 * reason.
 */
export class ChatWire {
  readonly isOpenAi: boolean;
  /**
   * Whether the server is the user's own: commercial providers do not use plain http. It may be slow, and may load a
   * model first.
   */
  readonly isOwn: boolean;
  readonly #paces = new Map<string, ServerPace>();
  /** Requests that have received nothing. */
  readonly #waiting = new Set<IdleWatch>();

  constructor(private readonly options: WireOptions) {
    const { hostname, protocol } = new URL(options.baseUrl.url);
    this.isOpenAi = hostname === 'api.openai.com';
    this.isOwn = protocol === 'http:';
  }

  get baseUrl(): BaseUrl {
    return this.options.baseUrl;
  }

  attempt(model: string, key: string | undefined, usage?: ModelReply['usage']): Attempt {
    return { provider: 'openai-compatible', baseUrl: this.baseUrl, model, key, usage };
  }

  async answer(request: ModelRequest, watch: SendWatch, body: ChatBody): Promise<ModelReply> {
    const key = await this.#key();
    watch.signal.throwIfAborted();
    const assembler = new ReplyAssembler(watch, new RunawayWatch(request.maxOutputTokens));
    const idle = this.#idle(request, watch.signal);
    const answering: ChatAnswer = { request, watch, body, key, assembler, idle, sent: performance.now() };
    this.#waiting.add(idle);
    try {
      const onAwaiting = (ms: number): void => {
        if (answering.begun === undefined) watch.onAwaiting?.({ ms, isLoading: false });
      };
      const requestId = await this.awaited(onAwaiting, () => this.#stream(answering)).catch((error: unknown) =>
        this.#endedBy(error, answering),
      );
      watch.signal.throwIfAborted();
      const { isFinished, usage } = assembler;
      const reply = isFinished ? assembler.reply() : undefined;
      if (reply === undefined) {
        const attempt = this.attempt(request.model, key, usage);
        throw new AttemptFailed(failed(isFinished ? 'empty' : 'interrupted', attempt), key, usage, true);
      }
      this.#measure(answering, reply);
      return requestId === undefined ? reply : { ...reply, requestId };
    } finally {
      this.#waiting.delete(idle);
      idle.dispose();
    }
  }

  limits(request: ModelRequest): RequestLimits {
    const { firstMs, stallMs } = this.options;
    const limits = this.#paceOf(request.model).limits(request);
    return { ...limits, firstMs: firstMs ?? limits.firstMs, stallMs: stallMs ?? limits.stallMs };
  }

  /** Reports periodically how long a user's own server has sent nothing. */
  async awaited<T>(onAwaiting: (ms: number) => void, work: () => Promise<T>): Promise<T> {
    if (!this.isOwn) return await work();
    const since = performance.now();
    const timer = setInterval(() => onAwaiting(performance.now() - since), awaitEveryMs);
    try {
      return await work();
    } finally {
      clearInterval(timer);
    }
  }

  /** Whether the server accepts a request, whatever it answers. */
  async tries(
    request: ModelRequest,
    watch: Pick<SendWatch, 'signal'>,
    body: ChatBody,
  ): Promise<{ isTaken: boolean; usage: ModelReply['usage'] }> {
    try {
      return { isTaken: true, usage: (await this.answer(request, watch, body)).usage };
    } catch (error) {
      watch.signal.throwIfAborted();
      if (!(error instanceof AttemptFailed)) throw error;
      return { isTaken: error.hasBegun, usage: error.usage };
    }
  }

  /** Returns what the server answers at an address; JSON is parsed. */
  async look(
    url: string,
    { body, signal, waitMs }: { body?: Record<string, unknown> | undefined; signal: AbortSignal; waitMs: number },
  ): Promise<unknown> {
    const key = await this.#key();
    const idle = new IdleWatch(waitMs, signal);
    let hasCome = false;
    try {
      const client = openClient({ ...this.#to(key), isStream: false, onBytes: () => (hasCome = true) });
      const options = { signal: idle.signal };
      return await (body === undefined
        ? client.get<unknown>(url, options)
        : client.post<unknown>(url, { ...options, body }));
    } catch (error) {
      signal.throwIfAborted();
      throw new AttemptFailed(idle.isLate ? this.#late(key, { hasCome, waitMs }) : error, key);
    } finally {
      idle.dispose();
    }
  }

  #to(key: string | undefined) {
    return { baseUrl: this.baseUrl, key, proxy: this.options.proxy };
  }

  /**
   * The error of a request that ran out of time. A server that keeps sending without an end probably has the wrong
   * address.
   */
  #late(key: string | undefined, { hasCome, waitMs }: { hasCome: boolean; waitMs: number }): ModelError {
    const attempt = this.attempt('', key);
    if (!hasCome) return failed('unreachable', attempt, { silentMs: waitMs });
    const seconds = Math.round(waitMs / 1_000);
    const text = l10n.t(
      'What {0} sent did not end within {1} seconds. Check the base URL.',
      this.baseUrl.origin,
      seconds,
    );
    return failed('wrong_address', attempt, { text });
  }

  #idle(request: ModelRequest, signal: AbortSignal): IdleWatch {
    const { firstMs, stallMs } = this.limits(request);
    return new IdleWatch(stallMs, signal, firstMs);
  }

  #paceOf(model: string): ServerPace {
    const pace = this.#paces.get(model) ?? new ServerPace(this.isOwn);
    this.#paces.set(model, pace);
    return pace;
  }

  #measure({ request, sent, begun = performance.now() }: ChatAnswer, reply: ModelReply): void {
    const pace = { firstMs: begun - sent, wholeMs: performance.now() - sent };
    this.#paceOf(request.model).measure(request, reply, pace);
  }

  /** Extends the limits of waiting requests, because a user's own server answers one request after another. */
  #touch(idle: IdleWatch): void {
    idle.touch();
    if (this.isOwn) for (const other of this.#waiting) other.touch();
  }

  async #key(): Promise<string | undefined> {
    try {
      return await requestKey('openai-compatible', this.options);
    } catch (error) {
      throw new AttemptFailed(error, undefined);
    }
  }

  async #stream(answering: ChatAnswer): Promise<string | undefined> {
    const { watch, body, key, assembler, idle } = answering;
    const onBytes = (): void => {
      this.#touch(idle);
      watch.onAlive?.();
    };
    const client = openClient({ ...this.#to(key), isStream: true, onBytes, onDone: () => assembler.end() });
    const { data: stream, request_id } = await client.chat.completions
      .create(body, { signal: idle.signal })
      .withResponse();
    for await (const event of stream) {
      const error = errorInEvent(event);
      if (error !== undefined) throw new ErrorAnswer(error);
      assembler.add(event);
      if (assembler.hasBegun) {
        answering.begun ??= performance.now();
        this.#waiting.delete(idle);
      }
      if (assembler.isFinished) idle.finish(graceMs);
      else if (assembler.hasBegun) idle.begin();
    }
    // The SDK ends an aborted stream quietly.
    if (idle.signal.aborted) throw new Error('The stream was given up.');
    return request_id ?? undefined;
  }

  /** Throws the failure of a stream, unless the answer had ended: it is then complete even if the connection broke. */
  #endedBy(error: unknown, { request, watch, key, assembler, idle }: ChatAnswer): undefined {
    watch.signal.throwIfAborted();
    const attempt = this.attempt(request.model, key, assembler.usage);
    const failure = idle.isLate ? failed('stalled', attempt, { silentMs: idle.ms }) : runawayOr(error, attempt);
    const { code } = chatFailure(failure, attempt);
    if (assembler.isFinished && (code === 'stalled' || code === 'interrupted')) return undefined;
    throw new AttemptFailed(failure, key, assembler.usage, assembler.hasBegun);
  }
}

const runawayOr = (error: unknown, attempt: Attempt): unknown =>
  error instanceof RunawayAnswer ? failed('runaway', attempt, { runaway: error.kind }) : error;

interface ChatAnswer {
  request: ModelRequest;
  watch: SendWatch;
  body: ChatBody;
  key: string | undefined;
  assembler: ReplyAssembler;
  idle: IdleWatch;
  /** Times by `performance.now()`: when the request was sent, and when the first token came. */
  sent: number;
  begun?: number;
}

/** Milliseconds that a request may wait. */
interface RequestLimits {
  /** Limit until the first token. */
  firstMs: number;
  /** Limit between later tokens. */
  stallMs: number;
  /** Limit for the whole answer. */
  wholeMs: number;
}

/** Shortest limit for a first token. */
const leastFirstMs = 600_000;
const leastStallMs = 120_000;
/** Limit for the first token of a user's own server before it was measured: it may load its model from a slow disk. */
const unmeasuredFirstMs = 3_600_000;
/** Milliseconds per token that an unmeasured server is allowed. */
const unmeasuredWriteMs = 1_000;

/** Tokens; a shorter prompt shows how long a model takes to start, not how fast it reads. */
const longPrompt = 500;
/** Tokens; the time of a shorter answer is chance. */
const longAnswer = 20;
/** Tokens that a server may hold back until a part is complete, as with a call. */
const heldTokens = 2_000;
/** Factor on measured times, because other requests may be running. */
const margin = 3;

/** Slowest measured pace of one model at one server, and the limits that follow. */
export class ServerPace {
  #startMs = 0;
  /** Milliseconds per token, here and below; undefined before the first measurement. */
  #readMs: number | undefined;
  #writeMs: number | undefined;

  /** `isOwn`: the server is the user's own. */
  constructor(private readonly isOwn: boolean) {}

  /** Records how long after the request the answer began and was complete. */
  measure(
    request: ModelRequest,
    { usage, parts }: ModelReply,
    { firstMs, wholeMs }: Omit<RequestLimits, 'stallMs'>,
  ): void {
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
