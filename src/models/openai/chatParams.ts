import * as l10n from '@vscode/l10n';
import type { OpenAI } from 'openai/client';
import { isModelError } from '../modelError';
import {
  textIn,
  type AssistantPart,
  type Effort,
  type ModelReply,
  type ModelRequest,
  type TextPart,
  type ToolCallPart,
  type UserPart,
} from '../provider';
import type { RefusedRequest } from './chatFailure';

type Params = OpenAI.ChatCompletionCreateParamsStreaming;
type ChatMessage = OpenAI.ChatCompletionMessageParam;

interface ParamsOptions {
  /** To OpenAI itself, which names some fields otherwise. */
  isOpenAi: boolean;
  /** Some servers refuse to be asked for usage. */
  asksUsage: boolean;
}

/** The body of a request. Early parts depend on no later ones, so that automatic prefix caches find them; cache points need no mark. */
export function chatParams(request: ModelRequest, { isOpenAi, asksUsage }: ParamsOptions): Params {
  const { model, tools = [], answer, maxOutputTokens } = request;
  return {
    model,
    messages: chatMessages(request),
    ...(tools.length === 0 ? {} : { tools: tools.map(asFunction) }),
    ...(answer === undefined
      ? {}
      : { response_format: { type: 'json_schema', json_schema: { ...answer, strict: true } } }),
    // OpenAI's reasoning models refuse the old name; other servers do not know the new one.
    [isOpenAi ? 'max_completion_tokens' : 'max_tokens']: maxOutputTokens,
    ...effortField(request, isOpenAi),
    stream: true,
    ...(asksUsage ? { stream_options: { include_usage: true } } : {}),
  };
}

/** OpenAI's reasoning models know effort; others refuse it. */
export const effortsOf = (model: string, isOpenAi: boolean): readonly Effort[] =>
  isOpenAi && !/^(?:ft:)?(?:gpt-[34]|chatgpt)|-chat\b/.test(model) ? ['low', 'medium', 'high'] : [];

function effortField({ model, effort }: ModelRequest, isOpenAi: boolean): { reasoning_effort?: Effort } {
  return effort !== undefined && effortsOf(model, isOpenAi).includes(effort) ? { reasoning_effort: effort } : {};
}

const asFunction = ({
  name,
  description,
  inputSchema,
}: NonNullable<ModelRequest['tools']>[number]): OpenAI.ChatCompletionTool => ({
  type: 'function',
  function: { name, description, parameters: inputSchema },
});

function chatMessages({ system, messages }: ModelRequest): ChatMessage[] {
  const head: ChatMessage[] = system.length === 0 ? [] : [{ role: 'system', content: joined(system) }];
  const rest = messages.flatMap((message) =>
    message.role === 'user' ? userMessages(message.parts) : assistantMessage(message.parts),
  );
  return [...head, ...rest];
}

const joined = (parts: readonly TextPart[]): string => parts.map((part) => part.text).join('\n\n');

/** Results are messages of their own, right behind the calls. */
function userMessages(parts: readonly UserPart[]): ChatMessage[] {
  const results = parts.filter((part) => part.type === 'tool_result');
  const texts = parts.filter((part) => part.type === 'text');
  return [
    // The protocol has no mark for a failure.
    ...results.map((part): ChatMessage => ({
      role: 'tool',
      tool_call_id: part.id,
      content: part.isError === true ? `Error: ${part.text}` : part.text,
    })),
    ...(texts.length === 0 ? [] : [{ role: 'user', content: joined(texts) } as const]),
  ];
}

function assistantMessage(parts: readonly AssistantPart[]): ChatMessage {
  const calls = parts.filter((part) => part.type === 'tool_call');
  const content = joined(parts.filter((part) => part.type === 'text'));
  return { role: 'assistant', content, ...(calls.length === 0 ? {} : { tool_calls: calls.map(asCall) }) };
}

function asCall({ id, name, input }: ToolCallPart): OpenAI.ChatCompletionMessageFunctionToolCall {
  // Servers parse the arguments of earlier calls, and fail on anything but an object.
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input);
  return {
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(isObject ? input : { unreadable: input }) },
  };
}

export const charactersPerToken = 3.6;
const tokensPerMessage = 5;
const tokensPerRequest = 10;

/** By characters: every model splits text in its own way. */
export function estimatedTokens(request: ModelRequest): number {
  const { messages, tools, response_format } = chatParams(request, { isOpenAi: false, asksUsage: false });
  const texts = messages.map(
    (message) =>
      (typeof message.content === 'string' ? message.content : '') +
      ('tool_calls' in message ? JSON.stringify(message.tool_calls) : ''),
  );
  const besides = [tools, response_format].map((field) => (field === undefined ? '' : JSON.stringify(field)));
  const characters = [...texts, ...besides].reduce((sum, text) => sum + text.length, 0);
  return Math.ceil(characters / charactersPerToken) + messages.length * tokensPerMessage + tokensPerRequest;
}

/** What servers may lack: tools, answers by JSON Schema, the usage of a stream. */
export type Ability = 'tools' | 'answer' | 'usage';

