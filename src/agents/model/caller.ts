import { cutText } from '../../matching/text/shortText';
import { isModelError, ModelError, type ModelErrorCode } from '../../models/modelError';
import { type RunawayKind, runawayReason } from '../../models/runaway';
import { type RetryClock, withRetries } from '../../models/retries';
import {
  textIn,
  type ModelDescription,
  type ModelMessage,
  type ModelProvider,
  type ModelReply,
  type ModelRequest,
  type SendWatch,
  type TextPart,
  type TokenUsage,
  type ToolSpec,
} from '../../models/provider';
import { objectOf } from '../../debate/log/objects';
import { type PerformContext, TaskError } from '../performer';
import type { Fence } from './fence';
import { estimatedUsage, type TokenMeter, requestTokens } from './tokens';
import type { PromptBook } from './promptBook';
import { thinkingOf } from './thinking';
import { sum, type Usage } from '../../debate/log/entryData';
import { findObjects } from '../../models/looseJson';
import { withoutThoughts } from '../../models/thoughts';
import { feedbackText } from './promptText';
import { replyIn, requestKey } from './paidReply';

/** Tools and structured answers in plain text, for models and servers that know neither. */

const callWord = 'CALL';

export function withPlainProtocol(
  request: ModelRequest,
  description: ModelDescription,
  book: Pick<PromptBook, 'aside'>,
): ModelRequest {
  const { tools, answer, ...rest } = request;
  const isToolless = tools !== undefined && !description.hasTools;
  const isFree = answer !== undefined && !description.hasStructuredAnswers;
  const said = [
    ...(isToolless ? [book.aside('plain_tools', { tools: toolLines(tools) })] : []),
    ...(isFree ? [book.aside('plain_answer', { schema: JSON.stringify(answer.schema) })] : []),
  ];
  const messages = isToolless ? request.messages.map(withoutToolParts) : request.messages;
  return {
    ...rest,
    ...(tools === undefined || isToolless ? {} : { tools }),
    ...(answer === undefined || isFree ? {} : { answer }),
    messages: said.length === 0 ? messages : withTaskWords(messages, said.join('\n\n')),
  };
}

const toolLines = (tools: readonly ToolSpec[]): string =>
  tools
    .map(({ name, description, inputSchema }) => `- ${name}: ${description} Input: ${JSON.stringify(inputSchema)}`)
    .join('\n');

/** Appends the words to the first message, which holds record and task: a server's cache keeps what stands before. */
function withTaskWords(messages: readonly ModelMessage[], words: string): ModelMessage[] {
  const at = messages.findIndex((message) => message.role === 'user');
  const part: TextPart = { type: 'text', text: words };
  return messages.map((message, index) =>
    index === at && message.role === 'user' ? { ...message, parts: [...message.parts, part] } : message,
  );
}

function withoutToolParts(message: ModelMessage): ModelMessage {
  if (message.role === 'user') {
    return {
      role: 'user',
      parts: message.parts.map((part) =>
        part.type === 'text' ? part : { type: 'text', text: `Result of ${part.name}:\n${part.text}` },
      ),
    };
  }
  return {
    role: 'assistant',
    parts: message.parts.map((part) =>
      part.type === 'tool_call'
        ? { type: 'text', text: `${callWord} ${JSON.stringify({ tool: part.name, input: part.input })}` }
        : part,
    ),
  };
}

/** Calls in the text as calls. */
export function readPlainCalls(reply: ModelReply, id: string): ModelReply {
  const begun = new RegExp(`^[^\\S\\r\\n\\u2028\\u2029]*(?:\`+\\w*\\s*)?${callWord}\\s*(\\{[\\s\\S]*)`, 'm');
  const [called] = findObjects(begun.exec(textIn(reply.parts))?.[1] ?? '').found;
  const { tool, input = {} } = objectOf(called?.start === 0 ? called.value : undefined);
  return typeof tool === 'string'
    ? { ...reply, parts: [{ type: 'tool_call', id, name: tool, input }], stop: 'tool_use' }
    : reply;
}

/** The request does not fit into the model's window: less of the record, then. */
export class ContextFull extends Error {
  readonly otherwise: TaskError | undefined;
  readonly tokens: number | undefined;

