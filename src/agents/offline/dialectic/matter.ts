import type { CaseFile } from '../caseFile';
import type { Indexed } from '../evidenceIndex';
import { decreases, increases, negations } from '../lexicon';
import { stops, units } from '../subject';
import { termsIn } from '../terms';

/** What two passages have in common beyond the motion itself. */

/** That both speak of days, of a rise or of an inside makes no common matter. */
const empty = new Set([...units, ...increases, ...decreases, ...negations, ...stops].flatMap((word) => termsIn(word)));

/** The words of a text that tell its matter: neither the motion's nor figures, units, directions and prepositions. */
export function matterOf({ topicTerms }: Pick<CaseFile, 'topicTerms'>, text: string): Set<string> {
  return new Set(termsIn(text).filter((word) => !topicTerms.has(word) && !/^\d/.test(word) && !empty.has(word)));
}

/** With fewer telling words in common two passages are not said to be on one matter. */
export const fewestShared = 2;

/** The telling words that a passage shares with a text, the most telling first, as the passage writes them. */
export function sharedWords(file: Pick<CaseFile, 'topicTerms' | 'index'>, text: string, passage: Pick<Indexed, 'text'>): string[] {
  const matter = matterOf(file, text);
  const seen = new Set<string>();
  const shared = wordsOf(passage.text).flatMap((word) => {
    const term = termsIn(word).find((one) => matter.has(one) && !seen.has(one));
    if (term === undefined) return [];
    seen.add(term);
    return [{ word, weight: file.index.weightOf(term) }];
  });
  return shared.sort((a, b) => b.weight - a.weight).map(({ word }) => word);
}

/** Words as they stand, with inner hyphens and apostrophes. */
export const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}](?:[\p{L}\p{N}'’/-]*[\p{L}\p{N}])?/gu) ?? [];
