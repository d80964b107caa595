import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { listening } from '../listening';
import type { Answerer, ChatAnswer, ChatRequest } from './chatAnswer';
import { chatProfiles, type ChatModel, type ChatProfile, type ChatProfileName } from './chatProfile';
import { sendAnswer, sendJson, sendRefusal } from './chatReply';
import type { StrictMode } from './strictModes';
import { chatBody, refusalOf, type ChatBody, type Refusal } from './chatRules';
import { PrefixCache, promptTokens, type ChatUsage } from './chatUsage';
import { nativeReply } from './nativeEndpoints';

export interface ChatServerOptions {
  /** The model's answers. An error becomes status 500 and is added to `problems`. */
  answer: Answerer;
  /** Default: `openai`. */
  profile?: ChatProfileName;
  /** Differences from the profile. */
  change?: Partial<ChatProfile>;
  /** Default: `test-model`. */
  models?: readonly ChatModel[];
  /** Required bearer token; without one, every client is served. */
  key?: string;
  /** Refuses what a server of this kind was reported to refuse. */
  strict?: StrictMode;
}

/** A request with any path. */
export interface WireRequest {
  method: string;
  path: string;
  headers: Readonly<Record<string, string>>;
  /** Parsed JSON; undefined without a body. */
  body: unknown;
}

/** Cost of an answer that was begun, whether or not it was reported. */
export interface BookedAnswer {
  request: ChatRequest;
  answer: ChatAnswer;
  usage: ChatUsage;
}

/** A server of the OpenAI protocol on this machine; see `startChatServer`. */
export interface ChatServer {
  /** Base URL with `/v1`. */
  readonly baseUrl: string;
  readonly origin: string;
  /** Requests that reached `answer`. */
  readonly requests: readonly ChatRequest[];
  /** Costs of the answers. */
  readonly ledger: readonly BookedAnswer[];
  /** All requests. */
  readonly wire: readonly WireRequest[];
  /** Errors of `answer`. */
  readonly problems: readonly unknown[];
  /** Connections that closed before the answer was complete, by the client or a fault. */
  readonly abandoned: number;
  /** Replaces the model's answers from here on. */
  use(answer: Answerer): void;
  close(): Promise<void>;
}

/**
 * Starts a server of the chat completions protocol at 127.0.0.1: `/v1/chat/completions` streamed and not, `/v1/models`,
 * and the endpoints of the profile's kind of server. Requests are first checked against the protocol and the profile (a
 * missing feature is refused as that server refuses it); valid ones go to `answer`, which returns the text, calls or
 * fault to send. Usage is counted by characters, with an automatic prefix cache.
 */
export async function startChatServer(options: ChatServerOptions): Promise<ChatServer> {
  const served = new Served(options);
  const server = createServer((request, response) => void served.handle(request, response));
  const { url: origin, close } = await listening(server);
  return {
    baseUrl: `${origin}/v1`,
    origin,
    requests: served.requests,
    ledger: served.ledger,
    wire: served.wire,
    problems: served.problems,
    get abandoned() {
      return served.abandoned;
    },
    use: (answer) => (served.answer = answer),
    close,
  };
}

class Served {
  readonly requests: ChatRequest[] = [];
  readonly ledger: BookedAnswer[] = [];
  readonly wire: WireRequest[] = [];
  readonly problems: unknown[] = [];
  abandoned = 0;
  answer: Answerer;
  readonly #profile: ChatProfile;
  readonly #models: readonly ChatModel[];
  readonly #key: string | undefined;
  readonly #cache = new PrefixCache();
  readonly #loaded = new Set<string>();
  readonly #strict: StrictMode | undefined;
  #completions = 0;

