import type { ChatBody } from './chatRules';

export interface ChatUsage {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
  prompt_tokens_details: { cached_tokens: number };
}

/** Values that OpenAI documents: prefixes of 1,024 tokens or more are cached, in steps of 128. */
const leastTokens = 1024;
const stepTokens = 128;
const charactersPerToken = 4;

const tokensOf = (text: string): number => Math.ceil(text.length / charactersPerToken);

const promptOf = (body: ChatBody): string =>
  JSON.stringify([body.model, body.tools ?? [], body.response_format ?? null, ...body.messages]);

export const promptTokens = (body: ChatBody): number => tokensOf(promptOf(body));

/** Counts tokens by characters, and finds the prefix that a server's automatic cache would have kept. */
export class PrefixCache {
  readonly #seen: string[] = [];

  /** Counts a request that was answered with these pieces of content. */
  count(body: ChatBody, output: string): ChatUsage {
    const prompt = promptOf(body);
    const shared = Math.max(0, ...this.#seen.map((earlier) => commonPrefix(earlier, prompt)));
    this.#seen.push(prompt);
    const whole = Math.floor(shared / charactersPerToken / stepTokens) * stepTokens;
    const [prompt_tokens, completion_tokens] = [tokensOf(prompt), tokensOf(output)];
    const cached_tokens = whole >= leastTokens ? Math.min(whole, prompt_tokens) : 0;
    return {
      prompt_tokens,
      completion_tokens,
      total_tokens: prompt_tokens + completion_tokens,
      prompt_tokens_details: { cached_tokens },
    };
  }
}

function commonPrefix(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  let at = 0;
  while (at < length && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  return at;
}
