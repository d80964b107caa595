import type { Entry, Source } from '../debate/entry';
import { ownStatement } from '../debate/ownStatement';
import type { CheckResult } from '../debate/entryData';
import { normaliseText, sameStatement } from '../debate/quote';
import { claimStands } from '../debate/rules/evidenceGate';
import type { Verdict } from '../debate/quoteCheck';
import type { SourceCitation, Support } from './verdict';

/**
 * `same` if the claim is the quotation itself, and the entry says nothing else by it: nothing is left to judge.
 * `isDealt`: code chose and framed the quotation, and says nothing.
 */
export function supportByCode({ entry, source, isDealt }: SourceCitation): Verdict {
  const { claim, quote } = source;
  if (quote === undefined || quote.trim() === '') return { result: 'not_judged' };
  if (isDealt !== true && claimIsPlaced(entry, source) && ownStatement(entry, source) !== undefined)
    return { result: 'not_judged' };
  if (claim !== undefined && claim.trim() !== '') {
    if (!claimStands(entry.content, source)) {
      return { result: 'not_judged', note: 'The claim that was named is no sentence of the entry.' };
    }
    return sameStatement(claim, quote) ? { result: 'same' } : { result: 'not_judged' };
  }
  const stands = normaliseText(entry.content).text.includes(normaliseText(quote).text.trim());
  return stands
    ? { result: 'same', note: 'No claim was named; the entry quotes the passage itself.' }
    : { result: 'not_judged' };
}

const claimIsPlaced = (entry: Entry, source: Source): boolean =>
  (source.claim ?? '').trim() === '' || claimStands(entry.content, source);

export const supportResults: Record<Support['answer'], CheckResult> = {
  same: 'same',
  supports: 'pass',
  contradicts: 'fail',
  does_not_say: 'fail',
};

/** Precedes the model's own words, so that they are recognisable as such. */
export const supportWords: Record<Support['answer'], string> = {
  same: '',
  supports: '',
  contradicts: 'The passage contradicts the claim.',
  does_not_say: 'The passage does not say what is claimed.',
};
