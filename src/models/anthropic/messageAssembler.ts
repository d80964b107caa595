import type {
  AssistantPart,
  ModelReply,
  ProviderPage,
  StopReason,
  TextPart,
  TokenUsage,
  ToolCallPart,
} from '../provider';
import { ProtocolError } from '../attempt';
import * as z from 'zod';
import { listOf } from '../../debate/log/objects';

/** A content block of any type, with all its fields. */
type MessageBlock = z.infer<typeof block>;
const block = z.looseObject({ type: z.string() });

const counter = z.number().nonnegative().nullish();

/** Totals so far; counts that do not apply are left out. */
type UsageCounts = z.infer<typeof usageCounts>;
const usageCounts = z.object({
  input_tokens: counter,
  cache_creation_input_tokens: counter,
  cache_creation: z.object({ ephemeral_1h_input_tokens: counter }).nullish(),
  cache_read_input_tokens: counter,
  output_tokens: counter,
  server_tool_use: z.object({ web_search_requests: counter }).nullish(),
});

const index = z.number().int().nonnegative();
const stopDetails = z.object({ category: z.string().nullish(), explanation: z.string().nullish() });
const ending = z.object({ stop_reason: z.string().nullish(), stop_details: stopDetails.nullish() });

type StreamEvent = z.infer<typeof streamEvent>;
const streamEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('message_start'), message: z.object({ usage: usageCounts.nullish() }) }),
  z.object({ type: z.literal('content_block_start'), index, content_block: block }),
  z.object({ type: z.literal('content_block_delta'), index, delta: z.looseObject({ type: z.string() }) }),
  z.object({ type: z.literal('content_block_stop'), index }),
  z.object({ type: z.literal('message_delta'), delta: ending, usage: usageCounts.nullish() }),
  z.object({ type: z.literal('message_stop') }),
]);

const known: ReadonlySet<string> = new Set(streamEvent.options.map(({ shape }) => shape.type.value));

/** Returns undefined for event types that are newer than this code. @throws ZodError on a malformed event. */
export function readStreamEvent(raw: unknown): StreamEvent | undefined {
  const { type } = block.parse(raw);
  return known.has(type) ? streamEvent.parse(raw) : undefined;
}

type Of<T extends StreamEvent['type']> = Extract<StreamEvent, { type: T }>;

export interface EventProgress {
  text?: string;
  /** A piece that is not shown: thinking, or a tool's input. */
  thought?: string;
  input?: string;
  /** A block that has just become complete. */
  closed?: MessageBlock;
}

/** Whether the block's input arrives as pieces of JSON. */
const hasInput = ({ type }: MessageBlock): boolean => type === 'tool_use' || type === 'server_tool_use';

/**
 * Assembles a streamed message. The SDK's own assembler joins texts with spaces, ends quietly when a stream breaks
 * while its consumer is busy, and writes to the console about old models.
 */
export class MessageAssembler {
  readonly #blocks: MessageBlock[] = [];
  readonly #open = new Set<number>();
  /** Pieces of JSON by block. */
  readonly #inputs = new Map<number, string>();
  /** Blocks whose input is not JSON: cut off by a limit, or broken. */
  readonly #cut = new Set<number>();
  #counts: UsageCounts | undefined;
  #ending: Of<'message_delta'>['delta'] = {};
  #hasStarted = false;
  #isComplete = false;

  get hasStarted(): boolean {
    return this.#hasStarted;
  }

  get isComplete(): boolean {
    return this.#isComplete;
  }

  get stopReason(): string | undefined {
    return this.#ending.stop_reason ?? undefined;
  }

  get refusal(): string | undefined {
    return this.#ending.stop_details?.explanation ?? this.#ending.stop_details?.category ?? undefined;
  }

  /** Usage so far; undefined before the server has counted any. */
  get usage(): TokenUsage | undefined {
    const counts = this.#counts;
    if (counts === undefined) return undefined;
    const searches = counts.server_tool_use?.web_search_requests;
    const hour = counts.cache_creation?.ephemeral_1h_input_tokens ?? 0;
    return {
      input: counts.input_tokens ?? 0,
      cache_write: counts.cache_creation_input_tokens ?? 0,
      ...(hour === 0 ? {} : { cache_write_1h: hour }),
      cache_read: counts.cache_read_input_tokens ?? 0,
      output: counts.output_tokens ?? 0,
      ...(searches == null ? {} : { searches }),
    };
  }

