import type { TaskRequest } from '../../debate/flow/tasks';
import type { ModelDescription, ModelProvider } from '../../models/provider';
import { descriptorOf } from '../../models/providers';
import { TaskError, type PerformContext } from '../performer';
import { ContextFull, roomFor, type UnboundedRequest } from './caller';
import type { PromptLayout } from './promptLayout';
import type { TaskShape } from './modelTask';
import { requestTokens } from './tokens';

/** An attempt, for how much of the record it is given. */
export interface Fitting {
  /** Its input is read again between research and answer. */
  request: TaskRequest;
  readonly shape: TaskShape;
  readonly context: PerformContext;
  readonly provider: ModelProvider;
  readonly description: ModelDescription;
  /** Earlier rounds' turns are summarised; grows when the window is full. 0 for none. */
  condenseBefore: number;
  replaced: number;
  /** Told whole, in the prefix. */
  evidence?: string | undefined;
}

/** Tokens for rules, prompt and a few rounds. */
export const smallestWindow = 12_000;
/** Counting costs a request. */
const countedFrom = 0.7;
/** Shares and tokens kept free by summaries: for an answer that counts into the window, and for what tools return. */
const roomForAnswer = 0.2;
const mostForAnswer = 8_000;
const roomForResults = 0.2;
const mostForResults = 8_000;

/** Fits as much of the record as possible into the model's window: older rounds as summaries, where allowed. */
export class RecordFit {
  constructor(
    private readonly layout: PromptLayout,
    /** The model's name for people. */
    private readonly name: string,
  ) {}

  /** Repeats a request that was too large with more of the record summarised. */
  async fitting<T>(attempt: Fitting, pass: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await pass();
      } catch (error) {
        if (!(error instanceof ContextFull)) throw error;
        const next = this.#next(attempt);
        if (next === undefined) throw error.otherwise ?? this.#full(attempt, error);
        attempt.condenseBefore = next;
      }
    }
  }

  /** Condenses the record until the token count fits. */
  async fitted(attempt: Fitting, build: (condenseBefore: number) => UnboundedRequest): Promise<UnboundedRequest> {
    for (;;) {
      const { condenseBefore } = attempt;
      const built = build(condenseBefore);
      const over = await this.#excess(attempt, built);
      const next = over === 'none' ? undefined : this.#next(attempt);
      if (over === 'window' && next === undefined) throw this.#full(attempt);
      if (next === undefined) {
        if (condenseBefore > 0) attempt.replaced = this.layout.prefix({ ...attempt, lineage: 'count' }).replaced;
        return built;
      }
      attempt.condenseBefore = next;
    }
  }

  async #excess(
    { provider, context, ...attempt }: Fitting,
    request: UnboundedRequest,
  ): Promise<'none' | 'room' | 'window'> {
    const description = learnedBy({ provider, ...attempt });
    const { maxInputTokens: window } = description;
    if (window === undefined) return 'none';
    const { sharesWindow = false } = descriptorOf(provider.name);
    const answer = sharesWindow ? Math.min(mostForAnswer, window * roomForAnswer) : 0;
    const results = request.tools === undefined ? 0 : Math.min(mostForResults, window * roomForResults);
    const wanted = window - answer - results;
    if (requestTokens(request) < wanted * countedFrom) return 'none';
    const counted = await provider.countTokens(
      { ...request, maxOutputTokens: roomFor(request, description).limit },
      context.signal,
    );
    if (counted > window) return 'window';
    return counted > wanted ? 'room' : 'none';
  }

  /** Undefined if no more can be summarised. */
  #next({ request, shape, condenseBefore }: Fitting): number | undefined {
    const next = condenseBefore === 0 ? 2 : condenseBefore + 1;
    const isOver =
      shape.mustBeWhole === true || shape.record !== 'whole' || next > this.layout.newestRound(request) + 1;
    return isOver ? undefined : next;
  }

  #full({ request, shape, condenseBefore, ...attempt }: Fitting, refused?: ContextFull): TaskError {
    const { maxInputTokens } = learnedBy(attempt);
    const window = maxInputTokens === undefined ? '' : ` (${maxInputTokens} tokens)`;
    const { tokens = Infinity, message: said = '' } = refused ?? {};
    // A request that any model takes: it is not the record that is too large.
    const isSmall = tokens < (maxInputTokens ?? smallestWindow) / 2;
    const why =
      shape.mustBeWhole === true
        ? ' This task is never given summaries.'
        : condenseBefore === 0
          ? ''
          : ' Summaries of the earlier rounds did not help.';
    const message = isSmall
      ? `${said} The request had about ${tokens} tokens. Check the context length that its server runs ${this.name} with, or choose another model for ${request.agent}, then resume.`
      : `The record does not fit into the window of ${this.name}${window}.${why} Choose a model with a larger window for ${request.agent}, then resume.`;
    return new TaskError('context_window', message, false, { blocks: true });
  }
}

const learnedBy = ({ provider, description }: Pick<Fitting, 'provider' | 'description'>): ModelDescription =>
  provider.asLearned?.(description) ?? description;
