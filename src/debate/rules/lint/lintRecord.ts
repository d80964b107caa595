import { formatIn } from '../../formats/formatName';
import { formats } from '../../formats/registry';
import type { Entry } from '../../entry';
import type { UndecidedWhy } from '../../entryData';
import { isImported } from '../../imported';
import { isReservedSpeaker } from '../../names';
import { headerOf, type DebateState, type Header } from '../../state';
import { isSince } from '../../version';
import type { RecordView } from '../../view';

/** A rule's number; `format` for a line that is no proper entry, `structure` for what holds the record together. */
type LintRuleId = `${number}` | 'format' | 'structure';

export interface LintProblem {
  rule: LintRuleId;
  severity: 'error' | 'warning';
  /** The entry it is about; null when it is about none that can be named. */
  seq: number | null;
  /** The entry's line in the log, counted from 1. */
  line: number | null;
  /** What is wrong, with what, and what mends it. */
  message: string;
}

export interface LintInput {
  view: RecordView;
  /** What the reader of the log held against its lines. */
  logProblems: readonly { line: number; seq: number | null; message: string }[];
  /** The line of the entry with this seq, counted from 1. */
  lineOf: (seq: number) => number | null | undefined;
  /** What stands behind the last line end of the log; readers take it for no entry. */
  unfinishedTail?: string;
  /** File name → text; given when a debate's folder is linted, not a log alone. */
  documents?: ReadonlyMap<string, string>;
}

/** A problem as a rule finds it; the line is looked up later unless the rule knows better. */
export interface Fault {
  rule: LintRuleId;
  severity: LintProblem['severity'];
  seq: number | null;
  message: string;
  line?: number;
}

/** What all rules look at: the input with the facts that several of them need. */
export interface LintRecord extends LintInput {
  readonly state: DebateState;
  /** All headers but those of entries whose seq stands in the log already; their doubling is one problem, not several. */
  readonly headers: readonly Header[];
  /** Written to our format, with its setup. Other records are judged by what their writers could know. */
  readonly isOwn: boolean;
  readonly format: string;
  /** Nothing more is to come that a check could wait for. */
  readonly isOver: boolean;
  /** Entries that the reader held something against: their `data` may be missing. */
  readonly malformed: ReadonlySet<number>;
}

/** A check of the record as a whole: headers, the folded state, single bodies. */
export type LintRule = (record: LintRecord) => Fault[];

/**
 * A check of the bodies. They are read once for all rules, in order, since each comes from the disk; what the returned
 * function remembers of earlier entries is its own.
 */
export type EntryRule = (record: LintRecord) => (entry: Entry, header: Header) => Fault[];

/** What is held against the records of one format, beside the general rules. */
export type FormatRules = (record: LintRecord) => RuleSet;

interface RuleSet {
  /** Checks of the bodies, read once for all. */
  readonly entries: readonly EntryRule[];
  readonly whole: readonly LintRule[];
}

export function lintRecordOf(input: LintInput): LintRecord {
  const { state } = input.view;
  return {
    ...input,
    state,
    headers: state.headers.filter((header) => headerOf(state, header.seq) === header),
    isOwn: state.setup !== undefined,
    format: state.setup === undefined ? guessedFormat(state) : formatIn(state.setup),
    isOver: isOver(state),
    malformed: new Set(input.logProblems.flatMap(({ seq }) => (seq === null ? [] : [seq]))),
  };
}

/** Of a log without a setup: the format that alone writes what it holds. */
const guessedFormat = ({ headers }: DebateState): string =>
  formats.find(({ ownTypes }) => headers.some(({ type }) => ownTypes?.has(type) === true))?.name ?? formatIn(undefined);

const isOver = ({ conclusion, documents, headers }: DebateState): boolean =>
  conclusion !== undefined || documents.size > 0 || headers.some(({ type }) => type === 'audience_conclusion');

/** A rule that came with this version of the record: earlier records are not held to it. */
export const since =
  (version: number, rule: LintRule): LintRule =>
  (record) =>
    isSince(record.state, version) ? rule(record) : [];

export const byDebater = (header: Pick<Header, 'speaker'>): boolean => !isReservedSpeaker(header.speaker);

/** Struck already when the entry with this seq was written. */
export function wasStruck(state: DebateState, seq: number, before: number): boolean {
  const redaction = state.redactions.get(seq);
  return redaction !== undefined && redaction.by < before;
}

export function error(rule: LintRuleId, seq: number | null, message: string): Fault {
  return { rule, severity: 'error', seq, message };
}

/** What is an error in a record of ours is a warning in others', whose writers had other rules or none. */
export function leniently({ isOwn }: LintRecord, fault: Fault): Fault {
  return isOwn ? fault : { ...fault, severity: 'warning' };
}

/**
 * Whether another program wrote the entry: all of a log without a setup of ours, and what an imported record holds from before it was
 * gone on with. Its writers had other limits, or none.
 */
export function isForeign({ state }: LintRecord, seq: number): boolean {
  if (state.setup === undefined) return true;
  return isImported(state, seq);
}

/** An error in a record of ours, a warning in what others wrote. */
export function structureFault(record: LintRecord, seq: number, message: string): Fault {
  const fault = error('structure', seq, message);
  return isForeign(record, seq) ? { ...fault, severity: 'warning' } : fault;
}

interface Ending {
  outcome: string | undefined;
  undecided: { why: UndecidedWhy } | undefined;
}

/** What is wrong with the word `undecided` of a conclusion or ruling of ours. `isExtractive`: nobody weighs in the seat that gave it. */
export function undecidedProblems({ outcome, undecided }: Ending, isExtractive: boolean): string[] {
  if (outcome !== 'undecided')
    return undecided === undefined
      ? []
      : [`It says why it is undecided, but its outcome is "${outcome ?? 'missing'}".`];
  if (undecided === undefined) return ['The outcome is "undecided", but data.undecided.why does not say why.'];
  if (undecided.why !== 'nobody_weighed' || isExtractive) return [];
  return [
    'The outcome is "undecided" because nobody weighed, but a model, a script or a person held the seat that decides.',
  ];
}

/** An entry among the others. */
export interface EntryContext {
  header: Header;
  record: LintRecord;
}
