import * as z from 'zod';
import { knownTypes, quickCheck } from './quickCheck';
import { dataSchemas, entryTypes, isEntryType, stepMarkSchema, type EntryType, type StepMark } from './entryData';
import { isDebaterName, type ReservedSpeaker } from './names';
import { parseSourceUrl } from '../../matching/text/sourceUrl';
import { deepestValue, isDeeper } from './objects';

/*
 * The types of an entry, each for one reader:
 * - `Draft`: before the writer gives it seq and time; `TimedDraft` (importers) knows its time already.
 * - `Entry`: one line of the record.
 * - `Header` (state.ts): what the state keeps of it; the body is read from its offset.
 * - `VisibleEntry` (tasks/common.ts): as an agent or a reader may see it, redacted text masked.
 * - `SpokenEntry` (tasks.ts): as a debater answers it, before it is a draft; `SourcedEntry` is the part that all formats' gates read.
 * - `FeedRow` (shared/entries.ts): as the panel's page has it.
 *
 * The types of a source:
 * - `CitedSource` (tasks/common.ts): as an agent cites it; `Source`: with the day of access, as the record has it.
 * - `SourceUrl` (sourceUrl.ts): its parsed address; `SourceRef` (session): entry and address, by which it is named.
 * - `CapturedSource` (step.ts): its text, as a gate may see it; `ReadSource` (verify): with where and how it was read.
 * - `Finding` (state.ts): the Verifier's result; `Citation` (citations.ts): one source of one entry with its finding;
 *   `CheckedSource` (tasks/common.ts): the same with its words, as a Judge sees it; `ReportedSource` (reports): as documents list it.
 */

export const maximumEntryBytes = 1024 * 1024;

export const phases = ['system', 'opening', 'rebuttal', 'closing'] as const;
export type Phase = (typeof phases)[number];

export const sourceSchema = z.looseObject({
  url: z.string().min(1),
  title: z.string(),
  accessed: z.string(),
  quote: z.string().optional(),
  claim: z.string().optional(),
});

/**
 * A cited source: `quote` is the passage relied on, verbatim; `claim` is the sentence of the content that it supports.
 */
export type Source = z.infer<typeof sourceSchema>;

/**
 * `data` holds the content's structure by type (`entryData.ts`). It is loosely typed, because logs of other programs
 * hold types that we do not know. `dataOf` reads it.
 */
export interface Entry {
  seq: number;
  /** ISO 8601, UTC. */
  timestamp: string;
  phase: string;
  speaker: string;
  type: string;
  content: string;
  sources: Source[] | null;
  rebuttal_to_seq: number | null;
  target_seq: number | null;
  data?: Record<string, unknown>;
  /** Fields of other writers, kept and written back. */
  [field: string]: unknown;
}

export interface Draft {
  phase: Phase;
  speaker: string;
  type: EntryType;
  content: string;
  sources?: Source[] | null;
  rebuttal_to_seq?: number | null;
  target_seq?: number | null;
  data?: Record<string, unknown>;
}

type SpeakerClass = ReservedSpeaker | 'debater';

interface TypeRule {
  speakers: readonly SpeakerClass[];
  phases: readonly Phase[];
}

const chair: readonly SpeakerClass[] = ['chair'];
/** Speakers that lead a debate: the Chair of a panel, the moderator of the other formats. */
const host: readonly SpeakerClass[] = ['chair', 'moderator'];
const official: readonly SpeakerClass[] = ['chair', 'moderator', 'judge'];
const debater: readonly SpeakerClass[] = ['debater'];
const system: readonly Phase[] = ['system'];
const spoken: readonly Phase[] = ['opening', 'rebuttal', 'closing'];

/** The table of docs/record.md: who writes which type, in which phase. */
export const typeRules: Record<EntryType, TypeRule> = {
  setup: { speakers: host, phases: system },
  announcement: { speakers: host, phases: ['system', 'rebuttal'] },
  note: { speakers: official, phases: system },
  ruling: { speakers: host, phases: system },
  redaction: { speakers: host, phases: system },
  conclusion: { speakers: chair, phases: system },
  opening_statement: { speakers: debater, phases: ['opening'] },
  new_point: { speakers: debater, phases: ['rebuttal'] },
  rebuttal: { speakers: debater, phases: ['rebuttal'] },
  conjecture: { speakers: debater, phases: ['rebuttal'] },
  clarification_request: { speakers: debater, phases: spoken },
  source_challenge: { speakers: debater, phases: spoken },
  closing_statement: { speakers: debater, phases: ['closing'] },
  verification_result: { speakers: ['verifier', 'user'], phases: system },
  audience_question: { speakers: ['audience', 'user'], phases: ['rebuttal'] },
  audience_conclusion: { speakers: ['audience'], phases: system },
  intervention: { speakers: ['user'], phases: system },
  document: { speakers: ['reporter', 'assessor'], phases: system },
  defense: { speakers: debater, phases: ['rebuttal'] },
  critique: { speakers: debater, phases: ['rebuttal'] },
  handoff: { speakers: ['moderator'], phases: system },
  assessment: { speakers: ['judge'], phases: system },
  judges_ruling: { speakers: ['judge'], phases: system },
  argument: { speakers: debater, phases: ['opening', 'rebuttal'] },
  judgment: { speakers: ['judge'], phases: system },
  verdict: { speakers: ['judge'], phases: system },
  vote: { speakers: ['judge', 'audience', 'user'], phases: system },
};

