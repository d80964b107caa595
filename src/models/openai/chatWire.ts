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

/** Milliseconds. After the end only usage follows. */
const graceMs = 5_000;

/** Milliseconds between reports of the wait for a first token. */
const awaitEveryMs = 30_000;

/** With limits in place of those by the server's pace. */
export type WireOptions = ProviderOptions & Partial<Pick<RequestLimits, 'firstMs' | 'stallMs'>>;

/** With the key, which must be kept out of the message. */
export class AttemptFailed extends Error {
  override readonly name = 'AttemptFailed';
  constructor(
    readonly error: unknown,
    readonly key: string | undefined,
    readonly usage?: ModelReply['usage'],
    /** An answer had begun: the request itself was taken. */
    readonly hasBegun = false,
  ) {
    super('A request failed.', { cause: error });
  }
}

/** Requests to one server, one over HTTP each. They fail with `AttemptFailed`, or the signal's reason. */
export class ChatWire {
  readonly isOpenAi: boolean;
  /** The user's own server, as nobody sells models over plain http. It may load a model first, and be slow. */
  readonly isOwn: boolean;
  readonly #paces = new Map<string, ServerPace>();
  /** Requests for which nothing came yet. */
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

  /** Tells from time to time how long nothing has come from a user's own server. */
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

  /** Whether the server takes a request, whatever it answers. */
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

  /** What the server says at an address; JSON where it is JSON. */
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

  /** The signs of life of an answer that goes on and on win no time. */
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

  /** A user's own server answers one request after the other: meanwhile the others' limits are extended. */
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

  /** With its end an answer is complete, even if the connection broke afterwards. */
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
  /** By `performance.now()`: when it was sent, and when the first token came. */
  sent: number;
  begun?: number;
}

/** Milliseconds of waiting in one request. */
interface RequestLimits {
  /** For the first token. */
  firstMs: number;
  /** For whatever comes next. */
  stallMs: number;
  /** For all of it. */
  wholeMs: number;
}

/** No limit is shorter. */
const leastFirstMs = 600_000;
const leastStallMs = 120_000;
/** For the first token of a user's own server that was not measured yet: it may load its model from a slow disk. */
const unmeasuredFirstMs = 3_600_000;
/** Of such a server, milliseconds a token. */
const unmeasuredWriteMs = 1_000;

/** Tokens; a shorter prompt tells how long a model takes to start, not how fast it reads. */
const longPrompt = 500;
/** Tokens; of fewer the time is chance. */
const longAnswer = 20;
/** Tokens that a server may hold back until they are whole, as with a call. */
const heldTokens = 2_000;
/** Times what was measured: other requests may be running. */
const margin = 3;

/** The slowest pace of one model at one server, and its limits. */
export class ServerPace {
  #startMs = 0;
  /** Milliseconds a token, here and below; undefined before anything was measured. */
  #readMs: number | undefined;
  #writeMs: number | undefined;

  /** `isOwn`: a server of the user's own. */
  constructor(private readonly isOwn: boolean) {}

  /** The answer began and was whole so long after the request. */
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
