import type { Entry } from '../../entry';
import { isReservedSpeaker } from '../../names';
import { headerOf, type DebateState, type Header } from '../../state';
import { isSince } from '../../version';
import type { RecordView } from '../../view';
import { noticesOf, type Notice } from './notices';
import { outOfPhase } from './phaseOrder';
import { roundsOf, type Round } from './roundSpans';
import { panelFacts } from '../../formats/panel/facts';

/** A rule's number; `format` for a line that is no proper entry, `structure` for what holds the record together. */
export type LintRuleId = `${number}` | 'format' | 'structure';

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
  readonly notices: readonly Notice[];
  readonly rounds: readonly Round[];
  /** Entries that rule 4 sets aside; the other rules look past them. */
  readonly outOfPhase: ReadonlySet<number>;
}

/** A check of the record as a whole: headers, the folded state, single bodies. */
export type LintRule = (record: LintRecord) => Fault[];

/**
 * A check of the bodies. They are read once for all rules, in order, since each comes from the disk; what the returned
 * function remembers of earlier entries is its own.
 */
export type EntryRule = (record: LintRecord) => (entry: Entry, header: Header) => Fault[];

export function lintRecordOf(input: LintInput): LintRecord {
  const { state } = input.view;
  const notices = noticesOf(input.view);
  const misplaced = outOfPhase(state, notices);
  return {
    ...input,
    state,
    headers: state.headers.filter((header) => headerOf(state, header.seq) === header),
    isOwn: state.setup !== undefined,
    format: state.setup?.format ?? guessedFormat(state),
    isOver: isOver(state),
    malformed: new Set(input.logProblems.flatMap(({ seq }) => (seq === null ? [] : [seq]))),
    notices,
    rounds: roundsOf(state, notices, misplaced),
    outOfPhase: misplaced,
  };
}

const tribunalTypes: ReadonlySet<string> = new Set(['defense', 'critique', 'assessment', 'judges_ruling', 'handoff']);
const dialecticTypes: ReadonlySet<string> = new Set(['argument', 'judgment']);

/** Logs without a setup are the panel's ancestors', unless they hold what only another format writes. */
function guessedFormat(state: DebateState): LintRecord['format'] {
  if (state.headers.some((header) => tribunalTypes.has(header.type))) return 'tribunal';
  return state.headers.some((header) => dialecticTypes.has(header.type)) ? 'dialectic' : 'panel';
}

function isOver(state: DebateState): boolean {
  if (
    state.conclusion !== undefined ||
    state.factsOf(panelFacts).audienceConclusion !== undefined ||
    state.documents.size > 0
  )
    return true;
  return state.headers.some((header) => header.type === 'judges_ruling');
}

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
