import { createHash } from 'node:crypto';
import { extname, join } from 'node:path';
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
import { refuseContent } from '../research/admission';
import { fileKind } from '../research/fileKind';
import { evidenceOnDisk } from '../research/tools/evidencePaths';
import { requirePrices } from './estimate';
import { commonFolder, type EvidenceSet, type OpenedEvidence, rebased } from './evidenceSet';
import { asSeated } from './formatPlan';
import { seatRef, type ProviderName } from './modelPlan';
import { checkedOptions, formatOf } from './plan';
import { PlanError } from './planError';
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
  effort?: Effort | undefined;
  efforts?: Readonly<Record<string, Effort>> | undefined;
  /** What the user says that models cost, before the table. */
  prices?: GivenPrices | undefined;
  /** SHA-256 of the prompts, by name. */
  prompts?: Readonly<Record<string, string>>;
  /** What the debate was said to cost, see `estimate.ts`. */
  estimate?: Readonly<Record<string, unknown>> | undefined;
  /** What the lineup has cost before there was a debate. */
  usage?: Usage | undefined;
  /** The origins that requests go to, for people: keys and addresses are never taken from a record. */
  endpoints?: Readonly<Record<string, string>>;
  evidence: EvidenceSet;
  /** Subject material that is no file yet: it is written into the debate's folder. */
  subjectText?: SubjectText | undefined;
  /** Where quotations are dealt: the content words of the topic, and those that occur nowhere in the evidence. */
  topicWords?: TopicWords | undefined;
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
export async function createDebate(given: DebatePlan): Promise<string> {
  const plan = { ...given, debaters: given.debaters.map((one) => asSeated(one, formatOf(given), given.provider)) };
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

/**
 * Subject material that is no file: a selection, the text of an unsaved editor. It is kept as a file in the folder of the
 * debate, `subject/<name>`, and stands in the manifest like all else that is cited. A copy, because the editor goes on
 * being edited: what was quoted must still be there when it is verified, and when the debate is resumed. It is the only
 * thing in a debate's folder that is ever argued from; Rostrum wrote it there before the debate had a word.
 */
export interface SubjectText {
  /** A file name, from `subjectTextName`. */
  name: string;
  text: string;
}

const subjectFolder = 'subject';
/** It is kept in the editor's storage until the start. */
const maximumSubjectLength = 200_000;

/** @throws PlanError when nobody could argue from it, or it holds a secret. */
export function checkedSubjectText({ name, text }: SubjectText): SubjectText {
  if (text.trim() === '')
    throw new PlanError('subject_empty', 'The selection holds no text. Select what is to be debated.');
  if (text.length > maximumSubjectLength) {
    const message = `The selection has ${text.length} characters; at most ${maximumSubjectLength} are allowed. Select less, or debate the file.`;
    throw new PlanError('subject_too_long', message);
  }
  const refusal = refuseContent(Buffer.from(text));
  if (refusal === undefined) return { name: subjectTextName(name), text };
  throw new PlanError('subject_refused', `The selection cannot be used: ${refusal.detail}. Select something else.`);
}

/** `notes.md`, lines 10 to 20: `notes-L10-L20.md`. A kind of file that is not read becomes text. */
export function subjectTextName(origin: string, lines?: { first: number; last: number }): string {
  const kind = fileKind(origin);
  const extension = kind === undefined || kind === 'pdf' ? '' : extname(origin);
  const stem = origin
    .slice(0, origin.length - extension.length)
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+|(?<!-)-+$/g, '')
    .slice(0, 60);
  const where =
    lines === undefined ? '' : lines.first === lines.last ? `-L${lines.first}` : `-L${lines.first}-L${lines.last}`;
  return `${stem === '' ? 'selection' : stem}${where}${extension === '' ? '.txt' : extension.toLowerCase()}`;
}

/** The evidence of a debate in `folder` (a real path) that holds the text too. */
function withSubjectText(evidence: EvidenceSet, { name, text }: SubjectText, folder: string): EvidenceSet {
  const own = join(folder, subjectFolder);
  const root = commonFolder([evidence.root ?? own, own]);
  const others = evidence.root === null ? evidence : rebased(evidence, evidence.root, root);
  const bytes = Buffer.from(text);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const { files, subject } = rebased(
    { files: [{ path: name, bytes: bytes.byteLength, sha256 }], subject: [name] },
    own,
    root,
  );
  return {
    ...others,
    root,
    files: [...others.files, ...files].sort((a, b) => (a.path < b.path ? -1 : 1)),
    subject: [...others.subject, ...subject],
  };
}

/** The evidence as it will be, before the text is anywhere on disk: to know whether anything in it can be quoted. */
export function openedWithText(opened: OpenedEvidence, { name, text }: SubjectText): OpenedEvidence {
  const path = `${subjectFolder}/${name}`;
  const kind = fileKind(name) ?? 'text';
  const bytes = Buffer.from(text);
  const file = { path, bytes: bytes.byteLength, sha256: '', kind };
  const files = [...opened.files, file];
  const { changed, gone, leftOut } = opened;
  return {
    changed,
    gone,
    leftOut,
    ...evidenceOnDisk({ ...(opened.disk ?? { root: '' }), added: { path, text } }, files),
    files,
  };
}
