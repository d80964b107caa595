import * as z from 'zod';
import { isDebaterName } from '../../debate/log/names';
import { taskOutputs, type TaskKind, type TaskRequest, type Violation } from '../../debate/flow/tasks';
import type { GivenPrices } from '../../models/prices';
import { isModelError } from '../../models/modelError';
import { withRetries, type RetryClock } from '../../models/retries';
import {
  type DescribeWatch,
  type Learned,
  type ModelDescription,
  type ModelMessage,
  type ModelProvider,
  type ModelProviderName,
  type TextPart,
  type TokenUsage,
  formatModelRef,
  textIn,
} from '../../models/provider';
import type { Captures, ResearchTool } from '../../research/tool';
import { TaskError, type Performance, type PerformContext, type Performer } from '../performer';
import { answerFormat, isExactAnswer, taskOutputFrom } from './answers';
import { BlindLabels } from '../../debate/formats/common/blindLabels';
import { awaitingTold, Caller, taskErrorFrom, unknownLimit, type UnboundedRequest } from './caller';
import { cut, feedbackText, most } from './promptText';
import { draftWithoutMarks } from './sourceMarks';
import { draftText, readAnswer, type AnswerReading, type AnswerShape } from './jsonAnswer';
import type { Fence } from './fence';
import { promptValues, modelTask } from './formats/registry';
import { LeakGuard } from './leakGuard';
import { lengthRemarks, type ResearchLog, type TaskShape } from './modelTask';
import { effortFor, type EffortWishes } from './thinking';
import { TokenMeter } from './tokens';
import type { PromptBook } from './promptBook';
import { isToldAhead, PromptLayout, type Prefix } from './promptLayout';
import { RecordFit, smallestWindow, type Fitting } from './recordFit';
import { type Findings, LookUps, research, toolSpecs } from './research';
import { leftUnchanged, withUnchanged } from './revision';
import { fitsWindow, type WholeEvidence } from './wholeEvidence';
import { isObject } from '../../debate/log/objects';

/** What all models of a debate share. */
export interface ModelDependencies {
  book: PromptBook;
  fence: Fence;
  clock: RetryClock;
  tools: readonly ResearchTool[];
  captures: Captures;
  /** All evidence files as they were before the debate began; undefined where they are too long to be told whole. */
  evidence?: () => Promise<WholeEvidence | undefined>;
  /** Subject material, delimited. Empty without any. */
  subject: string;
  /** Passed on to `PromptLayout`. */
  background?: string | undefined;
  /** Passed on to `PromptLayout`; false by default. */
  hasPerson?: () => boolean;
  servers?: KnownServers;
}

interface ModelSeat {
  providerName: ModelProviderName;
  /** When it is first needed, as it loads an SDK. */
  provider: () => Promise<ModelProvider>;
  model: string;
  efforts?: EffortWishes;
  prices?: GivenPrices | undefined;
}

type AskingContext = Pick<PerformContext, 'signal' | 'progress'>;
type DescribingContext = AskingContext & Pick<DescribeWatch, 'onUsage'>;

/** What was learned about servers, kept beside a record. */
export interface KnownServers {
  recall(place: string, model: string): unknown;
  keep(place: string, learned: Learned): void;
}

/** Reading may help with these where composing the answer once more did not. */
const researchedOnRepeat: ReadonlySet<string> = new Set(['source', '10', '11']);
const draftEveryMs = 100;
const memoriesKept = 32;

/** A task that is asked again goes on from here. */
interface TaskMemory {
  /** Undefined before the research was done; further research adds to them. */
  notes: string | undefined;
  /** The last answer, whole. */
  answer: string | undefined;
  lookUps: LookUps;
  queries: readonly string[];
  read: readonly string[];
  /** Rules for which the answer was composed again already. */
  refusedFor: ReadonlySet<string>;
  /** Texts of tools that hold words of the prompts: quoting them gives nothing away. */
  alike: string[];
}

/** Shape of the findings in a file. */
const findingsSchema: z.ZodType<Findings> = z.object({
  notes: z.string(),
  queries: z.array(z.string()),
  read: z.array(z.string()),
});

