import {
  textIn,
  type ModelMessage,
  type ModelReply,
  type ModelRequest,
  type ToolCallPart,
  type ToolResultPart,
  type UserPart,
} from '../../models/provider';
import type { Captures, ResearchTool, ToolAnswer } from '../../research/tool';
import * as z from 'zod';
import { isObject, objectOf } from '../../debate/log/objects';
import type { PerformContext, ProgressEvent } from '../performer';
import { ContextFull, type Caller, type UnboundedRequest } from './caller';
import type { Fence } from './fence';
import type { PromptBook } from './promptBook';
import { cutToTokens, estimatedTokens, requestTokens } from './tokens';

/** For one turn, however often it is tried. */
const mostRequests = 8;
const mostCalls = 16;
/** Replies in a row whose calls brought nothing new: then the research is over. */
const mostFruitless = 2;
const resultTokens = 4_000;
/** Kept for the notes. */
const notesTokens = 4_000;
/** Less is not worth reading. */
const fewestTokens = 300;
/** Estimates fall short: only this share of what is free is filled. */
const filled = 0.7;

/** What a turn has looked up so far, in all its tries. */
export class LookUps {
  requests = 0;
  calls = 0;

  /** One request calls, the next one writes the notes. */
  get mayGoOn(): boolean {
    return this.requests <= mostRequests - 2 && this.calls < mostCalls;
  }
}

interface ResearchOptions {
  caller: Caller;
  lookUps: LookUps;
  tools: readonly ResearchTool[];
  captures: Captures;
  fence: Fence;
  book: Pick<PromptBook, 'aside'>;
  context: PerformContext;
  /** The model's window in tokens; undefined if unknown. */
  window?: number | undefined;
  onRead?: (text: string) => void;
}

export const toolSpecs = (tools: readonly ResearchTool[]): NonNullable<ModelRequest['tools']> =>
  tools.map(({ name, description, input }) => ({ name, description, inputSchema: plainSchema(z.toJSONSchema(input)) }));

/** Without what tells a model nothing: the dialect, and the largest number there is. */
function plainSchema(schema: object): Record<string, unknown> {
  const told = Object.entries(schema).filter(
    ([key, value]) => key !== '$schema' && !(key === 'maximum' && value === Number.MAX_SAFE_INTEGER),
  );
  return Object.fromEntries(told.map(([key, value]) => [key, isObject(value) ? plainSchema(value) : value]));
}

/** What a pass came to. */
export interface Findings {
  notes: string;
  /** What was searched for, and the files and pages that were opened. */
  queries: string[];
  read: string[];
}

/**
 * One pass with tools and free text, which ends in notes for the composition. Only the tools given here ever run; what
 * they return is delimited and labelled as untrusted.
 */
export async function research(request: UnboundedRequest, options: ResearchOptions): Promise<Findings> {
  const { lookUps } = options;
  const looked: Looked = { queries: new Set(), read: new Set() };
  const ended = (reply: ModelReply): Findings => ({
    notes: textIn(reply.parts).trim(),
    queries: [...looked.queries],
    read: [...looked.read],
  });
  const messages: ModelMessage[] = [...request.messages];
  const asked = new AskedCalls(options);
  let room = roomForResults(request, options.window);
  let isLast = false;
  for (;;) {
    lookUps.requests += 1;
    isLast ||= lookUps.requests >= mostRequests;
    const reply = await options.caller
      .ask({ ...request, messages: withCachePoint(messages, isLast) }, serverToolWatch(options.context, looked))
      .catch((error: unknown) => {
        const shorter = error instanceof ContextFull ? withoutResults(messages, options) : undefined;
        if (shorter === undefined) throw error;
        messages.splice(0, Infinity, ...shorter);
        room = 0;
      });
    if (reply === undefined) continue;
    await keepPages(reply, options.captures);
    if (isLast) return ended(reply);
    // Only the provider's own tools can be gone on with; mere words are the notes.
    if (reply.stop === 'pause' && reply.parts.at(-1)?.type === 'opaque') {
      messages.push({ role: 'assistant', parts: reply.parts });
      continue;
    }
    const called = reply.parts.filter((part) => part.type === 'tool_call');
    if (reply.stop !== 'tool_use' || called.length === 0) return ended(reply);
    for (const call of called) noteCall(call, looked);
    const isSpent = !lookUps.mayGoOn || room < fewestTokens;
    const parts = isSpent ? called.map((call) => spent(call, options)) : await asked.results(called, room);
    room -= parts.reduce((sum, part) => sum + estimatedTokens(part.text), 0);
    // Who asks for the same again and again is asked for the notes once.
    isLast = asked.isFruitless;
    messages.push({ role: 'assistant', parts: reply.parts }, { role: 'user', parts });
  }
}

/** The calls of one pass. What was asked before is not asked again. */
class AskedCalls {
  readonly #asked = new Set<string>();
  #fruitless = 0;

  constructor(private readonly options: ResearchOptions) {}

  get isFruitless(): boolean {
    return this.#fruitless >= mostFruitless;
  }

  async results(called: readonly ToolCallPart[], room: number): Promise<ToolResultPart[]> {
    const parts: ToolResultPart[] = [];
    let left = room;
    const before = this.#asked.size;
    for (const call of called) {
      const part = await this.#result(call, left);
      left -= estimatedTokens(part.text);
      parts.push(part);
    }
    this.#fruitless = this.#asked.size > before ? 0 : this.#fruitless + 1;
    return this.isFruitless ? called.map((call) => spent(call, this.options)) : parts;
  }

