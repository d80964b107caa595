import type { Entry, Source } from '../debate/log/entry';
import type { CheckResult } from '../matching/quote/checkResult';
import type { MatchingSteps } from '../matching/text/matchingSteps';
import { useOf } from '../debate/rules/ownStatement';
import { sameStatement } from '../matching/quote/quote';
import type { Verdict } from '../matching/quote/quoteCheck';

export interface SupportByCode {
  verdict: Verdict;
  /** The judge of support is asked whether the passage supports this; undefined if nobody is asked. */
  statement?: string;
}

/**
 * `same`: the claim is the quotation itself, and the entry says nothing else by it. `isDealt`: code chose and framed
 * the quotation, and says nothing.
 */
export function supportByCode({ entry, source, isDealt }: SourceCitation, steps: MatchingSteps): SupportByCode {
  const { claim = '', quote = '' } = source;
  if (quote.trim() === '') return { verdict: { result: 'not_judged' } };
  const isNamed = claim.trim() !== '';
  if (isDealt === true && (isNamed ? sameStatement(claim, quote) : true)) return { verdict: repeated(isNamed) };
  const use = useOf(entry, source, steps);
  switch (use.kind) {
    case 'statement':
      return { verdict: { result: 'not_judged' }, statement: use.text };
    case 'unplaced':
      return { verdict: { result: 'not_judged', note: use.why } };
    case 'repeats':
      return { verdict: repeated(isNamed) };
  }
}

const repeated = (isNamed: boolean): Verdict =>
  isNamed ? { result: 'same' } : { result: 'same', note: 'No claim was named; the entry quotes the passage itself.' };

export const supportResults: Record<Support['answer'], CheckResult> = {
  same: 'same',
  supports: 'pass',
  contradicts: 'fail',
  does_not_say: 'fail',
};

/** Words that precede the model's own, so that they are recognisable as such. */
export const supportWords: Record<Support['answer'], string> = {
  same: '',
  supports: '',
  contradicts: 'The passage contradicts the claim.',
  does_not_say: 'The passage does not say what is claimed.',
};

export interface SourceCitation {
  entry: Entry;
  source: Source;
  /** A source of a document, or of an earlier version's offline debater: its quotations make no statement. */
  isDealt?: boolean;
}

/** A model's answer about claim and passage. */
export type Support = {
  /** `same`: in the record, where nothing was left to judge. */
  answer: 'supports' | 'contradicts' | 'does_not_say' | 'same';
  explanation: string;
};