  /** The complete blocks in order, and whether others were cut off. */
  get content(): { blocks: readonly MessageBlock[]; isCut: boolean } {
    return { blocks: this.#blocks.filter((_, index) => !this.#cut.has(index)), isCut: this.#cut.size > 0 };
  }

  /** Adds an event. @throws ProtocolError when it contradicts the events before it. */
  add(event: StreamEvent): EventProgress {
    if (this.#isComplete) return {};
    if (this.#hasStarted === (event.type === 'message_start'))
      throw new ProtocolError(`${event.type} in the wrong place`);
    switch (event.type) {
      case 'message_start':
        this.#hasStarted = true;
        this.#count(event.message.usage);
        return {};
      case 'content_block_start':
        return this.#start(event);
      case 'content_block_delta':
        return this.#delta(event);
      case 'content_block_stop':
        return this.#close(event.index);
      case 'message_delta':
        this.#ending = { ...this.#ending, ...event.delta };
        this.#count(event.usage);
        return {};
      case 'message_stop':
        for (const index of [...this.#open]) this.#close(index);
        this.#isComplete = true;
        return {};
    }
  }

  /** Updates the totals; a count that does not apply is absent or null. */
  #count(counts: UsageCounts | null | undefined): void {
    if (counts == null) return;
    const given = Object.entries(counts).filter(([, value]) => value != null);
    this.#counts = { ...this.#counts, ...Object.fromEntries(given) };
  }

  #start({ index, content_block: block }: Of<'content_block_start'>): EventProgress {
    if (index !== this.#blocks.length) throw new ProtocolError(`block ${index} after ${this.#blocks.length} blocks`);
    this.#blocks.push({ ...block });
    this.#open.add(index);
    return block.type === 'text' && typeof block['text'] === 'string' && block['text'] !== ''
      ? { text: block['text'] }
      : {};
  }

  #delta({ index, delta }: Of<'content_block_delta'>): EventProgress {
    const block = this.#blocks[index];
    if (block === undefined || !this.#open.has(index))
      throw new ProtocolError(`a piece of block ${index}, which is not open`);
    switch (delta.type) {
      case 'text_delta': {
        const text = textOf(delta, 'text');
        append(block, 'text', text);
        return { text };
      }
      case 'thinking_delta': {
        const thought = textOf(delta, 'thinking');
        append(block, 'thinking', thought);
        return { thought };
      }
      case 'signature_delta':
        block['signature'] = textOf(delta, 'signature');
        return {};
      case 'input_json_delta': {
        const input = textOf(delta, 'partial_json');
        this.#inputs.set(index, (this.#inputs.get(index) ?? '') + input);
        return { input };
      }
      case 'citations_delta':
        block['citations'] = [...listOf(block['citations']), delta['citation']];
        return {};
      // Types that are newer than this code.
      default:
        return {};
    }
  }

  #close(index: number): EventProgress {
    const block = this.#blocks[index];
    if (block === undefined || !this.#open.delete(index))
      throw new ProtocolError(`an end of block ${index}, which is not open`);
    const json = this.#inputs.get(index) ?? '';
    if (!hasInput(block) || json === '') return { closed: block };
    try {
      block['input'] = JSON.parse(json);
      return { closed: block };
    } catch {
      this.#cut.add(index);
      return {};
    }
  }
}

function textOf(delta: Record<string, unknown>, key: string): string {
  const text = delta[key];
  if (typeof text !== 'string') throw new ProtocolError(`a ${String(delta['type'])} without ${key}`);
  return text;
}

function append(block: MessageBlock, key: string, text: string): void {
  const before = block[key];
  block[key] = (typeof before === 'string' ? before : '') + text;
}

const stops: ReadonlyMap<string, StopReason> = new Map([
  ['end_turn', 'end'],
  ['stop_sequence', 'end'],
  ['max_tokens', 'max_tokens'],
  ['tool_use', 'tool_use'],
  ['pause_turn', 'pause'],
  ['refusal', 'refusal'],
  ['model_context_window_exceeded', 'context_window'],
]);

/** Stop reasons that may end a message in the middle of a tool's input. */
const mayCut: ReadonlySet<StopReason> = new Set(['max_tokens', 'context_window', 'refusal']);

/** Makes the reply of a finished message. @throws ProtocolError on contradictions and unknown reasons. */
export function modelReply(message: MessageAssembler, requestId: string | undefined): ModelReply {
  const stop = stops.get(message.stopReason ?? '');
  if (stop === undefined) throw new ProtocolError(`stop reason ${message.stopReason ?? 'missing'}`);
  const { blocks, isCut } = message.content;
  if (isCut && !mayCut.has(stop)) throw new ProtocolError('the input of a tool is no JSON');
  const parts = blocks.flatMap((block) => partOf(block) ?? []);
  if (stop === 'tool_use' && !parts.some(({ type }) => type === 'tool_call'))
    throw new ProtocolError('a tool is to be called, but none is named');
  const refusal = stop === 'refusal' ? message.refusal : undefined;
  return {
    parts,
    stop,
    usage: message.usage,
    pages: blocks.flatMap((block) => pageOf(block) ?? []),
    refusal,
    requestId,
  };
}

const textBlock = z.looseObject({ type: z.literal('text'), text: z.string() });
const toolUse = z.looseObject({ type: z.literal('tool_use'), id: z.string(), name: z.string(), input: z.unknown() });

/** Returns undefined for empty text blocks, which the API does send. */
function partOf(block: MessageBlock): AssistantPart | undefined {
  switch (block.type) {
    case 'text':
      return textPart(block);
    case 'tool_use':
      return toolCall(block);
    default:
      return { type: 'opaque', value: block };
  }
}

function textPart(block: MessageBlock): TextPart | undefined {
  const { text, citations, ...others } = textBlock.parse(block);
  if (text === '') return undefined;
  const isCited = Array.isArray(citations) && citations.length > 0;
  return { type: 'text', text, ...(isCited || holds(others) ? { original: block } : {}) };
}

function toolCall(block: MessageBlock): ToolCallPart {
  const { id, name, input, caller, ...others } = toolUse.parse(block);
  const isDirect = caller == null || z.object({ type: z.literal('direct') }).safeParse(caller).success;
  return { type: 'tool_call', id, name, input, ...(isDirect && !holds(others) ? {} : { original: block }) };
}

/** Whether the block has any content besides its type. */
const holds = (others: Record<string, unknown>): boolean =>
  Object.entries(others).some(([key, value]) => key !== 'type' && value != null);

const fetched = z.object({
  type: z.literal('web_fetch_tool_result'),
  content: z.object({
    type: z.literal('web_fetch_result'),
    url: z.string(),
    // A PDF comes as base64, in which no quotation could be looked up.
    content: z.object({ title: z.string().nullish(), source: z.object({ type: z.literal('text'), data: z.string() }) }),
  }),
});

function pageOf(block: MessageBlock): ProviderPage | undefined {
  const { data } = fetched.safeParse(block);
  if (data === undefined) return undefined;
  const { url, content } = data.content;
  return { url, title: content.title ?? url, text: content.source.data };
}
