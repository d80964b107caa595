import * as l10n from '@vscode/l10n';
import type { OpenAI } from 'openai';
import * as z from 'zod';
import type { Refusal } from '../refusals';
import { LearnedLimits, limitsSchema, limitTexts } from '../learnedLimits';

/** Most servers know only the older name of the answer's limit. */
export type ChatBody = Omit<OpenAI.ChatCompletionCreateParamsStreaming, 'max_tokens'> & { max_tokens?: number | null };
type ChatMessage = OpenAI.ChatCompletionMessageParam;

/** A feature that a request may use and a server may lack. */
interface AbilityRow {
  isUsed(body: ChatBody): boolean;
  /** Matches the names that servers use when they refuse it. */
  named: RegExp;
  /** Returns the request without the feature. */
  without(body: ChatBody): ChatBody;
  /** Describes for people that a server lacks it. */
  words?(): string;
}

function changed(body: ChatBody, change: (made: ChatBody) => void): ChatBody {
  const made = { ...body };
  change(made);
  return made;
}

const aboutRoles = /\broles?\b.{0,80}\balternat|\balternat\w*.{0,80}\broles?\b|consecutive/i;

/**
 * Features in the order of their removal, because removing an early one changes what the later ones see. `tools`,
 * `tool_messages` and `answer` need other prompts, which the caller writes; here they are removed only to find out.
 */
const table = {
  usage: {
    isUsed: ({ stream_options }) => stream_options !== undefined,
    named: /stream_options|include_usage/i,
    without: (body) => changed(body, (made) => delete made.stream_options),
  },
  answer: {
    isUsed: ({ response_format }) => response_format !== undefined,
    named: /response_format|json[ _]?schema|structured[ _](?:outputs?|answers?)|\bgrammar\b/i,
    without: (body) => changed(body, (made) => delete made.response_format),
    words: () => l10n.t('asked without schemas'),
  },
  effort: {
    isUsed: ({ reasoning_effort }) => reasoning_effort !== undefined,
    named: /reasoning/i,
    without: (body) => changed(body, (made) => delete made.reasoning_effort),
    words: () => l10n.t('asked without an effort'),
  },
  tool_messages: {
    isUsed: ({ messages }) => messages.some(({ role }) => role === 'tool'),
    named: new RegExp(
      `tool[ _](?:messages?|results?|responses?|outputs?|call_id)|\\broles?\\b.{0,60}\\btool\\b|\\btool\\b.{0,40}\\broles?\\b|only.{0,60}\\broles?\\b|thought_?signature|${aboutRoles.source}`,
      'i',
    ),
    without: (body) => ({ ...body, messages: body.messages.map(inPlainText) }),
    words: () => l10n.t('tools offered in plain text, because it takes no results of calls'),
  },
  tools: {
    isUsed: ({ tools }) => tools !== undefined,
    named:
      /\btools\b|\btool[ _](?:choice|calls?|calling|use)\b|\bfunction[ _]?(?:call(?:s|ing)?|declarations?)\b|--jinja/i,
    without: (body) => changed(body, (made) => delete made.tools),
    words: () => l10n.t('tools offered in plain text'),
  },
  system: {
    isUsed: ({ messages }) => messages.some(({ role }) => role === 'system'),
    named: new RegExp(
      `\\b(?:system|developer)\\b.{0,40}\\b(?:role|message|prompt|instruction)|\\broles?\\b.{0,60}\\b(?:system|developer)\\b|messages\\W{0,2}0\\W|(?:system|developer) (?:is|are) not|first message.{0,30}user|only.{0,60}\\broles?\\b|${aboutRoles.source}`,
      'i',
    ),
    without: (body) => ({ ...body, messages: withoutSystem(body.messages) }),
    words: () => l10n.t('asked without a system message'),
  },
  alternation: {
    isUsed: ({ messages }) => messages.some((message, at) => isRepeated(message, messages[at - 1])),
    named: aboutRoles,
    without: (body) => ({ ...body, messages: merged(body.messages) }),
    words: () => l10n.t('asked with alternating roles'),
  },
  empty_content: {
    isUsed: ({ messages }) => messages.some(({ content }) => content === ''),
    named: /\bcontent\b|\bempty\b|\bblank\b/i,
    without: (body) => ({ ...body, messages: body.messages.map(withNull) }),
    words: () => l10n.t('asked without empty messages'),
  },
  null_content: {
    isUsed: ({ messages }) => messages.some(({ content }) => content === null),
    named: /\bcontent\b|\bnull\b|\bnone\b|\bempty\b/i,
    without: (body) => ({ ...body, messages: body.messages.map(withWords) }),
  },
  max_tokens: {
    isUsed: ({ max_tokens }) => max_tokens != null,
    named: /max_tokens|max_completion_tokens/i,
    without: ({ max_tokens, ...body }) => ({ ...body, max_completion_tokens: max_tokens ?? null }),
    words: () => l10n.t('limited by max_completion_tokens'),
  },
  max_completion_tokens: {
    isUsed: ({ max_completion_tokens }) => max_completion_tokens != null,
    named: /max_completion_tokens|max_tokens/i,
    without: (body) => changed(body, (made) => delete made.max_completion_tokens),
    words: () => l10n.t('without a limit on answers'),
  },
} as const satisfies Record<string, AbilityRow>;

