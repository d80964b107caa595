import { lintRecordOf, type Fault, type LintInput, type LintProblem, type LintRecord } from './lintRecord';
import { rulesFor } from './ruleset';

export type { LintInput, LintProblem } from './lintRecord';

/**
 * Everything that code can hold against a record, and against its documents where they are given, in the order of the log.
 * Pure. Time grows with the length of the log.
 */
export function lintDebate(input: LintInput): LintProblem[] {
  const record = lintRecordOf(input);
  const rules = rulesFor(record.format);
  const faults = [...entryFaults(record, rules.entries), ...rules.whole.flatMap((rule) => rule(record))];
  return faults.map((fault) => problemOf(fault, input)).sort(byPlace);
}

/** One pass over the bodies. */
function entryFaults(record: LintRecord, rules: ReturnType<typeof rulesFor>['entries']): Fault[] {
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
