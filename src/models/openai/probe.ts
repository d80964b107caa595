import { isModelError } from '../modelError';
import type { ModelMessage, ModelReply, ModelRequest, ToolCallPart } from '../provider';
import type { Abilities } from './abilities';

type SendRequest = (request: ModelRequest) => Promise<ModelReply>;

/** A debate asks for as many tokens, so a server that allows less says so now. */
const maxOutputTokens = 16_000;

const said = (words: string): ModelMessage => ({ role: 'user', parts: [{ type: 'text', text: words }] });

const asked = (model: string, messages: readonly ModelMessage[]): ModelRequest => ({
  model,
  system: [{ type: 'text', text: 'Do what you are asked for, in as few words as you can.' }],
  messages,
  maxOutputTokens,
});

const closed = (properties: Record<string, unknown>): Record<string, unknown> => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

const tools = [{ name: 'ready', description: 'Says that you are ready.', inputSchema: closed({}) }];
const toolWords = said('Call the tool "ready". Write no text.');

/**
 * Sends small requests of every kind that a debate uses: tools, a call with its result, a schema. `send` learns what is
 * refused or ignored; the answer shows ignored tools.
 */
export async function probe(model: string, abilities: Abilities, send: SendRequest): Promise<void> {
  const isToolless = (): boolean => abilities.has('tools') === false || abilities.has('tool_messages') === false;
  if (!isToolless() && abilities.has('tools') === undefined) {
    const reply = await answered(send, { ...asked(model, [toolWords]), tools }, isToolless);
    if (reply?.stop === 'end') abilities.learnMissing('tools');
    const [call] = reply?.parts.filter((part) => part.type === 'tool_call') ?? [];
    if (call !== undefined && !isToolless())
      await answered(send, { ...asked(model, [toolWords, ...calledBack(call)]), tools }, isToolless);
  }
  if (abilities.has('answer') === undefined) {
    const question = asked(model, [said('Write the word "ready" as the schema has it: `ready` is true.')]);
    const answer = { name: 'ready', schema: closed({ ready: { type: 'boolean' } }) };
    await answered(send, { ...question, answer }, () => abilities.has('answer') === false);
  }
  // If both were refused, the model has not answered.
  if (abilities.reportsUsage === undefined) await load(model, send);
}

/** A call without words, as in a debate. */
const calledBack = (call: ToolCallPart): ModelMessage[] => [
  { role: 'assistant', parts: [call] },
  {
    role: 'user',
    parts: [{ type: 'tool_result', id: call.id, name: call.name, text: 'You are ready. Write the word "ready".' }],
  },
];

/** Loads the model: a server that answers this has it in memory. */
export async function load(model: string, send: SendRequest): Promise<void> {
  const request = { ...asked(model, [said('Write the word "ready".')]), maxOutputTokens: 1 };
  await answered(send, request, () => false);
}

/** OpenAI's reasoning models refuse to answer in so few tokens; the fields were then accepted. */
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
    // The model wrote an invalid call or invalid JSON, so the request itself was accepted.
    const isTaken =
      isModelError(error) && (['empty', 'runaway', 'bad_sample'].includes(error.code) || tooShort.test(error.message));
    if (isTaken) return undefined;
    throw error;
  }
}
