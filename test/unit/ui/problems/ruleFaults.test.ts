import { describe, expect, it } from 'vitest';
import type { LintFault } from '../../../../src/ui/problems/checkDebate';
import { readRules, ruleFaults, titleOfRule } from '../../../../src/ui/problems/ruleFaults';

const fault = (rule: string, seq: number | null, severity: LintFault['severity'] = 'error'): LintFault => ({
  rule,
  severity,
  seq,
  line: 1,
  message: `Rule ${rule} at ${String(seq)}.`,
  related: [],
});

describe('what the rules hold against a debate', () => {
  it('is told a rule each, in its words, with the entries', async () => {
    const rules = await readRules('.');
    const faults = [...Array.from({ length: 20 }, (_, seq) => fault('16', seq)), fault('16', 3), fault('4', 7)];
    const [most, other, ...rest] = ruleFaults({ faults: [fault('4', 7), ...faults] }, rules);
    expect(rest).toEqual([]);
    expect(most).toEqual({
      words: '20 entries do not keep rule 16: At most five sources an entry',
      seqs: Array.from({ length: 12 }, (_, seq) => seq),
      isForeign: false,
    });
    expect(other).toEqual({ words: '1 entry does not keep rule 4: Phase discipline', seqs: [7], isForeign: false });
  });

  it('is told as it stands where no rule has words for it, and as information of another program', () => {
    const cited = { ...fault('structure', null, 'information'), message: 'a.md:1 is not checked.' };
    const faults = [cited, { ...cited, message: 'b.md is not checked.' }];
    expect(ruleFaults({ faults }, '')).toEqual([
      { words: 'a.md:1 is not checked. And 1 more like it.', seqs: [], isForeign: true },
    ]);
    expect(ruleFaults({ faults: [] }, '')).toEqual([]);
  });

  it('is told by what is said where it is about the record itself: unlike faults are not said to be alike', async () => {
    const rules = await readRules('.');
    const say = (seq: number, message: string): LintFault => ({ ...fault('structure', seq), message });
    const unchecked = (seq: number, url: string) =>
      say(seq, `The source ${url} of seq ${seq} has no verification result, although the debate is over.`);
    const faults = [
      say(1, `A ruling is the Chair's; this one is by "ann".`),
      unchecked(2, 'docs/a.md:10–20'),
      unchecked(14, 'https://example.org/report?page=3'),
      say(5, 'The time 2026-03-01T10:00:00.000Z is earlier than that of seq 4 (2026-03-01T11:00:00.000Z).'),
      say(6, `A ruling is the Chair's; this one is by "bob".`),
      say(9, 'The time 2026-03-02T10:00:00.000Z is earlier than that of seq 8 (2026-03-02T11:30:00.000Z).'),
      { ...fault('format', 7), message: 'The type "vote" is unknown.' },
      fault('16', 11),
    ];
    expect(ruleFaults({ faults }, rules).map(({ words, seqs }) => [words, seqs])).toEqual([
      // What can be said in a few words comes first.
      ['1 entry does not keep rule 16: At most five sources an entry', [11]],
      [`seq 1: A ruling is the Chair's; this one is by "ann". And 1 more like it.`, [1, 6]],
      [
        'The source docs/a.md:10–20 of seq 2 has no verification result, although the debate is over. And 1 more like it.',
        [2, 14],
      ],
      [expect.stringMatching(/^seq 5: The time .* And 1 more like it\.$/), [5, 9]],
      ['seq 7: The type "vote" is unknown.', [7]],
    ]);
  });

  it('has a title for each rule of the paper, without its details', async () => {
    const rules = await readRules('.');
    for (let rule = 1; rule <= 24; rule += 1) {
      const title = titleOfRule(rules, String(rule));
      expect(title, String(rule)).toMatch(/\S/);
      expect(title).not.toMatch(/[:;|`]/);
    }
    expect(titleOfRule(rules, 'unheard of')).toBeUndefined();
  });
});
