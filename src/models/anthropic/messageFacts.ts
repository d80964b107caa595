import * as l10n from '@vscode/l10n';
import * as z from 'zod';
import { LearnedLimits, limitsSchema, limitTexts } from '../learnedLimits';
import type { ModelDescription, ModelRequest } from '../provider';
import { fewestTokens, readRefusal, type Refusal } from '../refusals';
import { estimatedTokens } from './messageParams';

interface MessageAbilityRow {
  isUsed(request: ModelRequest): boolean;
  /** Matches the name that compatible servers use when they refuse it. */
  named: RegExp;
  without(request: ModelRequest): ModelRequest;
  words(): string;
}

function changed(request: ModelRequest, change: (made: ModelRequest) => void): ModelRequest {
  const made = { ...request };
  change(made);
  return made;
}

/**
 * Features that a server may lack. Without most of them the answer is as good; only `answer` needs another prompt,
 * which the caller writes.
 */
const table = {
  answer: {
    isUsed: ({ answer }) => answer !== undefined,
    named: /output_config\W{0,3}format|output_format|json[ _]?schema|structured[ _]outputs?/i,
    without: (request) => changed(request, (made) => delete made.answer),
    words: () => l10n.t('asked without schemas'),
  },
  effort: {
    isUsed: ({ effort }) => effort !== undefined,
    named: /effort/i,
    without: (request) => changed(request, (made) => delete made.effort),
    words: () => l10n.t('asked without an effort'),
  },
  server_tools: {
    isUsed: ({ serverTools }) => serverTools !== undefined,
    named: /web[ _](?:search|fetch)|server.?tools?/i,
    without: (request) => changed(request, (made) => delete made.serverTools),
    words: () => l10n.t('asked without its own search'),
  },
} as const satisfies Record<string, MessageAbilityRow>;

type MessageAbility = keyof typeof table;
const abilityList = Object.keys(table).filter((name): name is MessageAbility => name in table);
const rowOf = (ability: MessageAbility): MessageAbilityRow => table[ability];

const factsSchema = limitsSchema.extend({ lacks: z.array(z.enum(abilityList)).default([]) });
export type MessageServerFacts = z.infer<typeof factsSchema>;

/**
 * Limits and missing abilities of one model in the Messages API. They are learned from refusals, and last as long as
 * the provider.
 */
export class MessageFacts {
  readonly #lacks = new Set<MessageAbility>();
  readonly #limits = new LearnedLimits();

  get facts(): MessageServerFacts | undefined {
    const facts = { lacks: [...this.#lacks], ...this.#limits.all };
    return facts.lacks.length === 0 && Object.keys(facts).length === 1 ? undefined : facts;
  }

  recall(kept: unknown): void {
    const { lacks, ...limits } = factsSchema.safeParse(kept).data ?? { lacks: [] };
    for (const ability of lacks) this.#lacks.add(ability);
    this.#limits.recall(limits);
  }

  within(description: ModelDescription): ModelDescription {
    const hasNoTools = this.#lacks.has('server_tools');
    return this.#limits.within({
      ...description,
      hasStructuredAnswers: description.hasStructuredAnswers && !this.#lacks.has('answer'),
      hasServerSearch: description.hasServerSearch && !hasNoTools,
      hasServerFetch: description.hasServerFetch && !hasNoTools,
      efforts: this.#lacks.has('effort') ? [] : description.efforts,
    });
  }

  /** Returns the request in a form that this server accepts. */
  fitted(request: ModelRequest): ModelRequest {
    const made = [...this.#lacks].reduce((left, ability) => rowOf(ability).without(left), request);
    return { ...made, maxOutputTokens: Math.min(made.maxOutputTokens, this.#limits.all.output ?? Infinity) };
  }

  /** Returns the request in a form that is worth another try; undefined if there is nothing left to change. */
  after(refusal: Refusal, request: ModelRequest): ModelRequest | undefined {
    const size = { prompt: estimatedTokens(request), asked: request.maxOutputTokens };
    const { kind, sizes } = readRefusal(refusal, size);
    if (kind === 'too_much_asked' || kind === 'overflow' || kind === 'too_large_for_rate') {
      const isRate = kind === 'too_large_for_rate';
      const { output, window = isRate ? (refusal.perMinute ?? output) : undefined, prompt = size.prompt } = sizes;
      this.#limits.learn(isRate ? { ...(window === undefined ? {} : { window }) } : sizes, isRate);
      const most = Math.floor((isRate ? undefined : output) ?? (window === undefined ? 0 : window - prompt));
      return most >= fewestTokens && most < size.asked ? { ...request, maxOutputTokens: most } : undefined;
    }
    if (refusal.status !== 400 && refusal.status !== 422) return undefined;
    const lack = abilityList.find(
      (ability) => rowOf(ability).isUsed(request) && rowOf(ability).named.test(refusal.message),
    );
    if (lack === undefined) return undefined;
    this.#lacks.add(lack);
    // The prompt has to describe the answer's form, so the caller must write another one.
    return lack === 'answer' ? undefined : this.fitted(request);
  }
}

export const messageFactsText = ({ lacks, ...limits }: MessageServerFacts): string =>
  [...lacks.map((ability) => rowOf(ability).words()), ...limitTexts(limits)].join(', ');
