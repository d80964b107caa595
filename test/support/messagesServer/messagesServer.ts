import type { AddressInfo } from 'node:net';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Answerer } from './answer';
import { ScriptMistake } from './answer';
import { Answering } from './answering';
import { ApiError, errorBody, errorTypes, invalid } from './apiError';
import { bodySteps, type Fault, type FaultScript } from './faults';
import { modelPage } from './modelPages';
import { defaultModels, modelInfo, type ModelEntry } from './models';
import { PrefixCache, type PromptUsage } from './prefixCache';
import type { RecordedRequest } from './recordedRequest';
import { checkVersion, modelOf } from './requestRules';
import type { MessagesRequest } from './requestSchema';
import { closed, readBody, send } from './transport';

export interface MessagesServerOptions {
  /** The model's answer to an accepted request. */
  answer: Answerer;
  /** Existing models; default {@link defaultModels}. `currentModel` makes variants. */
  models?: readonly ModelEntry[];
  /** Accepted bearer token; default `test-key`. */
  key?: string;
  /** Faults by request; default none. */
  faults?: FaultScript;
  /** The server's clock in milliseconds, which decides the age of cache entries. */
  now?: () => number;
  /** Milliseconds before an answer begins, for all requests or for each. */
  latencyMs?: number | ((request: MessagesRequest) => number);
  /** Characters of text, thinking or input in one event of a stream; default 24. */
  chunk?: number;
  /** Bytes; larger bodies are answered with 413; default 32 MB. */
  maxBodyBytes?: number;
}

export interface MessagesServer {
  /** Base URL `http://127.0.0.1:<port>`. */
  readonly url: string;
  /** All requests in order of arrival, with their results. */
  readonly requests: readonly RecordedRequest[];
  /** Accounts of the prompt cache. */
  readonly cache: PrefixCache;
  /** Requests of the script that no model could fulfil; a correct test has none. */
  readonly mistakes: readonly string[];
  /** Tokens of all answers together, or of chosen ones. */
  totals(choose?: (request: RecordedRequest) => boolean): PromptUsage & { output: number };
  /** Settles when no request is running; only then is `closedEarly` certain. */
  settled(): Promise<void>;
  /** Ends everything, stalled answers too. */
  close(): Promise<void>;
}

const defaultLimit = 32 * 1024 * 1024;

/**
 * A Messages API on this machine, as documented, for the real SDK over HTTP. It accepts what our client sends, and
 * refuses all other features as unknown. It has no rate limits of its own; script them as faults. If the documentation
 * is silent, it is the stricter one: see `prompt.ts` for the cost of a change to the cache.
 */
export const startMessagesServer = async (options: MessagesServerOptions): Promise<MessagesServer> => {
  const host = new Host(options);
  await host.listen();
  return host;
};

class Host implements MessagesServer {
  readonly requests: RecordedRequest[] = [];
  readonly mistakes: string[] = [];
  readonly cache: PrefixCache;
  readonly #models: readonly ModelEntry[];
  readonly #server: Server;
  readonly #answering: Answering;
  readonly #running = new Set<Promise<void>>();
  #isClosing = false;

