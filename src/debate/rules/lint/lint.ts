import { ofFormat } from '../../formats/formatName';
import { redactedText } from './documents';
import { recordFormat, sequence } from './format';
import { dialecticRules } from './formats/dialectic';
import { panelRules } from './formats/panel/panel';
import { tribunalRules } from './formats/tribunal';
import {
  lintRecordOf,
  type EntryRule,
  type Fault,
  type FormatRules,
  type LintInput,
  type LintProblem,
  type LintRecord,
} from './lintRecord';
import { monotonicTime, references, sourceLimit, steps, typeFit, verifiedAtEnd } from './structure';
import type { FormatName } from '../../formats/registry';

export type { LintInput, LintProblem } from './lintRecord';

/** What holds for the records of formats without rules of their own, and of those that are not known here. */
const otherRules: FormatRules = () => ({ entries: [], whole: [verifiedAtEnd] });

/** The rules that a format has beside the general ones. */
const rulesOfFormats: Readonly<Record<FormatName, FormatRules>> = {
  panel: panelRules,
  tribunal: tribunalRules,
  dialectic: dialecticRules,
};

/**
 * Everything that code can hold against a record, and against its documents where they are given, in the order of the log.
 * Pure. Time grows with the length of the log.
 */
export function lintDebate(input: LintInput): LintProblem[] {
  const record = lintRecordOf(input);
  const own = ofFormat(rulesOfFormats, record.format, otherRules)(record);
  const whole = [recordFormat, sequence, monotonicTime, typeFit, sourceLimit, redactedText, ...own.whole];
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

/** What has no place in the log comes last. */
function byPlace(one: LintProblem, other: LintProblem): number {
  return placeOf(one) - placeOf(other) || orderOf(one.rule) - orderOf(other.rule);
}

const placeOf = ({ seq, line }: LintProblem): number => line ?? (seq === null ? Number.MAX_SAFE_INTEGER : seq + 1);

const orderOf = (rule: LintProblem['rule']): number =>
  rule === 'format' ? -2 : rule === 'structure' ? -1 : Number(rule);
