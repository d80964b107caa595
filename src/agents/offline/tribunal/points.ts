import * as z from 'zod';
import { objectionSchema, type Severity } from '../../../debate/entryData';
import type { VisibleEntry } from '../../../debate/tasks';
import type { TrackerRow } from '../../../debate/tasks/tribunal';
import { subjectIn } from '../caseFile';
import { sentenceCase, shortened } from '../grammar';
import { quotesIn, type Quoted } from '../record';
import { conjectureLabel } from '../../../debate/rules/spokenRules';
import { quotationsIn, quotesWithin } from './quotations';
import { news, type SideCase } from './sideCase';

/** An objection as it stands in an entry. */
export interface Objection {
  readonly seq: number;
  readonly title: string;
  readonly text: string;
  readonly area: string;
  readonly severity: Severity;
  readonly issue: string | undefined;
  /** It says itself that nothing carries it. */
  readonly isConjecture: boolean;
}

/** A point of the Critic that the Advocate is to answer: an issue, or what may become one. */
export interface Point {
  readonly title: string;
  readonly issue: string | undefined;
  readonly severity: Severity;
  readonly seq: number;
  readonly quotes: readonly Quoted[];
  readonly isConjecture: boolean;
}

const objections = z.array(objectionSchema);
const severityRank: Record<Severity, number> = { Critical: 0, Major: 1, Minor: 2 };
export const bySeverity = (a: { severity: Severity }, b: { severity: Severity }): number => severityRank[a.severity] - severityRank[b.severity];

/** What a critique objects to. */
export function objectionsIn(entry: VisibleEntry): Objection[] {
  const parsed = objections.safeParse(entry.data?.['objections']);
  const all = parsed.success ? parsed.data : [];
  return all.map(({ title, text, area, severity, issue }) => ({
    ...{ seq: entry.seq, title: titleOf(title, text), text, area, severity, issue },
    isConjecture: text.startsWith(conjectureLabel),
  }));
}

/** The same without what is only conjecture. */
export const pressedIn = (entry: VisibleEntry): Objection[] => objectionsIn(entry).filter(({ isConjecture }) => !isConjecture);

function titleOf(title: string | undefined, text: string): string {
  return title === undefined || title.trim() === '' ? shortened(text.replace(/[*_`#]/g, ''), 80) : title.trim();
}

/** The row of the tracker that somebody means, by its id or by its title. */
export function rowOf(tracker: readonly TrackerRow[], issue: string | undefined, title: string): TrackerRow | undefined {
  const wanted = keyOf(title);
  return tracker.find(({ id }) => id === issue) ?? tracker.find((row) => keyOf(row.title) === wanted);
}

export const keyOf = (title: string): string => title.replace(/\s+/g, ' ').trim().toLowerCase();

/** The points that came since the Advocate last spoke, the most severe first; several objections to one issue are one point. */
export function pointsOf(side: SideCase): Point[] {
  const found = new Map<string, Point>();
  for (const entry of news(side)) {
    for (const point of pointsIn(side, entry)) {
      const row = rowOf(side.tracker, point.issue, point.title);
      const key = row?.id ?? keyOf(point.title);
      const before = found.get(key);
      found.set(key, {
        ...point,
        title: row?.title ?? point.title,
        issue: row?.id ?? point.issue,
        quotes: [...point.quotes, ...(before?.quotes ?? [])],
        isConjecture: point.isConjecture && before?.isConjecture !== false,
      });
    }
  }
  return [...found.values()].sort(bySeverity);
}

function pointsIn(side: SideCase, entry: VisibleEntry): Point[] {
  const listed = objectionsIn(entry).map((one): Point => {
    const within = quotesWithin(entry, one.text);
    const unlisted = within.length > 0 ? [] : quotationsIn(one.text).map((quote) => ({ seq: entry.seq, speaker: entry.speaker, url: '', title: '', quote, path: undefined, lines: undefined }));
    return { title: one.title, issue: one.issue, severity: one.severity, seq: one.seq, quotes: [...within, ...unlisted], isConjecture: one.isConjecture };
  });
  if (listed.length > 0) return listed;
  // A critique of which only the text is shown: each of its quotations is a point.
  return quotesIn(entry).map((quote) => ({
    title: sentenceCase(subjectIn(side.file, quote) ?? quote.title),
    ...{ issue: undefined, severity: 'Major' as const, seq: entry.seq, quotes: [quote], isConjecture: false },
  }));
}
