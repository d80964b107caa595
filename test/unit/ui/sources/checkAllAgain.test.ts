import { describe, expect, it } from 'vitest';
import { checkedAllWords, type CheckedAgain } from '../../../../src/ui/sources/sourceWords';

const result = (status: CheckedAgain['status'], isRead = status !== 'fabricated'): CheckedAgain => ({
  status,
  isQuoted: false,
  isRead,
});

describe('what Check All Again tells', () => {
  it.each<[string, CheckedAgain[], number]>([
    [
      '4 sources were checked again. 3 settled: 2 verified, 1 unreliable; 1 still could not be read.',
      [result('verified'), result('unreliable'), result('verified'), result('unverified', false)],
      4,
    ],
    ['1 source was checked again. 1 still could not be read.', [result('unverified', false)], 1],
    ['1 source was checked again. 1 could be read, and stays unverified.', [result('unverified')], 1],
    [
      '2 sources were checked again. 1 settled: 1 fabricated; 1 could be read, and stays unverified.',
      [result('fabricated'), result('unverified')],
      2,
    ],
    [
      '2 sources were checked again. 2 settled: 1 verified, 1 quoted only.',
      [{ ...result('verified'), isQuoted: true }, result('verified')],
      2,
    ],
    ['Stopped after 1 of 5. 1 settled: 1 verified.', [result('verified')], 5],
  ])('%s', (words, results, total) => {
    expect(checkedAllWords(results, total)).toBe(words);
  });
});
