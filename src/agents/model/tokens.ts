import { firstUnits } from '../../matching/text/shortText';
import type { AssistantPart, ModelProviderName, ModelRequest, TokenUsage, UserPart } from '../../models/provider';
import { writtenForHour } from '../../debate/log/data/common';
import { sum, type Usage } from '../../debate/log/entryData';
import { priceFor, type GivenPrices } from '../../models/prices';
import { costOf } from '../../models/providers';

/** Low for English prose: estimates err towards more tokens. */
const charactersPerToken = 3.6;

export const estimatedTokens = (text: string): number => Math.ceil(text.length / charactersPerToken);

/** Cuts the text and says how much is missing. */
export function cutToTokens(text: string, most: number): string {
  const characters = Math.floor(most * charactersPerToken);
  if (text.length <= characters) return text;
  const kept = firstUnits(text, characters);
  const left = estimatedTokens(text.slice(kept.length));
  return `${kept}\n[… cut here: about ${left} tokens are left out]`;
}

export function requestTokens(request: Omit<ModelRequest, 'maxOutputTokens'>): number {
  const parts = request.messages.flatMap((message): (UserPart | AssistantPart)[] => [...message.parts]);
  const texts = [...request.system, ...parts].map((part) => {
    if (part.type === 'text' || part.type === 'tool_result') return part.text;
    return JSON.stringify(part.type === 'opaque' ? part.value : part.input);
  });
  const rest = JSON.stringify([request.tools ?? [], request.answer ?? {}]);
  return texts.reduce((sum, text) => sum + estimatedTokens(text) + 4, estimatedTokens(rest));
}

/** Estimates usage for providers that report none. `unseen`: characters of thinking and calls. */
export const estimatedUsage = (request: ModelRequest, answer: string, unseen = 0): TokenUsage => ({
  input: requestTokens(request),
  cache_write: 0,
  cache_read: 0,
  output: estimatedTokens(answer) + Math.ceil(unseen / charactersPerToken),
});

/** What a task used, failed requests included, at its model's price. */
export class TokenMeter {
  #usage: Usage | undefined;

  constructor(
    private readonly provider: ModelProviderName,
    private readonly model: string,
    private readonly onUsage: (usage: Usage) => void = () => undefined,
    private readonly prices: GivenPrices = {},
  ) {}

  /** Undefined while no request was made. */
  get usage(): Usage | undefined {
    return this.#usage;
  }

  /** US dollars, with nothing found in a cache and so many tokens written. */
  mostOf(request: ModelRequest, written: number, origin: string): number {
    const price = priceFor({ provider: this.provider, model: this.model, origin }, this.prices);
    if (price === undefined) return 0;
    const prompt = requestTokens(request);
    const { search } = request.serverTools ?? {};
    const rest = { cache_read: 0, output: written, searches: search?.maxUses ?? 0 };
    return Math.max(
      costOf({ input: prompt, cache_write: 0, ...rest }, price),
      costOf({ input: 0, cache_write: prompt, ...rest }, price),
    );
  }

  /** Gives what was added. `origin`: where the request went. */
  add(used: TokenUsage, { isEstimated = false, origin }: { isEstimated?: boolean; origin?: string } = {}): Usage {
    const price = priceFor({ provider: this.provider, model: this.model, origin }, this.prices);
    const usage: Usage = {
      input: used.input,
      cache_write: used.cache_write,
      ...writtenForHour(used, {}),
      cache_read: used.cache_read,
      output: used.output,
      usd: rounded(price === undefined ? 0 : costOf(used, price)),
      ...(isEstimated ? { estimated: true } : {}),
      ...(price === undefined ? { unpriced: true } : {}),
    };
    this.addPaid(usage);
    return usage;
  }

  /** Adds usage that another request or run has paid for. */
  addPaid(usage: Usage): void {
    const all = sum(this.#usage, usage);
    if (all !== undefined) this.#usage = { ...all, usd: rounded(all.usd) };
    this.onUsage(usage);
  }
}

/** To a millionth of a cent: sums of binary fractions would fill the record with digits. */
const rounded = (usd: number): number => Math.round(usd * 1e8) / 1e8;
