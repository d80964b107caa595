import * as l10n from '@vscode/l10n';

/** The host carries it out; what the filters leave out is counted, and not gone to. */
export interface TextSearch {
  readonly id: number;
  readonly query: string;
  readonly found: FoundEntries;
  /** Hits among the shown entries: positions in the order of the log, and how often each holds the words. */
  readonly hits: readonly number[];
  readonly counts: readonly number[];
  /** Which of the entries is shown; -1 before the first. */
  readonly current: number;
  /** Which of its hits, 0-based. */
  readonly occurrence: number;
  readonly isDone: boolean;
  /** The hits are those of what was typed before. */
  readonly isStale: boolean;
  /** The log has changed: nobody is led anywhere, and what was found stays until all of it is in. */
  readonly isAgain: boolean;
  /** Where the reader was: the first hit from there on is shown first. */
  readonly from: number;
}

interface FoundEntries {
  readonly hits: readonly number[];
  readonly counts: readonly number[];
}

export type ShownTest = (at: number) => boolean;

const nothing: FoundEntries = { hits: [], counts: [] };

export const noFinding: TextSearch = {
  id: 0,
  query: '',
  found: nothing,
  ...nothing,
  current: -1,
  occurrence: 0,
  isDone: true,
  isStale: false,
  isAgain: false,
  from: 0,
};

/** The hits of before stay until the new ones arrive, so that the count does not flicker. */
export function asked(finding: TextSearch, query: string, from: number): TextSearch {
  if (query === '') return { ...noFinding, id: finding.id + 1 };
  const origin = finding.query === '' ? from : finding.from;
  const place = { current: -1, occurrence: 0 };
  const id = finding.id + 1;
  return { ...finding, ...place, id, query, isDone: false, isStale: true, isAgain: false, from: origin };
}

export const askedAgain = (finding: TextSearch): TextSearch => ({
  ...finding,
  id: finding.id + 1,
  isDone: false,
  isAgain: true,
});

interface SearchAnswer extends FoundEntries {
  readonly id: number;
  readonly isDone: boolean;
}

/** `hits` are all hits so far. The one that is shown stays shown when others are found before it. */
export function answered(finding: TextSearch, answer: SearchAnswer, isShown: ShownTest): TextSearch {
  if (answer.id !== finding.id || (finding.isAgain && !answer.isDone)) return finding;
  const { hits, counts, isDone } = answer;
  return narrowed({ ...finding, found: { hits, counts }, isDone, isStale: false }, isShown);
}

export function narrowed(finding: TextSearch, isShown: ShownTest): TextSearch {
  const { found, current, occurrence } = finding;
  const shown = finding.hits[current];
  const kept = found.hits.flatMap((at, index) => (isShown(at) ? [{ at, count: found.counts[index] ?? 1 }] : []));
  const hits = kept.map(({ at }) => at);
  const now = shown === undefined ? -1 : hits.indexOf(shown);
  const counts = kept.map(({ count }) => count);
  return {
    ...finding,
    hits,
    counts,
    current: now,
    occurrence: Math.max(0, Math.min(occurrence, (counts[now] ?? 1) - 1)),
  };
}

type HitPlace = Pick<TextSearch, 'current' | 'occurrence'>;

/** Round at the ends; the first one from where the reader is, where none is shown. */
export function nextHit({ hits, counts, current, occurrence, from }: TextSearch, by: -1 | 1): HitPlace {
  if (hits.length === 0) return { current: -1, occurrence: 0 };
  const within = occurrence + by;
  if (current >= 0 && within >= 0 && within < (counts[current] ?? 1)) return { current, occurrence: within };
  const index = (nextEntry({ hits, current, from }, by) + hits.length) % hits.length;
  return { current: index, occurrence: by === 1 ? 0 : Math.max(0, (counts[index] ?? 1) - 1) };
}

function nextEntry({ hits, current, from }: Pick<TextSearch, 'hits' | 'current' | 'from'>, by: -1 | 1): number {
  if (current >= 0) return current + by;
  const ahead = hits.findIndex((at) => at >= from);
  if (by === 1) return ahead === -1 ? 0 : ahead;
  return (ahead === -1 ? hits.length : ahead) - 1;
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

/** Which hit is shown (1-based, 0 before the first), of how many, and how many the filters leave out. */
export function tallyOf({ found, counts, current, occurrence }: TextSearch): {
  place: number;
  total: number;
  leftOut: number;
} {
  const total = sum(counts);
  const place = current < 0 ? 0 : sum(counts.slice(0, current)) + occurrence + 1;
  return { place, total, leftOut: sum(found.counts) - total };
}

type Figure = (count: number) => string;

export interface Found {
  query: string;
  place: number;
  total: number;
  leftOut: number;
  /** Lines of the log that are no entries: only entries are looked through. */
  unread: number;
  isDone: boolean;
}

export function foundWords({ query, place, total, leftOut, unread, isDone }: Found, figure: Figure): string {
  if (query === '') return '';
  const count = figure(total);
  if (total === 0) {
    if (!isDone) return l10n.t('Searching…');
    if (leftOut > 0) return leftOut === 1 ? l10n.t('1 hit hidden') : l10n.t('{0} hits hidden', figure(leftOut));
    return unread > 0 ? l10n.t('No hits in entries') : l10n.t('No hits');
  }
  if (!isDone) return l10n.t('{0} so far', count);
  return place === 0 ? l10n.t('{0} hits', count) : l10n.t('{0} of {1}', figure(place), count);
}

export function notShownWords({ query, leftOut, unread, isDone }: Found, figure: Figure): string {
  if (query === '' || !isDone) return '';
  return [
    ...(leftOut === 0
      ? []
      : leftOut === 1
        ? [l10n.t('1 more hit is in what the filters leave out')]
        : [l10n.t('{0} more hits are in what the filters leave out', figure(leftOut))]),
    ...(unread === 0 ? [] : [l10n.t('Lines that are no entries were not looked through: {0}', figure(unread))]),
  ].join('\n');
}
