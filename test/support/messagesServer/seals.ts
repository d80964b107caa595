import { createHmac } from 'node:crypto';

/** Fixed, so that the same script gives the same bytes; nobody is kept out by it. */
const secret = 'messages server of the tests';

const mac = (text: string): string => createHmac('sha256', secret).update(text).digest('base64url').slice(0, 16);

/** Text that only the server can read, and whose change it notices. */
export const seal = (value: unknown): string => {
  const text = Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${text}.${mac(text)}`;
};

/** Undefined when it was not sealed here or changed since. */
export const unseal = (sealed: string): unknown => {
  const [text = '', sign = ''] = sealed.split('.');
  return sign !== '' && mac(text) === sign
    ? (JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown)
    : undefined;
};

/** What stands in `encrypted_content` of a search result and `encrypted_index` of a citation of it. */
export interface SealedResult {
  url: string;
  title: string;
  text: string;
}

/** What stands in the signature of a thinking block. */
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
