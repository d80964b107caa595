import { createHmac } from 'node:crypto';

/** A fixed key, so that the same script gives the same bytes; it protects nothing. */
const secret = 'messages server of the tests';

const mac = (text: string): string => createHmac('sha256', secret).update(text).digest('base64url').slice(0, 16);

/** Makes text that only the server can read, and whose changes it notices. */
export const seal = (value: unknown): string => {
  const text = Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${text}.${mac(text)}`;
};

/** Returns undefined if the text was not sealed here, or was changed. */
export const unseal = (sealed: string): unknown => {
  const [text = '', sign = ''] = sealed.split('.');
  return sign !== '' && mac(text) === sign
    ? (JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown)
    : undefined;
};

/** Content of a search result's `encrypted_content`, and of a citation's `encrypted_index`. */
export interface SealedResult {
  url: string;
  title: string;
  text: string;
}

/** Content of a thinking block's signature. */
export interface SealedThinking {
  model: string;
  /** All blocks before it. */
  context: string;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

export const openResult = (sealed: string): SealedResult | undefined => {
  const value = unseal(sealed);
  if (!isRecord(value)) return undefined;
  const { url, title, text } = value;
  return typeof url === 'string' && typeof title === 'string' && typeof text === 'string'
    ? { url, title, text }
    : undefined;
};

export const openThinking = (signature: string): SealedThinking | undefined => {
  const value = unseal(signature);
  if (!isRecord(value)) return undefined;
  const { model, context } = value;
  return typeof model === 'string' && typeof context === 'string' ? { model, context } : undefined;
};
