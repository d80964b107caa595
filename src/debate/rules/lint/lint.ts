import { ofFormat } from '../../formats/formatName';
import { redactedText, withdrawnText } from './documents';
import { dialecticRules } from './formats/dialectic';
import { panelRules } from './formats/panel/panel';
import { tribunalRules } from './formats/tribunal';
import {
  type EntryRule,
  error,
  type Fault,
  type FormatRules,
  type LintInput,
  type LintProblem,
  type LintRecord,
  lintRecordOf,
  type LintRule,
  unreadWords,
} from './lintRecord';
import { plainAnswer } from './plainAnswer';
import { monotonicTime, references, resultsOnCited, sourceLimit, steps, typeFit, verifiedAtEnd } from './structure';
import type { FormatName } from '../../formats/registry';
import { parseLine } from '../../log/codec';
import { recordVersion } from '../../fold/versions';
import { isEntryType } from '../../log/entryData';
import type { LineProblem } from '../../log/lineProblems';
import { spaced } from '../../../matching/text/shortText';
import { headerOf } from '../../fold/state';

export type { LintInput, LintProblem } from './lintRecord';

/** Rules for formats that this version does not know. */
const otherRules: FormatRules = () => ({ entries: [], whole: [verifiedAtEnd] });

const rulesOfFormats: Readonly<Record<FormatName, FormatRules>> = {
  panel: panelRules,
  tribunal: tribunalRules,
  dialectic: dialecticRules,
};

/** Finds all problems that code can find in a record, and in its documents if given, in the order of the log. */
export function lintDebate(input: LintInput): LintProblem[] {
  const record = lintRecordOf(input);
  const own = ofFormat(rulesOfFormats, record.format, otherRules)(record);
  const whole = [
    recordFormat,
    sequence,
    monotonicTime,
    typeFit,
    sourceLimit,
    resultsOnCited,
    plainAnswer,
    redactedText,
    withdrawnText,
    ...own.whole,
  ];
  const faults = [
    ...entryFaults(record, [references, steps, ...own.entries]),
    ...whole.flatMap((rule) => rule(record)),
  ];
  return faults.map((fault) => problemOf(fault, record)).sort(byPlace);
}

function entryFaults(record: LintRecord, rules: readonly EntryRule[]): Fault[] {
  const checks = rules.map((rule) => rule(record));
  const faults: Fault[] = [];
  for (const header of record.headers) {
    const entry = record.view.raw(header.seq);
    if (entry === undefined) continue;
    for (const check of checks) faults.push(...check(entry, header));
  }
  return faults;
}

/** Makes a problem of a fault. A fault that depends on the whole log is uncertain while a part of it cannot be read. */
function problemOf(fault: Fault, { lineOf, unreadLines }: LintRecord): LintProblem {
  const { rule, seq } = fault;
  const line = fault.line ?? (seq === null ? null : (lineOf(seq) ?? null));
  if (fault.restsOnAll !== true || unreadLines.length === 0)
    return { rule, severity: fault.severity, seq, line, message: fault.message };
  const message = `${fault.message} This is not certain: ${unreadWords(unreadLines)}.`;
  return { rule, severity: 'warning', seq, line, message };
}

function byPlace(one: LintProblem, other: LintProblem): number {
  return placeOf(one) - placeOf(other) || orderOf(one.rule) - orderOf(other.rule);
}

const placeOf = ({ seq, line }: LintProblem): number => line ?? (seq === null ? Number.MAX_SAFE_INTEGER : seq + 1);

const orderOf = (rule: LintProblem['rule']): number =>
  rule === 'format' ? -2 : rule === 'structure' ? -1 : Number(rule);

/** Format: lines that are not entries, entries that break their schema, unknown types. */
const recordFormat: LintRule = (record) => [
  ...unreadable(record),
  ...unknownTypes(record),
  ...unfinishedLine(record),
  ...unchecked(record),
];

const unreadable = ({ logProblems, state }: LintRecord): Fault[] =>
  logProblems.flatMap((problem) => {
    const { line, seq } = problem;
    const type = seq === null ? '' : spaced(headerOf(state, seq)?.type ?? 'entry');
    const message = unreadableWords(problem, type);
    return message === undefined ? [] : [{ ...error(seq, message, 'format'), line }];
  });

/** Words for an unreadable line; undefined for faults that `sequence` and `steps` report. */
function unreadableWords({ code, message }: LineProblem, type: string): string | undefined {
  switch (code) {
    case 'not_json':
    case 'line_ends':
    case 'no_entry':
    case 'too_long':
    case 'too_deep':
      return `The line is no entry: ${message}. It is shown as it stands; nothing rests on it.`;
    case 'malformed_data':
      return `The fields of the ${type} cannot be read: ${message}. Nothing rests on them.`;
    case 'unknown_phase':
      return `The ${type} is of no phase that there is: ${message}.`;
    case 'evidence_list':
      return `${message}.`;
    case 'seq_twice':
    case 'seq_gap':
    case 'half_step':
      return undefined;
  }
}

