import { counted, capitalised, spaced } from '../debate/shortText';
import type { Draft } from '../debate/entry';
import type { Debater, Limits, SetupData, StepMark, Usage } from '../debate/entryData';
import { isSample, sampleWords } from '../debate/seats';
import type { Format } from '../debate/step';
import { recordVersion } from '../debate/codec';
import { isModelProvider, modelProvider, type Effort, formatModelRef, parseModelRef } from '../models/provider';
import type { GivenPrices } from '../models/prices';
import { descriptorOf } from '../models/providers';
import { createDebateFolder } from '../record/debateFolder';
import type { TopicWords } from '../agents/extractive/topicWords';
import { requirePrices } from './estimate';
import type { EvidenceSet } from './evidenceSet';
import { seatRef, type ProviderName } from './modelPlan';
import { subjectFolder, withSubjectText, type SubjectText } from './subjectText';
import { checkedOptions, formatOf } from './plan';
import { engineVersion } from './version';
import { english } from '../projections/vocabulary';
import { seatName } from '../projections/seatName';

export interface DebatePlan {
  topic: string;
  /** A name of the registry; `panel` where it is not said. */
  format?: string;
  /** What the format alone knows, as its `options` take it. */
  options?: Readonly<Record<string, unknown>>;
  debaters: readonly Debater[];
  limits: Limits;
  provider: ProviderName;
  /** By role (`chair`, `verifier`, `audience`, `reporter`, `assessor`; `conclusion` for the Chair's decision alone): a reference to a model, `offline` or `human`. What is left out is the provider's. */
  models?: Readonly<Record<string, string>>;
  /** For everybody, and by role or debater, which wins. */
  effort?: Effort;
  efforts?: Readonly<Record<string, Effort>>;
  /** What the user says that models cost, before the table. */
  prices?: GivenPrices | undefined;
  /** SHA-256 of the prompts, by name. */
  prompts?: Readonly<Record<string, string>>;
  /** What the debate was said to cost, see `estimate.ts`. */
  estimate?: Readonly<Record<string, unknown>>;
  /** What the lineup has cost before there was a debate. */
  usage?: Usage | undefined;
  /** The origins that requests go to, for people: keys and addresses are never taken from a record. */
  endpoints?: Readonly<Record<string, string>>;
  evidence: EvidenceSet;
  /** Subject material that is no file yet: it is written into the debate's folder. */
  subjectText?: SubjectText;
  /** Where quotations are dealt: the content words of the topic, and those that occur nowhere in the evidence. */
  topicWords?: TopicWords;
  /** Where debate folders are made. */
  parent: string;
  /** The script of a scripted debate, absolute, or a sample (`sample:panel`): resuming reads it again. */
  script?: string;
  /** Of a sample's script: resuming takes no other. */
  scriptSha256?: string;
  /** The offline performer answers what the script does not mention. */
  hasFallback?: boolean;
  now: () => Date;
}

/** Makes the debate's folder with its setup entry. Nothing is on disk before. @throws PlanError where a budget cannot hold. */
export async function createDebate(plan: DebatePlan): Promise<string> {
  const { topic, parent, evidence, subjectText: text, now } = plan;
  requirePrices(plan);
  if (text === undefined) return await createDebateFolder({ parent, topic, now, setup: setupDraft(plan, evidence) });
  return await createDebateFolder({
    parent,
    topic,
    now,
    extra: { [`${subjectFolder}/${text.name}`]: text.text },
    setup: (folder) => setupDraft(plan, withSubjectText(evidence, text, folder)),
  });
}

function setupDraft(plan: DebatePlan, evidence: EvidenceSet): Draft {
  const { topic, debaters, limits, provider } = plan;
  const format = formatOf(plan);
  const options = checkedOptions(format, plan.options);
  const models = modelsOf(plan);
  const data = {
    record_version: recordVersion,
    engine_version: engineVersion,
    topic,
    format: format.name,
    ...(Object.keys(options).length === 0 ? {} : { options }),
    debaters: debaters.map((debater) => ({ ...debater, model: reference(debater.model, provider) })),
    models,
    limits,
    evidence: { root: evidence.root, files: evidence.files, ...leftOutOf(evidence) },
    prompts: { ...plan.prompts },
    provider,
    effort: plan.effort,
    efforts: plan.efforts,
    ...(plan.prices === undefined || Object.keys(plan.prices).length === 0 ? {} : { prices: plan.prices }),
    estimate: plan.estimate,
    endpoints: plan.endpoints,
    ...(evidence.subject.length === 0 ? {} : { subject: evidence.subject }),
    script: plan.script,
    script_sha256: plan.scriptSha256,
    ...(plan.hasFallback === true ? { fallback: 'offline' } : {}),
    step: setupMark(plan.usage, format.host),
  } satisfies SetupData;
  return { phase: 'system', speaker: format.host, type: 'setup', content: setupWords(plan, evidence), data };
}