interface TaskAttempt extends Fitting {
  readonly caller: Caller;
  readonly meter: TokenMeter;
  readonly memory: TaskMemory;
}

/**
 * A language model in a seat: researches with tools and free text, then composes a structured answer without tools,
 * from the record alone. The engine says whether it is taken.
 */
export class LanguageModelPerformer implements Performer {
  readonly provider: string;
  readonly isLocal = false;
  readonly #layout: PromptLayout;
  readonly #fit: RecordFit;
  readonly #guard: LeakGuard;
  readonly #memories = new Map<string, TaskMemory>();
  #described: Promise<ModelDescription> | undefined;
  #provider: ModelProvider | undefined;
  /** What was learned about its server, as it was told last. */
  #told: string | undefined;

  constructor(
    private readonly seat: ModelSeat,
    private readonly deps: ModelDependencies,
  ) {
    this.provider = formatModelRef({ kind: 'model', provider: seat.providerName, model: seat.model });
    this.#layout = new PromptLayout({ hasPerson: () => false, ...deps, now: () => deps.clock.now() });
    this.#fit = new RecordFit(this.#layout, this.provider);
    this.#guard = new LeakGuard({ mark: deps.fence.mark, prompts: deps.book.texts });
  }

  canPerform(): boolean {
    return true;
  }

  /** Asks the provider for the model: missing key, dead id, small window, server that is down. */
  async ready(
    agent: string,
    signal: AbortSignal,
    progress: PerformContext['progress'] = () => undefined,
    spent?: PerformContext['spent'],
  ): Promise<void> {
    this.#described = undefined;
    const meter = this.#meter({ spent });
    const onUsage = (used: TokenUsage): void => void meter.add(used, { origin: this.#provider?.place ?? '' });
    const context = { signal, progress, onUsage };
    const described = this.#description(context)
      .catch(async (error: unknown) => {
        if (!isModelError(error) || error.code !== 'loading') throw error;
        return await this.#awaitedDescription(context);
      })
      .catch((error: unknown) => {
        signal.throwIfAborted();
        throw taskErrorFrom(error, undefined);
      });
    const { maxInputTokens: window } = await described;
    await this.deps.evidence?.();
    // Who argues must cite; roles need not.
    if (isDebaterName(agent) && this.deps.tools.length === 0) {
      const message =
        'There is nothing to cite: no evidence was given, and the web is not allowed. Start a new debate with either.';
      throw new TaskError('no_sources', message, false, { blocks: true });
    }
    if (window === undefined || window >= smallestWindow) return;
    const message = `${this.provider} takes ${window} tokens; a debate needs at least ${smallestWindow}. Choose a model with a larger window, then resume.`;
    throw new TaskError('context_too_small', message, false, { blocks: true });
  }

  longestMs(): number | undefined {
    const request = { model: this.seat.model, system: [], messages: [], maxOutputTokens: unknownLimit };
    return this.#provider?.longestMs?.(request);
  }

  async perform(request: TaskRequest, context: PerformContext): Promise<Performance> {
    const shape = modelTask(request.kind);
    const labels =
      shape.isBlind === true && 'brief' in request.input ? new BlindLabels(request.input.brief.debaters) : undefined;
    const asked =
      labels === undefined
        ? request
        : { ...request, input: labels.blind(request.input), feedback: labels.blind(request.feedback) };
    const meter = this.#meter(context);
    const parts = {
      request: asked,
      shape,
      context: labels === undefined ? context : shownWithNames(context, labels),
      memory: this.#memoryOf(request),
    };
    try {
      const attempt = await this.#attempt(parts, meter);
      const reading = await this.#answered(attempt);
      const { usage } = meter;
      const written = attempt.memory.answer ?? '';
      const common = { written, ...(usage === undefined ? {} : { usage }) };
      if ('fault' in reading) return { output: written, violations: [notJson(reading.fault)], ...common };
      const { answer } = reading;
      const open = leftUnchanged(answer);
      if (open !== undefined) return { output: written, violations: [notPutBack(open)], ...common };
      const output = this.#outputFrom(attempt, answer);
      return {
        output: labels === undefined ? output : labels.unblind(output),
        ...this.#leaks(attempt, answer),
        remarks: this.#remarks(request.kind, answer),
        ...common,
        ...(attempt.replaced === 0 ? {} : { condensed: attempt.replaced }),
      };
    } catch (error) {
      context.signal.throwIfAborted();
      throw taskErrorFrom(error, meter.usage);
    }
  }

  async prepare(request: TaskRequest, context: PerformContext, isCertain: boolean): Promise<void> {
    const shape = modelTask(request.kind);
    if (shape.isBlind === true || !(isCertain || shape.isResearched === true)) return;
    const attempt = await this.#attempt({ request, shape, context, memory: emptyMemory() }, this.#meter(context));
    if (isCertain) await this.#answered(attempt);
    else if (this.#needsResearch(attempt)) await this.#researched(attempt);
  }

  /** What stands in others' texts as well was quoted from there. */
  #leaks({ request: { input }, memory, evidence }: TaskAttempt, answer: unknown): Pick<Performance, 'violations'> {
    const leak = this.#guard.leakIn(answer, () => [input, this.deps.subject, evidence, memory.alike]);
    return leak === undefined ? {} : { violations: [{ rule: 'leak', message: leak.message }] };
  }

  /** As code saw it; nobody has to write it down. */
  #researchLog({ request: { input }, memory: { queries, read }, evidence }: TaskAttempt): ResearchLog {
    const given = evidence !== undefined && 'brief' in input ? input.brief.evidence.files : [];
    const files_read = [...new Set([...given, ...read])];
    const hasLooked = queries.length + files_read.length > 0;
    return { queries, files_read, key_findings: hasLooked ? [] : ['Nothing was looked up.'] };
  }

  #meter({ spent }: { spent?: PerformContext['spent'] | undefined }): TokenMeter {
    const { providerName, model, prices } = this.seat;
    return new TokenMeter(providerName, model, (usage) => spent?.(usage), prices);
  }

