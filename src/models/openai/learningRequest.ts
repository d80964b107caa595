import { failed } from '../attempt';
import type { ModelError } from '../modelError';
import { addUsage, type ModelReply, type ModelRequest, type SendWatch, type TokenUsage } from '../provider';
import { fewestTokens, readRefusal, type ReadRefusal } from '../refusals';
import {
  type Abilities,
  type Ability,
  type ChatBody,
  isOfPrompt,
  lackText,
  namedBy,
  type PromptAbility,
  usedBy,
} from './abilities';
import { chatFailure, refusedIn, type RefusedRequest } from './chatFailure';
import { chatParams, estimatedTokens } from './chatParams';
import { AttemptFailed, type ChatWire } from './chatWire';

interface LearningParts {
  wire: ChatWire;
  abilities: Abilities;
  request: ModelRequest;
  watch: SendWatch;
  /**
   * Whether it is a small, cheap request; for it the cause of a refusal without words, or of a server fault, is
   * searched as well.
   */
  isProbe: boolean;
  /** Returns the ids of the models that exist. */
  models(): Promise<readonly string[]>;
}

/** The feature to leave out next if the server also refuses the first replacement. */
const next: Partial<Record<Ability, Ability>> = {
  empty_content: 'null_content',
  max_tokens: 'max_completion_tokens',
};

/** Tokens of an answer that is not used. */
const trialTokens = 256;
/** Answer tokens to ask for if a server calls the answer too long without a number. */
const usualOutput = 8_192;
/**
 * Answer tokens to ask for if a server calls the request too large without a number: only a shorter answer can help.
 */
const modestOutput = 4_096;
const mostShrinks = 5;

/**
 * Sends one request, and sends it again without features that the server refuses. What it learns stays in `abilities`.
 */
export class LearningRequest {
  readonly #tried = new Set<Ability>();
  /** Features that were left out and may not have been the reason. */
  readonly #doubted: Ability[] = [];
  #asked: number;
  #shrinks = 0;
  #isGuessed = false;
  #words = '';
  /** Usage of trial requests. */
  #spent: TokenUsage | undefined;

  constructor(private readonly parts: LearningParts) {
    const { request, abilities } = parts;
    this.#asked = Math.min(request.maxOutputTokens, abilities.limits.all.output ?? Infinity);
  }