export type Ability = keyof typeof table;

const abilityList = Object.keys(table).filter((name): name is Ability => name in table);
const rowOf = (ability: Ability): AbilityRow => table[ability];

/** Features whose absence needs another prompt from the caller. */
const needsOtherPrompt = ['answer', 'tools', 'tool_messages'] as const;
export type PromptAbility = (typeof needsOtherPrompt)[number];
export const isOfPrompt = (ability: Ability): ability is PromptAbility =>
  needsOtherPrompt.some((other) => other === ability);

/** Rewrites calls and results as text, so that the roles of the messages alternate. */
function inPlainText(message: ChatMessage): ChatMessage {
  if (message.role === 'tool') return { role: 'user', content: `Result:\n${textOf(message)}` };
  if (message.role !== 'assistant' || message.tool_calls === undefined) return message;
  return { role: 'assistant', content: [textOf(message), JSON.stringify(message.tool_calls)].join('\n').trim() };
}

const textOf = ({ content }: ChatMessage): string => (typeof content === 'string' ? content : '');

/** Puts instructions first in the user's first message, so that the cached prefix stays the same. */
function withoutSystem(messages: readonly ChatMessage[]): ChatMessage[] {
  const said = messages.filter(({ role }) => role === 'system').map(textOf);
  const rest = messages.filter(({ role }) => role !== 'system');
  const [first, ...others] = rest;
  if (said.length === 0) return rest;
  if (first?.role !== 'user') return [{ role: 'user', content: said.join('\n\n') }, ...rest];
  return [{ ...first, content: [...said, textOf(first)].join('\n\n') }, ...others];
}

/** Whether the message follows one of the same role and neither has calls. */
const isRepeated = (message: ChatMessage, before: ChatMessage | undefined): boolean =>
  before?.role === message.role && message.role !== 'tool' && !hasCalls(message) && !hasCalls(before);

const hasCalls = (message: ChatMessage): boolean => message.role === 'assistant' && message.tool_calls !== undefined;

function merged(messages: readonly ChatMessage[]): ChatMessage[] {
  const found: ChatMessage[] = [];
  for (const message of messages) {
    const before = found.at(-1);
    if (before === undefined || !isRepeated(message, before)) found.push(message);
    else found[found.length - 1] = withContent(before, `${textOf(before)}\n\n${textOf(message)}`);
  }
  return found;
}

function withContent(message: ChatMessage, content: string): ChatMessage {
  if (message.role === 'user') return { ...message, content };
  return message.role === 'assistant' ? { ...message, content } : message;
}

const placeholder = '…';

function withNull(message: ChatMessage): ChatMessage {
  if (message.content !== '') return message;
  if (message.role === 'assistant' && hasCalls(message)) return { ...message, content: null };
  return message.role === 'tool' ? { ...message, content: placeholder } : withContent(message, placeholder);
}

/** Adds words to a message that only calls tools. */
function withWords(message: ChatMessage): ChatMessage {
  if (message.role !== 'assistant' || message.content !== null) return message;
  const names = (message.tool_calls ?? []).flatMap((call) => (call.type === 'function' ? [call.function.name] : []));
  return { ...message, content: names.length === 0 ? placeholder : `I call ${names.join(', ')}.` };
}