function unknownTypes({ headers }: LintRecord): Fault[] {
  return headers
    .filter((header) => !isEntryType(header.type))
    .map(({ seq, type }) => ({
      ...error(
        seq,
        `The type "${type}" is unknown; the entry is kept and shown, but no rule is applied to it.`,
        'format',
      ),
      severity: 'warning',
    }));
}

/** An unfinished line: no reader takes it for an entry, so no rule applied to it. */
function unfinishedLine({ unfinishedTail = '', lines, logProblems }: LintRecord): Fault[] {
  if (unfinishedTail.trim() === '' || logProblems.some(({ line }) => line > lines)) return [];
  const isWhole = parseLine(unfinishedTail).kind === 'entry';
  const message = isWhole
    ? 'The last line lacks its line end: it is not read, and none of the rules was applied to it. The next append completes it.'
    : 'The log ends in an unfinished line, which is not read. It was torn, or is being written; "rostrum resume" moves a torn one aside.';
  return [{ ...error(null, message, 'format'), severity: isWhole ? 'warning' : 'error', line: lines + 1 }];
}

/** A warning that names parts that were not checked, so that silence is not taken for a good record. */
function unchecked(record: LintRecord): Fault[] {
  const message = uncheckedWords(record);
  return message === undefined ? [] : [{ ...error(null, message, 'format'), severity: 'warning' }];
}

function uncheckedWords({ state, format, logProblems, unfinishedTail = '' }: LintRecord): string | undefined {
  if (state.headers.length === 0)
    return logProblems.length === 0 && unfinishedTail.trim() === '' ? 'The log holds no entry.' : undefined;
  if (state.version > recordVersion)
    return `This record is of version ${state.version}; it was held against the rules of version ${recordVersion}.`;
  return ofFormat(rulesOfFormats, format, undefined) === undefined
    ? `The rules of the format "${format}" are not known here and were not checked.`
    : undefined;
}

/** Structure: seqs count the lines from 0 without a gap, in their order, each once. */
const sequence: LintRule = (record) => [...doubled(record), ...disordered(record), ...gaps(record)];

function doubled({ state, logProblems }: LintRecord): Fault[] {
  const lines = new Map(logProblems.filter(({ code }) => code === 'seq_twice').map(({ seq, line }) => [seq, line]));
  return state.headers
    .filter((header) => headerOf(state, header.seq) !== header)
    .map(({ seq }) => {
      const line = lines.get(seq);
      const message = `seq ${seq} stands in the log twice: two writers took no lock, or a line was copied. The first one counts.`;
      return { ...error(seq, message), ...(line === undefined ? {} : { line }) };
    });
}

const disordered = ({ headers }: LintRecord): Fault[] =>
  headers.flatMap(({ seq }, index) => {
    const before = headers[index - 1]?.seq ?? -1;
    const message = `seq ${seq} stands behind seq ${before}; entries stand in the order of their seqs.`;
    return seq < before ? [error(seq, message)] : [];
  });

/** One problem for each gap, at the entry behind it. Seqs that appear elsewhere in the log are not missing. */
function gaps(record: LintRecord): Fault[] {
  const seqs = record.headers.map(({ seq }) => seq).sort((one, other) => one - other);
  return seqs.flatMap((seq, index) => {
    const before = seqs[index - 1] ?? -1;
    return seq === before + 1 ? [] : [error(seq, gapWords(before, seq, record))];
  });
}

function gapWords(before: number, seq: number, { lineOf, rawLines }: LintRecord): string {
  const places = [before < 0 ? 0 : (lineOf(before) ?? 0), lineOf(seq) ?? 0];
  const unread = rawLines.slice(firstFrom(rawLines, Math.min(...places)), firstFrom(rawLines, Math.max(...places)));
  const isOne = seq === before + 2;
  const which = isOne ? `seq ${before + 1}` : `seq ${before + 1} to ${seq - 1}`;
  if (unread.length > 0) return `${which} cannot be read or ${isOne ? 'is' : 'are'} missing: ${unreadWords(unread)}.`;
  if (before < 0) return `The log begins with seq ${seq} instead of 0: what came before is missing.`;
  const missing = `seq ${seq} follows seq ${before}: ${which} ${isOne ? 'is' : 'are'} missing.`;
  return `${missing} Entries are never taken out; a redaction strikes them.`;
}

/** Index of the first sorted number that is not below `least`; their count if all are below. */
function firstFrom(numbers: readonly number[], least: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? Infinity) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
