import { limitsOf } from './descriptor';
import { failed } from '../attempt';
import type { ModelError } from '../modelError';
import type { ModelDescription, ModelProvider, ModelReply, ModelRequest, SendWatch } from '../provider';
import type { ModelFacts } from '../modelSize';
import { chatFailure, isNoModel, isTooLarge, refusedIn } from './chatFailure';
import {
  Abilities,
  type Ability,
  effortsOf,
  estimatedTokens,
  isUnheld,
  lackText,
  load,
  namedBy,
  probe,
  usedBy,
  withoutAbility,
} from './chatParams';
import { AttemptFailed, ChatWire, type WireOptions } from './chatWire';
import { ModelFinder } from './modelFinder';

/** Any server of the chat completions protocol. */
export const createOpenAiProvider = (options: WireOptions): ModelProvider => new OpenAiProvider(options);

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
      probe: (model, signal) => probe(model, this.#abilitiesOf(model), (request) => this.send(request, { signal })),
      load: (model, signal) => load(model, (request) => this.send(request, { signal })),
    });
  }

  async send(request: ModelRequest, watch: SendWatch): Promise<ModelReply> {
    watch.signal.throwIfAborted();
    const abilities = this.#abilitiesOf(request.model);
    for (;;) {
      const asksUsage = abilities.has('usage') !== false;
      try {
        const reply = await this.#wire.answer(request, watch, asksUsage);
        abilities.learnAccepted(usedBy(request, asksUsage));
        abilities.reportsUsage = reply.usage !== undefined;
        if (isUnheld(request, reply)) throw this.#unheld(request.model, reply);
        return reply;
      } catch (error) {
        if (!(error instanceof AttemptFailed)) throw error;
        const lacks = await this.#lacks(error, request, watch.signal);
        for (const lack of lacks) abilities.learnMissing(lack);
        const needed = lacks.find((lack) => lack !== 'usage');
        if (needed !== undefined) throw this.#lackFailure(needed, request.model, error);
        // Without usage the answer is as good: it is asked for again at once.
        if (lacks.length === 0) throw await this.#failure(error, request.model, watch.signal);
      }
    }
  }

  async describe(model: string, signal: AbortSignal, onAwaiting?: SendWatch['onAwaiting']): Promise<ModelDescription> {
    const report = (ms: number): void => onAwaiting?.({ ms, isLoading: this.#finder.isLoading(model) });
    await this.#wire.awaited(report, () => this.#finder.find(model, signal, () => report(0)));
    return this.#description(model);
  }

  longestMs(request: ModelRequest): number {
    return this.#wire.isOwn ? this.#wire.limits(request).wholeMs : 0;
  }

  async about(model: string, signal: AbortSignal): Promise<ModelFacts> {
    return await this.#finder.about(model, signal);
  }

  /** Without a description, unknown abilities count as none. */
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
    const has = (ability: Ability, stated: boolean | undefined): boolean =>
      found !== undefined && stated !== false && abilities.has(ability) !== false;
    return {
      id: model,
      name: model,
      maxInputTokens: found?.contextLength ?? limits?.window,
      maxOutputTokens: limits?.output,
      hasTools: has('tools', found?.hasTools),
      hasStructuredAnswers: has('answer', found?.hasStructuredAnswers),
      hasServerSearch: false,
      hasServerFetch: false,
      efforts: effortsOf(model, this.#wire.isOpenAi),
      reportsUsage: abilities.has('usage') !== false && abilities.reportsUsage !== false,
    };
  }

  /** What the server names, or without what it takes the request. */
  async #lacks({ error }: AttemptFailed, request: ModelRequest, signal: AbortSignal): Promise<readonly Ability[]> {
    const refused = refusedIn(error);
    if (refused === undefined || refused.isMidStream || isTooLarge(refused) || isNoModel(refused)) return [];
    const abilities = this.#abilitiesOf(request.model);
    const asksUsage = abilities.has('usage') !== false;
    const suspects = abilities.suspects(usedBy(request, asksUsage), refused);
    const named = namedBy(refused, suspects);
    if (named !== undefined) return [named];
    if (refused.status === 500) return [];
    const each = suspects.map((suspect) => [suspect]);
    for (const without of suspects.length > 1 ? [...each, suspects] : each) {
      const trial = without.reduce(withoutAbility, request);
      if (await this.#wire.takes(trial, signal, asksUsage && !without.includes('usage'))) return without;
    }
    return [];
  }

  #lackFailure(lack: Exclude<Ability, 'usage'>, model: string, { error, key }: AttemptFailed): ModelError {
    const { message: says, status } = refusedIn(error) ?? {};
    const text = lackText(lack, model, this.place);
    return failed('bad_request', this.#wire.attempt(model, key), { text, says, status });
  }

  /** Later answers are asked for in plain text. */
  #unheld(model: string, { usage }: ModelReply): ModelError {
    this.#abilitiesOf(model).learnMissing('answer');
    const text = lackText('answer', model, this.place);
    return failed('bad_request', this.#wire.attempt(model, undefined, usage), { text });
  }

  async #failure({ error, key, usage }: AttemptFailed, model: string, signal: AbortSignal): Promise<ModelError> {
    const refused = refusedIn(error);
    const models = refused !== undefined && isNoModel(refused) ? await this.#finder.ids(signal) : [];
    return chatFailure(error, this.#wire.attempt(model, key, usage), models);
  }

  #abilitiesOf(model: string): Abilities {
    const abilities = this.#abilities.get(model) ?? new Abilities();
    this.#abilities.set(model, abilities);
    return abilities;
  }
}
