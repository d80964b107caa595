import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineRangeToOffsets, normaliseText, offsetsToLines } from '../../../../src/matching/quote/quote';

describe('normaliseText', () => {
  it.each<[string, string, string]>([
    ['white space', ' a \t b\r\n\n c\u00a0d\u2009e ', 'a b c d e'],
    ['case', 'ÄPFEL Straße ΟΔΟΣ', 'äpfel strasse οδοσ'],
    ['Turkish case', 'İNSANLAR ISPARTA’DA, I\u0307yi ışık', "insanlar isparta'da, iyi işik"],
    ['quotation marks', '“a” ‘b’ «\u00a0c\u00a0» „d“ it’s `e`', "'a' 'b' 'c' 'd' it's e"],
    ['dashes', 'a-b a‐b 3–4 3 — 4 word—word word -- word', 'a-b a-b 3-4 3-4 word - word word - word'],
    ['the minus sign', 'at −5 and -5', 'at -5 and -5'],
    ['ligatures and widths', 'ﬁnd ＡＢＣ ５％ ㎏', 'find abc 5% kg'],
    ['decomposed letters', 'cafe\u0301', 'café'],
    ['soft hyphens and zero widths', 'docu\u00adment zero\u200bwidth', 'document zerowidth'],
    [
      'emphasis',
      '**not** *so* _fast_ `code` ~~gone~~ snake_case 2*3 2 * 3',
      'not so fast code ~~gone~~ snake_case 2*3 2 * 3',
    ],
    ['signs that look like emphasis', '10**6 and a ** b and 1`2 ~5', '10**6 and a ** b and 1`2 ~5'],
    ['numerals stay apart from digits', '10₂ 3② ½5 H₂O x₁₂', '10 2 3 2 1/2 5 h2o x12'],
    ['powers keep their caret', '10⁶ but km² and 3½', '10^6 but km2 and 3 1/2'],
    ['space before marks', 'Quoi ? 50 % : oui', 'quoi? 50%: oui'],
    ['ellipsis', 'so… then', 'so... then'],
    ['headings, quotations and bullets', '## Head\n> one\n> two\n\n- item\n* item', 'head one two item item'],
    ['a wrapped comparison is no quotation', 'costs\n> 50 euros', 'costs > 50 euros'],
    ['a wrapped number is no list', 'The total was\n12. We left.', 'the total was 12. we left.'],
    ['a list', 'Then:\n\n1. one\n2. two', 'then: one two'],
    ['hyphenation', 'a docu-\n  ment and COVID-\n19', 'a document and covid-19'],
    ['hyphenation in a block quotation', '> a docu-\n> ment', 'a document'],
  ])('%s', (_, text, expected) => {
    expect(normaliseText(text).text).toBe(expected);
  });

  it('maps every index to the character it came from', () => {
    const original = '> **Ein** ﬁnes docu-\n> ment — cafe\u0301';
    const normalised = normaliseText(original);
    expect(normalised.text).toBe('ein fines document - café');
    const at = (word: string) => normalised.text.indexOf(word);
    expect(normalised.toOriginal(at('ein'))).toBe(original.indexOf('Ein'));
    expect(normalised.toOriginal(at('fines'))).toBe(original.indexOf('ﬁ'));
    expect(normalised.toOriginal(at('ines'))).toBe(original.indexOf('ﬁ'));
    expect(normalised.toOriginal(at('ment'))).toBe(original.indexOf('ment'));
    expect(normalised.endInOriginal(normalised.text.length)).toBe(original.length);
    expect(normalised.toOriginal(normalised.text.length)).toBe(original.length);
  });

  it('maps monotonically, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const normalised = normaliseText(text);
        for (let index = 0; index < normalised.text.length; index += 1) {
          expect(normalised.toOriginal(index)).toBeLessThanOrEqual(normalised.toOriginal(index + 1));
          expect(normalised.endInOriginal(index + 1)).toBeGreaterThan(normalised.toOriginal(index));
        }
      }),
      { seed: 21 },
    );
  });
});

describe('lines and offsets', () => {
  const text = 'one\r\ntwo\nthree\n';

  it.each<[number, number, string | undefined]>([
    [1, 1, 'one'],
    [2, 3, 'two\nthree'],
    [1, 4, text],
    [4, 4, ''],
    [3, 9, 'three\n'],
    [4, 5, undefined],
    [5, 6, undefined],
    [0, 1, undefined],
    [3, 2, undefined],
    [1.5, 2, undefined],
  ])('lines %d to %d', (first, last, expected) => {
    const range = lineRangeToOffsets(text, first, last);
    expect(range === undefined ? undefined : text.slice(range.start, range.end)).toBe(expected);
  });

  it('has the lines that there are of a range that goes on behind the last', () => {
    expect(lineRangeToOffsets('one\ntwo', 2, 3)).toEqual({ start: 4, end: 7 });
    expect(lineRangeToOffsets('one', 1, 200)).toEqual({ start: 0, end: 3 });
    expect(lineRangeToOffsets('one\ntwo', 3, 3)).toBeUndefined();
    expect(lineRangeToOffsets('', 1, 2)).toBeUndefined();
  });

  it('leads back to the lines', () => {
    for (const [startLine, endLine] of [
      [1, 1],
      [2, 3],
      [3, 3],
      [1, 3],
    ] as const) {
      const range = lineRangeToOffsets(text, startLine, endLine);
      expect(offsetsToLines(text, range?.start ?? -1, range?.end ?? -1)).toEqual({ startLine, endLine });
    }
    expect(offsetsToLines(text, 0, 5)).toEqual({ startLine: 1, endLine: 1 });
    expect(offsetsToLines(text, 15, 15)).toEqual({ startLine: 4, endLine: 4 });
  });
});
