import * as z from 'zod';
import { assessedPointSchema, type Severity } from '../../../debate/entryData';
import type { CheckedSource, VisibleEntry } from '../../../debate/tasks';
import type { TrackerRow } from '../../../debate/tasks/tribunal';
import { quotesIn, type Quoted } from '../record';
import { bySeverity, keyOf, objectionsIn, rowOf } from './points';
import { citedQuote } from './sideCase';
import type { Side } from './sides';

/** What the Judge reads out of the record: who put what on each issue, and what of it the Verifier bore out. */

/** `verified`: a source that goes with it was; `bare`: it cites none; `void`: none of those that it cites was. */
export type Grade = 'verified' | 'bare' | 'void';

interface Move {
  readonly seq: number;
  readonly round: number;
  readonly grade: Grade;
  /** The verified quotations that go with it. */
  readonly quotes: readonly Quoted[];
}

export interface Put extends Move {
  readonly title: string;
  readonly severity: Severity;
  readonly isConjecture: boolean;
}

export interface Given extends Move {
  readonly status: string;
}

/** All moves on one issue, oldest first. */
export interface Exchange {
  readonly row: TrackerRow | undefined;
  readonly title: string;
  readonly severity: Severity;
  readonly objections: readonly Put[];
  readonly answers: readonly Given[];
}

export interface Contribution {
  readonly side: Side;
  readonly entry: VisibleEntry;
  readonly round: number;
  /** Distinct quotations, and those of them that were verified. */
  readonly cited: readonly Quoted[];
  readonly verified: readonly Quoted[];
}

/** What the Judge's tasks have in common. */
export interface Hearing {
  record: readonly VisibleEntry[];
  round: number;
  tracker: readonly TrackerRow[];
  checked: readonly CheckedSource[];
  defense?: VisibleEntry | undefined;
  critique?: VisibleEntry | undefined;
}

/** What both sides contributed and was not struck, oldest first. */
export function contributionsOf({ record, round, checked, defense, critique }: Hearing): Contribution[] {
  const entries = new Map([...record, defense, critique].flatMap((entry) => (entry === undefined ? [] : [[entry.seq, entry] as const])));
  return [...entries.values()]
    .filter((entry) => (entry.type === 'defense' || entry.type === 'critique') && entry.struck === undefined)
    .sort((a, b) => a.seq - b.seq)
    .map((entry) => {
      const own = entry.data?.['round'];
      const cited = distinct(quotesIn(entry));
      return {
        ...{ side: entry.type === 'defense' ? 'advocate' : 'critic', entry, cited },
        round: typeof own === 'number' ? own : round,
        verified: cited.filter(({ url }) => checked.some((source) => source.seq === entry.seq && source.url === url && source.status === 'verified')),
      };
    });
}

function distinct(quotes: readonly Quoted[]): Quoted[] {
  return [...new Map(quotes.map((quote) => [keyOf(quote.quote), quote])).values()];
}

/** The exchanges on the issues of the tracker, in its order, then those on what is new. */
export function exchangesOf(contributions: readonly Contribution[], tracker: readonly TrackerRow[]): Exchange[] {
  const found = new Map<string, { row: TrackerRow | undefined; title: string; objections: Put[]; answers: Given[] }>();
  for (const row of tracker) found.set(row.id, { row, title: row.title, objections: [], answers: [] });
  const at = (issue: string | undefined, title: string) => {
    const row = rowOf(tracker, issue, title);
    return { key: row?.id ?? keyOf(title), row };
  };
  for (const contribution of contributions) {
    for (const put of putsIn(contribution)) {
      const { key } = at(put.issue, put.title);
      // What is only conjecture raises nothing.
      if (put.isConjecture && !found.has(key)) continue;
      const exchange = found.get(key) ?? { row: undefined, title: put.title, objections: [], answers: [] };
      exchange.objections.push(put);
      found.set(key, exchange);
    }
    for (const given of givensIn(contribution)) found.get(at(given.issue, given.title).key)?.answers.push(given);
  }
  return [...found.values()].map((exchange) => ({ ...exchange, severity: severityOf(exchange) }));
}

/** As the gravest of the objections has it; the tracker's word only where none is in the record. */
function severityOf({ row, objections }: { row: TrackerRow | undefined; objections: readonly Put[] }): Severity {
  const put = objections.filter(({ isConjecture }) => !isConjecture);
  return [...put].sort(bySeverity)[0]?.severity ?? row?.severity ?? 'Minor';
}

function putsIn(contribution: Contribution): (Put & { issue: string | undefined })[] {
  if (contribution.side !== 'critic') return [];
  return objectionsIn(contribution.entry).map(({ title, text, severity, issue, isConjecture }) => ({
    ...{ title, severity, issue, isConjecture },
    ...moveOf(contribution, [text]),
  }));
}

const assessments = z.array(assessedPointSchema);

function givensIn(contribution: Contribution): (Given & { issue: string | undefined; title: string })[] {
  if (contribution.side !== 'advocate') return [];
  const parsed = assessments.safeParse(contribution.entry.data?.['assessments']);
  return (parsed.success ? parsed.data : []).map(({ point, issue, status, answer = '' }) => ({
    ...{ title: point, issue, status },
    ...moveOf(contribution, [answer, ...paragraphsOn(contribution.entry, { point, issue })]),
  }));
}

/** What the argument itself says under the name of a point. */
function paragraphsOn({ data }: VisibleEntry, { point, issue }: { point: string; issue: string | undefined }): string[] {
  const argument = data?.['argument'];
  const named = issue === undefined ? undefined : new RegExp(`\\b${issue.replace(/\W/g, '\\$&')}\\b`);
  return (typeof argument === 'string' ? argument.split(/\n{2,}/) : []).filter((text) => text.includes(point) || named?.test(text) === true);
}

/** The sources that go with some texts are those whose quotation, claim, address or short citation stands in them. */
function moveOf({ entry, round, cited, verified }: Contribution, texts: readonly string[]): Move {
  const text = texts.join('\n').replace(/\s+/g, ' ');
  const claims = new Map((entry.sources ?? []).map(({ url, claim }) => [url, claim?.replace(/\s+/g, ' ').trim() ?? '']));
  const goesWith = (quote: Quoted): boolean => {
    const claim = claims.get(quote.url) ?? '';
    return [quote.quote, claim, quote.url, citedQuote(quote)].some((words) => words !== '' && text.includes(words));
  };
  const quotes = verified.filter(goesWith);
  const grade = quotes.length > 0 ? 'verified' : cited.some(goesWith) ? 'void' : 'bare';
  return { seq: entry.seq, round, grade, quotes };
}

/** Objections that count: no conjecture, and nothing whose sources all failed. */
export const pressing = ({ objections }: Exchange): Put[] => objections.filter(({ isConjecture, grade }) => !isConjecture && grade !== 'void');

/** Answers that count: the Advocate does not give the point up, and cites what was verified, or nothing where nothing was cited against it. */
export const answersTo = ({ answers }: Exchange, put: Put): Given[] =>
  answers.filter(({ seq, status, grade }) => seq > put.seq && status !== 'VULNERABLE' && (grade === 'verified' || (grade === 'bare' && put.grade === 'bare')));
