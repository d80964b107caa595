import type { VisibleEntry } from '../../debate/tasks';
import type { EvidencePassage } from './passages';

/** A passage is dealt once: what the record cites is gone, whoever cited it, so that a debate that is resumed goes on the same. */
export function undealt(ranked: readonly EvidencePassage[], record: readonly VisibleEntry[]): EvidencePassage[] {
  const sources = record.flatMap((entry) => entry.sources ?? []);
  const dealt = new Set(sources.map(keyOf));
  const cited = new Set(sources.map(({ url }) => url));
  return ranked.filter(({ url, quote }) => !cited.has(url) || !dealt.has(`${url}\n${quote}`));
}

/** A passage and the source that quotes it have the same; of a passage the white space is as it is here already. */
export const keyOf = ({ url, quote }: { url: string; quote?: string | undefined }): string =>
  `${url}\n${quote?.replace(/\s+/g, ' ').trim() ?? ''}`;

/**
 * One seat's share of what is left, as if the passages went round one by one to this seat and those that speak after it in the round.
 * `seats`: how many these are.
 */
export function dealt(
  left: readonly EvidencePassage[],
  { seats, each }: { seats: number; each: number },
): EvidencePassage[] {
  return left.slice(0, seats * each).filter((_, at) => at % seats === 0);
}
