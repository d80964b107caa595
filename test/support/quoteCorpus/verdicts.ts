import { findQuote, normaliseText, type NormalisedText } from '../../../src/matching/quote/quote';
import { mustMatch, type CorpusPair } from './corpusPair';

/** `typographic`: found, and only punctuation differs; `approximate`: words differ, so the quotation is not found. */
export type Verdict = 'exact' | 'typographic' | 'approximate' | 'missing' | 'too_short' | 'too_complex';

export interface JudgedPair extends CorpusPair {
  readonly verdict: Verdict;
  /** Whether the passage found equals the quotation; only for exact ones without an ellipsis. */
  readonly isRightPlace: boolean;
}

const isMatchClass = (kind: CorpusPair['kind']): boolean => mustMatch.some((match) => match === kind);

export function judged(pairs: readonly CorpusPair[]): JudgedPair[] {
  const read = new Map<string, NormalisedText>();
  return pairs.map((pair) => {
    const source = read.get(pair.source) ?? normaliseText(pair.source);
    read.set(pair.source, source);
    const match = findQuote(source, pair.quote, pair.within);
    const verdict = match.kind === 'approximate' && match.typographic ? 'typographic' : match.kind;
    const place = match.start === undefined ? '' : pair.source.slice(match.start, match.end);
    const bare = (text: string) => normaliseText(text).text.replace(/[' -]/g, '');
    return { ...pair, verdict, isRightPlace: pair.kind === 'ellipsis' || bare(place) === bare(pair.quote) };
  });
}

/**
 * One line per class: its number, its verdicts, and the share of right verdicts (recall). The last line states the
 * share of all "exact" verdicts that are right and point to the passage (precision).
 */
export function table(pairs: readonly JudgedPair[]): Record<string, Record<string, number | string>> {
  const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(2)} %`;
  const row = (some: readonly JudgedPair[]) => {
    const count = (verdict: Verdict) => some.filter((pair) => pair.verdict === verdict).length;
    const [exact, typographic] = [count('exact'), count('typographic')];
    const counts = { pairs: some.length, exact, typographic, 'no match': some.length - exact - typographic };
    return { ...counts, recall: percent(some.filter(isRight).length, some.length) };
  };
  const exact = pairs.filter(({ verdict }) => verdict === 'exact');
  const kinds = [...new Set(pairs.map(({ kind }) => kind))];
  return {
    ...Object.fromEntries(kinds.map((kind) => [kind, row(pairs.filter((pair) => pair.kind === kind))])),
    all: { ...row(pairs), 'precision of exact': percent(exact.filter(isRight).length, exact.length) },
  };
}

function isRight({ kind, verdict, isRightPlace }: JudgedPair): boolean {
  if (isMatchClass(kind)) return verdict === 'exact' && isRightPlace;
  return kind === 'punctuation' ? verdict === 'typographic' : verdict !== 'exact' && verdict !== 'typographic';
}
