import { afterAll, describe, expect, it } from 'vitest';
import type { LintProblem } from '../../../../src/debate/rules/lint/lint';
import { DebateLog } from '../../../../src/record/debateLog';
import { pathOfLog } from '../../../../src/record/logPath';
import { faultsIn } from '../../../../src/ui/findings/foundFaults';
import { readRules, ruleFaults, titleOfRule } from '../../../../src/ui/findings/ruleFaults';
import { kept } from '../../../support/oldRecords';

const fault = (rule: LintProblem['rule'], seq: number | null): LintProblem => ({
  rule,
  severity: 'error',
  seq,
  line: 1,
  message: `Rule ${rule} at ${String(seq)}.`,
});

const log = await DebateLog.open(pathOfLog(kept('panel-scripted-done')));
afterAll(() => log.close());
const told = (problems: readonly LintProblem[], rules: string) => ruleFaults(faultsIn(problems, log), rules);

describe('what the rules hold against a debate', () => {
  it('is told a rule each, in its words, with the entries', async () => {
    const rules = await readRules('.');
    const faults = [...Array.from({ length: 20 }, (_, seq) => fault('16', seq)), fault('16', 3), fault('4', 7)];
    const [most, other, ...rest] = told([fault('4', 7), ...faults], rules);
    expect(rest).toEqual([]);
    expect(most).toEqual({
      words: '20 entries do not keep rule 16: At most five sources an entry',
      seqs: Array.from({ length: 12 }, (_, seq) => seq),
      isForeign: false,
    });
    expect(other).toEqual({ words: '1 entry does not keep rule 4: Phase discipline', seqs: [7], isForeign: false });
  });

  it('is counted whole where there are hundreds, and none of it is lost behind another', async () => {
    const rules = await readRules('.');
    const many = Array.from({ length: 300 }, (_, seq) => fault('16', seq));
    const problems = [...many, fault('4', 7)];
    expect(told(problems, rules).map(({ words }) => words)).toEqual([
      '300 entries do not keep rule 16: At most five sources an entry',
      '1 entry does not keep rule 4: Phase discipline',
    ]);
    const { faults } = faultsIn(problems, log);
    expect(faults.length).toBeLessThan(problems.length);
    expect(faults.at(-2)?.message).toMatch(/^Rule 16 at \d+\. And 200 more like it\.$/);
    expect(faults.at(-1)?.message).toBe('Rule 4 at 7.');
  });

  it('is told as it stands where no rule has words for it, and as information of another program', () => {
    const cited = {
      ...fault('structure', null),
      severity: 'warning' as const,
      line: null,
      message: 'a.md:1 is not checked.',
    };
    const faults = [cited, { ...cited, message: 'b.md is not checked.' }];
    expect(told(faults, '')).toEqual([
      { words: 'a.md:1 is not checked. And 1 more like it.', seqs: [], isForeign: true },
    ]);
    expect(told([], '')).toEqual([]);
  });

  it('is told by what is said where it is about the record itself: unlike faults are not said to be alike', async () => {
    const rules = await readRules('.');
    const say = (seq: number, message: string): LintProblem => ({ ...fault('structure', seq), message });
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
    expect(told(faults, rules).map(({ words, seqs }) => [words, seqs])).toEqual([
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
