import { describe, expect, it } from 'vitest';
import { seqReferences } from '../../../../src/debate/log/seqReferences';

const seqsIn = (text: string): number[][] => seqReferences(text).map(({ seqs }) => [...seqs]);

describe('mentions of entries', () => {
  it.each<[string, number[][]]>([
    ['as seq 3 says', [[3]]],
    ['Seq 3 and seq 4', [[3], [4]]],
    ['seqs 3, 4 and 5', [[3, 4, 5]]],
    ['seqs 3,4 & 5', [[3, 4, 5]]],
    [
      'seq 3–5 and seqs 7-8',
      [
        [3, 4, 5],
        [7, 8],
      ],
    ],
    ['seqs 1–3, 7 and 9 to 10', [[1, 2, 3, 7, 9, 10]]],
    ['(seq 2, 9, 12)', [[2, 9, 12]]],
    ['(seqs 2 and 9)', [[2, 9]]],
    ['seq. 3', [[3]]],
    ['seq #3', [[3]]],
    ['a [seq 3] b', [[3]]],
    ['seq 12.', [[12]]],
    ['seq 3: it', [[3]]],
    ['seq 9-3', [[9, 3]]],
    ['SEQS 1 TO 3 AND 9', [[1, 2, 3, 9]]],
  ])('%j', (text, expected) => {
    expect(seqsIn(text)).toEqual(expected);
  });

  it.each<[string, number[][]]>([
    ['in seq 3, 40 engineers', [[3]]],
    ['in seq 3, 40% of them', [[3]]],
    ['seq 3 and 4 engineers', [[3]]],
    ['seqs 3 and 4, 40% of them', [[3, 4]]],
    ['sequence 3, subseq 3, seq-3, seq three, seq 4.5, seq 2nd', []],
    ['seq', []],
  ])('takes no other number for a seq: %j', (text, expected) => {
    expect(seqsIn(text)).toEqual(expected);
  });

  it.each<[string, number[][]]>([
    ['seqs 4, 7\nand 9', [[4, 7, 9]]],
    ['seqs 4, 7\r\nand 9', [[4, 7, 9]]],
    ['> seqs 4,\n> 7 and\n>   9', [[4, 7, 9]]],
    ['  see seq\n  4', [[4]]],
    ['seq 3 to\n5', [[3, 4, 5]]],
    ['seqs 4, 7\n\nand 9', [[4, 7]]],
    ['- seq 4\n- 9 engineers', [[4]]],
    ['- seqs 4,\n- 9 engineers', [[4]]],
  ])('goes on in the next line of a paragraph, and in no other: %j', (text, expected) => {
    expect(seqsIn(text)).toEqual(expected);
  });

  it('gives the place of the mention and of each number', () => {
    const text = 'Against seqs 3 and 14.';
    const [found] = seqReferences(text);
    expect(text.slice(found?.start, found?.end)).toBe('seqs 3 and 14');
    expect(found?.numbers.map(({ start, end }) => text.slice(start, end))).toEqual(['3', '14']);
  });

  it('does not spell out an absurd range', () => {
    expect(seqsIn('seq 1–999999999')).toEqual([[1, 999_999_999]]);
  });
});
