import type { AssistantPart, ModelReply, StopReason, TokenUsage } from '../provider';
import { ProtocolError } from '../attempt';
import { CallAssembler } from './callAssembler';
import { chatChunk, type ChatDelta, type ChatUsage } from './chatChunk';
import { ThinkFilter } from './thinkFilter';

/** Ends that are none: the server gave up. Of OpenRouter, vLLM and DeepSeek. */
const brokenOff = new Set(['error', 'abort', 'insufficient_system_resource']);

/** Puts a reply together from the events of a stream. */
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

  /** The model has begun to speak, if only in its thoughts. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** The server said why the answer ends. */
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
      // The role alone may come long before the first token.
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
    return { input: prompt_tokens - cached, cache_write: 0, cache_read: cached, output: completion_tokens ?? 0 };
  }

  /** Undefined where nothing was said: no text, no call, no refusal, and not for want of room. */
  reply(): ModelReply | undefined {
    this.#say(this.#think.finish());
    const calls = this.#calls.parts();
    const text: AssistantPart[] = this.#text.trim() === '' ? [] : [{ type: 'text', text: this.#text }];
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
