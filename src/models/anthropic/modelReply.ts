import * as z from 'zod';
import type { AssistantPart, ModelReply, ProviderPage, StopReason, TextPart, ToolCallPart } from '../provider';
import type { MessageBlock, MessageAssembler } from './messageAssembler';
import { ProtocolError } from '../attempt';

const stops: ReadonlyMap<string, StopReason> = new Map([
  ['end_turn', 'end'],
  ['stop_sequence', 'end'],
  ['max_tokens', 'max_tokens'],
  ['tool_use', 'tool_use'],
  ['pause_turn', 'pause'],
  ['refusal', 'refusal'],
  ['model_context_window_exceeded', 'context_window'],
]);

/** A limit may end a message in the middle of a tool's input; nothing else may. */
const mayCut: ReadonlySet<StopReason> = new Set(['max_tokens', 'context_window', 'refusal']);

/** @throws ProtocolError when the message contradicts itself, or ends for an unknown reason. */
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

/** Undefined for a text of nothing: the API sends such blocks. */
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

/** Anything besides its type. */
const holds = (others: Record<string, unknown>): boolean =>
  Object.entries(others).some(([key, value]) => key !== 'type' && value != null);

const fetched = z.object({
  type: z.literal('web_fetch_tool_result'),
  content: z.object({
    type: z.literal('web_fetch_result'),
    url: z.string(),
    // A PDF comes as base64: no plain text that a quote could be looked up in.
    content: z.object({ title: z.string().nullish(), source: z.object({ type: z.literal('text'), data: z.string() }) }),
  }),
});

function pageOf(block: MessageBlock): ProviderPage | undefined {
  const { data } = fetched.safeParse(block);
  if (data === undefined) return undefined;
  const { url, content } = data.content;
  return { url, title: content.title ?? url, text: content.source.data };
}