  /** A user's own prompt without the numbers asks for none. */
  #remarks(kind: TaskKind, answer: unknown): Violation[] {
    const { length } = modelTask(kind);
    return length === undefined || !this.deps.book.names(kind, 'words') ? [] : lengthRemarks(answer, length);
  }

  async #attempt(
    parts: Pick<TaskAttempt, 'request' | 'shape' | 'context' | 'memory'>,
    meter: TokenMeter,
  ): Promise<TaskAttempt> {
    const { clock, fence, book } = this.deps;
    const { context } = parts;
    const described = await this.#awaitedDescription({
      ...context,
      onUsage: (used) => meter.add(used, { origin: this.#provider?.place ?? '' }),
    });
    const provider = await this.#reached();
    const description = provider.asLearned?.(described) ?? described;
    const onLearned = this.#learning(provider, context);
    const caller = new Caller({ provider, description, meter, clock, context, fence, book, onLearned });
    const evidence = await this.#evidenceFor(parts.shape, description);
    return { ...parts, caller, meter, provider, description, evidence, condenseBefore: 0, replaced: 0 };
  }

  async #evidenceFor(
    { readsEvidence }: TaskShape,
    { maxInputTokens: window }: ModelDescription,
  ): Promise<string | undefined> {
    const whole = readsEvidence === true ? await this.deps.evidence?.() : undefined;
    return whole !== undefined && fitsWindow(whole, window) ? whole.text : undefined;
  }

  /** Retries, because a server that is busy for a moment in mid-debate is no reason to pause. */
  async #awaitedDescription(context: DescribingContext): Promise<ModelDescription> {
    const { signal } = context;
    return await withRetries(() => this.#description(context), {
      clock: this.deps.clock,
      signal,
      onWait: (reason, until) => context.progress({ kind: 'waiting', reason, until }),
    });
  }

  #description(context: DescribingContext): Promise<ModelDescription> {
    // Once a run; the cause of a failure may be gone the next time.
    this.#described ??= this.#describe(context).catch((error: unknown) => {
      this.#described = undefined;
      throw error;
    });
    return this.#described;
  }

  async #describe(context: DescribingContext): Promise<ModelDescription> {
    const provider = await this.#reached();
    const { model } = this.seat;
    const { signal, onUsage } = context;
    return await provider.describe(model, signal, awaitingTold(context, model), {
      onLearned: this.#learning(provider, context),
      ...(onUsage === undefined ? {} : { onUsage }),
    });
  }

  /** The seat's provider, told what earlier runs of this debate learned about its server. */
  async #reached(): Promise<ModelProvider> {
    const provider = await this.seat.provider();
    const { model } = this.seat;
    if (provider !== this.#provider) provider.recall?.(model, this.deps.servers?.recall(provider.place, model));
    this.#provider = provider;
    return provider;
  }

  #learning({ place }: ModelProvider, { progress }: AskingContext): (learned: Learned) => void {
    return (learned) => {
      if (learned.text === this.#told) return;
      this.#told = learned.text;
      if (learned.facts !== undefined) this.deps.servers?.keep(place, learned);
      progress({ kind: 'learned', place, model: learned.model, text: learned.text });
    };
  }

  /** For tasks that are asked again; several may be under way. */
  #memoryOf({ id, attempt }: TaskRequest): TaskMemory {
    const known = attempt === 1 ? undefined : this.#memories.get(id);
    const memory = known ?? emptyMemory();
    this.#memories.delete(id);
    this.#memories.set(id, memory);
    const [oldest] = this.#memories.keys();
    if (this.#memories.size > memoriesKept && oldest !== undefined) this.#memories.delete(oldest);
    return memory;
  }

  async #answered(attempt: TaskAttempt): Promise<AnswerReading> {
    const { memory, request } = attempt;
    if (this.#needsResearch(attempt)) {
      const { notes, queries, read } = await this.#foundBy(attempt);
      memory.notes = joined([memory.notes ?? '', notes]);
      memory.queries = [...new Set([...memory.queries, ...queries])];
      memory.read = [...new Set([...memory.read, ...read])];
      await this.#refresh(attempt);
    }
    memory.refusedFor = new Set(request.feedback.map(({ rule }) => rule));
    const shape = this.#answerShape(attempt);
    const isRevision = request.feedback.length > 0 && memory.answer !== undefined;
    const refused = isRevision ? readAnswer(memory.answer ?? '', shape) : undefined;
    const isWhole = (value: unknown): boolean => shape.isExact(value) && leftUnchanged(value) === undefined;
    const whole = (value: unknown): unknown =>
      refused === undefined || 'fault' in refused || isWhole(value) ? value : withUnchanged(refused.answer, value);
    const text = await this.#composed(attempt);
    const reading = readAnswer(text, {
      fits: (value) => shape.fits(whole(value)),
      isExact: (value) => shape.isExact(whole(value)),
    });
    const answer = 'fault' in reading ? reading : { answer: whole(reading.answer) };
    memory.answer = isRevision && 'answer' in answer && isObject(answer.answer) ? JSON.stringify(answer.answer) : text;
    return answer;
  }

  #answerShape(attempt: TaskAttempt): AnswerShape {
    const { kind } = attempt.request;
    return {
      fits: (value) => taskOutputs[kind].safeParse(this.#outputFrom(attempt, value)).success,
      isExact: (value) => isExactAnswer(kind, value),
    };
  }

  #outputFrom(attempt: TaskAttempt, answer: unknown): unknown {
    const { kind, input } = attempt.request;
    return taskOutputFrom(kind, answer, { input, research: this.#researchLog(attempt) });
  }

  /** A task's first notes are kept whole: the record may have moved on when a run that was cut off is resumed. */
  async #foundBy(attempt: TaskAttempt): Promise<Findings> {
    const { context, memory, meter } = attempt;
    const place = memory.notes === undefined ? context.notesPlace : undefined;
    const paid = await place?.find((event) => context.progress(event));
    const kept = findingsSchema.safeParse(paid?.answer).data;
    context.signal.throwIfAborted();
    if (paid !== undefined && kept !== undefined) {
      const usage = paid.use();
      if (usage !== undefined) meter.addPaid(usage);
      return kept;
    }
    const found = await this.#researched(attempt);
    if (!context.signal.aborted) await place?.keep(found, undefined);
    return found;
  }

  /** What was found out during the research belongs to the answer's request. */
  async #refresh(attempt: TaskAttempt): Promise<void> {
    const input = await attempt.context.refreshed?.();
    attempt.context.signal.throwIfAborted();
    if (input !== undefined) attempt.request = { ...attempt.request, input };
  }

  /** A refused answer is composed again from the notes that are there, unless only reading can mend it. */
  #needsResearch({ request: { feedback }, shape, memory, evidence }: TaskAttempt): boolean {
    if (shape.isResearched !== true || this.deps.tools.length === 0) return false;
    if (evidence !== undefined && !this.#isWebAllowed) return false;
    if (memory.notes === undefined) return true;
    return (
      memory.lookUps.mayGoOn &&
      feedback.some(
        ({ rule, needsReading }) =>
          needsReading === true || (researchedOnRepeat.has(rule) && memory.refusedFor.has(rule)),
      )
    );
  }

  async #researched(attempt: TaskAttempt): Promise<Findings> {
    const { fence, book, captures } = this.deps;
    const { caller, context, memory } = attempt;
    const tools = this.#toolsFor(attempt);
    const onRead = (read: string): void => {
      if (this.#guard.holdsPrompt(read)) memory.alike.push(read);
    };
    return await this.#fit.fitting(attempt, async () => {
      const request = await this.#fit.fitted(attempt, (before) => this.#researchRequest(attempt, tools, before));
      return await research(request, {
        caller,
        lookUps: memory.lookUps,
        tools,
        captures,
        fence,
        book,
        context,
        onRead,
        window: attempt.description.maxInputTokens,
      });
    });
  }

  /** The provider's search beats none of ours; reading is ours, so that what is cited is kept. */
  #toolsFor({ description: { hasServerSearch }, evidence }: TaskAttempt): readonly ResearchTool[] {
    const isDoubled = (name: string): boolean => hasServerSearch && this.#isWebAllowed && name === 'search_web';
    return this.deps.tools.filter(
      ({ name, isOfEvidence }) => !isDoubled(name) && !(isOfEvidence === true && evidence !== undefined),
    );
  }

  /** Where to look, by the tools that there are. */
  #placesToLook({ evidence }: TaskAttempt): string {
    const { book, tools } = this.deps;
    if (evidence !== undefined) return book.aside('look_beyond', {});
    if (!tools.some(({ isOfEvidence }) => isOfEvidence === true)) return book.aside('look_on_web', {});
    return book.aside(this.#isWebAllowed ? 'look_in_both' : 'look_in_files', {});
  }

  get #isWebAllowed(): boolean {
    return this.deps.tools.some(({ name }) => name === 'fetch_page');
  }

  #researchRequest(attempt: TaskAttempt, tools: readonly ResearchTool[], condenseBefore: number): UnboundedRequest {
    const { request, description } = attempt;
    const prefix = this.#layout.prefix({ ...attempt, lineage: 'research', condenseBefore });
    const values = { ...promptValues(request, this.deps.fence), where: this.#placesToLook(attempt) };
    const task = this.deps.book.research(request.kind, values);
    const { hasServerSearch, hasServerFetch } = description;
    const serverTools = {
      ...(hasServerSearch ? { search: { maxUses: 4 } } : {}),
      ...(hasServerFetch ? { fetch: { maxUses: 4, maxTokens: 6_000 } } : {}),
    };
    return {
      ...this.#base(attempt, prefix),
      messages: [{ role: 'user', parts: [...prefix.record, text(task)] }, ...this.#furtherResearch(attempt)],
      ...(tools.length === 0 ? {} : { tools: toolSpecs(tools) }),
      ...(this.#isWebAllowed && Object.keys(serverTools).length > 0 ? { serverTools } : {}),
    };
  }

  /** The notes so far, and what the refused answer needs besides. */
  #furtherResearch({ request, memory: { notes, answer = '' } }: TaskAttempt): ModelMessage[] {
    if (notes === undefined) return [];
    const { book, fence } = this.deps;
    const asked = book.aside('research_again', {
      problems: feedbackText(request.feedback, fence),
      answer: fence.wrap('answer', {}, cut(answer, most.entry)),
    });
    return [
      { role: 'assistant', parts: [text(notes === '' ? 'Nothing was found.' : notes)] },
      { role: 'user', parts: [text(asked)] },
    ];
  }

  async #composed(attempt: TaskAttempt): Promise<string> {
    const { clock } = this.deps;
    const { context, caller } = attempt;
    return await this.#fit.fitting(attempt, async () => {
      const request = await this.#fit.fitted(attempt, (before) => this.#composeRequest(attempt, before));
      let written = '';
      let reportedAt = 0;
      const reply = await caller.askWhole(request, {
        onStart: () => (written = ''),
        onText: (delta) => {
          written += delta;
          if (clock.now() - reportedAt < draftEveryMs) return;
          reportedAt = clock.now();
          context.progress({ kind: 'writing', text: draftWithoutMarks(draftText(written)) });
        },
      });
      return textIn(reply.parts);
    });
  }

  #composeRequest(attempt: TaskAttempt, condenseBefore: number): UnboundedRequest {
    const { request, shape, memory } = attempt;
    const answer = answerFormat(request.kind, request.input);
    const prefix = this.#layout.prefix({ ...attempt, lineage: answer.name, condenseBefore });
    const { book } = this.deps;
    const prompt = this.#prompt(attempt);
    const asked = isToldAhead(shape) ? book.afterFixed(request.kind, prompt) : book.task(request.kind, prompt);
    const problems = this.#problems(attempt);
    const before = problems === '' ? undefined : memory.answer;
    const first = before === undefined ? joined([asked, problems]) : asked;
    const messages: ModelMessage[] = [{ role: 'user', parts: [...prefix.record, text(first)] }];
    if (before !== undefined)
      messages.push({ role: 'assistant', parts: [text(before)] }, { role: 'user', parts: [text(problems)] });
    return { ...this.#base(attempt, prefix), messages, answer };
  }

  /** Values of the prompt, notes of the research included. */
  #prompt({ request, memory }: TaskAttempt): Readonly<Record<string, string>> {
    const { fence } = this.deps;
    const { notes = '' } = memory;
    return { ...promptValues(request, fence), research: notes === '' ? '' : fence.wrap('notes', {}, notes) };
  }

  /** What was wrong with the answer before. */
  #problems({ request: { feedback }, memory }: TaskAttempt): string {
    const { book, fence } = this.deps;
    if (feedback.length === 0) return '';
    return book.aside(memory.answer === undefined ? 'again' : 'mend', { problems: feedbackText(feedback, fence) });
  }

  #base({ request, description }: TaskAttempt, prefix: Prefix): Pick<UnboundedRequest, 'model' | 'system' | 'effort'> {
    const { model, efforts } = this.seat;
    const effort = effortFor(request, efforts);
    // A model without it would refuse every request.
    const isKnown = effort !== undefined && description.efforts.includes(effort);
    return { model, system: prefix.system, ...(isKnown ? { effort } : {}) };
  }
}

const notPutBack = (field: string): Violation => ({
  rule: 'structure',
  message: `\`=\` in \`${field}\` stands for no text of the answer before: items of that list were added or removed. Write the text itself.`,
});

const notJson = (fault: string): Violation => ({
  rule: 'json',
  message: `The answer was not valid JSON: ${fault}.`,
});

const emptyMemory = (): TaskMemory => ({
  notes: undefined,
  answer: undefined,
  lookUps: new LookUps(),
  queries: [],
  read: [],
  refusedFor: new Set(),
  alike: [],
});

/** Who looks on reads the draft with names. */
const shownWithNames = (context: PerformContext, labels: BlindLabels): PerformContext => ({
  ...context,
  progress: (event) => context.progress(labels.unblind(event)),
});

const text = (words: string): TextPart => ({ type: 'text', text: words });

const joined = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n\n');
