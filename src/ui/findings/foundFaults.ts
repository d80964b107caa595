import * as l10n from '@vscode/l10n';
import * as z from 'zod';
import { isImported } from '../../debate/fold/imported';
import type { LintProblem } from '../../debate/rules/lint/lint';
import { cutText, plainLine } from '../../matching/text/shortText';
import { headerOf } from '../../debate/fold/state';
import { withPlaces } from '../../projections/sourcePlace';
import { typeName } from '../../projections/typeName';
import type { DebateLog } from '../../record/debateLog';

export const placeSchema = z.object({ line: z.int(), start: z.int(), end: z.int() });
export const relatedSchema = z.array(z.object({ place: placeSchema, message: z.string() }));
const faultSchema = z.object({
  rule: z.string(),
  /** `information`: another program wrote it, under other rules or none; or nothing is wrong, only not checked. */
  severity: z.enum(['error', 'warning', 'information']),
  seq: z.int().nullable(),
  /** 0 where it is about the documents, or the log as a whole. */
  line: z.int(),
  message: z.string(),
  related: relatedSchema,
  /** Where its kind stands in `kinds`. */
  kind: z.int(),
});

/** What the rules hold against a debate: of each kind the first, and how many there are. */
export const faultShape = {
  faults: z.array(faultSchema),
  kinds: z.array(z.object({ count: z.int(), entries: z.int() })),
};

/** How many there are, as severe as they are shown. */
export const faultCounts = z.object({ errors: z.int(), warnings: z.int(), information: z.int() });
export type FaultCounts = z.infer<typeof faultCounts>;

export type LintFault = z.infer<typeof faultSchema>;
export type FoundFaults = z.infer<z.ZodObject<typeof faultShape>>;

const mostListed = 100;
const mostKinds = 100;
const longestMessage = 500;

interface Kind {
  at: number;
  listed: number;
  count: number;
  seqs: Set<number>;
}

/** The last one told of a kind says how many more there are. */
export function faultsIn(problems: readonly LintProblem[], log: DebateLog): FoundFaults {
  const kinds = new Map<string, Kind>();
  const kept: { problem: LintProblem; severity: LintFault['severity']; kind: Kind }[] = [];
  for (const problem of problems) {
    const severity = severityOf(problem, log);
    const key = `${severity === 'information'} ${kindOf(problem)}`;
    const kind = kinds.get(key) ?? { at: kinds.size, listed: 0, count: 0, seqs: new Set() };
    kinds.set(key, kind);
    kind.count += 1;
    if (problem.seq !== null) kind.seqs.add(problem.seq);
    if (kind.at >= mostKinds || kind.listed === mostListed) continue;
    kind.listed += 1;
    kept.push({ problem, severity, kind });
  }
  const lastOf = new Map(kept.map(({ kind, problem }) => [kind, problem]));
  return {
    faults: kept.map(({ problem, severity, kind }) => {
      const more = lastOf.get(kind) === problem ? kind.count - kind.listed : 0;
      return { ...faultOf(problem, log, more), severity, kind: kind.at };
    }),
    kinds: [...kinds.values()].map(({ count, seqs }) => ({ count, entries: seqs.size })),
  };
}

/** All of them, also those that `faultsIn` only counts. */
export function countsIn(problems: readonly LintProblem[], log: DebateLog): FaultCounts {
  const count = (wanted: LintFault['severity']): number =>
    problems.filter((problem) => severityOf(problem, log) === wanted).length;
  return { errors: count('error'), warnings: count('warning'), information: count('information') };
}

function severityOf({ severity, seq, line }: LintProblem, log: DebateLog): LintFault['severity'] {
  const isForeign = log.state.setup === undefined || isImported(log.state, seq ?? 0);
  // A warning without a line is about what was not checked.
  const isUnchecked = severity === 'warning' && line === null;
  return isForeign || isUnchecked ? 'information' : severity;
}

export const isNumbered = (rule: string): boolean => /^\d/.test(rule);

/** A numbered rule, or a message without what differs from one entry to the next: what is quoted, addresses and places, numbers. */
const kindOf = ({ rule, message }: LintProblem): string =>
  isNumbered(rule)
    ? rule
    : message
        .replaceAll(/“[^“”]*”|"[^"]*"/g, '“”')
        .split(' ')
        .map((word) => (/[/:]\S|\.[a-z]{1,4}\b/i.test(word) ? '@' : word.replaceAll(/\d+/g, '#')))
        .join(' ');

function faultOf(
  { rule, seq, line, message }: LintProblem,
  log: DebateLog,
  more: number,
): Omit<LintFault, 'severity' | 'kind'> {
  const words = cutText(plainLine(withPlaces(l10n, message)), longestMessage);
  return {
    rule,
    seq,
    line: line ?? 0,
    message: more === 0 ? words : l10n.t('{0} And {1} more like it.', words, more),
    related: othersIn(message, seq).flatMap((other) => relatedTo(log, other)),
  };
}

const othersIn = (message: string, own: number | null): number[] => [
  ...new Set([...message.matchAll(/\bseq (\d{1,15})\b/g)].map(([, seq]) => Number(seq)).filter((seq) => seq !== own)),
];

function relatedTo(log: DebateLog, seq: number): LintFault['related'] {
  const header = headerOf(log.state, seq);
  const line = log.lineOf(seq);
  if (header === undefined || line === undefined) return [];
  const speaker = plainLine(log.view.mask.text(header.speaker));
  const message = `seq ${seq}: ${speaker}, ${typeName(l10n, header.type)}`;
  return [{ place: { line: line - 1, start: 0, end: 1 }, message }];
}
