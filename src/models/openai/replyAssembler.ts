import type { AssistantPart, ModelReply, SendWatch, StopReason, TokenUsage, ToolCallPart } from '../provider';
import { ProtocolError } from '../attempt';
import { looseJson, onlyObject } from '../looseJson';
import type { RunawayWatch } from '../runaway';
import { ThoughtFilter, withoutThoughts } from '../thoughts';
import * as z from 'zod';
import { randomUUID } from 'node:crypto';
import { stringsIn } from '../../debate/log/objects';

/** Servers differ in which fields they leave out, set to null or add. */
const functionDelta = z.object({
  name: z.string().nullish(),
  /** Text in pieces; some servers send the object itself. */
  arguments: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish(),
});

const callDelta = z.object({ index: z.int().nullish(), id: z.string().nullish(), function: functionDelta.nullish() });
type CallDelta = z.infer<typeof callDelta>;

/** Mistral sends thinking and text as a list. */
const contentPart = z.looseObject({ type: z.string(), text: z.string().optional() });
const content = z.union([z.string(), z.array(contentPart)]);

const delta = z.looseObject({
  content: content.nullish(),
  refusal: z.string().nullish(),
  tool_calls: z.array(callDelta).nullish(),
  /** Form of a call before the protocol had tools. */
  function_call: functionDelta.nullish(),
});
type ChatDelta = z.infer<typeof delta>;

const count = z.number().nonnegative();
const usage = z.object({
  prompt_tokens: count,
  completion_tokens: count.nullish(),
  completion_tokens_details: z.object({ reasoning_tokens: count.nullish() }).nullish().catch(undefined),
  prompt_tokens_details: z.object({ cached_tokens: count.nullish(), cache_write_tokens: count.nullish() }).nullish(),
  /** DeepSeek's name for cached tokens. */
  prompt_cache_hit_tokens: count.nullish(),
});
type ChatUsage = z.infer<typeof usage>;

