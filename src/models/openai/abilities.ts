import * as l10n from '@vscode/l10n';
import type { ModelReply, ModelRequest } from '../provider';
import type { RefusedRequest } from './chatFailure';
import { isModelError } from '../modelError';

/** What servers of this protocol may lack: tools, answers by JSON Schema, telling the usage of a stream. */
export type Ability = 'tools' | 'answer' | 'usage';

/** How servers name it when they refuse it. */
const names: Record<Ability, RegExp> = {
  tools: /\btools\b|\btool[ _](?:choice|calls?|calling|use)\b|\bfunction[ _]call(?:s|ing)?\b|--jinja/i,
  answer: /response_format|json[ _]?schema|structured[ _](?:outputs?|answers?)|\bgrammar\b/i,
  usage: /stream_options|include_usage/i,
};

/** Statuses under which a field is refused. llama.cpp says 500, but then it says why. */
const statuses = new Set([400, 404, 422, 500, 501]);

/** What is known about one model at one server: learnt from its answers, kept as long as the provider. */
export class Abilities {
  readonly #known = new Map<Ability, boolean>();
  /** Whether usage was really told. */
  tellsUsage: boolean | undefined;

  /** Undefined while unknown. */
  has(ability: Ability): boolean | undefined {
    return this.#known.get(ability);
  }

  learnMissing(ability: Ability): void {
    this.#known.set(ability, false);
  }

  /** The server took a request; it may still have ignored a field, so what is known to be missing stays so. */
  learnAccepted(used: readonly Ability[]): void {
    for (const ability of used) if (!this.#known.has(ability)) this.#known.set(ability, true);
  }

  /** Possible causes of a refusal: what the request used and no answer has shown to work. */
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

/** The same request without one thing. */
export function withoutAbility(request: ModelRequest, ability: Ability): ModelRequest {
  const { answer, tools, ...rest } = request;
  return {
    ...rest,
    ...(answer === undefined || ability === 'answer' ? {} : { answer }),
    ...(tools === undefined || ability === 'tools' ? {} : { tools }),
  };
}

/**
 * Whether the server took a schema and did not enforce it, as Ollama does with some models: an enforced answer begins
 * with a brace, whatever the words ask for.
 */
export function isUnheld({ answer }: ModelRequest, { parts, stop }: ModelReply): boolean {
  const said = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  return answer !== undefined && stop !== 'refusal' && said.trim() !== '' && !said.trimStart().startsWith('{');
}

/** What a model lacks if its server refused or ignored a field, and the consequence. */
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
 * Small requests that find out what is unknown about a model: whether it takes tools and JSON Schema. `send` notes a
 * refusal and an ignored schema; the answer shows ignored tools.
 */
export async function probe(model: string, abilities: Abilities, send: SendRequest): Promise<void> {
  if (abilities.has('tools') === undefined) {
    const reply = await answered(send, toolQuestion(model), () => abilities.has('tools') === false);
    if (reply?.stop === 'end') abilities.learnMissing('tools');
  }
  if (abilities.has('answer') === undefined)
    await answered(send, answerQuestion(model), () => abilities.has('answer') === false);
  // Where both were refused, nothing has shown yet that the model answers at all.
  if (abilities.tellsUsage === undefined) await load(model, send);
}

/** The smallest possible request: a server that answers it has loaded the model. */
export async function load(model: string, send: SendRequest): Promise<void> {
  await answered(send, { model, ...text('Write the word "ready".'), maxOutputTokens: 1 }, () => false);
}

/** OpenAI's models that reason refuse to answer in so few tokens: then at least the fields were right. */
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
