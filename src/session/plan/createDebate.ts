import { extname, join } from 'node:path';
import { counted, capitalised, spaced, withFullStop } from '../../matching/text/shortText';
import { soleStep, type Draft } from '../../debate/log/entry';
import type { Debater, HostsData, Limits, SetupData, Usage } from '../../debate/log/entryData';
import { judgesIn, plainAnswers } from '../../debate/flow/judges';
import { isSample, offlineDocuments, performing, sampleWords } from '../../debate/flow/seats';
import type { Format } from '../../debate/flow/step';
import { hostWords } from '../../debate/flow/hosts';
import { recordVersion } from '../../debate/fold/versions';
import { isModelProvider, modelProvider, formatModelRef, parseModelRef } from '../../models/provider';
import { descriptorOf } from '../../models/providers';
import { createDebateFolder } from '../../record/debateFolder';
import { sha256 } from '../../record/sha256';
import type { TopicWords } from '../../agents/documents/topicWords';
import { refuseContent } from '../../research/admission';
import { fileKind } from '../../research/fileKind';
import { evidenceOnDisk } from '../../research/tools/evidencePaths';
import { requirePrices, type EstimateRequest } from './estimate';
import { byPath, commonFolder, type EvidenceSet, type OpenedEvidence, rebased } from './evidenceSet';
import { hintsRefused } from './documentLineup';
import { refuseEmptySeats } from './formatPlan';
import { seatRef, type ProviderName } from './modelPlan';
import { checkedOptions, formatOf } from './plan';
import { PlanError } from './planError';
import { engineVersion } from '../version';
import { english } from '../../projections/vocabulary';
import { seatName } from '../../projections/seatName';
import { isObject } from '../../debate/log/objects';

type Priced = 'options' | 'provider' | 'format' | 'models' | 'effort' | 'efforts' | 'prices' | 'endpoints';

export interface DebatePlan extends Pick<EstimateRequest, Priced> {
  topic: string;
  debaters: readonly Debater[];
  limits: Limits;
  prompts?: Readonly<Record<string, string>>;
  /** See `estimate.ts`. */
  estimate?: Readonly<Record<string, unknown>> | undefined;
  usage?: Usage | undefined;
  evidence: EvidenceSet;
  subjectText?: SubjectText | undefined;
  /** Where documents speak: the content words of the topic, and those that occur nowhere in the evidence. */
  topicWords?: TopicWords | undefined;
  parent: string;
  /** Absolute, or a sample (`sample:panel`): resuming reads it again. */
  script?: string;
  scriptSha256?: string;
  /** Clients whose agents answer for seats. */
  hosts?: readonly HostsData[];
  /** What led to the debate. */
  background?: string;
  now: () => Date;
}

/** Nothing is on disk before. @throws PlanError where a budget cannot hold. */
export async function createDebate(plan: DebatePlan): Promise<string> {
  refuseUnseated(plan);
  const { topic, parent, evidence, subjectText: text, now } = plan;
  requirePrices(plan);
  if (text === undefined) return await createDebateFolder({ parent, topic, now, setup: setupDraft(plan, evidence) });
  return await createDebateFolder({
    parent,
    topic,
    now,
    extra: { [`${subjectFolder}/${text.name}`]: text.text },
    setup: (folder) => {
      const placed = withSubjectText(evidence, text, folder);
      return setupDraft({ ...plan, debaters: plan.debaters.map((one) => placedDebater(one, placed)) }, placed);
    },
  });
}

/** Offline somebody has to sit where only a reader can, and every other debater of a panel is a document. @throws PlanError */
function refuseUnseated({ debaters, provider, models = {}, ...plan }: DebatePlan): void {
  const format = formatOf(plan);
  const modelOf = (seat: string): string | undefined =>
    debaters.find(({ name }) => name === seat)?.model ?? models[seat];
  refuseEmptySeats(format, { provider, modelOf });
  const mute = debaters.find(
    ({ model, document }) => performing(model, provider) === 'offline' && document === undefined,
  );
  if (format.seats === undefined && mute !== undefined)
    throw new PlanError('no_document', `“${mute.name}” is no document of the evidence. ${hintsRefused}`);
}

