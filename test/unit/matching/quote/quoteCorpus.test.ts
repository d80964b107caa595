import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findQuote, normaliseText } from '../../../../src/matching/quote/quote';
import { repeats } from '../../../support/depth';
import { isSpaced, pageText, sentencesOf } from '../../../support/quoteCorpus/corpusPage';
import { mustNotMatch } from '../../../support/quoteCorpus/corpusPair';
import { corpusPages, quoteCorpus } from '../../../support/quoteCorpus/quoteCorpus';
import { judged, table, type JudgedPair } from '../../../support/quoteCorpus/verdicts';

const pairs = judged(quoteCorpus());
const of = (kind: string) => pairs.filter((pair) => pair.kind === kind);
const shown = (some: readonly JudgedPair[]) => some.map(({ how, quote, verdict }) => `${verdict}: ${quote} (${how})`);
const share = (kind: string) => of(kind).filter(({ verdict }) => verdict === 'exact').length / of(kind).length;

describe('the quote corpus', () => {
  it('has pairs enough of every class, none of them twice', () => {
    console.table(table(pairs));
    expect(pairs.length).toBeGreaterThan(4000);
    for (const kind of ['verbatim', 'typographic', 'pdf', 'ellipsis', 'punctuation', ...mustNotMatch]) {
      expect(of(kind).length, kind).toBeGreaterThanOrEqual(40);
    }
    const distinct = new Set(pairs.map(({ source, quote, how }) => JSON.stringify([source, quote, how])));
    expect(distinct.size).toBe(pairs.length);
  });

  it.each(mustNotMatch)('never takes one of the class “%s” for the passage', (kind) => {
    expect(shown(of(kind).filter(({ verdict }) => verdict === 'exact' || verdict === 'typographic'))).toEqual([]);
  });

  it('finds what stands there', () => {
    expect(shown(of('verbatim').filter(({ verdict }) => verdict !== 'exact'))).toEqual([]);
    // Where the words left out may turn what is left, it is two passages.
    expect(shown(of('ellipsis').filter(({ verdict }) => verdict !== 'exact' && verdict !== 'approximate'))).toEqual([]);
    expect(share('ellipsis')).toBeGreaterThanOrEqual(0.9);
  });

  it.each(['typographic', 'pdf'])(
    'finds 99 %% of the class “%s” and more, and the rest but for punctuation',
    (kind) => {
      expect(share(kind)).toBeGreaterThanOrEqual(0.99);
      expect(shown(of(kind).filter(({ verdict }) => verdict !== 'exact' && verdict !== 'typographic'))).toEqual([]);
    },
  );

  it('points to the passage itself', () => {
    expect(shown(pairs.filter(({ verdict, isRightPlace }) => verdict === 'exact' && !isRightPlace))).toEqual([]);
  });

  it('says of a comma left out that only punctuation differs', () => {
    expect(shown(of('punctuation').filter(({ verdict }) => verdict !== 'typographic'))).toEqual([]);
  });

  it('says that under twelve characters prove nothing', () => {
    expect(shown(of('too short').filter(({ verdict }) => verdict !== 'too_short'))).toEqual([]);
  });

  it('finds in the menu what it does not find in the body', () => {
    const outside = of('outside body').filter(
      ({ source, quote }) => findQuote(normaliseText(source), quote).kind === 'exact',
    );
    expect(outside).toHaveLength(of('outside body').length);
  });
});

describe('the quote corpus, mutated at random', () => {
  const pages = corpusPages.filter(isSpaced);
  const words = [...new Set(pages.flatMap((page) => pageText(page).match(/\p{L}{4,}/gu) ?? []))];
  const denials = ['not', 'never', 'no', 'nicht', 'nie', 'pas', 'jamais', 'nunca', 'не', 'δεν', 'لم', 'without'];
  const mutation = fc.record({
    page: fc.constantFrom(...pages),
    sentence: fc.nat(),
    at: fc.nat(),
    by: fc.oneof(
      fc.record({ replace: fc.constantFrom(...words) }),
      fc.record({ insert: fc.constantFrom(...denials, ...words) }),
      fc.record({ digit: fc.integer({ min: 1, max: 9 }) }),
      fc.constant({ drop: true as const }),
    ),
  });
  type Mutation = typeof mutation extends fc.Arbitrary<infer T> ? T : never;

  function mutated({ page, sentence, at, by }: Mutation): string {
    const sentences = sentencesOf(page);
    const original = (sentences[sentence % sentences.length] ?? '').split(' ');
    // Not the first nor the last: without them it would be a shorter quotation.
    const index = 1 + (at % (original.length - 2));
    if ('replace' in by) return original.with(index, by.replace).join(' ');
    if ('insert' in by) return original.toSpliced(index, 0, by.insert).join(' ');
    // A dash is no word.
    if ('drop' in by) return /[\p{L}\p{N}]/u.test(original[index] ?? '') ? original.toSpliced(index, 1).join(' ') : '';
    const text = original.join(' ');
    const digits = [...text.matchAll(/\d/g)].map((match) => match.index);
    const place = digits[at % Math.max(digits.length, 1)];
    return place === undefined
      ? ''
      : `${text.slice(0, place)}${(Number(text[place]) + by.digit) % 10}${text.slice(place + 1)}`;
  }

  it('never takes a changed, added or dropped word or digit for the passage', () => {
    fc.assert(
      fc.property(mutation, (drawn) => {
        const source = normaliseText(pageText(drawn.page));
        const quote = mutated(drawn);
        fc.pre(quote !== '');
        const match = findQuote(source, quote);
        // One word exchanged for itself is no change.
        const solid = (text: string) => normaliseText(text).text.replace(/[^\p{L}\p{M}\p{N}%$€£-]+/gu, '');
        fc.pre(!solid(source.original).includes(solid(quote)));
        expect(match.kind).not.toBe('exact');
        expect(match.typographic).toBe(false);
      }),
      { seed: 51, numRuns: repeats(3_000, 1_000) },
    );
  });

  it('never takes the sentence of another page, spliced in or alone, for the passage', () => {
    const page = fc.constantFrom(...pages);
    fc.assert(
      fc.property(
        page,
        page,
        fc.nat(),
        fc.nat(),
        fc.constantFrom(' … ', ' [...] ', ' '),
        (one, other, at, from, between) => {
          fc.pre(one.name !== other.name);
          const halves = (text: string) => text.split(' ');
          const [mine, theirs] = [sentencesOf(one), sentencesOf(other)].map((all, index) =>
            halves(all[(index === 0 ? at : from) % all.length] ?? ''),
          );
          const quote = [...(mine ?? []).slice(0, 6), between.trim(), ...(theirs ?? []).slice(-6)].join(' ');
          expect(findQuote(normaliseText(pageText(one)), quote).kind).not.toBe('exact');
        },
      ),
      { seed: 52, numRuns: 1000 },
    );
  });
});
