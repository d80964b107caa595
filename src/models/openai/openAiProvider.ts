import * as l10n from '@vscode/l10n';
import { defined } from '../../debate/log/objects';
import { limitsOf } from './descriptor';
import { failed } from '../attempt';
import { isModelError, type ModelError } from '../modelError';
import {
  type DescribeWatch,
  type ModelDescription,
  type ModelProvider,
  type ModelReply,
  type ModelRequest,
  type SendWatch,
  type TokenUsage,
} from '../provider';
import { least } from '../learnedLimits';
import type { ModelFacts } from '../modelSize';
import { Abilities, type Ability, factsText, lackText } from './abilities';
import { effortsOf, estimatedTokens, isUnheld } from './chatParams';
import { ChatWire, type WireOptions } from './chatWire';
import { LearningRequest } from './learningRequest';
import { ModelFinder } from './modelFinder';
import { load, probe } from './probe';

/** A provider for any server of the chat completions protocol. */
export const createOpenAiProvider = (options: WireOptions): ModelProvider => new OpenAiProvider(options);

/** Receives events while a model is probed. */
type ProbeWatch = DescribeWatch & { signal: AbortSignal };

class OpenAiProvider implements ModelProvider {
  readonly name = 'openai-compatible';
  readonly place: string;
  readonly #wire: ChatWire;
  readonly #abilities = new Map<string, Abilities>();
  readonly #finder: ModelFinder;

  constructor(options: WireOptions) {
    this.place = options.baseUrl.origin;
    this.#wire = new ChatWire(options);
    this.#finder = new ModelFinder(this.#wire, {
      probe: (model, watch) => probe(model, this.#abilitiesOf(model), this.#probing(watch)),
      load: (model, watch) => load(model, this.#probing(watch)),
    });
  }

  async send(request: ModelRequest, watch: SendWatch): Promise<ModelReply> {
    return await this.#sent(request, watch, false);
  }