  constructor({ answer, profile = 'openai', change, models = [{ id: 'test-model' }], key, strict }: ChatServerOptions) {
    this.answer = answer;
    this.#strict = strict;
    this.#profile = {
      ...chatProfiles[profile],
      ...change,
      ...(strict?.hasNoFinish === true ? { hasNoFinish: true } : {}),
    };
    this.#models = models;
    this.#key = key;
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('close', () => (this.abandoned += response.writableFinished ? 0 : 1));
    const sent = await text(request).catch(() => '');
    const body = parsed(sent);
    const path = `${request.method ?? ''} ${request.url ?? ''}`;
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    this.wire.push({ method: request.method ?? '', path: request.url ?? '', headers, body });
    const refused = this.#refusedKey(headers['authorization']);
    if (refused !== undefined) sendRefusal(response, refused);
    else if (path === 'POST /v1/chat/completions') await this.#complete(response, body, headers);
    else this.#lookUp(response, path, body);
  }

  #lookUp(response: ServerResponse, path: string, body: unknown): void {
    const isList = path === 'GET /v1/models' && this.#profile.hasModels;
    const list = { status: 200, value: { object: 'list', data: this.#models.map((model) => this.#entry(model)) } };
    const reply = isList
      ? list
      : nativeReply(path, body, { profile: this.#profile, models: this.#models, loaded: this.#loaded });
    if (reply !== undefined) sendJson(response, reply.status, reply.value);
    else response.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found');
  }

  #entry({ id, extra }: ChatModel): unknown {
    return { id, object: 'model', created: 0, owned_by: this.#profile.ownedBy, ...extra };
  }

  /** Repeats the key, as a careless server would. */
  #refusedKey(sent: string | undefined): Refusal | undefined {
    if (this.#key === undefined || sent === `Bearer ${this.#key}`) return undefined;
    const message = sent === undefined ? "You didn't provide an API key." : `Incorrect API key provided: ${sent}.`;
    return { status: 401, message, code: 'invalid_api_key', type: 'invalid_request_error' };
  }

  async #complete(response: ServerResponse, sent: unknown, headers: Record<string, string>): Promise<void> {
    const result = chatBody.safeParse(sent);
    const refusal = result.success
      ? this.#refusal(result.data)
      : { status: 400, message: result.error.message, type: 'invalid_request_error' };
    if (!result.success || refusal !== undefined) {
      sendRefusal(response, refusal ?? { status: 400, message: 'Bad Request' });
      return;
    }
    const body = result.data;
    const count = this.#completions++;
    const strict = this.#strict?.refuses?.(body, { prompt: promptTokens(body), count });
    if (strict !== undefined) {
      sendJson(response, strict.status, strict.body, strict.headers);
      return;
    }
    const request = chatRequest(body, { index: this.requests.length, sent: sent as Record<string, unknown>, headers });
    this.requests.push(request);
    this.#loaded.add(this.#models.find(({ id }) => isNamed(id, body.model))?.id ?? body.model);
    const said: ChatAnswer = (await this.#ask(request)) ?? {
      fault: { kind: 'status', status: 500, message: 'the script failed' },
    };
    const fault = this.#strict?.fault?.(count);
    const answer = fault === undefined ? said : { ...said, fault };
    if (answer.delayMs !== undefined) await sleep(answer.delayMs);
    await sendAnswer(response, answer, {
      profile: this.#profile,
      body,
      cache: this.#cache,
      book: (usage) => this.ledger.push({ request, answer, usage }),
      requestId: `req_${request.index}`,
    });
  }

  #refusal(body: ChatBody): Refusal | undefined {
    if (this.#serves(body.model)) return refusalOf(body, this.#profile);
    const message = `The model \`${body.model}\` does not exist or you do not have access to it.`;
    return { status: 404, message, code: 'model_not_found', type: 'invalid_request_error' };
  }

  async #ask(request: ChatRequest): Promise<ChatAnswer | undefined> {
    try {
      return await this.answer(request);
    } catch (problem) {
      this.problems.push(problem);
      return undefined;
    }
  }

  #serves(model: string): boolean {
    if (this.#profile.servesAnyModel) return true;
    return this.#models.some(({ id }) => (this.#profile.native === 'ollama' ? isNamed(id, model) : id === model));
  }
}

/** Ollama's names may lack their tag. */
const isNamed = (id: string, model: string): boolean => id === model || id === `${model}:latest`;

function chatRequest(
  body: ChatBody,
  { index, sent, headers }: { index: number; sent: Record<string, unknown>; headers: Record<string, string> },
): ChatRequest {
  const shape = body.response_format?.json_schema;
  return {
    index,
    model: body.model,
    system: body.messages.find((message) => message.role === 'system')?.content ?? '',
    messages: body.messages as ChatRequest['messages'],
    lastUser: body.messages.findLast((message) => message.role === 'user')?.content ?? '',
    tools: (body.tools ?? []).map((tool) => tool.function.name),
    answer: shape === undefined ? undefined : { name: shape.name, schema: shape.schema },
    maxTokens: body.max_completion_tokens ?? body.max_tokens,
    stream: body.stream,
    body: sent,
    headers,
  };
}

function parsed(sent: string): unknown {
  try {
    return JSON.parse(sent) as unknown;
  } catch {
    return undefined;
  }
}