  /** Sends until an answer comes. @throws ModelError; the signal's reason. */
  async reply(): Promise<ModelReply> {
    const { wire, abilities, watch } = this.parts;
    for (;;) {
      const request = { ...this.parts.request, maxOutputTokens: this.#asked };
      const body = abilities.bodyFor(chatParams(request, wire.isOpenAi));
      try {
        const reply = await wire.answer(request, watch, body);
        abilities.learnAccepted(usedBy(body));
        abilities.reportsUsage = reply.usage !== undefined;
        abilities.limits.take(wholeOf(reply.usage));
        if (this.#isGuessed) abilities.limits.learn({ output: this.#asked });
        return { ...reply, usage: addUsage(reply.usage, this.#spent) };
      } catch (error) {
        if (!(error instanceof AttemptFailed)) throw error;
        if (!(await this.#learn(error, body))) throw await this.#failure(error);
      }
    }
  }

  /** Learns from the failure; returns whether another try is worthwhile. */
  async #learn(error: AttemptFailed, body: ChatBody): Promise<boolean> {
    const refused = refusedIn(error.error);
    if (refused === undefined || error.hasBegun) return false;
    const size = { prompt: estimatedTokens(this.parts.request), asked: this.#asked };
    const read = readRefusal(refused, size);
    switch (read.kind) {
      case 'too_much_asked':
      case 'too_large_for_rate':
      case 'overflow':
        return this.#askForLess(read, refused, size.prompt);
      case 'ability':
      case 'other':
        return await this.#withoutSuspect(error, refused, body);
      default:
        return false;
    }
  }

  #askForLess({ kind, sizes }: ReadRefusal, { perMinute }: RefusedRequest, prompt: number): boolean {
    const { abilities } = this.parts;
    const isRate = kind === 'too_large_for_rate';
    const window = isRate ? (perMinute ?? sizes.window ?? sizes.output) : sizes.window;
    const output = isRate ? undefined : sizes.output;
    abilities.limits.learn(
      { ...(window === undefined ? {} : { window }), ...(output === undefined ? {} : { output }) },
      isRate,
    );
    const stated = output ?? (window === undefined ? undefined : Math.floor(window - (sizes.prompt ?? prompt * 1.1)));
    const most = stated ?? this.#guess(kind);
    this.#isGuessed = stated === undefined;
    this.#shrinks += 1;
    const least = Math.min(fewestTokens, this.#asked - 1);
    if (most >= this.#asked || most < least || this.#shrinks > mostShrinks) return false;
    this.#asked = most;
    return true;
  }

  #guess(kind: ReadRefusal['kind']): number {
    if (kind !== 'too_much_asked') return this.#asked > modestOutput ? modestOutput : 0;
    return this.#asked > usualOutput ? usualOutput : Math.floor(this.#asked / 2);
  }

  /** Leaves out the feature that the server names; if it names none, searches for the one it refuses. */
  async #withoutSuspect(error: AttemptFailed, refused: RefusedRequest, body: ChatBody): Promise<boolean> {
    const { abilities, isProbe } = this.parts;
    const suspects = abilities.suspects(body, refused).filter((ability) => !this.#tried.has(ability));
    const [named] = namedBy(refused, suspects);
    this.#acquit(refused.message, named);
    if (named !== undefined) {
      this.#takeAway(named);
      if (isOfPrompt(named)) throw this.#lackFailure(named, error);
      return true;
    }
    if (refused.status === undefined || (refused.status >= 500 && !isProbe)) return false;
    const found = await this.#found(suspects);
    // A short answer worked with all of them, so it is the long answer that the server refuses.
    if (found.length === 0 && this.#spent !== undefined && this.#asked > trialTokens)
      return this.#askForLess({ kind: 'too_much_asked', sizes: {} }, refused, 0);
    for (const ability of found) this.#takeAway(ability);
    const ofPrompt = found.find(isOfPrompt);
    if (ofPrompt !== undefined) throw this.#lackFailure(ofPrompt, error);
    return found.length > 0;
  }

  /** Restores the feature removed last if the same words come again: it was not the reason. */
  #acquit(words: string, named: Ability | undefined): void {
    const last = this.#doubted.at(-1);
    if (last !== undefined && words === this.#words && (next[last] === undefined || next[last] !== named)) {
      this.#doubted.pop();
      this.parts.abilities.unlearnMissing(last);
    }
    this.#words = words;
  }

  #takeAway(ability: Ability): void {
    this.#tried.add(ability);
    this.#doubted.push(ability);
    this.parts.abilities.learnMissing(ability);
  }

  /**
   * Tries without all suspects first, so that a request with other causes costs one trial. Then tries each alone, since
   * most servers lack one feature.
   */
  async #found(suspects: readonly Ability[]): Promise<readonly Ability[]> {
    if (suspects.length === 0 || !(await this.#isTaken(suspects))) return [];
    if (suspects.length === 1) return suspects;
    const alone = [...suspects].sort((a, b) => Number(isOfPrompt(a)) - Number(isOfPrompt(b)));
    for (const suspect of alone) if (await this.#isTaken([suspect])) return [suspect];
    const found: Ability[] = [];
    for (const suspect of suspects)
      if (!(await this.#isTaken(suspects.filter((other) => other !== suspect)))) found.push(suspect);
    return found;
  }

  /** Tries with a short answer; if the server does not count, its usage is estimated. */
  async #isTaken(without: readonly Ability[]): Promise<boolean> {
    const { wire, abilities, watch, request } = this.parts;
    const short = { ...request, maxOutputTokens: Math.min(trialTokens, this.#asked) };
    const body = abilities.bodyFor(chatParams(short, wire.isOpenAi), without);
    const { isTaken, usage } = await wire.tries(short, { signal: watch.signal }, body);
    const uncounted = { input: estimatedTokens(short), cache_write: 0, cache_read: 0, output: 0 };
    this.#spent = addUsage(this.#spent, usage ?? (isTaken ? uncounted : undefined));
    return isTaken;
  }

  #lackFailure(lack: PromptAbility, { error, key }: AttemptFailed): ModelError {
    const { wire, request } = this.parts;
    const { message: says, status } = refusedIn(error) ?? {};
    const text = lackText(lack, request.model, wire.baseUrl.origin);
    return failed('bad_request', wire.attempt(request.model, key, this.#spent), { text, says, status });
  }

  async #failure({ error, key, usage }: AttemptFailed): Promise<ModelError> {
    const { wire, request, abilities } = this.parts;
    abilities.unlearnMissing(...this.#doubted);
    const size = { prompt: estimatedTokens(request), asked: this.#asked };
    const attempt = wire.attempt(request.model, key, addUsage(usage, this.#spent));
    const failure = chatFailure(error, attempt, { size });
    return failure.code === 'no_model'
      ? chatFailure(error, attempt, { size, models: await this.parts.models() })
      : failure;
  }
}

/** Tokens of prompt and answer; 0 if unknown. */
const wholeOf = (usage: TokenUsage | undefined): number =>
  usage === undefined ? 0 : usage.input + usage.cache_write + usage.cache_read + usage.output;
