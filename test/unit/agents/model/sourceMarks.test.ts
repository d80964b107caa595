import { describe, expect, it } from 'vitest';
import { draftWithoutMarks, readMarks, withClaims } from '../../../../src/agents/model/sourceMarks';

const claimsIn = (text: string): Record<string, string> => Object.fromEntries(readMarks(text).claims);

describe('the marks of sources', () => {
  it.each([
    ['before the full stop', 'It costs 63 euros [s1]. It runs.', 'It costs 63 euros. It runs.', 'It costs 63 euros.'],
    ['behind the full stop', 'It costs 63 euros. [s1] It runs.', 'It costs 63 euros. It runs.', 'It costs 63 euros.'],
    ['behind a quotation', 'It says “63 euros.” [s1] It runs.', 'It says “63 euros.” It runs.', 'It says “63 euros.”'],
    ['in capitals', 'It costs 63 euros [S1].', 'It costs 63 euros.', 'It costs 63 euros.'],
    [
      'in the middle',
      'It costs 63 euros [s1], more than 50.',
      'It costs 63 euros, more than 50.',
      'It costs 63 euros, more than 50.',
    ],
    ['in a list', '- One.\n- [s1] It costs 63 euros.', '- One.\n- It costs 63 euros.', 'It costs 63 euros.'],
    ['in another language', '它需要六十三欧元[s1]。它在运行。', '它需要六十三欧元。它在运行。', '它需要六十三欧元。'],
  ])('%s name the sentence that carries them', (_, marked, text, claim) => {
    expect(readMarks(marked).text.replace(/ {2,}/g, ' ')).toBe(text);
    expect(claimsIn(marked)).toEqual({ s1: claim });
  });

  it('are never seen while a text is written: every draft is a beginning of what comes of it', () => {
    const marked = 'It costs 63 [s1]. [S2, s3] It runs [see 4].\n- [s1][s2] It saves 195 [s10; s11].';
    const { text } = readMarks(marked);
    const drafts = Array.from(marked, (_, at) => draftWithoutMarks(marked.slice(0, at)));
    for (const draft of drafts) expect(text.startsWith(draft), draft).toBe(true);
    expect(draftWithoutMarks(marked)).toBe(text);
    expect(drafts).toContain('It costs 63. It runs [see');
  });

  it('may stand together, in one bracket or in several', () => {
    const claim = 'It costs 63 euros.';
    for (const marks of ['[s1][s2]', '[s1, s2]', '[s1] [s2]', '[s1; s2]'])
      expect(claimsIn(`It costs 63 euros ${marks}. It runs.`)).toEqual({ s1: claim, s2: claim });
  });

  it('join neighbours that carry the same mark; of sentences apart the first counts', () => {
    expect(claimsIn('It costs 63 [s1]. It saves 195 [s1]. It runs.')).toEqual({ s1: 'It costs 63. It saves 195.' });
    expect(claimsIn('It costs 63 [s1]. It runs. It saves 195 [s1].')).toEqual({ s1: 'It costs 63.' });
  });

  it('are no links, and leave other brackets alone', () => {
    const text = 'See [s1](https://example.org) and [12] and [see s1].';
    expect(readMarks(text)).toEqual({ text, claims: new Map() });
  });

  it('go from all texts of an answer, and the first text with one decides', () => {
    const answer = {
      argument: 'The case rests on this [s1].',
      objections: [{ title: 'Few', text: 'Twelve are few [s2]. So it is [s1].' }],
      sources: [
        { mark: 's1', url: 'workspace:a.md#L1' },
        { mark: 'S2', url: 'workspace:b.md#L1' },
        { mark: 's3', url: 'workspace:c.md#L1' },
      ],
    };
    expect(withClaims(answer, ['argument', 'objections'])).toEqual({
      argument: 'The case rests on this.',
      objections: [{ title: 'Few', text: 'Twelve are few. So it is.' }],
      sources: [
        { url: 'workspace:a.md#L1', claim: 'The case rests on this.' },
        { url: 'workspace:b.md#L1', claim: 'Twelve are few.' },
        { url: 'workspace:c.md#L1' },
      ],
    });
  });

  it('do no harm to what has no shape', () => {
    for (const sources of [undefined, 'none', [null, 3], [{ mark: 7 }]])
      expect(() => withClaims({ content: [null, 'x'], sources }, ['content', 'absent'])).not.toThrow();
  });
});