/** Whether documents take part, or nobody else performs what is not named. */
const isOfDocuments = ({ debaters, provider, ...plan }: DebatePlan): boolean =>
  formatOf(plan).seats === undefined &&
  (provider === 'offline' || debaters.some(({ document }) => document !== undefined));

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
    ...(isOfDocuments(plan) ? { offline: offlineDocuments } : {}),
    effort: plan.effort,
    efforts: plan.efforts,
    ...(plan.prices === undefined || Object.keys(plan.prices).length === 0 ? {} : { prices: plan.prices }),
    estimate: plan.estimate,
    endpoints: plan.endpoints,
    ...(evidence.subject.length === 0 ? {} : { subject: evidence.subject }),
    script: plan.script,
    script_sha256: plan.scriptSha256,
    ...(plan.hosts === undefined ? {} : { hosts: plan.hosts.map((one) => ({ ...one })) }),
    ...(plan.background === undefined ? {} : { background: plan.background }),
    step: { ...soleStep('setup'), ...(plan.usage && { agent: format.host, usage: plan.usage }) },
  } satisfies SetupData;
  return { phase: 'system', speaker: format.host, type: 'setup', content: setupWords(plan, evidence), data };
}

/** Who names the files that nobody quoted names these too. */
function leftOutOf({ leftOut }: EvidenceSet): { left_out?: { path: string; detail: string }[] } {
  return leftOut.length === 0 ? {} : { left_out: leftOut.map(({ path, detail }) => ({ path, detail })) };
}

function modelsOf({ provider, models = {}, ...plan }: DebatePlan): Record<string, string> {
  const given = Object.entries(models).map(([role, model]) => [role, reference(model, provider)] as const);
  const standard = formatOf(plan).roles.map((role) => [role, provider] as const);
  return Object.fromEntries([...standard, ...given]);
}

/** The model with its provider; what names no model stays as it is. */
function reference(model: string, provider: ProviderName): string {
  const ref = seatRef(model, modelProvider(provider));
  return ref === undefined ? model : formatModelRef(ref);
}

function setupWords(plan: DebatePlan, evidence: EvidenceSet): string {
  const { topic, debaters } = plan;
  const format = formatOf(plan);
  const names = debaters.map((debater) => debater.name).join(', ');
  const lines = debaters.map(({ name, persona, starting_position: position, document }) =>
    document === undefined ? `- ${name}: ${withFullStop(persona)} ${position}` : `- ${name}: ${persona}`,
  );
  const files = evidence.files.length;
  return `Debate session initialised. ${seatName(english, format.host)} is ready. Debaters: ${names}\n\nTopic: ${topic}\n${lines.join('\n')}\n${sizeWords(plan, format)}${judgeWords(plan)} Evidence: ${counted(files, 'file')}. ${[...topicWordsText(plan.topicWords), seatWords(plan), ...(plan.hosts ?? []).map(hostWords)].join(' ')}`;
}

/** No sentence where the evidence knows something of all of it. */
export function topicWordsText({ all, nowhere }: TopicWords = { all: [], nowhere: [] }): string[] {
  if (nowhere.length === 0) return [];
  const listed = nowhere.map((word) => `“${word}”`).join(', ');
  const none = nowhere.length === all.length ? ['No content word of the topic occurs in the evidence.'] : [];
  return [...none, `Words of the topic that occur nowhere in the evidence: ${listed}.`];
}

function judgeWords(plan: DebatePlan): string {
  const judges = judgesIn(plan).map(({ id, model }) => `${id} ${model}`);
  const plain = plainAnswers(plan) === 0 ? '' : ' A plain answer is asked for before the debate.';
  return `${judges.length === 0 ? '' : ` Judges, each in both orders: ${judges.join('; ')}.`}${plain}`;
}

/** Options that have sentences of their own, or none. */
const namedElsewhere: ReadonlySet<string> = new Set(['judges', 'brief', 'baseline']);

