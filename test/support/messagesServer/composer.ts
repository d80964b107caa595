import type { ContentBlock, Message, ThinkingBlock, ToolUseBlock } from '@anthropic-ai/sdk/resources/messages';
import { ScriptMistake, blocksOf, type Answer, type AnswerBlock } from './answer';
import { misfit } from './answerSchema';
import type { ModelEntry } from './models';
import type { CacheTicket } from './prefixCache';
import { contextHash, messageBlock, promptTokens, type Prompt, type PromptBlock } from './prompt';
import { isCustom, type MessagesRequest } from './requestSchema';
import { seal } from './seals';
import { ServerTools } from './serverTools';
import { Sources } from './sources';
import { blockTokens, countTokens } from './tokens';

export interface Composed {
  content: ContentBlock[];
  stop: NonNullable<Message['stop_reason']>;
  outputTokens: number;
  thinkingTokens: number;
  searches: ServerTools['requests'];
  /** Input of a tool call that was cut in the middle: its JSON so far. */
  cutInput?: string;
}

export interface Composing {
  request: MessagesRequest;
  model: ModelEntry;
  prompt: Prompt;
  ticket: CacheTicket;
  now: () => number;
  /** Number that distinguishes the ids of this answer from all others. */
  n: number;
}

const isOutput = (block: ContentBlock): boolean =>
  block.type === 'text' || block.type === 'tool_use' || block.type === 'server_tool_use';

/** Turns the script's answer into what the API sends, and bills it. */
export class Composer {
  readonly #content: ContentBlock[] = [];
  readonly #sources: Sources;
  readonly #tools: ServerTools;
  #unread: PromptBlock[] = [];
  #output = 0;
  #thought = 0;
  #ids = 0;
  #cut: { reason: Composed['stop']; input?: string } | undefined;

  constructor(private readonly given: Composing) {
    this.#sources = new Sources(given.request);
    this.#tools = new ServerTools(given.request, this.#sources, () => this.#nextId('srvtoolu_'), given.now);
  }

  compose(answer: Answer): Composed {
    for (const block of blocksOf(answer)) if (this.#cut === undefined) this.#write(block);
    if (answer.stop === undefined && this.#cut === undefined) this.#checkFormat(answer);
    const calls = this.#content.some(({ type }) => type === 'tool_use');
    return {
      content: this.#content,
      stop: this.#cut?.reason ?? answer.stop ?? (calls ? 'tool_use' : 'end_turn'),
      outputTokens: Math.max(this.#output + this.#thought, 1),
      thinkingTokens: this.#thought,
      searches: this.#tools.requests,
      ...(this.#cut?.input === undefined ? {} : { cutInput: this.#cut.input }),
    };
  }

  #write(block: AnswerBlock): void {
    switch (block.type) {
      case 'text':
        this.#writeText(block);
        break;
      case 'thinking':
        this.#writeThinking(block.thinking);
        break;
      case 'tool_call':
        this.#writeCall(block);
        break;
      case 'search':
        this.#add(this.#tools.search(block));
        break;
      case 'fetch':
        this.#add(this.#tools.fetch(block));
        break;
    }
  }

  #writeText({ text, citations }: Extract<AnswerBlock, { type: 'text' }>): void {
    const room = this.#room();
    const said = countTokens(text) > room ? text.slice(0, room * 4) : text;
    if (said.length < text.length) this.#cut = { reason: this.#limitReason() };
    if (said !== '')
      this.#add([
        {
          type: 'text',
          text: said,
          citations: citations === undefined ? null : citations.map((citation) => this.#sources.cite(citation)),
        },
      ]);
  }

  #writeThinking(thinking: string): void {
    const { model, prompt } = this.given;
    if (!model.thinking.isOn) throw new ScriptMistake(`${model.id} does not think.`);
    const context = contextHash([...prompt.blocks, ...this.#content.map((block) => messageBlock('assistant', block))]);
    const block: ThinkingBlock = { type: 'thinking', thinking: '', signature: seal({ model: model.id, context }) };
    this.#thought += countTokens(thinking);
    this.#add([block]);
    if (this.#room() < 0) this.#cut = { reason: this.#limitReason() };
  }

  #writeCall({ name, input, id }: Extract<AnswerBlock, { type: 'tool_call' }>): void {
    if (this.given.request.tools?.some((tool) => isCustom(tool) && tool.name === name) !== true)
      throw new ScriptMistake(`The tool ${name} was not offered.`);
    const block: ToolUseBlock = {
      type: 'tool_use',
      id: id ?? this.#nextId('toolu_'),
      name,
      input,
      caller: { type: 'direct' },
    };
    const room = this.#room();
    if (blockTokens(block) <= room) {
      this.#add([block]);
      return;
    }
    this.#cut = {
      reason: this.#limitReason(),
      input: JSON.stringify(input).slice(0, Math.max(room * 4 - name.length, 0)),
    };
    this.#content.push({ ...block, input: {} });
    this.#output += Math.max(room, 0);
  }

  #add(blocks: readonly ContentBlock[]): void {
    for (const block of blocks) {
      this.#content.push(block);
      this.#unread.push(messageBlock('assistant', block));
      if (isOutput(block)) this.#output += blockTokens(block);
      const isResult = block.type === 'web_search_tool_result' || block.type === 'web_fetch_tool_result';
      if (isResult) this.given.ticket.iterate(this.#unread.splice(0));
    }
  }

  #room(): number {
    return Math.min(this.given.request.max_tokens, this.#windowLeft()) - this.#output - this.#thought;
  }

  #windowLeft(): number {
    return this.given.model.maxInputTokens - promptTokens(this.given.prompt);
  }

  #limitReason(): 'max_tokens' | 'model_context_window_exceeded' {
    return this.#windowLeft() < this.given.request.max_tokens ? 'model_context_window_exceeded' : 'max_tokens';
  }

  #checkFormat(answer: Answer): void {
    const format = this.given.request.output_config?.format;
    if (format === undefined || answer.isUnchecked === true || this.#content.some(({ type }) => type === 'tool_use'))
      return;
    const text = this.#content.map((block) => (block.type === 'text' ? block.text : '')).join('');
    const problem = misfit(format.schema, parsed(text));
    if (problem !== undefined) throw new ScriptMistake(`The answer does not fit the format of the request: ${problem}`);
  }

  #nextId(prefix: string): string {
    return `${prefix}${this.given.n}_${this.#ids++}`;
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new ScriptMistake(`The request has a format for the answer; this is no JSON: ${text.slice(0, 80)}`);
  }
};
