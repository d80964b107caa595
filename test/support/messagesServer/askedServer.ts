import Anthropic from '@anthropic-ai/sdk';
import { afterEach } from 'vitest';
import type { Answer } from './answer';
import { startMessagesServer, type MessagesServer, type MessagesServerOptions } from './messagesServer';

const servers: MessagesServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** A server with a client of the real SDK; closed after the test. */
export async function start(
  answer: Answer | MessagesServerOptions['answer'],
  options: Partial<MessagesServerOptions> = {},
) {
  const server = await startMessagesServer({
    answer: typeof answer === 'function' ? answer : () => answer,
    ...options,
  });
  servers.push(server);
  return {
    server,
    client: new Anthropic({
      apiKey: 'test-key',
      baseURL: server.url,
      maxRetries: 0,
      openTelemetry: false,
      logLevel: 'off',
    }),
  };
}

export const model = 'claude-opus-5-5';
/** Text of a system prompt or a message. */
export const said = (text: string) => [{ type: 'text' as const, text }];
export const ask = {
  model,
  max_tokens: 1_000,
  messages: [{ role: 'user' as const, content: said('What is the capital of France?') }],
};
export const lookUp = {
  name: 'look_up',
  description: 'Looks a word up.',
  input_schema: { type: 'object' as const, properties: { word: { type: 'string' } } },
};