  constructor(
    message: string,
    options: ErrorOptions & {
      /** The failure where there is no less of it. */
      otherwise?: TaskError;
      /** Estimated tokens of the request. */
      tokens?: number;
    } = {},
  ) {
    super(message, options);
    this.otherwise = options.otherwise;
    this.tokens = options.tokens;
  }
}

interface CallOptions {
  provider: ModelProvider;
  description: ModelDescription;
  meter: TokenMeter;
  clock: RetryClock;
  context: PerformContext;
  fence: Fence;
  book: Pick<PromptBook, 'aside'>;
  onLearned?: SendWatch['onLearned'];
}

/** State of an answer that is still streaming. */
interface Heard {
  text: string;
  /** Characters of what is not shown. */
  unseen: number;
  usage: TokenUsage | undefined;
}

type CallWatch = Pick<SendWatch, 'onText' | 'onServerTool'> & {
  /** Each request begins the answer again. */
  onStart?: () => void;
};

/** Tokens, if no limit is known: enough for any answer with its thinking. */
export const unknownLimit = 16_000;
/** If only the window is known: few models write more, and most servers refuse too much. */
const mostOfWindow = 64_000;
/** How servers name the field that asked for too much. */
const aboutLength = /max[_ ](?:completion[_ ]|output[_ ])?tokens|output tokens|completion tokens/i;
/** Estimates may fall short by this factor. */
const estimateMargin = 1.2;
/** Less is no room for an answer. */
const fewestTokens = 1_000;
/** What came was whole, with its usage, and no answer. */
const wholeFailures: ReadonlySet<string> = new Set<ModelErrorCode>(['empty', 'bad_request']);
/** Tokens, without thinking. */
const longAnswer = 2_000;
const longestThoughtMs = 20 * 60_000;
/** Characters; too few to copy the instructions. */
const mostOfRefusal = 200;

/** A request before it is known how long its answer may be. */
export type UnboundedRequest = Omit<ModelRequest, 'maxOutputTokens'>;

/** Tokens for thinking and answer. */
interface AnswerRoom {
  first: number;
  limit: number;
  /** The window leaves less than the model may write. */
  isOfWindow: boolean;
}

/** Limits the answer to what the model allows and its window leaves. */
export function roomFor(
  request: UnboundedRequest,
  { maxInputTokens: window, maxOutputTokens: known }: Pick<ModelDescription, 'maxInputTokens' | 'maxOutputTokens'>,
): AnswerRoom {
  const left =
    window === undefined
      ? Infinity
      : Math.max(fewestTokens, Math.floor(window - requestTokens(request) * estimateMargin));
  const most = known ?? (window === undefined ? 2 * unknownLimit : Infinity);
  const limit = Math.min(most, left);
  const guessed = window === undefined ? unknownLimit : mostOfWindow;
  return { first: known === undefined ? Math.min(guessed, limit) : limit, limit, isOfWindow: left < most };
}

/** Requests to one model for one task: waits out what passes, counts costs, never hands on a cut answer. */
export class Caller {
  #calls = 0;
  /** Usage of the current request, failed tries included. */
  #used: Usage | undefined;

  #described: ModelDescription;

  constructor(private readonly options: CallOptions) {
    this.#described = options.description;
  }

  /**
   * With all the room there is; a cut answer is asked for once more. A whole one is kept until its step is logged, and
   * not asked for again. @throws TaskError `refused`, `cut`, or under the provider's code; ContextFull; the signal's
   * reason.
   */
  async ask(request: UnboundedRequest, watch: CallWatch = {}): Promise<ModelReply> {
    const { provider, context, meter } = this.options;
    const place = context.placeFor?.(requestKey(provider, request));
    const paid = await place?.find((event) => context.progress(event));
    const kept = paid === undefined ? undefined : replyIn(paid.answer);
    context.signal.throwIfAborted();
    if (paid !== undefined && kept !== undefined) {
      const usage = paid.use();
      if (usage !== undefined) meter.addPaid(usage);
      return this.#withCalls(request, kept);
    }
    this.#used = undefined;
    const reply = await this.#whole(request, watch);
    // An aborted request is counted, and its answer not waited for.
    if (!context.signal.aborted) await place?.keep(reply, this.#used);
    return this.#withCalls(request, reply);
  }

  /** Description of the model, corrected by what earlier requests taught about the server. */
  get #description(): ModelDescription {
    return this.options.provider.asLearned?.(this.#described) ?? this.#described;
  }

  /** Describes the model again after a refusal, unless the provider learns by itself. */
  async #describedAgain(): Promise<ModelDescription> {
    const { provider, context } = this.options;
    if (provider.asLearned === undefined) this.#described = await provider.describe(this.#described.id, context.signal);
    return this.#description;
  }

