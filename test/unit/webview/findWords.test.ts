import { describe, expect, it } from 'vitest';
import { foundWords, notShownWords } from '../../../src/webview/finding';

describe('what the box for finding says', () => {
  const none = { query: 'ferries', place: 0, total: 0, leftOut: 0, unread: 0, isDone: true };

  it('does not say that nothing holds the words where lines are shown that were not looked through', () => {
    expect([foundWords(none, String), notShownWords(none, String)]).toEqual(['No hits', '']);
    const beside = { ...none, unread: 29 };
    expect([foundWords(beside, String), notShownWords(beside, String)]).toEqual([
      'No hits in entries',
      'Lines that are no entries were not looked through: 29',
    ]);
    expect(foundWords({ ...beside, total: 3, place: 2 }, String)).toBe('2 of 3');
    expect(notShownWords({ ...beside, leftOut: 1 }, String).split('\n')).toHaveLength(2);
  });
});
