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
} from './lintRecord';
import { monotonicTime, references, sourceLimit, steps, typeFit, verifiedAtEnd } from './structure';
import type { FormatName } from '../../formats/registry';
import { parseLine } from '../../codec';
import { isEntryType } from '../../entryData';
import { headerOf } from '../../state';

export type { LintInput, LintProblem } from './lintRecord';

/** The rules for formats without rules of their own, and for unknown ones. */
const otherRules: FormatRules = () => ({ entries: [], whole: [verifiedAtEnd] });

/** A format's rules beside the general ones. */
const rulesOfFormats: Readonly<Record<FormatName, FormatRules>> = {
  panel: panelRules,
  tribunal: tribunalRules,
  dialectic: dialecticRules,
};

/**
 * Every problem that code can find in a record, and in its documents if given, in the order of the log. Pure. Time
 * grows with the length of the log.
 */
export function lintDebate(input: LintInput): LintProblem[] {
  const record = lintRecordOf(input);
  const own = ofFormat(rulesOfFormats, record.format, otherRules)(record);
  const whole = [
    recordFormat,
    sequence,
    monotonicTime,
    typeFit,
    sourceLimit,
    redactedText,
    withdrawnText,
    ...own.whole,
  ];
  const faults = [
    ...entryFaults(record, [references, steps, ...own.entries]),
    ...whole.flatMap((rule) => rule(record)),
  ];
  return faults.map((fault) => problemOf(fault, input)).sort(byPlace);
}

/** One pass over the bodies. */
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

function problemOf({ rule, severity, seq, line, message }: Fault, { lineOf }: LintInput): LintProblem {
  return { rule, severity, seq, line: line ?? (seq === null ? null : (lineOf(seq) ?? null)), message };
}

/** Problems without a line come last. */
function byPlace(one: LintProblem, other: LintProblem): number {
  return placeOf(one) - placeOf(other) || orderOf(one.rule) - orderOf(other.rule);
}

const placeOf = ({ seq, line }: LintProblem): number => line ?? (seq === null ? Number.MAX_SAFE_INTEGER : seq + 1);

const orderOf = (rule: LintProblem['rule']): number =>
  rule === 'format' ? -2 : rule === 'structure' ? -1 : Number(rule);

/** The log reader's own findings on seqs and steps; `sequence` and `steps` report them, too. */
const saidElsewhere = /^seq \d+ stands (?:in the log twice|where \d+ is due)$|^step \S+ before it is not whole: /;
const aboutDouble = /^seq \d+ stands in the log twice$/;

/** Format: lines that are no entries, entries that break their schema, unknown types. */
const recordFormat: LintRule = (record) => [...unreadable(record), ...unknownTypes(record), ...unfinishedLine(record)];

function unreadable({ logProblems }: LintRecord): Fault[] {
  return logProblems
    .filter(({ message }) => !saidElsewhere.test(message))
    .map(({ line, seq, message }) => {
      const what = seq === null ? 'The line is no entry' : `seq ${seq} breaks the format of its type`;
      return {
        ...error(
          'format',
          seq,
          `${what}: ${message}. The program that wrote it needs mending; readers show it as it stands.`,
        ),
        line,
      };
    });
}

function unknownTypes({ headers }: LintRecord): Fault[] {
  return headers
    .filter((header) => !isEntryType(header.type))
    .map(({ seq, type }) => ({
      ...error(
        'format',
        seq,
        `The type "${type}" is unknown; the entry is kept and shown, but no rule is applied to it.`,
      ),
      severity: 'warning',
    }));
}

/** A torn line, or an entry without its line end; nobody has read it, and no rule applied to it. */
function unfinishedLine({ unfinishedTail = '', headers, logProblems, lineOf }: LintRecord): Fault[] {
  if (unfinishedTail.trim() === '') return [];
  const line = 1 + Math.max(lineOf(headers.at(-1)?.seq ?? -1) ?? 0, logProblems.at(-1)?.line ?? 0);
  const isWhole = parseLine(unfinishedTail).kind === 'entry';
  const message = isWhole
    ? 'The last line lacks its line end: it is not read, and none of the rules was applied to it. The next append completes it.'
    : 'The log ends in an unfinished line, which is not read. It was torn, or is being written; "rostrum resume" moves a torn one aside.';
  return [{ ...error('format', null, message), severity: isWhole ? 'warning' : 'error', line }];
}

/** Structure: seqs count the lines from 0 without a gap. One problem for each gap. */
const sequence: LintRule = ({ state, logProblems }) => {
  const doubles = new Map(
    logProblems.filter(({ message }) => aboutDouble.test(message)).map(({ seq, line }) => [seq, line]),
  );
  const faults: Fault[] = [];
  let before = -1;
  for (const header of state.headers) {
    const { seq } = header;
    const isDouble = headerOf(state, seq) !== header;
    if (isDouble) {
      const line = doubles.get(seq);
      const fault = error(
        'structure',
        seq,
        `seq ${seq} stands in the log twice: two writers took no lock, or a line was copied. The first one counts.`,
      );
      faults.push(line === undefined ? fault : { ...fault, line });
      continue;
    }
    if (seq !== before + 1) faults.push(error('structure', seq, gapWords(before, seq)));
    before = seq;
  }
  return faults;
};

function gapWords(before: number, seq: number): string {
  if (before < 0) return `The log begins with seq ${seq} instead of 0: what came before is missing.`;
  if (seq < before) return `seq ${seq} stands behind seq ${before}; entries stand in the order of their seqs.`;
  const missing = seq === before + 2 ? `seq ${before + 1} is` : `seq ${before + 1} to ${seq - 1} are`;
  return `seq ${seq} follows seq ${before}: ${missing} missing. Entries are never taken out; a redaction strikes them.`;
}