  async #whole(request: UnboundedRequest, watch: CallWatch): Promise<ModelReply> {
    const asked = roomFor(request, this.#description);
    let tried = asked.first;
    const reply = await this.#inWords(request, tried, watch).catch((error: unknown) => {
      const isTooMuch = error instanceof TaskError && error.code === 'bad_request' && aboutLength.test(error.message);
      if (!isTooMuch || this.#description.maxOutputTokens !== undefined || tried <= unknownLimit) throw error;
      tried = unknownLimit;
      return this.#inWords(request, tried, watch);
    });
    if (reply.stop !== 'max_tokens') return reply;
    const room = roomFor(request, this.#description);
    tried = Math.min(tried, room.limit);
    if (room.limit <= tried && room.limit < asked.first) throw this.#cutIn(room);
    const second = await this.#inWords(request, room.limit, watch).catch((error: unknown) => {
      // An untold limit: more was asked for than the model may write.
      const isTooMuch = error instanceof TaskError && error.code === 'bad_request' && room.limit > tried;
      throw isTooMuch ? this.#cut(tried) : error;
    });
    if (second.stop !== 'max_tokens') return second;
    throw this.#cutIn(room);
  }

  #cutIn({ limit, isOfWindow }: AnswerRoom): Error {
    const cut = this.#cut(limit);
    return isOfWindow ? new ContextFull(cut.message, { otherwise: cut }) : cut;
  }

  /**
   * Tools and schema as this server takes them: in plain text where a request has shown that it lacks them, or gives back what its model makes
   * of them.
   */
  async #inWords(request: UnboundedRequest, maxOutputTokens: number, watch: CallWatch): Promise<ModelReply> {
    const { book } = this.options;
    const whole = { ...request, maxOutputTokens };
    for (;;) {
      const description = this.#description;
      try {
        return await this.#asked(withPlainProtocol(whole, description, book), watch);
      } catch (error) {
        if (!(error instanceof TaskError)) throw error;
        const isOfForm = request.tools !== undefined || request.answer !== undefined;
        if (isOfForm && error.code === 'bad_request' && hasLess(request, description, await this.#describedAgain()))
          continue;
        const inPlainText = { ...description, hasTools: false, hasStructuredAnswers: false };
        if (error.code !== 'bad_sample' || !hasLess(request, description, inPlainText)) throw error;
        return await this.#asked(withPlainProtocol(whole, inPlainText, book), watch);
      }
    }
  }

  /** Whole, or cut by its room. One without end is asked for once more, with the reason. */
  async #asked(request: ModelRequest, watch: CallWatch): Promise<ModelReply> {
    const reply = await this.#once(request, watch).catch((error: unknown) => {
      const runaway = runawayIn(error);
      if (runaway === undefined) throw error;
      return this.#once(this.#withProblem(request, runawayReason(runaway)), watch);
    });
    if (reply.stop === 'refusal') throw this.#refused(reply);
    if (reply.stop === 'context_window') throw new ContextFull('The answer did not fit into the window of the model.');
    return reply;
  }

  /**
   * Asks for an answer in one piece; one that the provider wants to continue in another request is not whole. A model
   * that calls tools where there are none is asked a second time. @throws as `ask`; TaskError `cut`, `only_calls`.
   */
  async askWhole(request: UnboundedRequest, watch: CallWatch = {}): Promise<ModelReply> {
    const first = await this.ask(request, watch);
    const reply = isOnlyCalls(first) ? await this.ask(this.#withProblem(request, noTools), watch) : first;
    if (isOnlyCalls(reply)) throw this.#failed('only_calls', 'called tools instead of giving its answer, twice.');
    if (reply.stop !== 'pause') return reply;
    throw this.#failed('cut', 'paused in the middle of its answer; a cut answer is not taken.', true);
  }

  #withProblem<R extends UnboundedRequest>(request: R, reason: string): R {
    const { book, fence } = this.options;
    const words = book.aside('again', { problems: feedbackText([{ rule: 'form', message: reason }], fence) });
    const [last, ...before] = [...request.messages].reverse();
    const part: TextPart = { type: 'text', text: words };
    const asked: ModelMessage[] =
      last?.role === 'user'
        ? [{ role: 'user', parts: [...last.parts, part] }]
        : [...(last === undefined ? [] : [last]), { role: 'user', parts: [part] }];
    return { ...request, messages: [...before.reverse(), ...asked] };
  }

  /** Removes thinking from the text of the reply, whatever the provider. */
  #spoken(reply: ModelReply, { model }: ModelRequest): ModelReply {
    const parts = reply.parts.map((part) => (part.type === 'text' ? spokenPart(part) : part));
    if (reply.stop !== 'end' || parts.some((part) => part.type !== 'text' || part.text.trim() !== ''))
      return { ...reply, parts };
    const { provider } = this.options;
    const message = `${model} at ${provider.place} thought and gave no answer.`;
    throw new ModelError('empty', message, { provider: provider.name, model, usage: reply.usage });
  }

  #withCalls(request: UnboundedRequest, reply: ModelReply): ModelReply {
    if (request.tools === undefined || reply.parts.some(({ type }) => type === 'tool_call')) return reply;
    this.#calls += 1;
    return readPlainCalls(reply, `plain_${this.#calls}`);
  }

  async #once(request: ModelRequest, watch: CallWatch): Promise<ModelReply> {
    const { provider, clock, context } = this.options;
    const { signal } = context;
    const heard: Heard = { text: '', unseen: 0, usage: undefined };
    let paid: (usd: number) => void = () => undefined;
    const send = async (): Promise<ModelReply> => {
      Object.assign(heard, silence);
      paid = (await context.mayAsk?.(this.#mostOf(request))) ?? paid;
      watch.onStart?.();
      const reply = await provider.send(request, {
        ...watch,
        signal,
        ...this.#lifeOf(request),
        onAbandoned: (usage) => (heard.usage = usage),
        onUnseen: (characters) => (heard.unseen += characters),
        onLearned: (learned) => this.options.onLearned?.(learned),
        onText: (delta) => {
          heard.text += delta;
          watch.onText?.(delta);
        },
      });
      return this.#spoken(reply, request);
    };
    try {
      const reply = await withRetries(send, {
        clock,
        signal,
        onWait: (reason, until) => context.progress({ kind: 'waiting', reason, until }),
        onFailure: ({ code, facts: { usage } }) => {
          const isWhole = usage !== undefined && wholeFailures.has(code);
          paid(isWhole ? this.#count(usage) : this.#countBroken(request, { ...heard, usage: usage ?? heard.usage }));
          Object.assign(heard, silence);
        },
      });
      const text = reply.parts.map((part) => (part.type === 'text' ? part.text : JSON.stringify(part))).join('');
      paid(this.#count(reply.usage ?? estimatedUsage(request, text), reply.usage === undefined));
      return reply;
    } catch (error) {
      paid(signal.aborted ? this.#countBroken(request, heard) : 0);
      signal.throwIfAborted();
      throw this.#taskError(error, request);
    }
  }

  /** Gives what it cost, in US dollars. */
  #count(used: TokenUsage, isEstimated = false): number {
    const { meter, provider } = this.options;
    const usage = meter.add(used, { isEstimated, origin: provider.place });
    this.#used = sum(this.#used, usage);
    return usage.usd;
  }

  /** As far as can be foretold: models may write far more, and hardly ever do. */
  #mostOf(request: ModelRequest): number {
    const { provider, meter } = this.options;
    const { high: thought } = thinkingOf({ provider: provider.name, model: request.model }, request.effort);
    return meter.mostOf(request, Math.min(request.maxOutputTokens, thought + longAnswer), provider.place);
  }

  /** What was written before it broke off is paid; only the text tells how much that was. */
  #countBroken(request: ModelRequest, { text, unseen, usage }: Heard): number {
    if (usage === undefined && text === '' && unseen === 0) return 0;
    const estimated = estimatedUsage(request, text, unseen);
    return this.#count(
      usage === undefined ? estimated : { ...usage, output: Math.max(usage.output, estimated.output) },
      true,
    );
  }

  /** A model thinks for minutes without a word; mere signs of life are not waited for without end. */
  #lifeOf(request: ModelRequest): Pick<SendWatch, 'onAlive' | 'onAwaiting'> {
    const { provider, clock, context } = this.options;
    const since = clock.now();
    const longest = Math.max(longestThoughtMs, provider.longestMs?.(request) ?? 0);
    const isWaitedFor = (): boolean => clock.now() - since < longest;
    const onAwaiting = awaitingTold(context, request.model);
    return {
      onAlive: () => {
        if (isWaitedFor()) context.progress({ kind: 'alive' });
      },
      onAwaiting: (awaiting) => {
        if (isWaitedFor()) onAwaiting(awaiting);
      },
    };
  }

  #taskError(error: unknown, request: ModelRequest): Error {
    if (!isModelError(error)) return error instanceof Error ? error : new Error(String(error));
    if (error.code === 'too_large')
      return new ContextFull(error.message, { tokens: requestTokens(request), cause: error });
    const { blocks } = error;
    return new TaskError(error.code, error.message, false, { blocks, usage: this.options.meter.usage, cause: error });
  }

  /** The model's own words go into the record: one line, quoted. */
  #refused({ refusal }: ModelReply): TaskError {
    const why =
      refusal === undefined || refusal === ''
        ? ''
        : `: “${cutText(this.options.fence.attribute(refusal).replace(/[“”]/g, '’'), mostOfRefusal)}”`;
    return this.#failed('refused', `refused to answer${why}.`);
  }

  #cut(tokens: number): TaskError {
    return this.#failed('cut', `did not come to an end within ${tokens} tokens; a cut answer is not taken.`);
  }

  /** `what` the model did. */
  #failed(code: string, what: string, isRetryable = false): TaskError {
    const { description, meter } = this.options;
    return new TaskError(code, `${description.id} ${what}`, isRetryable, { usage: meter.usage });
  }
}

