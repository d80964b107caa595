import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  capitalised,
  cutText,
  dollars,
  escapeRegExp,
  firstUnits,
  quoted,
  signed,
  signedHundredths,
} from '../../../../src/matching/text/shortText';

const family = '👩🏽‍👩🏿‍👧🏻‍👦🏾';
const graphemes = (text: string): string[] => [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);

describe('a quotation', () => {
  it.each([
    ['It fell.', '“It fell.”'],
    ['“It fell.”', '“It fell.”'],
    ['"It fell."', '“It fell.”'],
    ['„Es fiel.“', '“Es fiel.”'],
    ['“One” and “two”', '““One” and “two””'],
    ['5"', '“5"”'],
  ])('%s stands in one pair of marks', (text, shown) => {
    expect(quoted(text)).toBe(shown);
  });
});

describe('an amount in dollars', () => {
  it.each([
    [0, '$0.00'],
    [2.5, '$2.50'],
    [1e6, '$1000000.00'],
    [0.01, '$0.01'],
    [0.001, '$0.001'],
    [0.0049, '$0.0049'],
    [0.00123, '$0.0012'],
    [1e-7, '$0.0000001'],
  ])('%d is %s', (usd, words) => expect(dollars(usd)).toBe(words));
});

describe('a sentence', () => {
  it.each([
    ['the server is busy.', 'The server is busy.'],
    ['http://localhost:1 is busy.', 'http://localhost:1 is busy.'],
    ['', ''],
  ])('begins with a capital, but for an address: %s', (words, shown) => expect(capitalised(words)).toBe(shown));
});

describe('a text that is cut', () => {
  it('is whole where there is room, and never longer than that', () => {
    expect(cutText('as long as that', 15)).toBe('as long as that');
    expect(cutText('as long as that', 14)).toBe('as long as th…');
    expect(cutText('words and more', 7)).toBe('words…');
    expect(cutText('any', 0)).toBe('…');
  });

  it('splits nothing that is seen as one character', () => {
    for (let length = 0; length <= family.length + 4; length += 1)
      expect(['', 'a', `a${family}`, `a${family}b`]).toContain(firstUnits(`a${family}b`, length));
    const unit = fc.constantFrom('a', ' ', 'é', 'e\u0301', '👍🏽', family, '🇩🇪', 'क्षि', '\r\n', '한');
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 60 }), fc.nat(200), (units, length) => {
        const text = units.join('');
        const cut = firstUnits(text, length);
        expect(cut.length).toBeLessThanOrEqual(Math.min(length, text.length));
        expect(graphemes(text).slice(0, graphemes(cut).length).join('')).toBe(cut);
      }),
    );
  });

  it('does not take flags apart, however many stand in a row', () => {
    for (let length = 0; length < 400; length += 1)
      expect(firstUnits(`a${'🇩🇪'.repeat(100)}`, length)).toMatch(/^a?(?:🇩🇪)*$/u);
  });

  it('is cut between code points at least, where marks have no end', () => {
    const endless = `e${'\u0301'.repeat(500)}`;
    expect(firstUnits(endless, 200)).toHaveLength(200);
    expect(firstUnits(`x${'😀\u200d'.repeat(200)}`, 100)).not.toMatch(/\p{Cs}/u);
  });
});

it('an expression made of a text matches that text alone', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      if (/\p{Cs}/u.test(text)) return;
      for (const flags of ['', 'u']) expect(new RegExp(`^${escapeRegExp(text)}$`, flags).test(text)).toBe(true);
    }),
  );
  expect(new RegExp(escapeRegExp('a.b')).test('axb')).toBe(false);
});

it('scores bear their sign, and two places unless they were given more', () => {
  expect([2.05, -0.3, 0, -0, 0.1 + 0.2, 0.125].map(signed)).toEqual([
    '+2.05',
    '−0.30',
    '0.00',
    '0.00',
    '+0.30',
    '+0.125',
  ]);
  expect([205, -30, 0].map(signedHundredths)).toEqual(['+2.05', '−0.30', '0.00']);
});