function sizeWords({ limits, options }: DebatePlan, format: Format): string {
  const said = checkedOptions(format, options);
  if (format.takesLimits) return `Rounds: ${limits.min_rounds} to ${limits.max_rounds}.`;
  const settings = Object.entries(said).filter(
    ([name, value]) =>
      !namedElsewhere.has(name) && value !== undefined && !(Array.isArray(value) && value.length === 0),
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
  isObject(value) && 'term' in value && 'meaning' in value;

function seatWords(plan: DebatePlan): string {
  const { debaters, provider } = plan;
  const seats = [
    ...Object.entries(modelsOf(plan)),
    ...debaters.map(({ name, model }) => [name, reference(model, provider)] as const),
  ];
  const own = seats.filter(([, model]) => model !== provider && parseModelRef(model) !== undefined);
  if (isSample(plan)) return `Provider: ${sampleWords}.`;
  const words = providerWords(provider, isOfDocuments(plan));
  if (own.length === 0) return words;
  const hasModel = own.some(([, model]) => parseModelRef(model)?.kind === 'model');
  const mixed = hasModel
    ? words.replace(/(?=\bno language model was used\.$)/, 'but for the seats named here ')
    : words;
  return `${mixed} Seats: ${own.map(([agent, model]) => `${agent} ${model}`).join('; ')}.`;
}

const withoutModel = {
  offline: 'no language model was used.',
  scripted: 'the answers were written beforehand, no language model was used.',
  host: 'seats are answered by agents of the client that started the debate, each task handed out by itself.',
} as const;

const ofDocuments = 'quotations from your files, checked, not weighed; no language model was used.';

function providerWords(provider: ProviderName, hasDocuments: boolean): string {
  if (isModelProvider(provider)) return `Provider: ${provider}: ${descriptorOf(provider).record}`;
  return `Provider: ${provider}: ${provider === 'offline' && hasDocuments ? ofDocuments : withoutModel[provider]}`;
}

/**
 * Subject material that is no file: a selection, an unsaved editor. It is kept as `subject/<name>` in the debate's folder and stands in
 * the manifest. A copy, because the editor goes on being edited: what was quoted must still be there when it is verified, and when the
 * debate is resumed. It is the only thing in a debate's folder that is ever argued from.
 */
export interface SubjectText {
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

/** `notes.md`, lines 10 to 20: `notes-L10-L20.md`. What is not read as its kind becomes text. */
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

/** Adds the text to the evidence as it will lie in `folder`, a real path. */
function withSubjectText(evidence: EvidenceSet, { name, text }: SubjectText, folder: string): EvidenceSet {
  const own = join(folder, subjectFolder);
  const root = commonFolder([evidence.root ?? own, own]);
  const others = evidence.root === null ? evidence : rebased(evidence, evidence.root, root);
  const bytes = Buffer.from(text);
  const file = { path: name, bytes: bytes.byteLength, sha256: sha256(bytes) };
  const { files, subject } = rebased({ files: [file], subject: [name] }, own, root);
  return {
    ...others,
    root,
    files: [...others.files, ...files].sort(byPath),
    subject: [...others.subject, ...subject],
  };
}

/** With the text's folder the root of the evidence may be another one, and paths longer or shorter. */
function placedDebater(debater: Debater, { files }: EvidenceSet): Debater {
  const { document } = debater;
  if (document === undefined) return debater;
  const isSame = (path: string): boolean => path.endsWith(`/${document}`) || document.endsWith(`/${path}`);
  const found = files.find(({ path }) => path === document) ?? files.find(({ path }) => isSame(path));
  return found === undefined ? debater : { ...debater, document: found.path };
}

/** Before the text is anywhere on disk: to know whether anything in it can be quoted. */
export function openedWithText(opened: OpenedEvidence, { name, text }: SubjectText): OpenedEvidence {
  const path = `${subjectFolder}/${name}`;
  const kind = fileKind(name) ?? 'text';
  const bytes = Buffer.from(text);
  const file = { path, bytes: bytes.byteLength, sha256: '', kind };
  const files = [...opened.files, file];
  return {
    ...opened,
    ...evidenceOnDisk({ ...(opened.disk ?? { root: '' }), added: { path, text } }, files),
    files,
  };
}
