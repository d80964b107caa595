import * as l10n from '@vscode/l10n';
import type { BaseUrl } from '../baseUrl';
import { ModelError } from '../modelError';
import type { ModelReply, ModelRequest, SendWatch } from '../provider';
import { chatFailure, factsOf } from './chatFailure';
import { chatParams } from './chatParams';
import { openClient } from './openClient';
import { ReplyAssembler } from './replyAssembler';
import { requestKey } from './requestKey';
import { StreamWatch, type Waits } from './streamWatch';

export interface WireOptions extends Waits {
  baseUrl: BaseUrl;
  key(): Promise<string | undefined>;
}

/** A request that failed, with the key that it was sent with: whoever names the failure keeps it out of the message. */
export class AttemptFailed extends Error {
  override readonly name = 'AttemptFailed';
  constructor(
    readonly error: unknown,
    readonly key: string | undefined,
    readonly usage?: ModelReply['usage'],
  ) {
    super('A request failed.', { cause: error });
  }
}

/** Requests to one server, each of them exactly one over HTTP. They fail with `AttemptFailed`, or the signal's reason. */
export class ChatWire {
  readonly isOpenAi: boolean;

  constructor(private readonly options: WireOptions) {
    this.isOpenAi = new URL(options.baseUrl.url).hostname === 'api.openai.com';
  }

  get baseUrl(): BaseUrl {
    return this.options.baseUrl;
  }

  /** Streams an answer. */
  async answer(request: ModelRequest, watch: SendWatch, asksUsage: boolean): Promise<ModelReply> {
    const key = await this.#key();
    watch.signal.throwIfAborted();
    const assembler = new ReplyAssembler(watch.onText?.bind(watch));
    const idle = new StreamWatch(this.options, watch.signal);
    const answering: Answering = { request, watch, asksUsage, key, assembler, idle };
    try {
      const requestId = await this.#stream(answering).catch((error: unknown) => this.#endedBy(error, answering));
      watch.signal.throwIfAborted();
      const reply = assembler.isFinished ? assembler.reply() : undefined;
      if (reply === undefined) throw new AttemptFailed(this.#unfinished(answering), key, assembler.usage);
      return requestId === undefined ? reply : { ...reply, requestId };
    } finally {
      idle.dispose();
    }
  }

  /** Whether the server takes a request: its answer is not waited for. */
  async takes(request: ModelRequest, signal: AbortSignal, asksUsage: boolean): Promise<boolean> {
    const key = await this.#key();
    const idle = new StreamWatch(this.options, signal);
    try {
      const client = openClient({ baseUrl: this.baseUrl, key, isStream: true });
      const stream = await client.chat.completions.create(chatParams(request, { isOpenAi: this.isOpenAi, asksUsage }), {
        signal: idle.signal,
      });
      stream.controller.abort();
      return true;
    } catch {
      signal.throwIfAborted();
      return false;
    } finally {
      idle.dispose();
    }
  }

  /** What the server says at an address; JSON where it is JSON. */
  async look(
    url: string,
    { body, signal, waitMs }: { body?: Record<string, unknown>; signal: AbortSignal; waitMs: number },
  ): Promise<unknown> {
    const key = await this.#key();
    const idle = new StreamWatch({ firstMs: waitMs, stallMs: waitMs }, signal);
    try {
      const client = openClient({ baseUrl: this.baseUrl, key, isStream: false });
      const options = { signal: idle.signal };
      return await (body === undefined
        ? client.get<unknown>(url, options)
        : client.post<unknown>(url, { ...options, body }));
    } catch (error) {
      signal.throwIfAborted();
      throw new AttemptFailed(error, key);
    } finally {
      idle.dispose();
    }
  }

  async #key(): Promise<string | undefined> {
    try {
      return await requestKey(this.baseUrl, () => this.options.key());
    } catch (error) {
      throw new AttemptFailed(error, undefined);
    }
  }

  async #stream({ request, watch, asksUsage, key, assembler, idle }: Answering): Promise<string | undefined> {
    const onBytes = (): void => {
      idle.touch();
      watch.onAlive?.();
    };
    const client = openClient({ baseUrl: this.baseUrl, key, isStream: true, onBytes });
    const params = chatParams(request, { isOpenAi: this.isOpenAi, asksUsage });
    const { data: stream, request_id } = await client.chat.completions
      .create(params, { signal: idle.signal })
      .withResponse();
    for await (const event of stream) {
      assembler.add(event);
      if (assembler.hasBegun) idle.hear(assembler.isFinished ? 'finished' : 'begun');
    }
    // The SDK ends a stream quietly when it was aborted.
    if (idle.signal.aborted) throw new Error('The stream was given up.');
    return request_id ?? undefined;
  }

  /** An answer whose end was told is whole, though the connection broke or hung afterwards. */
  #endedBy(error: unknown, { request, watch, key, assembler, idle }: Answering): undefined {
    watch.signal.throwIfAborted();
    const failure = idle.firedAfterMs === undefined ? error : this.#stalled(idle.firedAfterMs, { request, assembler });
    const { code } = chatFailure(failure, { baseUrl: this.baseUrl, model: request.model, key });
    if (assembler.isFinished && (code === 'stalled' || code === 'interrupted')) return undefined;
    throw new AttemptFailed(failure, key, assembler.usage);
  }

  #stalled(ms: number, { request: { model }, assembler }: Pick<Answering, 'request' | 'assembler'>): ModelError {
    const message = l10n.t(
      'Nothing came from {0} at {1} for {2} seconds.',
      model,
      this.baseUrl.origin,
      Math.round(ms / 1_000),
    );
    return new ModelError('stalled', message, factsOf({ model, usage: assembler.usage }));
  }

  #unfinished({ request: { model }, assembler }: Answering): ModelError {
    const facts = factsOf({ model, usage: assembler.usage });
    if (assembler.isFinished)
      return new ModelError('empty', l10n.t('The answer of {0} at {1} was empty.', model, this.baseUrl.origin), facts);
    return new ModelError(
      'interrupted',
      l10n.t('The answer of {0} at {1} broke off before its end.', model, this.baseUrl.origin),
      facts,
    );
  }
}

/** One answer on its way. */
interface Answering {
  request: ModelRequest;
  watch: SendWatch;
  asksUsage: boolean;
  key: string | undefined;
  assembler: ReplyAssembler;
  idle: StreamWatch;
}
