import type { AssistantPart, ModelReply, StopReason, TokenUsage, ToolCallPart } from '../provider';
import { ProtocolError } from '../attempt';
import * as z from 'zod';
import { randomUUID } from 'node:crypto';

/** Servers differ in what they leave out, set to null or add. */
const functionDelta = z.object({
  name: z.string().nullish(),
  /** Text in pieces; some servers send the object itself. */
  arguments: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish(),
});

const callDelta = z.object({ index: z.int().nullish(), id: z.string().nullish(), function: functionDelta.nullish() });
type CallDelta = z.infer<typeof callDelta>;

/** Mistral sends thinking and text as a list. */
const content = z.union([
  z.string(),
  z.array(z.object({ type: z.string(), text: z.string().optional() })).transform((parts) => parts.map(textOf).join('')),
]);

const delta = z.object({
  content: content.nullish(),
  refusal: z.string().nullish(),
  tool_calls: z.array(callDelta).nullish(),
  /** How calls looked before there were tools. */
  function_call: functionDelta.nullish(),
  /** Seen, never kept. */
  reasoning_content: z.string().nullish().catch(undefined),
  reasoning: z.string().nullish().catch(undefined),
});
type ChatDelta = z.infer<typeof delta>;

const count = z.number().nonnegative();
const usage = z.object({
  prompt_tokens: count,
  completion_tokens: count.nullish(),
  prompt_tokens_details: z.object({ cached_tokens: count.nullish(), cache_write_tokens: count.nullish() }).nullish(),
  /** DeepSeek's name for cached tokens. */
  prompt_cache_hit_tokens: count.nullish(),
});
type ChatUsage = z.infer<typeof usage>;

/** `message`: the whole, from a server that does not stream. */
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

function textOf(part: { type: string; text?: string | undefined }): string {
  return part.type === 'text' ? (part.text ?? '') : '';
}

const tags = ['think', 'thinking'];

type ThinkState = 'start' | 'thinking' | 'after' | 'text';

/** Removes the `<think>…</think>` at the start of many local models' content, from a stream: what may begin a tag is held back. */
export class ThinkFilter {
  #state: ThinkState = 'start';
  #held = '';
  #end = '';

  /** What of the answer was not returned yet. */
  push(piece: string): string {
    this.#held += piece;
    if (this.#state === 'start') this.#state = this.#begin();
    if (this.#state === 'thinking') this.#state = this.#think();
    if (this.#state === 'after') this.#state = this.#resume();
    return this.#state === 'text' ? this.#released() : '';
  }

  /** What was held back belongs to the answer, unless it is cut thinking. */
  finish(): string {
    return this.#state === 'start' ? this.#released() : '';
  }

  #begin(): ThinkState {
    const text = this.#held.trimStart();
    const tag = tags.find((name) => text.startsWith(`<${name}>`));
    if (tag === undefined) return tags.some((name) => `<${name}>`.startsWith(text)) ? 'start' : 'text';
    this.#end = `</${tag}>`;
    this.#held = text.slice(tag.length + 2);
    return 'thinking';
  }

  #think(): ThinkState {
    const at = this.#held.indexOf(this.#end);
    // Only what may begin its end is kept.
    this.#held = this.#held.slice(at < 0 ? -(this.#end.length - 1) : at + this.#end.length);
    return at < 0 ? 'thinking' : 'after';
  }

  #resume(): ThinkState {
    this.#held = this.#held.trimStart();
    return this.#held === '' ? 'after' : 'text';
  }

  #released(): string {
    const text = this.#held;
    this.#held = '';
    return text;
  }
}

/** Where the server's template begins the thinking, the content holds only its end. An answer in JSON may speak of the tag. */
function withoutOpenThinking(text: string): string {
  if (text.trimStart().startsWith('{')) return text;
  const tag = tags.find((name) => text.includes(`</${name}>`));
  if (tag === undefined) return text;
  const [thought = '', ...answer] = text.split(`</${tag}>`);
  return thought.includes(`<${tag}>`) ? text : answer.join(`</${tag}>`).trimStart();
}

interface Growing {
  index: number;
  id: string;
  name: string;
  text: string;
  /** From servers that send arguments as they are. */
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

  /** With ids of our own: some servers give none, others the same twice. */
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
    // Another id with a name under the same index is another call: some servers count every call 0.
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
function inputOf(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The server gave up (OpenRouter, vLLM, DeepSeek). */
const brokenOff = new Set(['error', 'abort', 'insufficient_system_resource']);

export class ReplyAssembler {
  readonly #think = new ThinkFilter();
  readonly #calls = new CallAssembler();
  readonly #onText: ((delta: string) => void) | undefined;
  #text = '';
  #refusal = '';
  #finish: string | undefined;
  #usage: ChatUsage | undefined;
  #hasBegun = false;

  constructor(onText: ((delta: string) => void) | undefined) {
    this.#onText = onText;
  }

  /** If only in its thoughts. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  get isFinished(): boolean {
    return this.#finish !== undefined && !brokenOff.has(this.#finish);
  }

  /** @throws ProtocolError */
  add(event: unknown): void {
    const result = chatChunk.safeParse(event);
    if (!result.success)
      throw new ProtocolError(result.error.issues[0]?.message ?? 'no event', { cause: result.error });
    const { choices, usage } = result.data;
    this.#usage = usage ?? this.#usage;
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

  /** Undefined if there is no text, call or refusal, unless room was wanting. */
  reply(): ModelReply | undefined {
    this.#say(this.#think.finish());
    const calls = this.#calls.parts();
    const said = withoutOpenThinking(this.#text);
    const text: AssistantPart[] = said.trim() === '' ? [] : [{ type: 'text', text: said }];
    const stop = this.#stop();
    if (stop === 'end' && text.length === 0) return undefined;
    const refusal = this.#refusal === '' ? {} : { refusal: this.#refusal };
    return { parts: [...text, ...calls], stop, usage: this.usage, pages: [], ...refusal };
  }

  #addDelta({ content, refusal, tool_calls, function_call }: ChatDelta): void {
    this.#say(this.#think.push(content ?? ''));
    this.#refusal += refusal ?? '';
    for (const call of tool_calls ?? []) this.#calls.add(call);
    if (function_call != null) this.#calls.add({ index: 0, function: function_call });
  }

  #say(text: string): void {
    if (text === '') return;
    this.#text += text;
    this.#onText?.(text);
  }

  #stop(): StopReason {
    if (this.#refusal !== '' || this.#finish === 'content_filter') return 'refusal';
    if (this.#finish === 'length') return 'max_tokens';
    // Several servers say `stop` after calls.
    return this.#calls.isEmpty ? 'end' : 'tool_use';
  }
}
