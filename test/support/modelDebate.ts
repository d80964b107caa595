import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Limits } from '../../src/debate/log/entryData';
import type { Format } from '../../src/debate/flow/step';
import { Fence } from '../../src/agents/model/fence';
import { checkedBaseUrl } from '../../src/models/wire';
import { createAnthropicProvider } from '../../src/models/anthropic/anthropicProvider';
import { providers } from '../../src/models/providers';
import { createOpenAiProvider } from '../../src/models/openai/openAiProvider';
import type { RetryClock } from '../../src/models/retries';
import type { Effort, ModelProvider, ModelProviderName } from '../../src/models/provider';
import { createDebate } from '../../src/session/plan/createDebate';
import { gatherEvidence } from '../../src/session/plan/evidenceSet';
import type { ModelAccess } from '../../src/session/plan/modelAccess';
import { planModels } from '../../src/session/plan/modelPlan';
import type { ChatRequest, ChatAnswer } from './chatServer/chatAnswer';
import type { Answer } from './messagesServer/answer';
import type { MessagesRequest } from './messagesServer/requestSchema';
import type { Asked, Said } from './scriptedModel';
import { lineup, writeEvidence } from './scriptedDebate';

/** Debates by models with scripted answers, through the real packages of the providers. */

export interface ModelSetup {
  names: readonly string[];
  provider: ModelProviderName;
  model?: string;
  rounds?: { min: number; max: number };
  models?: Readonly<Record<string, string>>;
  budget?: number | null;
  /** Lines of each evidence file; default 60. */
  evidenceLines?: number;
  /** Further files of the evidence, by name. */
  files?: Readonly<Record<string, string>>;
  /** Whether the evidence is short enough for the prompt. */
  isSmall?: boolean;
  /** Options of the format. */
  options?: Readonly<Record<string, unknown>>;
  effort?: Effort | undefined;
  /** Endpoints in the setup's form. */
  endpoints?: Readonly<Record<string, string>>;
}

/** Makes the evidence too long for the prompt, so that models have to look passages up. */
export const annex: Readonly<Record<string, string>> = {
  'annex.md': Array.from(
    { length: 700 },
    (_, line) => `Row ${line} of the annex names a street, a weekday and a gate.`,
  ).join('\n'),
};

/** Makes the folder of a debate by models, ready to be run. */
export async function modelFolder({
  names,
  provider,
  model,
  rounds = { min: 1, max: 2 },
  models = {},
  budget = null,
  evidenceLines,
  files = {},
  isSmall = false,
  options = {},
  effort,
  endpoints,
}: ModelSetup): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'rostrum-debate-'));
  const texts = await writeEvidence(names, evidenceLines);
  for (const [name, text] of Object.entries({ ...(isSmall ? {} : annex), ...files }))
    await writeFile(join(texts, name), text);
  const evidence = await gatherEvidence({
    evidence: texts,
    subject: [],
    output: parent,
  });
  const plan = planModels({ provider, model: model ?? (provider === 'anthropic' ? undefined : 'test-model'), models });
  const debaters = lineup(8).filter((debater) => names.includes(debater.name));
  return await createDebate({
    topic: 'Where should the parcels go?',
    provider,
    evidence,
    parent,
    now: () => new Date(),
    ...(effort === undefined ? {} : { effort }),
    ...(endpoints === undefined ? {} : { endpoints }),
    debaters: debaters.map((debater) => ({ ...debater, model: plan.models[debater.name] ?? plan.standard })),
    limits: { min_rounds: rounds.min, max_rounds: rounds.max, time_budget_minutes: 30, budget_usd: budget },
    options,
    models: Object.fromEntries(Object.entries(plan.models).filter(([role]) => !names.includes(role))),
  });
}

export interface FormatSetup {
  format: Format;
  options: Readonly<Record<string, unknown>>;
  topic: string;
  provider: ModelProviderName;
  limits?: Partial<Limits>;
  /** Further files of the evidence, by name. */
  files?: Readonly<Record<string, string>>;
  /** Whether the evidence is short enough for the prompt. */
  isSmall?: boolean;
  model?: string;
  effort?: Effort | undefined;
}

/** A folder for a format with debaters of its own, whose names the evidence files have. */
export async function formatFolder({
  format,
  options,
  topic,
  provider,
  limits = {},
  files = {},
  isSmall = false,
  model = provider === 'anthropic' ? undefined : 'test-model',
  effort,
}: FormatSetup): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'rostrum-debate-'));
  const seats = format.seats ?? [];
  const texts = await writeEvidence(seats.map(({ name }) => name));
  for (const [name, text] of Object.entries({ ...(isSmall ? {} : annex), ...files }))
    await writeFile(join(texts, name), text);
  const evidence = await gatherEvidence({
    evidence: texts,
    subject: [],
    output: parent,
  });
  const plan = planModels({
    provider,
    model,
    roles: format.roles,
  });
  return await createDebate({
    topic,
    provider,
    format: format.name,
    options,
    evidence,
    parent,
    models: plan.models,
    now: () => new Date(),
    ...(effort === undefined ? {} : { effort }),
    debaters: seats.map((seat) => ({ ...seat, model: plan.standard })),
    limits: {
      min_rounds: 1,
      max_rounds: 10,
      time_budget_minutes: 30,
      budget_usd: null,
      ...format.limits(options),
      ...limits,
    },
  });
}