/** What was not read, and why: who names the files that nobody quoted names these too. */
function leftOutOf({ leftOut }: EvidenceSet): { left_out?: { path: string; detail: string }[] } {
  return leftOut.length === 0 ? {} : { left_out: leftOut.map(({ path, detail }) => ({ path, detail })) };
}

const setupMark = (usage: Usage | undefined, agent: string): StepMark => ({
  id: 'setup',
  index: 0,
  count: 1,
  attempt: 1,
  elapsed_ms: 0,
  ...(usage === undefined ? {} : { agent, usage }),
});

function modelsOf({ provider, models = {}, ...plan }: DebatePlan): Record<string, string> {
  const given = Object.entries(models).map(([role, model]) => [role, reference(model, provider)] as const);
  const standard = formatOf(plan).roles.map((role) => [role, provider] as const);
  return Object.fromEntries([...standard, ...given]);
}

/** With its provider, as it stands in the record; what names no model stays as it is. */
function reference(model: string, provider: ProviderName): string {
  const ref = seatRef(model, modelProvider(provider));
  return ref === undefined ? model : formatModelRef(ref);
}

function setupWords(plan: DebatePlan, evidence: EvidenceSet): string {
  const { topic, debaters } = plan;
  const format = formatOf(plan);
  const names = debaters.map((debater) => debater.name).join(', ');
  const lines = debaters.map((debater) => `- ${debater.name}: ${debater.persona}. ${debater.starting_position}`);
  const files = evidence.files.length;
  return `Debate session initialised. ${seatName(english, format.host)} is ready. Debaters: ${names}\n\nTopic: ${topic}\n${lines.join('\n')}\n${sizeWords(plan, format)} Evidence: ${counted(files, 'file')}. ${[...topicWordsText(plan.topicWords), seatWords(plan)].join(' ')}`;
}

/** What of the topic the evidence knows nothing of; no sentence where it knows something of all of it. */
export function topicWordsText({ all, nowhere }: TopicWords = { all: [], nowhere: [] }): string[] {
  if (nowhere.length === 0) return [];
  const listed = nowhere.map((word) => `“${word}”`).join(', ');
  const none = nowhere.length === all.length ? ['No content word of the topic occurs in the evidence.'] : [];
  return [...none, `Words of the topic that occur nowhere in the evidence: ${listed}.`];
}

/** How much there is to be of it, in the terms of the format. */
function sizeWords({ limits, options }: DebatePlan, format: Format): string {
  const said = checkedOptions(format, options);
  if (format.takesLimits) return `Rounds: ${limits.min_rounds} to ${limits.max_rounds}.`;
  const settings = Object.entries(said).filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  );
  return settings.map(([name, value]) => `${capitalised(spaced(name))}: ${optionWords(value)}`).join('\n');
}

function optionWords(value: unknown): string {
  if (typeof value === 'string') return /[.!?]$/.test(value) ? value : `${value}.`;
  if (!Array.isArray(value)) return `${JSON.stringify(value)}.`;
  const items = value.map((item: unknown) =>
    isDefinition(item) ? `${item.term}: ${item.meaning}` : JSON.stringify(item),
  );
  return `\n${items.map((item) => `- ${item}`).join('\n')}`;
}

const isDefinition = (value: unknown): value is { term: string; meaning: string } =>
  typeof value === 'object' && value !== null && 'term' in value && 'meaning' in value;

/** Who performs, and who sits where as soon as not everybody is the provider's. */
function seatWords(plan: DebatePlan): string {
  const { debaters, provider } = plan;
  const seats = [
    ...Object.entries(modelsOf(plan)),
    ...debaters.map(({ name, model }) => [name, reference(model, provider)] as const),
  ];
  const own = seats.filter(([, model]) => model !== provider && parseModelRef(model) !== undefined);
  if (isSample(plan)) return `Provider: ${sampleWords}.`;
  const words = providerWords(provider);
  if (own.length === 0) return words;
  const hasModel = own.some(([, model]) => parseModelRef(model)?.kind === 'model');
  const mixed = hasModel
    ? words.replace(/(?=\bno language model was used\.$)/, 'but for the seats named here ')
    : words;
  return `${mixed} Seats: ${own.map(([agent, model]) => `${agent} ${model}`).join('; ')}.`;
}

/** What every reader of a debate without a model is told. */
const withoutModel = {
  offline: 'quotations dealt from the evidence; what they speak for was not judged; no language model was used.',
  scripted: 'the answers were written beforehand, no language model was used.',
} as const;

const providerWords = (provider: ProviderName): string =>
  `Provider: ${provider}: ${isModelProvider(provider) ? descriptorOf(provider).record : withoutModel[provider]}`;