type Asking = Pick<ModelDescription, 'hasTools' | 'hasStructuredAnswers'>;

/** Whether what the request needs was there before and is not now. */
const hasLess = ({ tools, answer }: UnboundedRequest, before: Asking, now: Asking): boolean =>
  (tools !== undefined && before.hasTools && !now.hasTools) ||
  (answer !== undefined && before.hasStructuredAnswers && !now.hasStructuredAnswers);

const silence: Heard = { text: '', unseen: 0, usage: undefined };

function spokenPart(part: TextPart): TextPart {
  const { said } = withoutThoughts(part.text);
  return said === part.text ? part : { ...part, text: said };
}

const noTools = 'It called a tool, and there are no tools now. Give the answer itself.';

const isOnlyCalls = ({ parts }: ModelReply): boolean =>
  parts.some(({ type }) => type === 'tool_call') && textIn(parts).trim() === '';

const runawayIn = (error: unknown): RunawayKind | undefined =>
  error instanceof TaskError && isModelError(error.cause) ? error.cause.facts.runaway : undefined;

const firstToldMs = 30_000;

/** Less often the longer it takes; in between only that it goes on. */
export function awaitingTold(
  { progress }: Pick<PerformContext, 'progress'>,
  model: string,
): NonNullable<SendWatch['onAwaiting']> {
  let next = 0;
  return ({ ms, isLoading }) => {
    if (ms < next) {
      progress({ kind: 'alive' });
      return;
    }
    next = Math.max(firstToldMs, 2 * ms);
    progress({ kind: 'awaiting', model, ms, isLoading });
  };
}

/** A provider's failure under its own code, with what the task had used. */
export function taskErrorFrom(error: unknown, usage: Usage | undefined): Error {
  if (error instanceof TaskError) {
    if (error.usage !== undefined || usage === undefined) return error;
    return new TaskError(error.code, error.message, error.isRetryable, { blocks: error.blocks, usage, cause: error });
  }
  if (isModelError(error))
    return new TaskError(error.code, error.message, false, { blocks: error.blocks, usage, cause: error });
  if (hasCode(error)) return new TaskError(error.code, error.message, false, { blocks: true, usage, cause: error });
  return error instanceof Error ? error : new Error(String(error));
}

/** A provider that is not set up here. */
const hasCode = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && error.name === 'PlanError' && 'code' in error && typeof error.code === 'string';
