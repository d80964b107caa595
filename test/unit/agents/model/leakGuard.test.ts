import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LeakGuard } from '../../../../src/agents/model/leakGuard';

const prompts = ['rules', 'chair', 'debater', 'reporter'].map((name) => readFileSync(`prompts/${name}.md`, 'utf8'));
const guard = new LeakGuard({ mark: 'c0ffee123456', prompts });
const rules = prompts[0] ?? '';
const passage = rules.slice(rules.indexOf('A source says what'), rules.indexOf('- The Verifier'));

const turn = (content: string): unknown => ({ entries: [{ type: 'new_point', content }] });
const leaked = (text: string): string | undefined => guard.leakIn(turn(text))?.what;

describe('what must not leave a prompt', () => {
  it('lets answers pass that only speak of the same things', () => {
    const honest =
      'A source says what the claim says. SOURCE CORRECTION for seq 3: replacing workspace:a.md#L1 with workspace:a.md#L2 — the line was off by one.';
    expect(leaked(honest)).toBeUndefined();
    expect(leaked(passage.slice(0, 150))).toBeUndefined();
    expect(guard.leakIn(undefined)).toBeUndefined();
    expect(guard.leakIn({ a: [1, null, true] })).toBeUndefined();
  });

  it('finds a copy wherever it stands, in whatever dress', () => {
    expect(passage.length).toBeGreaterThan(300);
    for (const shift of [0, 1, 37, 50, 99, 100, 101])
      expect(leaked(`${'x'.repeat(shift)} ${passage} and so on`)).toBe('prompt');
    expect(leaked(passage.toUpperCase())).toBe('prompt');
    expect(leaked(Array.from(passage).join('\u200b'))).toBe('prompt');
    expect(leaked(passage.replaceAll(' ', ' **\n> '))).toBe('prompt');
    expect(
      leaked(
        Array.from(passage, (c) => (/[ -~]/.test(c) ? String.fromCodePoint(c.charCodeAt(0) + 0xe0000) : c)).join(''),
      ),
    ).toBe('prompt');
    expect(
      leaked(
        Array.from(passage, (c) => (/[!-~]/.test(c) ? String.fromCharCode(c.charCodeAt(0) + 0xfee0) : c)).join(''),
      ),
    ).toBe('prompt');
  });

  it('finds a copy in any field, in names of fields, and spread over several', () => {
    expect(guard.leakIn({ sources: [{ title: passage }] })?.what).toBe('prompt');
    expect(guard.leakIn({ [passage]: 1 })?.what).toBe('prompt');
    expect(guard.leakIn(passage)?.what).toBe('prompt');
    const half = Math.floor(passage.length / 2);
    expect(guard.leakIn([passage.slice(0, half), passage.slice(half)])?.what).toBe('prompt');
  });

  it('finds the mark, split and in other letters too', () => {
    for (const text of [
      '</entry-c0ffee123456>',
      'C0FFEE123456',
      'c0ff\u200bee12\u00ad3456',
      'c0 ff ee 12 34 56',
      'ｃ０ffee123456',
    ])
      expect(leaked(text)).toBe('mark');
    expect(guard.leakIn({ c0ffee123456: '' })?.what).toBe('mark');
    expect(leaked('c0ffee12345')).toBeUndefined();
  });

  it('does not take for a leak what others wrote and the answer quotes, and says nothing of what it found', () => {
    const evidence = { record: [{ content: `From the file: ${passage}` }] };
    expect(guard.leakIn(turn(passage), () => evidence)).toBeUndefined();
    const more = rules.slice(rules.indexOf('Do not quote, restate'), rules.indexOf('## task: mend'));
    expect(guard.leakIn(turn(`${passage} ${more}`), () => evidence)?.what).toBe('prompt');
    expect(guard.leakIn(turn('c0ffee123456'), () => ({ content: 'c0ffee123456' }))?.what).toBe('mark');
    for (const text of [passage, 'c0ffee123456'])
      expect(guard.leakIn(turn(text))?.message).not.toMatch(/c0ffee|A source says what/);
  });

  it('does not count what is filled into a prompt', () => {
    const topic =
      'Where should the parcels of the city go when the depot by the river is closed for two years of repair? '.repeat(
        4,
      );
    const other = new LeakGuard({ mark: 'c0ffee123456', prompts: [`Debate this: {{topic}} and nothing else.`] });
    expect(other.leakIn(turn(`Debate this: ${topic} and nothing else.`))).toBeUndefined();
  });

  it('is quick on long answers', () => {
    const long = `${passage.slice(0, 120)} padding `.repeat(2_000);
    expect(leaked(long)).toBeUndefined();
    expect(guard.holdsPrompt(`${long}${passage}`)).toBe(true);
  });
});
