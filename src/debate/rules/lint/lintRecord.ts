import { formatIn } from '../../formats/formatName';
import { formats } from '../../formats/registry';
import type { Entry } from '../../log/entry';
import type { UndecidedWhy } from '../../log/entryData';
import { isImported } from '../../fold/imported';
import { isReservedSpeaker } from '../../log/names';
import { spaced } from '../../../matching/text/shortText';
import { headerOf, type DebateState, type Header } from '../../fold/state';
import type { LineProblem } from '../../log/lineProblems';
import type { RecordView } from '../../fold/view';

/** `format`: a line is not a valid entry; `structure`: the form of the record. */
type LintRuleId = `${number}` | 'format' | 'structure';

export interface LintProblem {
  rule: LintRuleId;
  severity: 'error' | 'warning';
  seq: number | null;
  /** Line number, counted from 1. */
  line: number | null;
  /** Says what is wrong, with what, and how to correct it. */
  message: string;
}

export interface LintInput {
  view: RecordView;
  logProblems: readonly (LineProblem & { line: number; seq: number | null })[];
  /** Returns the entry's line, counted from 1. */
  lineOf: (seq: number) => number | null | undefined;
  /** Number of lines, including blank and unreadable ones. */
  lines: number;
  /** Text behind the log's last line end; readers do not take it for an entry. */
  unfinishedTail?: string;
  /** Documents by name; given if a debate's folder is linted, not a log alone. */
  documents?: ReadonlyMap<string, string>;
  /** Names of documents that Rostrum made from the record; without it, all count as such. */
  ownDocuments?: ReadonlySet<string>;
}

/** A rule's finding. Its line is looked up later unless the rule states it. */
export interface Fault {
  rule: LintRuleId;
  severity: LintProblem['severity'];
  seq: number | null;
  message: string;
  line?: number;
  /** Set if the finding says that something is missing from the log, which is certain only if all of it can be read. */
  restsOnAll?: true;
}

export interface LintRecord extends LintInput {
  readonly state: DebateState;
  /** Headers without entries whose seq the log already has; their duplication is one problem, not several. */
  readonly headers: readonly Header[];
  /** Whether the log is in our format, with its setup. Other records are judged by what their writers could know. */
  readonly isOwn: boolean;
  readonly format: string;
  /** Whether the debate is over, so that no later entry can satisfy a check. */
  readonly isOver: boolean;
  /** Seqs of entries whose `data` cannot be read. */
  readonly malformed: ReadonlySet<number>;
  /** Lines that are not entries. */
  readonly rawLines: readonly number[];
  /** Lines in `rawLines`, and the lines of malformed entries. */
  readonly unreadLines: readonly number[];
}

export type LintRule = (record: LintRecord) => Fault[];

/**
 * Checks entries one by one. Bodies are read from the disk once for all rules, in order; the returned function
 * remembers earlier entries itself.
 */
export type EntryRule = (record: LintRecord) => (entry: Entry, header: Header) => Fault[];

/** The checks of one format's records, besides the general rules. */
export type FormatRules = (record: LintRecord) => { entries: readonly EntryRule[]; whole: readonly LintRule[] };

export function lintRecordOf(input: LintInput): LintRecord {
  const { state } = input.view;
  const malformed = input.logProblems.filter(({ code }) => code === 'malformed_data');
  const raw = input.logProblems.filter(({ seq }) => seq === null);
  return {
    ...input,
    state,
    headers: state.headers.filter((header) => headerOf(state, header.seq) === header),
    isOwn: state.setup !== undefined,
    format: state.setup === undefined ? guessedFormat(state) : formatIn(state.setup),
    isOver: isOver(state),
    malformed: new Set(malformed.flatMap(({ seq }) => seq ?? [])),
    rawLines: raw.map(({ line }) => line),
    unreadLines: [...raw, ...malformed].map(({ line }) => line).sort((one, other) => one - other),
  };
}

/** Guesses the format of a log without a setup: the only format that writes its types. */
const guessedFormat = ({ headers }: DebateState): string =>
  formats.find(({ ownTypes }) => headers.some(({ type }) => ownTypes?.has(type) === true))?.name ?? formatIn(undefined);

const isOver = ({ conclusion, documents, headers }: DebateState): boolean =>
  conclusion !== undefined || documents.size > 0 || headers.some(({ type }) => type === 'audience_conclusion');

export const byDebater = (header: Pick<Header, 'speaker'>): boolean => !isReservedSpeaker(header.speaker);

/** Whether an entry was redacted before another one was written. */
export const wasRedacted = (state: DebateState, seq: number, before: number): boolean =>
  (state.redactions.get(seq)?.by ?? Infinity) < before;

export function error(seq: number | null, message: string, rule: LintRuleId = 'structure'): Fault {
  return { rule, severity: 'error', seq, message };
}

export function unreadWords(lines: readonly number[]): string {
  const [first = 0, ...others] = lines;
  if (others.length === 0) return `line ${first} cannot be read`;
  const shown = [first, ...others.slice(0, 2)].join(', ');
  return `lines ${shown}${others.length > 2 ? ` and ${others.length - 2} more` : ''} cannot be read`;
}

/** Marks faults of a rule that misses something, or counts. */
export const restingOnAll = (faults: readonly Fault[]): Fault[] =>
  faults.map((fault) => ({ ...fault, restsOnAll: true as const }));

/** An error in our records is a warning in other programs' records, whose writers had other rules or none. */
export const leniently = ({ isOwn }: LintRecord, fault: Fault): Fault =>
  isOwn ? fault : { ...fault, severity: 'warning' };

/**
 * Whether another program wrote the entry, with other limits or none: the log has no setup of ours, or the entry was
 * imported.
 */
export const isForeign = ({ state }: LintRecord, seq: number): boolean =>
  state.setup === undefined || isImported(state, seq);

/** A structure problem: an error in our records, a warning in others'. */
export const structureFault = (record: LintRecord, seq: number, message: string): Fault => ({
  ...error(seq, message),
  severity: isForeign(record, seq) ? 'warning' : 'error',
});

interface Ending {
  outcome?: string | undefined;
  undecided?: { why: UndecidedWhy } | undefined;
}

/** `isExtractive`: the deciding seat quotes passages and does not judge. */
export function undecidedProblems({ outcome, undecided }: Ending, isExtractive: boolean): string[] {
  if (outcome !== 'undecided')
    return undecided === undefined
      ? []
      : [
          `It says why it is undecided, but ${outcome === undefined ? 'has no outcome' : `its outcome is “${spaced(outcome)}”`}.`,
        ];
  if (undecided === undefined) return ['The outcome is “undecided”, and nothing says why.'];
  if (undecided.why !== 'nobody_weighed' || isExtractive) return [];
  return [
    'The outcome is “undecided” because nobody weighed, but a model, a script or a person held the seat that decides.',
  ];
}

export interface EntryContext {
  header: Header;
  record: LintRecord;
}
