import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchesOf } from '../../../../src/matching/text/matches';

const patterns = [/a/g, /a*/g, /\b/g, /(?<word>a+)|b/giu, /$/gmu, /(?<=a)b?/gu, /a/gy, /(?:)/gu, /(?:)/g];

describe('the matches of a pattern', () => {
  it('are those of matchAll, in texts of surrogates too', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'A', 'b', ' ', '\n', '😀', '\ud83d', '\ude00'),
      maxLength: 12,
    });
    fc.assert(
      fc.property(text, fc.constantFrom(...patterns), (said, pattern) => {
        expect([...matchesOf(said, pattern)]).toEqual([...said.matchAll(pattern)]);
        expect(pattern.lastIndex).toBe(0);
      }),
      { numRuns: 500 },
    );
  });

  it('may be read while others read with the same pattern', () => {
    const pattern = /\d/g;
    const found: string[] = [];
    for (const [one] of matchesOf('1 2', pattern)) {
      found.push(one);
      for (const [other] of matchesOf('34', pattern)) found.push(other);
    }
    expect(found).toEqual(['1', '3', '4', '2', '3', '4']);
  });
});
