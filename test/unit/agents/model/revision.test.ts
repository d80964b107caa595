import { describe, expect, it } from 'vitest';
import { leftUnchanged, withUnchanged } from '../../../../src/agents/model/revision';

const source = (mark: string, quote: string) => ({ mark, url: `workspace:${mark}.md#L1`, title: mark, quote });
const refused = {
  entries: [
    { type: 'new_point', content: 'A long text.', sources: [source('s1', 'one'), source('s2', 'two')] },
    { type: 'rebuttal', rebuttal_to_seq: 4, content: 'Another.', sources: [] },
  ],
  memo: 'later',
};

describe('a revision of a refused answer', () => {
  it('as a whole answer replaces it', () => {
    const again = { entries: [{ type: 'conjecture', content: '[CONJECTURE] New.' }], memo: null };
    expect(withUnchanged(refused, again)).toEqual(again);
  });

  it('keeps what is written as =', () => {
    const again = {
      entries: [
        { type: 'new_point', content: '=', sources: [{ mark: 's1', url: '=', title: '=', quote: 'uno' }, '='] },
        '=',
      ],
      memo: '=',
    };
    const [first, second] = refused.entries;
    const sources = [source('s1', 'uno'), source('s2', 'two')];
    expect(withUnchanged(refused, again)).toEqual({ entries: [{ ...first, sources }, second], memo: 'later' });
  });

  it('keeps what is left out, and empties what is null or an empty list', () => {
    expect(withUnchanged(refused, { memo: null })).toEqual({ ...refused, memo: null });
    const entries = [{ sources: [] }, { content: 'Other.' }];
    expect(withUnchanged(refused, { entries })).toEqual({
      entries: [
        { type: 'new_point', content: 'A long text.', sources: [] },
        { ...refused.entries[1], content: 'Other.' },
      ],
      memo: 'later',
    });
  });

  it('knows a source by its mark when another was dropped', () => {
    const again = { sources: [{ mark: 's2', url: '=', title: '=', quote: '=' }] };
    expect(withUnchanged(refused.entries[0], again)).toMatchObject({ sources: [source('s2', 'two')] });
  });

  it('takes nothing over into an entry of another type, or a list of another length', () => {
    const other = { entries: [{ type: 'conjecture', content: '[CONJECTURE] So.' }, { type: 'rebuttal' }] };
    expect(withUnchanged(refused, other)).toMatchObject({
      entries: [{ type: 'conjecture', content: '[CONJECTURE] So.' }, refused.entries[1]],
    });
    expect(withUnchanged(refused, { entries: [{ content: 'Alone.' }] })).toEqual({
      entries: [{ content: 'Alone.' }],
      memo: 'later',
    });
  });

  it('of an answer without shape is what it is', () => {
    for (const before of ['no JSON', undefined, null, 7, []])
      expect(withUnchanged(before, { content: 'Now.' })).toEqual({ content: 'Now.' });
    expect(withUnchanged(undefined, '=')).toBe('=');
  });

  it('names the text that nothing stands for, so that no document ends with =', () => {
    const before = { verdicts: [{ title: 'Cost', reason: 'It was shown.' }] };
    const again = {
      verdicts: [
        { title: 'Cost', reason: '=' },
        { title: 'Risk', reason: 'It was not.' },
      ],
    };
    expect(leftUnchanged(withUnchanged(before, again))).toBe('verdicts[1].reason');
    const named = { verdicts: [{ id: 'I1', reason: 'It was shown.' }] };
    const more = {
      verdicts: [
        { id: 'I2', reason: 'It was not.' },
        { id: 'I1', reason: '=' },
      ],
    };
    expect(leftUnchanged(withUnchanged(named, more))).toBeUndefined();
  });
});