/** Types that debaters write, with sources that are verified, acknowledgements and corrections. */
export const debaterTypes: ReadonlySet<string> = new Set(
  entryTypes.filter((type) => typeRules[type].speakers.includes('debater')),
);

/** Types that must name the entry they are about. */
const targeted: ReadonlySet<string> = new Set(['verification_result', 'source_challenge', 'redaction']);

/** Types that a challenge or a question to the Chair must accompany. */
export const argumentTypes: ReadonlySet<string> = new Set([
  'opening_statement',
  'new_point',
  'rebuttal',
  'conjecture',
  'closing_statement',
]);

export function mayUse(type: EntryType, speaker: string): boolean {
  const { speakers } = typeRules[type];
  return speakers.some((allowed) => (allowed === 'debater' ? isDebaterName(speaker) : allowed === speaker));
}

/** Reasons why the strict writer refuses the entry; empty if it accepts it. */
export function draftProblems(draft: Draft): string[] {
  const type: string = draft.type;
  if (!isEntryType(type)) return [`type "${type}" is unknown; known types: ${entryTypes.join(', ')}`];
  return [
    ...depthProblems(draft),
    ...shapeProblems(draft),
    ...sourceProblems(draft),
    ...typeProblems(draft, type),
    ...dataProblems(draft, type),
  ];
}

function depthProblems(draft: Draft): string[] {
  if (!isDeeper(draft, deepestValue + 1)) return [];
  return [`its lists and objects stand in each other on more than ${deepestValue} levels; put them side by side`];
}

const day = /^\d{4}-\d{2}-\d{2}$/;

/** Writing is stricter than reading: the day of access has one form. */
const draftSchema = z.looseObject({
  content: z.string(),
  sources: z
    .array(sourceSchema.extend({ accessed: z.string().regex(day, 'is no day of the form YYYY-MM-DD') }))
    .nullish(),
  rebuttal_to_seq: z.int().min(0).nullish(),
  target_seq: z.int().min(0).nullish(),
});

const isDraftShape = quickCheck(draftSchema);

function shapeProblems(draft: Draft): string[] {
  if (isDraftShape(draft)) return [];
  const parsed = draftSchema.safeParse(draft);
  return parsed.success ? [] : issuesOf(parsed.error);
}

function sourceProblems(draft: Draft): string[] {
  if (!Array.isArray(draft.sources)) return [];
  return draft.sources.flatMap((source: Partial<Source> | null, index) => {
    const parsed = typeof source?.url === 'string' && source.url !== '' ? parseSourceUrl(source.url) : undefined;
    return parsed?.kind === 'invalid' ? [`sources.${index}.url: ${parsed.reason}`] : [];
  });
}

function typeProblems(draft: Draft, type: EntryType): string[] {
  const problems: string[] = [];
  const rule = typeRules[type];
  if (!mayUse(type, draft.speaker)) {
    problems.push(`speaker "${draft.speaker}" may not write "${type}"; it is written by: ${rule.speakers.join(', ')}`);
  }
  if (!rule.phases.includes(draft.phase)) {
    problems.push(`phase "${draft.phase}" does not fit type "${type}"; it belongs to: ${rule.phases.join(', ')}`);
  }
  if (type === 'rebuttal' && draft.rebuttal_to_seq == null) problems.push('a rebuttal needs rebuttal_to_seq');
  if (type !== 'rebuttal' && draft.rebuttal_to_seq != null) problems.push('only a rebuttal has rebuttal_to_seq');
  if (targeted.has(type) && draft.target_seq == null) problems.push(`a ${type} needs target_seq`);
  return problems;
}

function dataProblems(draft: Draft, type: EntryType): string[] {
  if (draft.data?.['prev'] !== undefined) return ['data.prev: only the writer of the log sets it; leave it out'];
  if (draft.data === undefined || knownTypes.get(type)?.isData(draft.data) === true) return [];
  const parsed = dataSchemas[type].safeParse(draft.data);
  return parsed.success ? [] : issuesOf(parsed.error, 'data');
}

/** Zod's issues as readable lines: `path: message`. */
export function issuesOf(error: z.ZodError, prefix?: string): string[] {
  return error.issues.map((issue) => {
    const path = [...(prefix === undefined ? [] : [prefix]), ...issue.path.map(String)].join('.');
    return path === '' ? issue.message : `${path}: ${issue.message}`;
  });
}

/** Returns undefined for entries of other writers. */
export function stepOf(entry: Pick<Entry, 'type' | 'data'>): StepMark | undefined {
  const mark = entry.data?.['step'];
  if (mark === undefined) return undefined;
  return isMarkOf(entry.type, mark) ? mark : undefined;
}

/** The reader checks `data` of known types only. */
/** Mark of an entry that is a step of its own. */
export const soleStep = (id: string): StepMark => ({ id, index: 0, count: 1, attempt: 1, elapsed_ms: 0 });

const isMarkOf = (type: string, mark: unknown): mark is StepMark => isEntryType(type) || isStepMark(mark);

const isStepMark = quickCheck(stepMarkSchema);
