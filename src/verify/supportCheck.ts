import type { Entry, Source } from '../debate/entry';
import type { CheckResult } from '../debate/entryData';
import { ownStatement } from '../debate/ownStatement';
import { normaliseText, sameStatement } from '../debate/quote';
import type { Verdict } from '../debate/quoteCheck';
import { claimStands } from '../debate/rules/evidenceGate';
import type { TextLayout } from '../debate/sourceText';
import type { SourceUrl } from '../debate/sourceUrl';

/**
 * `same`: the claim is the quotation itself, and the entry says nothing else by it. `isDealt`: code chose and framed
 * the quotation, and says nothing.
 */
export function supportByCode({ entry, source, isDealt }: SourceCitation): Verdict {
  const { claim, quote } = source;
  if (quote === undefined || quote.trim() === '') return { result: 'not_judged' };
  if (isDealt !== true && claimIsPlaced(entry, source) && ownStatement(entry, source) !== undefined)
    return { result: 'not_judged' };
  // A row is shown in its table, and a record line by line.
  if (isDealt === true && sameStatement(claim ?? quote, quote) && holdsWords(entry.content, quote))
    return { result: 'same' };
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

const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

function holdsWords(content: string, quote: string): boolean {
  const there = new Set(wordsIn(content));
  return wordsIn(quote).every((word) => there.has(word));
}

const claimIsPlaced = (entry: Entry, source: Source): boolean =>
  (source.claim ?? '').trim() === '' || claimStands(entry.content, source);

export const supportResults: Record<Support['answer'], CheckResult> = {
  same: 'same',
  supports: 'pass',
  contradicts: 'fail',
  does_not_say: 'fail',
};

/** Before the model's own words, so that they are recognisable as such. */
export const supportWords: Record<Support['answer'], string> = {
  same: '',
  supports: '',
  contradicts: 'The passage contradicts the claim.',
  does_not_say: 'The passage does not say what is claimed.',
};

export interface SourceCitation {
  entry: Entry;
  source: Source;
  url: SourceUrl;
  /** Of a document, or of an earlier version's offline debater: its quotations make no statement. */
  isDealt?: boolean;
}

/** With its origin. */
export interface CheckedText {
  text: string;
  layout?: TextLayout | undefined;
  /** See `debate/linedText.ts`. */
  isLined?: true;
  title: string;
  sha256: string;
  /** Without parameters, in lower case. */
  contentType?: string;
  /** After redirects. */
  finalUrl?: string;
  authors?: readonly string[] | undefined;
  site?: string | undefined;
  published?: string | undefined;
  /** An archive's copy; the original is gone. */
  archived?: { by: string; url: string; date: string } | undefined;
  /** Of its own server. */
  status?: number | undefined;
  /** For the `exists` check. */
  note?: string | undefined;
}

/** Of claim and passage, by a model. */
export type Support = {
  /** `same`: in the record, where nothing was left to judge. */
  answer: 'supports' | 'contradicts' | 'does_not_say' | 'same';
  explanation: string;
};