/** How servers name it when they refuse it. */
const names: Record<Ability, RegExp> = {
  tools: /\btools\b|\btool[ _](?:choice|calls?|calling|use)\b|\bfunction[ _]call(?:s|ing)?\b|--jinja/i,
  answer: /response_format|json[ _]?schema|structured[ _](?:outputs?|answers?)|\bgrammar\b/i,
  usage: /stream_options|include_usage/i,
};

/** llama.cpp refuses fields with 500, but then it names them. */
const statuses = new Set([400, 404, 422, 500, 501]);

/** What is known of one model at one server, as long as the provider lives. */
export class Abilities {
  readonly #known = new Map<Ability, boolean>();
  /** Whether usage was really told. */
  reportsUsage: boolean | undefined;

  has(ability: Ability): boolean | undefined {
    return this.#known.get(ability);
  }

  learnMissing(ability: Ability): void {
    this.#known.set(ability, false);
  }

  /** The server may have ignored a field: what is missing stays so. */
  learnAccepted(used: readonly Ability[]): void {
    for (const ability of used) if (!this.#known.has(ability)) this.#known.set(ability, true);
  }

  /** What the request used and no answer has shown to work. */
  suspects(used: readonly Ability[], { status }: RefusedRequest): Ability[] {
    return status !== undefined && statuses.has(status)
      ? used.filter((ability) => this.#known.get(ability) !== true)
      : [];
  }
}

/** The suspect that the server names. */
export const namedBy = ({ message, param }: RefusedRequest, suspects: readonly Ability[]): Ability | undefined =>
  suspects.find((ability) => names[ability].test(`${param ?? ''} ${message}`));

export const usedBy = ({ tools = [], answer }: ModelRequest, asksUsage: boolean): Ability[] => [
  ...(answer === undefined ? [] : (['answer'] as const)),
  ...(tools.length === 0 ? [] : (['tools'] as const)),
  ...(asksUsage ? (['usage'] as const) : []),
];

export function withoutAbility(request: ModelRequest, ability: Ability): ModelRequest {
  const { answer, tools, ...rest } = request;
  return {
    ...rest,
    ...(answer === undefined || ability === 'answer' ? {} : { answer }),
    ...(tools === undefined || ability === 'tools' ? {} : { tools }),
  };
}

/**
 * Whether a schema was taken and not enforced, as Ollama does with some models: the answer is prose without any object. One in a fence or
 * behind a sentence is an answer.
 */
export function isUnheld({ answer }: ModelRequest, { parts, stop }: ModelReply): boolean {
  const said = textIn(parts);
  return answer !== undefined && stop === 'end' && said.trim() !== '' && !said.includes('{');
}

export const lackText = (ability: Exclude<Ability, 'usage'>, model: string, origin: string): string =>
  ability === 'tools'
    ? l10n.t(
        'The model {0} at {1} lacks tool calls. From the next attempt on it is asked in plain text: resume.',
        model,
        origin,
      )
    : l10n.t(
        'The model {0} at {1} lacks answers by JSON Schema. From the next attempt on it is asked in plain text: resume.',
        model,
        origin,
      );

type SendRequest = (request: ModelRequest) => Promise<ModelReply>;

const text = (words: string): Pick<ModelRequest, 'system' | 'messages'> => ({
  system: [],
  messages: [{ role: 'user', parts: [{ type: 'text', text: words }] }],
});

/** Enough to see how an answer begins. */
const maxOutputTokens = 16;

const closed = (properties: Record<string, unknown>): Record<string, unknown> => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

const toolQuestion = (model: string): ModelRequest => ({
  model,
  maxOutputTokens,
  ...text('Call the tool "ready". Write no text.'),
  tools: [{ name: 'ready', description: 'Says that you are ready.', inputSchema: closed({}) }],
});

const answerQuestion = (model: string): ModelRequest => ({
  model,
  maxOutputTokens,
  ...text('Write the word "ready" and nothing else.'),
  answer: { name: 'ready', schema: closed({ ready: { type: 'boolean' } }) },
});

/**
 * Small requests that find out whether a model takes tools and JSON Schema. `send` notes a refusal and an ignored
 * schema; the answer shows ignored tools.
 */
export async function probe(model: string, abilities: Abilities, send: SendRequest): Promise<void> {
  if (abilities.has('tools') === undefined) {
    const reply = await answered(send, toolQuestion(model), () => abilities.has('tools') === false);
    if (reply?.stop === 'end') abilities.learnMissing('tools');
  }
  if (abilities.has('answer') === undefined)
    await answered(send, answerQuestion(model), () => abilities.has('answer') === false);
  // If both were refused, the model has not answered yet.
  if (abilities.reportsUsage === undefined) await load(model, send);
}

/** A server that answers this has loaded the model. */
export async function load(model: string, send: SendRequest): Promise<void> {
  await answered(send, { model, ...text('Write the word "ready".'), maxOutputTokens: 1 }, () => false);
}

/** OpenAI's reasoning models refuse to answer in so few tokens: then the fields were right. */
const tooShort = /max_tokens or model output limit/i;

async function answered(
  send: SendRequest,
  request: ModelRequest,
  isRefused: () => boolean,
): Promise<ModelReply | undefined> {
  try {
    return await send(request);
  } catch (error) {
    if (isRefused()) return undefined;
    if (isModelError(error) && (error.code === 'empty' || tooShort.test(error.message))) return undefined;
    throw error;
  }
}