/** Statuses under which a server may refuse a field; llama.cpp's templates fail with 500. */
const statuses = new Set([400, 404, 415, 422, 500, 501]);

/** Facts of one model at one server, kept beside a record and shown to people. */
const factsSchema = limitsSchema.extend({ lacks: z.array(z.enum(abilityList)).default([]) });
export type ServerFacts = z.infer<typeof factsSchema>;

/** Knowledge of one model at one server, as long as the provider lives. */
export class Abilities {
  readonly #has = new Set<Ability>();
  readonly #lacks = new Set<Ability>();
  readonly limits = new LearnedLimits();
  /** Whether the server has really reported usage. */
  reportsUsage: boolean | undefined;

  /** `given`: features that this server is known to refuse, which need not be learned. */
  constructor(private readonly given: readonly Ability[] = []) {
    this.learnMissing(...given);
  }

  /** Returns undefined if the feature was not tried. */
  has(ability: Ability): boolean | undefined {
    return this.#lacks.has(ability) ? false : this.#has.has(ability) ? true : undefined;
  }

  /** Returns undefined while everything works as usual. */
  get facts(): ServerFacts | undefined {
    const isLearned = (ability: Ability): boolean => this.#lacks.has(ability) && !this.given.includes(ability);
    const facts = { lacks: abilityList.filter(isLearned), ...this.limits.all };
    return facts.lacks.length === 0 && Object.keys(facts).length === 1 ? undefined : facts;
  }

  /** Restores facts of an earlier run; facts learned since take precedence. */
  recall(kept: unknown): void {
    const { lacks, ...limits } = factsSchema.safeParse(kept).data ?? { lacks: [] };
    for (const ability of lacks) if (!this.#has.has(ability)) this.#lacks.add(ability);
    this.limits.recall(limits);
  }

  learnMissing(...abilities: readonly Ability[]): void {
    for (const ability of abilities) this.#lacks.add(ability);
  }

  /** Clears features that were left out without success. */
  unlearnMissing(...abilities: readonly Ability[]): void {
    for (const ability of abilities) this.#lacks.delete(ability);
  }

  /** Marks features as accepted. A missing one stays missing, because the server may have ignored the field. */
  learnAccepted(used: readonly Ability[]): void {
    for (const ability of used) this.#has.add(ability);
  }

  /** Returns the body in a form that this server accepts; `also` names more features to leave out. */
  bodyFor(body: ChatBody, also: readonly Ability[] = []): ChatBody {
    return abilityList.reduce(
      (made, ability) =>
        (this.#lacks.has(ability) || also.includes(ability)) && rowOf(ability).isUsed(made)
          ? rowOf(ability).without(made)
          : made,
      body,
    );
  }

  /** Features that the request used and no answer has confirmed; those that the server names come first. */
  suspects(body: ChatBody, { status }: Pick<Refusal, 'status'>): Ability[] {
    if (status !== undefined && !statuses.has(status)) return [];
    return usedBy(body).filter((ability) => !this.#has.has(ability));
  }
}

export const usedBy = (body: ChatBody): Ability[] => abilityList.filter((ability) => rowOf(ability).isUsed(body));

/** Suspects that the server names: by the field it states, else by its words. */
export function namedBy({ message, param, more }: Refusal, suspects: readonly Ability[]): Ability[] {
  const byParam = suspects.filter((ability) => param !== undefined && rowOf(ability).named.test(param));
  return byParam.length > 0
    ? byParam
    : suspects.filter((ability) => rowOf(ability).named.test(`${message} ${more ?? ''}`));
}

/** Facts in one line for people; may be empty. */
export const factsText = ({ lacks, ...limits }: ServerFacts): string =>
  [...lacks.flatMap((ability) => rowOf(ability).words?.() ?? []), ...limitTexts(limits)].join(', ');

export const lackText = (ability: PromptAbility, model: string, origin: string): string =>
  ability === 'answer'
    ? l10n.t('The model {0} at {1} lacks answers by JSON Schema. It is asked in plain text.', model, origin)
    : l10n.t('The model {0} at {1} lacks tool calls. Tools are offered in plain text.', model, origin);