  async describe(
    model: string,
    signal: AbortSignal,
    onAwaiting?: SendWatch['onAwaiting'],
    watch: DescribeWatch = {},
  ): Promise<ModelDescription> {
    const report = (ms: number): void => onAwaiting?.({ ms, isLoading: this.#finder.isLoading(model) });
    await this.#wire.awaited(report, () => this.#finder.find(model, { ...watch, signal }, () => report(0)));
    const text = this.#learnedText(model);
    if (text !== undefined) watch.onLearned?.({ model, text, facts: this.#abilitiesOf(model).facts });
    return this.#description(model);
  }

  asLearned(description: ModelDescription): ModelDescription {
    const { maxInputTokens, maxOutputTokens, hasTools, hasStructuredAnswers } = this.#description(description.id);
    const isKnown = this.#finder.factsOf(description.id) !== undefined;
    return {
      ...description,
      maxInputTokens: least(description.maxInputTokens, maxInputTokens),
      maxOutputTokens: least(description.maxOutputTokens, maxOutputTokens),
      hasTools: description.hasTools && (hasTools || !isKnown),
      hasStructuredAnswers: description.hasStructuredAnswers && (hasStructuredAnswers || !isKnown),
    };
  }

  recall(model: string, facts: unknown): void {
    this.#abilitiesOf(model).recall(facts);
  }

  longestMs(request: ModelRequest): number {
    return this.#wire.isOwn ? this.#wire.limits(request).wholeMs : 0;
  }

  async about(model: string, signal: AbortSignal): Promise<ModelFacts> {
    const facts = await this.#finder.about(model, signal);
    return { ...facts, ...defined({ learned: this.#learnedText(model) }) };
  }

  /** Lists models. Abilities that no description states count as missing. */
  async list(signal: AbortSignal): Promise<readonly ModelDescription[]> {
    const entries = (await this.#finder.entries(signal)) ?? [];
    const stated = await this.#finder.aboutAll(entries, signal);
    return entries.map(({ id }) => ({ ...this.#description(id), ...stated.get(id) }));
  }

  async countTokens(request: ModelRequest, signal: AbortSignal): Promise<number> {
    signal.throwIfAborted();
    return Promise.resolve(estimatedTokens(request));
  }

  #description(model: string): ModelDescription {
    const found = this.#finder.factsOf(model);
    const limits = this.#wire.isOpenAi ? limitsOf(model) : undefined;
    const abilities = this.#abilitiesOf(model);
    const learned = abilities.limits.all;
    const has = (stated: boolean | undefined, ...needed: readonly Ability[]): boolean =>
      found !== undefined && stated !== false && needed.every((ability) => abilities.has(ability) !== false);
    return {
      id: model,
      name: model,
      maxInputTokens: least(found?.contextLength ?? limits?.window, learned.window),
      maxOutputTokens: least(limits?.output, learned.output),
      hasTools: has(found?.hasTools, 'tools', 'tool_messages'),
      hasStructuredAnswers: has(found?.hasStructuredAnswers, 'answer'),
      hasServerSearch: false,
      hasServerFetch: false,
      efforts: abilities.has('effort') === false ? [] : effortsOf(model, this.#wire.isOpenAi),
      reportsUsage: this.#reportsUsage(model),
      ...defined({ learned: this.#learnedText(model) }),
    };
  }

  #reportsUsage(model: string): boolean {
    const abilities = this.#abilitiesOf(model);
    return abilities.has('usage') !== false && abilities.reportsUsage !== false;
  }

  /** Returns undefined if nothing unusual was learned. */
  #learnedText(model: string): string | undefined {
    const { facts } = this.#abilitiesOf(model);
    const texts = [
      ...(facts === undefined ? [] : [factsText(facts)]),
      ...(this.#reportsUsage(model) ? [] : [l10n.t('reports no usage')]),
    ].filter((text) => text !== '');
    return texts.length === 0 ? undefined : texts.join(', ');
  }

  #probing(watch: ProbeWatch): (request: ModelRequest) => Promise<ModelReply> {
    return async (request) => {
      const count = (usage: TokenUsage | undefined): void => {
        if (usage !== undefined) watch.onUsage?.(usage);
      };
      try {
        // Facts learned here are reported when the probe has finished.
        const reply = await this.#sent(request, { signal: watch.signal }, true);
        count(reply.usage);
        return reply;
      } catch (error) {
        if (isModelError(error)) count(error.facts.usage);
        throw error;
      }
    };
  }

  async #sent(request: ModelRequest, watch: SendWatch, isProbe: boolean): Promise<ModelReply> {
    watch.signal.throwIfAborted();
    const { model } = request;
    const abilities = this.#abilitiesOf(model);
    const before = JSON.stringify(abilities.facts);
    try {
      const models = (): Promise<readonly string[]> => this.#finder.ids(watch.signal);
      const reply = await new LearningRequest({ wire: this.#wire, abilities, request, watch, isProbe, models }).reply();
      if (isUnheld(request, reply)) throw this.#unheld(model, reply);
      return reply;
    } finally {
      const { facts } = abilities;
      if (facts !== undefined && JSON.stringify(facts) !== before)
        watch.onLearned?.({ model, text: this.#learnedText(model) ?? '', facts });
    }
  }

  /** Reports an ignored schema; later answers are asked for in plain text. */
  #unheld(model: string, { usage }: ModelReply): ModelError {
    this.#abilitiesOf(model).learnMissing('answer');
    const text = lackText('answer', model, this.place);
    return failed('bad_request', this.#wire.attempt(model, undefined, usage), { text });
  }

  #abilitiesOf(model: string): Abilities {
    const abilities = this.#abilities.get(model) ?? new Abilities(this.#wire.isOpenAi ? ['max_tokens'] : []);
    this.#abilities.set(model, abilities);
    return abilities;
  }
}