/** A clock without waiting and chance. `waits`: milliseconds that would have been waited. */
export function hurried(): RetryClock & { waits: number[] } {
  const waits: number[] = [];
  let now = Date.now();
  return {
    waits,
    now: () => now,
    random: () => 0.5,
    sleep: (ms, signal) => {
      waits.push(ms);
      now += ms;
      return signal.aborted ? Promise.reject(signal.reason as Error) : new Promise((resolve) => setImmediate(resolve));
    },
  };
}

export const fixedFence = (): Fence => new Fence(() => '0123456789ab');

export const accessTo = (provider: ModelProvider): ModelAccess => ({
  provider: () => Promise.resolve(provider),
  researchTools: () => Promise.resolve([]),
});

/**
 * A provider that seems to be at its own address, where its prices apply; so a test's output does not contain its
 * server's port.
 */
export const anthropicAt = (url: string, key = 'test-key', stallMs?: number): ModelProvider =>
  placed(
    providers.anthropic.server.url,
    createAnthropicProvider({
      baseUrl: checkedBaseUrl(url),
      key: () => Promise.resolve(key),
      ...(stallMs === undefined ? {} : { stallMs }),
    }),
  );

/** A provider that seems to be at this place, wherever its requests go. */
export const placed = (place: string, provider: ModelProvider): ModelProvider => ({
  name: provider.name,
  place,
  describe: (...given) => provider.describe(...given),
  list: (signal) => provider.list(signal),
  send: (...given) => provider.send(...given),
  countTokens: (...given) => provider.countTokens(...given),
  asLearned: (description) => provider.asLearned?.(description) ?? description,
  recall: (...given) => provider.recall?.(...given),
});

export const openAiAt = (url: string, key?: string, stallMs?: number): ModelProvider =>
  createOpenAiProvider({
    baseUrl: checkedBaseUrl(url),
    key: () => Promise.resolve(key),
    ...(stallMs === undefined ? {} : { stallMs }),
  });

interface LooseBlock {
  type: string;
  text?: string;
  content?: unknown;
}

/** A request of the Messages API as the scripted model reads it. */
export function askedOfMessages(request: MessagesRequest): Asked {
  const body = request as unknown as {
    system?: string | LooseBlock[];
    messages: { role: string; content: string | LooseBlock[] }[];
    tools?: { name: string }[];
    output_config?: { format?: { schema?: unknown } | null };
  };
  const blocks = [...blocksOf(body.system), ...body.messages.flatMap((message) => blocksOf(message.content))];
  return {
    schema: body.output_config?.format?.schema,
    text: blocks.map((block) => block.text ?? '').join('\n'),
    tools: (body.tools ?? []).map((tool) => tool.name),
    results: blocks.filter((block) => block.type === 'tool_result').length,
  };
}

const blocksOf = (content: string | LooseBlock[] | undefined): LooseBlock[] =>
  content === undefined ? [] : typeof content === 'string' ? [{ type: 'text', text: content }] : content;

export function messagesAnswer(said: Said): Answer {
  if ('json' in said) return { json: said.json };
  if ('call' in said) return { toolCalls: [said.call] };
  if ('refusal' in said) return { text: '', stop: 'refusal', refusal: { category: null, explanation: said.refusal } };
  if ('cut' in said) return { text: said.cut, stop: 'max_tokens', isUnchecked: true };
  return { text: said.text };
}

/** Answers a Messages server's requests by a scripted model. */
export const answering =
  (model: { answer(asked: Asked): Said }) =>
  (request: MessagesRequest): Answer =>
    messagesAnswer(model.answer(askedOfMessages(request)));

/** Participants of a debate by these models, without waiting. */
export const participantsWith = (models: ModelAccess) => ({ models, clock: hurried(), fence: fixedFence() });

/** Participants of a debate whose models a Messages server plays. */
export const participantsAt = ({ url }: { url: string }) => participantsWith(accessTo(anthropicAt(url)));

/** A request of the chat completions protocol as the scripted model reads it. */
export const askedOfChat = (request: ChatRequest): Asked => ({
  schema: request.answer?.schema,
  text: [request.system, ...request.messages.map((message) => message.content ?? '')].join('\n'),
  tools: request.tools,
  results: request.messages.filter((message) => message.role === 'tool').length,
});

export function chatAnswer(said: Said): ChatAnswer {
  if ('json' in said) return { json: said.json };
  if ('call' in said) return { toolCalls: [said.call] };
  if ('refusal' in said) return { refusal: said.refusal };
  if ('cut' in said) return { text: said.cut, finish: 'length' };
  return { text: said.text };
}