/** `message`: the complete message, from a server that does not stream. */
const chatChunk = z.object({
  choices: z
    .array(
      z.object({
        index: z.int().nullish(),
        delta: delta.nullish(),
        message: delta.nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  usage: usage.nullish().catch(undefined),
});

const saidIn = (given: z.infer<typeof content>): string =>
  typeof given === 'string' ? given : given.map((part) => (part.type === 'text' ? (part.text ?? '') : '')).join('');

/**
 * Thinking in a field of its own, under any name. Some servers send it under two names, of which the first holds all of
 * it.
 */
function thoughtIn({ content: given, ...fields }: ChatDelta): string {
  const field = Object.entries(fields).find(
    ([name, value]) => /^(?:reason|think|thought)/i.test(name) && typeof value === 'string' && value !== '',
  );
  if (field !== undefined) return String(field[1]);
  return Array.isArray(given)
    ? given.flatMap((part) => (part.type === 'thinking' ? stringsIn(part['thinking']) : [])).join('')
    : '';
}

interface Growing {
  index: number;
  id: string;
  name: string;
  text: string;
  /** Arguments as an object, as some servers send them. */
  whole?: Record<string, unknown>;
}

export class CallAssembler {
  readonly #calls: Growing[] = [];

  get isEmpty(): boolean {
    return this.#calls.length === 0;
  }

  add(delta: CallDelta): void {
    const call = this.#callOf(delta);
    const { name, arguments: piece } = delta.function ?? {};
    if (call.name === '') call.name = name ?? '';
    if (typeof piece === 'string') call.text += piece;
    else if (piece != null) call.whole = piece;
  }

  /** Calls with new ids where a server gives none, or the same one twice. */
  parts(): ToolCallPart[] {
    const seen = new Set<string>(['']);
    return this.#calls.map((call) => {
      const id = seen.has(call.id) ? `call_${randomUUID()}` : call.id;
      seen.add(id);
      return { type: 'tool_call', id, name: call.name, input: call.whole ?? inputOf(call.text) };
    });
  }

  #callOf({ index, id, function: named }: CallDelta): Growing {
    const begins = id != null && id !== '' && named?.name != null && named.name !== '';
    const open =
      index == null ? (begins ? undefined : this.#calls.at(-1)) : this.#calls.findLast((call) => call.index === index);
    // A named call with another id under the same index is a new call: some servers number every call 0.
    if (open !== undefined && !(begins && open.id !== '' && open.id !== id)) {
      if (open.id === '') open.id = id ?? '';
      return open;
    }
    const call = { index: index ?? this.#calls.length, id: id ?? '', name: '', text: '' };
    this.#calls.push(call);
    return call;
  }
}

/** Broken JSON stays text: the tool's schema rejects it, and the model learns why. */
const inputOf = (text: string): unknown => (text.trim() === '' ? {} : (looseJson(text) ?? text));

/** Reasons of a server that failed (OpenRouter, vLLM, DeepSeek). */
const brokenOff = new Set(['error', 'abort', 'insufficient_system_resource']);

export class ReplyAssembler {
  readonly #calls = new CallAssembler();
  readonly #filter = new ThoughtFilter();
  #text = '';
  #thought = '';
  #refusal = '';
  #finish: string | undefined;
  #usage: ChatUsage | undefined;
  #hasBegun = false;

  constructor(
    private readonly watch: Pick<SendWatch, 'onText' | 'onUnseen'> = {},
    private readonly runaway?: RunawayWatch,
  ) {}

  /** Whether anything came, even if only thinking. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  get isFinished(): boolean {
    return this.#finish !== undefined && !brokenOff.has(this.#finish);
  }

  /** Marks the answer as complete. Some servers never say why it ends. */
  end(): void {
    this.#finish ??= 'stop';
  }

  /** Adds an event of the stream. @throws ProtocolError; RunawayAnswer */
  add(event: unknown): void {
    const result = chatChunk.safeParse(event);
    if (!result.success)
      throw new ProtocolError(result.error.issues[0]?.message ?? 'no event', { cause: result.error });
    const { choices, usage } = result.data;
    this.#usage = usage ?? this.#usage;
    if (usage?.completion_tokens != null && !this.isFinished)
      this.runaway?.count(usage.completion_tokens, usage.completion_tokens_details?.reasoning_tokens ?? undefined);
    for (const choice of choices ?? []) {
      if ((choice.index ?? 0) !== 0) continue;
      const delta = choice.delta ?? choice.message ?? {};
      // The role may come long before the first token.
      this.#hasBegun ||= Object.entries(delta).some(
        ([name, value]) => name !== 'role' && value != null && value !== '',
      );
      this.#addDelta(delta);
      this.#finish = choice.finish_reason ?? this.#finish;
    }
  }

  get usage(): TokenUsage | undefined {
    if (this.#usage === undefined) return undefined;
    const { prompt_tokens, completion_tokens, prompt_tokens_details, prompt_cache_hit_tokens } = this.#usage;
    const cached = Math.min(prompt_tokens, prompt_tokens_details?.cached_tokens ?? prompt_cache_hit_tokens ?? 0);
    const written = Math.min(prompt_tokens - cached, prompt_tokens_details?.cache_write_tokens ?? 0);
    return {
      input: prompt_tokens - cached - written,
      cache_write: written,
      cache_read: cached,
      output: completion_tokens ?? 0,
    };
  }

  /** Returns undefined without text, call or refusal, unless the answer's limit was reached. */
  reply(): ModelReply | undefined {
    const calls = this.#calls.parts();
    const held = this.#filter.finish();
    if (held !== '') this.watch.onText?.(held);
    const said = this.#said();
    const text: AssistantPart[] = said.trim() === '' ? [] : [{ type: 'text', text: said }];
    const stop = this.#stop();
    if (stop === 'end' && text.length === 0) return undefined;
    const refusal = this.#refusal === '' ? {} : { refusal: this.#refusal };
    return { parts: [...text, ...calls], stop, usage: this.usage, pages: [], ...refusal };
  }

  #addDelta(given: ChatDelta): void {
    const { content, refusal, tool_calls, function_call } = given;
    this.#say(saidIn(content ?? ''));
    this.#think(thoughtIn(given));
    this.#refusal += refusal ?? '';
    for (const call of tool_calls ?? []) this.#call(call);
    if (function_call != null) this.#call({ index: 0, function: function_call });
  }

  #say(text: string): void {
    if (text === '') return;
    this.#text += text;
    this.runaway?.write(text);
    const shown = this.#filter.push(text);
    // Held-back text that is shown later is then subtracted.
    this.watch.onUnseen?.(text.length - shown.length);
    if (shown !== '') this.watch.onText?.(shown);
  }

  #think(text: string): void {
    if (text === '') return;
    this.#thought += text;
    this.watch.onUnseen?.(text.length);
    this.runaway?.think(text);
  }

  #call(call: CallDelta): void {
    this.#calls.add(call);
    const { arguments: piece } = call.function ?? {};
    const written = typeof piece === 'string' ? piece : piece == null ? '' : JSON.stringify(piece);
    this.watch.onUnseen?.(written.length);
    this.runaway?.write(written);
  }

  /** The text of the answer. Some servers report the whole answer as thinking: one object, and no text. */
  #said(): string {
    const { said, thought } = withoutThoughts(this.#text);
    if (said.trim() !== '' || this.#finish !== 'stop' || !this.#calls.isEmpty) return said;
    return [this.#thought, thought].find((text) => onlyObject(text) !== undefined) ?? said;
  }

  #stop(): StopReason {
    if (this.#refusal !== '' || this.#finish === 'content_filter') return 'refusal';
    if (this.#finish === 'length') return 'max_tokens';
    // Several servers say `stop` after calls.
    return this.#calls.isEmpty ? 'end' : 'tool_use';
  }
}