  async #result(call: ToolCallPart, left: number): Promise<ToolResultPart> {
    const { tools, lookUps } = this.options;
    const key = JSON.stringify([call.name, call.input]);
    if (this.#asked.has(key))
      return resultOf(call, tools, 'You have called this before: its result stands above.', true);
    if (lookUps.calls >= mostCalls || left < fewestTokens) return spent(call, this.options);
    if (tools.some(({ name }) => name === call.name)) {
      this.#asked.add(key);
      lookUps.calls += 1;
    }
    return await answered(call, this.options, Math.min(resultTokens, left));
  }
}

/**
 * Puts a cache point at the end of the newest results, at first behind the task, so that neither is paid again. Nothing
 * follows the last request: its point stays where the one before had it.
 */
function withCachePoint(messages: readonly ModelMessage[], isLast: boolean): ModelMessage[] {
  const asked = messages.flatMap(({ role }, at) => (role === 'user' ? [at] : []));
  const at = asked.at(isLast ? -2 : -1);
  return messages.map((message, index) => {
    if (index !== at || message.role !== 'user') return message;
    const end = message.parts.length - 1;
    return {
      role: 'user',
      parts: message.parts.map((part, n) => (n === end ? { ...part, isCachePoint: true } : part)),
    };
  });
}

/** Leaves out the newest results, which were too much; undefined if none are left. */
function withoutResults(messages: readonly ModelMessage[], options: ResearchOptions): ModelMessage[] | undefined {
  const at = messages.findLastIndex(({ parts }) =>
    parts.some((part) => part.type === 'tool_result' && part.isError !== true),
  );
  if (at < 0) return undefined;
  const shortened = (part: UserPart): UserPart => (part.type === 'tool_result' ? spent(part, options) : part);
  return messages.map((message, index) =>
    index === at && message.role === 'user' ? { role: 'user', parts: message.parts.map(shortened) } : message,
  );
}

/** Tokens for results, so that neither they nor the notes overflow a small window. */
function roomForResults(request: UnboundedRequest, window: number | undefined): number {
  if (window === undefined) return Infinity;
  return (window - requestTokens(request) - notesTokens) * filled;
}

interface Looked {
  queries: Set<string>;
  read: Set<string>;
}

const serverToolWatch = (context: PerformContext, { queries, read }: Looked) => ({
  onServerTool: ({ kind, detail }: { kind: 'search' | 'fetch'; detail: string }): void => {
    (kind === 'search' ? queries : read).add(detail);
    context.progress(kind === 'search' ? { kind: 'searching', query: detail } : { kind: 'reading', url: detail });
  },
});

/** Notes what a call looked up. The fields are those of our own tools' inputs. */
function noteCall({ input }: ToolCallPart, { queries, read }: Looked): void {
  const { query, path, url } = objectOf(input);
  if (typeof query === 'string') queries.add(query);
  for (const place of [path, url]) if (typeof place === 'string') read.add(place);
}

async function keepPages({ pages }: ModelReply, captures: Captures): Promise<void> {
  for (const { url, title, text } of pages) {
    if (!/^https?:\/\//i.test(url)) continue;
    const body = new TextEncoder().encode(text);
    await captures.keep({
      url,
      title,
      text,
      body,
      contentType: 'text/plain',
      extractor: { name: 'provider', version: 1 },
    });
  }
}

type Called = Pick<ToolCallPart, 'id' | 'name'>;

const resultOf = (
  { id, name }: Called,
  tools: readonly ResearchTool[],
  text: string,
  isError: boolean,
): ToolResultPart => ({
  type: 'tool_result',
  id,
  // Another name could be anything, and plain text names results.
  name: tools.some((tool) => tool.name === name) ? name : 'no_such_tool',
  text,
  ...(isError ? { isError } : {}),
});

const spent = (call: Called, { tools, book }: ResearchOptions): ToolResultPart =>
  resultOf(call, tools, book.aside('research_spent', {}), true);

/** A page's text is not kept here: its snapshot has it. */
const keptSchema = z.union([z.object({ text: z.string(), isError: z.literal(true).optional() }), z.null()]);

/** What the tool says, or said to a run that was cut off: the next request's kept answer belongs to these words. */
async function toldBy(tool: ResearchTool, input: unknown, context: PerformContext): Promise<ToolAnswer> {
  const place = tool.isLive === true ? context.placeFor?.(['tool', tool.name, input]) : undefined;
  const onProgress = (event: ProgressEvent): void => context.progress(event);
  const kept = keptSchema.safeParse((await place?.find(onProgress))?.answer).data;
  context.signal.throwIfAborted();
  if (kept != null) return { text: kept.text, ...(kept.isError === true ? { isError: true } : {}) };
  const answer = await tool.run(input, { signal: context.signal, onProgress });
  const { text, isError, page } = answer;
  if (!context.signal.aborted)
    await place?.keep(page === undefined ? { text, ...(isError === true ? { isError } : {}) } : null, undefined);
  return answer;
}

async function answered(
  call: ToolCallPart,
  { tools, captures, fence, context, onRead }: ResearchOptions,
  most: number,
): Promise<ToolResultPart> {
  const { name } = call;
  const tool = tools.find((candidate) => candidate.name === name);
  if (tool === undefined) {
    const there = tools.map((one) => one.name).join(', ');
    return resultOf(call, tools, `There is no tool "${fence.attribute(name)}". There are: ${there}.`, true);
  }
  const answer = await toldBy(tool, call.input, context);
  context.signal.throwIfAborted();
  if (answer.page !== undefined && answer.isDoubtful === true) captures.hold(answer.page);
  else if (answer.page !== undefined) await captures.keep(answer.page);
  onRead?.(answer.text);
  const text = fence.wrap('untrusted', { tool: name }, cutToTokens(answer.text, most));
  return resultOf(call, tools, text, answer.isError === true);
}
