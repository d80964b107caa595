import type { Entry, Source } from '../debate/entry';
import type { VerificationData } from '../debate/entryData';
import { counted, cutText } from '../debate/shortText';

/** An entry may cite one source more than once, each time for another passage: the source's result covers all of that. */
export function sourcesAt({ sources }: Pick<Entry, 'sources'>, url: string): [Source, ...Source[]] {
  const [first = { url, title: '', accessed: '' }, ...others] = (sources ?? []).filter((one) => one.url === url);
  return [first, ...others];
}

export interface CheckedCitation {
  source: Source;
  data: VerificationData;
}

/** From what holds least: a statement that is only quoted (nobody judged whether the source supports it) holds less than one that was judged. */
const ranks = ['unreliable', 'unverified', 'quoted', 'verified'] as const;

const rankOf = ({ data: { status, checks } }: CheckedCitation): number =>
  ranks.findIndex((rank) => rank === (status === 'verified' && checks?.support === 'same' ? 'quoted' : status));

/** The result of the citations that hold least, which it names where others hold. */
export function weakestOf(one: CheckedCitation, others: readonly CheckedCitation[]): VerificationData {
  const all = [one, ...others];
  const least = Math.min(...all.map(rankOf));
  const weakest = all.filter((citation) => rankOf(citation) === least);
  const [first = one] = weakest;
  if (weakest.length === all.length) return first.data;
  const named = weakest.map(({ source }) => `“${cutText(source.quote ?? '', 80)}”`).join(', ');
  const which = `Of ${counted(all.length, 'citation')} of it in this entry, this is about ${named}.`;
  return { ...first.data, explanation: `${which} ${first.data.explanation ?? ''}`.trim() };
}
