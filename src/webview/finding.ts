/** A search through all entries, which the host carries out. */
export interface TextSearch {
  readonly id: number;
  readonly query: string;
  /** Positions of the entries that hold the words, in the order of the log. */
  readonly hits: readonly number[];
  /** Which of them is shown; -1 before the first. */
  readonly current: number;
  /** Occurrences in all. */
  readonly total: number;
  readonly isDone: boolean;
  /** The hits are those of what was typed before. */
  readonly isStale: boolean;
  /** Where the reader was when the search began: the first hit from there on is shown first. */
  readonly from: number;
}

export const noFinding: TextSearch = {
  id: 0,
  query: '',
  hits: [],
  current: -1,
  total: 0,
  isDone: true,
  isStale: false,
  from: 0,
};

/** What was typed. The hits of before stay until the new ones arrive, so that the count does not flicker. */
export function asked(finding: TextSearch, query: string, from: number): TextSearch {
  if (query === '') return { ...noFinding, id: finding.id + 1 };
  const origin = finding.query === '' ? from : finding.from;
  return { ...finding, id: finding.id + 1, query, current: -1, isDone: false, isStale: true, from: origin };
}

export const askedAgain = (finding: TextSearch): TextSearch => ({ ...finding, id: finding.id + 1, isDone: false });

interface SearchAnswer {
  readonly id: number;
  readonly hits: readonly number[];
  readonly total: number;
  readonly isDone: boolean;
}

/** `hits` are all hits so far. The one that is shown stays shown when others are found before it. */
export function answered(finding: TextSearch, answer: SearchAnswer): TextSearch {
  if (answer.id !== finding.id) return finding;
  const shown = finding.current < 0 ? undefined : finding.hits[finding.current];
  const current = shown === undefined ? -1 : answer.hits.indexOf(shown);
  return { ...finding, hits: answer.hits, total: answer.total, isDone: answer.isDone, isStale: false, current };
}

/** The next (1) or previous (-1) hit, round at the ends; the first one from where the reader is, where none is shown. */
export function nextHit(finding: TextSearch, by: -1 | 1): number {
  const { hits, current, from } = finding;
  if (hits.length === 0) return -1;
  if (current >= 0) return (current + by + hits.length) % hits.length;
  const ahead = hits.findIndex((at) => at >= from);
  if (by === 1) return ahead === -1 ? 0 : ahead;
  return ((ahead === -1 ? hits.length : ahead) - 1 + hits.length) % hits.length;
}