  constructor(private readonly options: MessagesServerOptions) {
    const { latencyMs = 0 } = options;
    this.cache = new PrefixCache(options.now);
    this.#models = options.models ?? defaultModels;
    this.#answering = new Answering({
      models: this.#models,
      cache: this.cache,
      answer: options.answer,
      now: options.now ?? Date.now,
      chunk: options.chunk ?? 24,
      latencyMs: typeof latencyMs === 'number' ? () => latencyMs : latencyMs,
    });
    this.#server = createServer((request, response) => {
      const running = this.#handle(request, response).finally(() => this.#running.delete(running));
      this.#running.add(running);
    });
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  totals(choose: (request: RecordedRequest) => boolean = () => true): PromptUsage & { output: number } {
    const sum = { input: 0, read: 0, write5m: 0, write1h: 0, output: 0 };
    for (const { usage } of this.requests.filter(choose)) {
      sum.input += usage?.input_tokens ?? 0;
      sum.read += usage?.cache_read_input_tokens ?? 0;
      sum.write5m += usage?.cache_creation?.ephemeral_5m_input_tokens ?? 0;
      sum.write1h += usage?.cache_creation?.ephemeral_1h_input_tokens ?? 0;
      sum.output += usage?.output_tokens ?? 0;
    }
    return sum;
  }

  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  listen(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(0, '127.0.0.1', resolve);
    });
  }

  async close(): Promise<void> {
    const done = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#isClosing = true;
    this.#server.closeAllConnections();
    await done;
    await this.settled();
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const record = this.#record(request);
    // The client did not close an answer that our fault broke off.
    response.once('close', () => {
      record.closedEarly = !response.writableFinished && !this.#isClosing && !('reset' in (record.fault ?? {}));
    });
    try {
      const text = await readBody(request, this.options.maxBodyBytes ?? defaultLimit);
      record.body = text === undefined ? undefined : parsed(text);
      await this.#answer(record, text, response);
    } catch (error) {
      if (!response.destroyed) await this.#refuse(record, error, response);
    }
    await closed(response);
    record.isDone = true;
  }

  #record(request: IncomingMessage): RecordedRequest {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const record: RecordedRequest = {
      method: request.method ?? '',
      path: pathname,
      query: searchParams,
      headers: request.headers,
      body: undefined,
      at: (this.options.now ?? Date.now)(),
      requestId: `req_${String(this.requests.length + 1).padStart(6, '0')}`,
      closedEarly: false,
      isDone: false,
    };
    this.requests.push(record);
    return record;
  }

  async #answer(record: RecordedRequest, text: string | undefined, response: ServerResponse): Promise<void> {
    const n = this.requests.filter(({ path }) => path === record.path).indexOf(record);
    const fault = this.options.faults?.(record, n);
    if (fault !== undefined) record.fault = fault;
    if (await this.#strike(record, fault, response)) return;
    if (text === undefined) return sendAll(record, response, 413, tooLarge, 'text/html');
    this.#checkHeaders(record);
    if (record.method === 'POST' && record.path === '/v1/messages') return this.#answering.answer(record, response);
    await sendAll(record, response, 200, JSON.stringify(this.#lookUp(record)), 'application/json');
  }

  #lookUp(record: RecordedRequest): unknown {
    const { method, path, query } = record;
    if (method === 'POST' && path === '/v1/messages/count_tokens') return this.#answering.count(record);
    if (method === 'GET' && path === '/v1/models') return modelPage(this.#models, query);
    const [, id] = /^\/v1\/models\/([^/]+)$/.exec(path) ?? [];
    if (method === 'GET' && id !== undefined) return modelInfo(modelOf(this.#models, decodeURIComponent(id)));
    throw new ApiError(404, 'not_found_error', 'Not Found');
  }

  /** Applies faults that come before the request is read. Returns true if the request is finished. */
  async #strike(record: RecordedRequest, fault: Fault | undefined, response: ServerResponse): Promise<boolean> {
    if (fault === undefined) return false;
    if ('reset' in fault && fault.reset === 'before') {
      response.socket?.resetAndDestroy();
      return true;
    }
    if ('stall' in fault && fault.stall === 'before-headers') {
      await closed(response);
      return true;
    }
    if (!('status' in fault)) return false;
    const type = fault.errorType ?? errorTypes[fault.status] ?? 'api_error';
    const { errorCode, retryAfter } = fault;
    const error = new ApiError(fault.status, type, fault.message ?? `Scripted: ${type}`, {
      ...(errorCode === undefined ? {} : { code: errorCode }),
      ...(retryAfter === undefined ? {} : { retryAfter }),
    });
    await this.#sendError(record, error, response, fault.body);
    return true;
  }

  #checkHeaders(record: RecordedRequest): void {
    const { authorization, 'x-api-key': apiKey } = record.headers;
    if (authorization === undefined && apiKey === undefined)
      throw new ApiError(401, 'authentication_error', 'authentication: no API key was provided');
    const key = this.options.key ?? 'test-key';
    if (authorization === undefined ? apiKey !== key : authorization !== `Bearer ${key}`)
      throw new ApiError(401, 'authentication_error', 'invalid API key');
    const version = record.headers['anthropic-version'];
    checkVersion(Array.isArray(version) ? version[0] : version);
    if (record.method === 'POST' && record.headers['content-type']?.startsWith('application/json') !== true)
      throw invalid('content-type: must be application/json');
    if (record.method === 'POST' && record.body === undefined) throw invalid('The request body is not valid JSON');
  }

  async #refuse(record: RecordedRequest, error: unknown, response: ServerResponse): Promise<void> {
    if (error instanceof ApiError) return this.#sendError(record, error, response);
    const message = error instanceof Error ? error.message : String(error);
    this.mistakes.push(
      error instanceof ScriptMistake ? message : `${message}\n${error instanceof Error ? (error.stack ?? '') : ''}`,
    );
    if (response.headersSent) response.socket?.destroy();
    else
      await this.#sendError(
        record,
        new ApiError(500, 'api_error', `The script of this server is wrong: ${message}`),
        response,
      );
  }

  async #sendError(record: RecordedRequest, error: ApiError, response: ServerResponse, body?: string): Promise<void> {
    record.error = { type: error.type, message: error.message };
    if (error.extra.retryAfter !== undefined) response.setHeader('retry-after', String(error.extra.retryAfter));
    await sendAll(
      record,
      response,
      error.status,
      body ?? errorBody(error, record.requestId),
      body === undefined ? 'application/json' : 'text/html',
    );
  }
}

/** The edge's answer before the API sees the request. */
const tooLarge =
  '<html>\r\n<head><title>413 Request Entity Too Large</title></head>\r\n<body><h1>413 Request Entity Too Large</h1></body>\r\n</html>\r\n';

const sendAll = async (
  record: RecordedRequest,
  response: ServerResponse,
  status: number,
  body: string,
  type: string,
): Promise<void> => {
  record.status = status;
  response.writeHead(status, { 'content-type': type, 'request-id': record.requestId });
  await send(response, bodySteps(body, status === 200 ? record.fault : undefined));
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};
