import { createAnthropicProvider, type AnthropicOptions } from '../../src/models/anthropic/anthropicProvider';
import { checkedBaseUrl } from '../../src/models/wire';
import { isModelError, type ModelError } from '../../src/models/modelError';
import type { ModelProvider, ModelRequest, SendWatch } from '../../src/models/provider';
import type { RawServer } from './rawServer';

export const testKey = 'sk-ant-api03-Test-Key_0123456789';

export const anthropicAt = ({ url }: Pick<RawServer, 'url'>, options: Partial<AnthropicOptions> = {}): ModelProvider =>
  createAnthropicProvider({ baseUrl: checkedBaseUrl(url), key: () => Promise.resolve(testKey), ...options });

export const aRequest = (request: Partial<ModelRequest> = {}): ModelRequest => ({
  model: 'claude-sonnet-5-5',
  system: [{ type: 'text', text: 'Be brief.' }],
  messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hello?' }] }],
  maxOutputTokens: 100,
  ...request,
});

export const quietWatch = (watch: Partial<SendWatch> = {}): SendWatch => ({
  signal: new AbortController().signal,
  ...watch,
});

/** The error with which the promise fails, which must be an error of a model. */
export async function failureOf(promise: Promise<unknown>): Promise<ModelError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!isModelError(error)) throw new Error(`No model error: ${String(error)}`, { cause: error });
  return error;
}
