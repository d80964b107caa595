import { createServer } from 'node:http';
import { expect } from 'vitest';
import { checkedBaseUrl } from '../../../src/models/wire';
import { ModelError } from '../../../src/models/modelError';
import type { WireOptions } from '../../../src/models/openai/chatWire';
import { createOpenAiProvider } from '../../../src/models/openai/openAiProvider';
import type { ModelProvider, ModelRequest, SendWatch } from '../../../src/models/provider';
import { listening } from '../listening';
import type { Answerer, ChatAnswer } from './chatAnswer';
import { startChatServer, type ChatServer, type ChatServerOptions } from './chatServer';

const closers: (() => Promise<unknown>)[] = [];

/** Stops the servers that were started here. */
export async function closeServers(): Promise<void> {
  await Promise.all(closers.splice(0).map((close) => close()));
}

type Waits = Partial<Pick<WireOptions, 'stallMs' | 'firstMs'>>;
/** `key`: the key that the server requires; `sends`: the key that the provider gets. */
export type StartOptions = Omit<ChatServerOptions, 'answer'> & Waits & { sends?: string };

/** A server and a provider that talks to it. */
export async function started(
  answer: Answerer | ChatAnswer,
  { stallMs, firstMs, sends, ...options }: StartOptions = {},
): Promise<{ server: ChatServer; provider: ModelProvider }> {
  const server = await startChatServer({ answer: typeof answer === 'function' ? answer : () => answer, ...options });
  closers.push(() => server.close());
  const waits = { ...(stallMs === undefined ? {} : { stallMs }), ...(firstMs === undefined ? {} : { firstMs }) };
  return { server, provider: providerAt(server.baseUrl, { ...waits, ...(sends === undefined ? {} : { sends }) }) };
}

export function providerAt(baseUrl: string, { sends, ...waits }: Waits & { sends?: string } = {}): ModelProvider {
  return createOpenAiProvider({ baseUrl: checkedBaseUrl(baseUrl), key: () => Promise.resolve(sends), ...waits });
}

/** Base URL of a server that gives the same answer to every request. */
export async function plainServer(headers: Record<string, string>, status: number, body: string): Promise<string> {
  const server = createServer((_, response) => void response.writeHead(status, headers).end(body));
  const { url, close } = await listening(server);
  closers.push(close);
  return `${url}/v1`;
}

export const request = (more: Partial<ModelRequest> = {}): ModelRequest => ({
  model: 'test-model',
  system: [
    { type: 'text', text: 'You debate.', isCachePoint: true },
    { type: 'text', text: 'Be fair.' },
  ],
  messages: [{ role: 'user', parts: [{ type: 'text', text: 'Speak.' }] }],
  maxOutputTokens: 500,
  ...more,
});
export const tools = [{ name: 'search', description: 'Searches.', inputSchema: { type: 'object', properties: {} } }];
export const answer = {
  name: 'stance',
  schema: { type: 'object', properties: { side: { type: 'string' } }, required: ['side'], additionalProperties: false },
};

export const anyone = (more: Partial<SendWatch> = {}): SendWatch => ({ signal: new AbortController().signal, ...more });

export async function failureOf(doing: Promise<unknown>): Promise<ModelError> {
  const error: unknown = await doing.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ModelError);
  return error as ModelError;
}
