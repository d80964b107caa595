import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findQuote, normaliseText, type QuoteMatch } from '../../../../src/matching/quote/quote';
import { repeats } from '../../../support/depth';

const find = (source: string, quote: string): QuoteMatch => findQuote(normaliseText(source), quote);

/** What the match points to in the source. */
function pointed(source: string, match: QuoteMatch): string | undefined {
  return match.start === undefined ? undefined : source.slice(match.start, match.end);
}

describe('findQuote: properties', () => {
  const word = fc.constantFrom(
    ...[
      'harbour',
      'crane',
      'is',
      'not',
      'the',
      'of',
      '3.5%',
      '1,204',
      '41–46',
      'long-term',
      '“night”',
      'it’s',
      'ﬁnal',
      'naïve',
      'GRAIN',
      '**bold**',
      '—',
      '$5',
      'e.g.',
      'well;',
      '(wind)',
      'v1.2',
      '漢字',
    ],
  );
  const separator = fc.constantFrom(' ', ' ', ' ', '\n', '\u00a0', '  ');
  const passage = fc.array(fc.tuple(word, separator), { minLength: 4, maxLength: 60 });
  const join = (pairs: readonly (readonly [string, string])[]) => pairs.map(([text, gap]) => text + gap).join('');
  const cut = fc.record({ pairs: passage, from: fc.nat(50), count: fc.integer({ min: 3, max: 20 }) });

  /** A piece of the text that begins and ends at spaces, as long as a quotation has to be. */
  function excerpt({ pairs, from, count }: { pairs: [string, string][]; from: number; count: number }) {
    const start = from % pairs.length;
    const text = join(pairs);
    const quote = join(pairs.slice(start, start + count)).trim();
    fc.pre(normaliseText(quote, 'quote').text.length >= 12);
    // A dash between two numbers makes a range of them, which is not to be cut; one at a line's start may be a bullet.
    fc.pre(!/\d\s*—\s*\d|\n\s*—/.test(text));
    fc.pre(!/^—/.test(quote) && !/—\s*$/.test(quote));
    return { text, quote };
  }

  it('finds every excerpt exactly, and the place reads the same', () => {
    fc.assert(
      fc.property(cut, (input) => {
        const { text, quote } = excerpt(input);
        const match = find(text, quote);
        expect(match.kind).toBe('exact');
        expect(normaliseText(pointed(text, match) ?? '').text).toBe(normaliseText(quote).text);
      }),
      { seed: 22, numRuns: repeats(500, 100) },
    );
  });

  const variants: Record<string, (text: string) => string> = {
    'straight marks': (text) => text.replace(/[“”]/g, '"').replace(/’/g, "'"),
    'plain hyphens': (text) => text.replace(/–/g, '-').replace(/—/g, ' - '),
    'two hyphens': (text) => text.replace(/—/g, '--'),
    'one space': (text) => text.replace(/\s+/g, ' '),
    'line ends': (text) => text.replace(/ (?=\p{Ll})/gu, '\r\n'),
    'no-break spaces': (text) => text.replace(/ /g, '\u202f'),
    'upper case': (text) => text.toUpperCase(),
    'no emphasis': (text) => text.replace(/\*/g, ''),
    'decomposed letters': (text) => text.normalize('NFD'),
    'soft hyphens': (text) => text.replace(/arb/g, 'ar\u00adb'),
  };
  it.each(Object.keys(variants))('finds an excerpt with %s', (name) => {
    fc.assert(
      fc.property(cut, (input) => {
        const { text, quote } = excerpt(input);
        expect(find(text, variants[name]?.(quote) ?? '').kind).toBe('exact');
        expect(find(variants[name]?.(text) ?? '', quote).kind).toBe('exact');
      }),
      { seed: 23, numRuns: repeats(200, 40) },
    );
  });

  it('never finds an excerpt exactly, or typographically, with a digit changed', () => {
    fc.assert(
      fc.property(cut, fc.nat(), fc.integer({ min: 1, max: 9 }), (input, which, by) => {
        const { text, quote } = excerpt(input);
        const digits = [...quote.matchAll(/\d/g)].map((match) => match.index);
        fc.pre(digits.length > 0);
        const at = digits[which % digits.length] ?? 0;
        const changed = `${quote.slice(0, at)}${(Number(quote[at]) + by) % 10}${quote.slice(at + 1)}`;
        fc.pre(!normaliseText(text).text.includes(normaliseText(changed).text));
        const match = find(text, changed);
        expect(match.kind).not.toBe('exact');
        expect(match.typographic).toBe(false);
      }),
      { seed: 24, numRuns: repeats(500, 100) },
    );
  });

  it('never finds an excerpt exactly, or typographically, with a negation put in', () => {
    fc.assert(
      fc.property(cut, fc.nat(), (input, where) => {
        const { text, quote } = excerpt(input);
        const words = quote.split(/\s+/);
        const changed = words.toSpliced(1 + (where % (words.length - 1)), 0, 'never').join(' ');
        const match = find(text, changed);
        expect(match.kind).not.toBe('exact');
        expect(match.typographic).toBe(false);
      }),
      { seed: 25, numRuns: repeats(300, 60) },
    );
  });

  it('answers whatever it is asked', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.string({ unit: 'binary', maxLength: 60 }),
        (text, quote) => {
          const match = find(text, quote);
          expect(match.ratio).toBeGreaterThanOrEqual(0);
          expect(match.ratio).toBeLessThanOrEqual(1);
          if (match.start !== undefined) expect(match.start).toBeLessThan(match.end);
        },
      ),
      { seed: 26, numRuns: repeats(500, 100) },
    );
  });
});
