import type { Entry, Source } from '../debate/entry';
import type { CheckResult } from '../debate/entryData';
import { ownStatement } from '../debate/ownStatement';
import { normaliseText, sameStatement } from '../debate/quote';
import type { Verdict } from '../debate/quoteCheck';
import { claimStands } from '../debate/rules/evidenceGate';
import type { TextLayout } from '../debate/sourceText';
import type { SourceUrl } from '../debate/sourceUrl';

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

/** A source as an entry cites it. */
export interface SourceCitation {
  entry: Entry;
  source: Source;
  url: SourceUrl;
  /** The extractive performer wrote the entry: its quotations make no statement. */
  isDealt?: boolean;
}

/** The text that a source is checked against, and its origin. */
export interface CheckedText {
  text: string;
  layout?: TextLayout | undefined;
  /** The text is a lined text, see `debate/linedText.ts`. */
  isLined?: true;
  title: string;
  sha256: string;
  /** Without parameters, in lower case. */
  contentType?: string;
  /** The address after redirects. */
  finalUrl?: string;
  authors?: readonly string[] | undefined;
  site?: string | undefined;
  published?: string | undefined;
  /** The original is gone; this is an archive's copy. */
  archived?: { by: string; url: string; date: string } | undefined;
  /** HTTP status of its own server. */
  status?: number | undefined;
  /** Added to the `exists` check: a file that changed since the manifest, a copy from an archive. */
  note?: string | undefined;
}

/** The model's judgment of claim and passage; undefined if none was asked. */
export type Support = {
  /** `same`: from a result in the record that left nothing to judge. */
  answer: 'supports' | 'contradicts' | 'does_not_say' | 'same';
  explanation: string;
};
