import { numberPairs, unitPairs, wordPairs } from './alteredPairs';
import type { CorpusPair } from './corpusPair';
import { ellipsisPairs } from './ellipsisPairs';
import { englishPages } from './englishPages';
import { europeanPages, parallelPages } from './europeanPages';
import { negationPairs } from './negationPairs';
import { otherPages } from './otherPages';
import { pdfPairs } from './pdfPairs';
import { clausePairs, splicePairs } from './splicePairs';
import { outsideBodyPairs, shortPairs, translatedPairs, transliteratedPairs, unrelatedPairs } from './strangePairs';
import { punctuationPairs, typographicPairs, verbatimPairs } from './typographicPairs';

export const corpusPages = [...englishPages, ...parallelPages, ...europeanPages, ...otherPages];

const perPage = [
  ...[verbatimPairs, typographicPairs, punctuationPairs, pdfPairs, ellipsisPairs, wordPairs, numberPairs, unitPairs],
  ...[negationPairs, splicePairs, transliteratedPairs, shortPairs],
];

/** Several thousand pairs, the same each time. */
export function quoteCorpus(): CorpusPair[] {
  const pairs = [
    ...corpusPages.flatMap((page) => perPage.flatMap((pairsOf) => pairsOf(page))),
    ...[...englishPages, ...europeanPages].flatMap((page) =>
      outsideBodyPairs(page, corpusPages).filter((_, index) => index % 5 === 0),
    ),
    ...[...englishPages, ...otherPages].flatMap((page) =>
      unrelatedPairs(page, [...englishPages, ...europeanPages, ...otherPages]),
    ),
    ...translatedPairs(parallelPages),
    ...clausePairs(),
  ];
  return [...new Map(pairs.map((pair) => [JSON.stringify([pair.kind, pair.source, pair.quote]), pair])).values()];
}
