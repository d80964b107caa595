import { isModelError } from '../modelError';
import type { ModelReply, ModelRequest } from '../provider';
import type { Abilities } from './abilities';

type Send = (request: ModelRequest) => Promise<ModelReply>;

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

/** Whoever is held to the schema begins with a brace, whatever the words ask for. */
const answerQuestion = (model: string): ModelRequest => ({
  model,
  maxOutputTokens,
  ...text('Write the word "ready" and nothing else.'),
  answer: { name: 'ready', schema: closed({ ready: { type: 'boolean' } }) },
});

/**
 * Finds out by small requests what nobody says of a model: whether it takes tools and JSON Schema. What is refused is noted
 * by `send`; what is silently ignored shows in the answer.
 */
export async function probe(model: string, abilities: Abilities, send: Send): Promise<void> {
  if (abilities.has('tools') === undefined) {
    const reply = await answered(send, toolQuestion(model), () => abilities.has('tools') === false);
    if (reply?.stop === 'end') abilities.learn('tools', false);
  }
  if (abilities.has('answer') === undefined) {
    const reply = await answered(send, answerQuestion(model), () => abilities.has('answer') === false);
    const said = reply?.parts.find((part) => part.type === 'text')?.text.trimStart() ?? '';
    if (said !== '' && !said.startsWith('{')) abilities.learn('answer', false);
  }
  // Where both were refused, nothing has shown yet that the model answers at all.
  if (abilities.tellsUsage === undefined) await load(model, send);
}

/** The smallest request there is: whoever answers it has loaded the model. */
export async function load(model: string, send: Send): Promise<void> {
  await answered(send, { model, ...text('Write the word "ready".'), maxOutputTokens: 1 }, () => false);
}

/** OpenAI's models that reason refuse to answer in so few tokens: then at least the fields were right. */
const tooShort = /max_tokens or model output limit/i;

async function answered(send: Send, request: ModelRequest, isRefused: () => boolean): Promise<ModelReply | undefined> {
  try {
    return await send(request);
  } catch (error) {
    if (isRefused()) return undefined;
    if (isModelError(error) && (error.code === 'empty' || tooShort.test(error.message))) return undefined;
    throw error;
  }
}
