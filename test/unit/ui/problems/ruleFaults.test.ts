import { describe, expect, it } from 'vitest';
import type { LintFault } from '../../../../src/ui/problems/checkDebate';
import { readRules, ruleFaults } from '../../../../src/ui/problems/ruleFaults';
import { titleOfRule } from '../../../../src/ui/problems/ruleText';

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
    const cited = { ...fault('structure', null, 'information'), message: 'workspace:a.md#L1 is not checked.' };
    const faults = [cited, fault('structure', null, 'information')];
    expect(ruleFaults({ faults }, '')).toEqual([
      { words: 'a.md:1 is not checked. And 1 more like it.', seqs: [], isForeign: true },
    ]);
    expect(ruleFaults({ faults: [] }, '')).toEqual([]);
  });

  it('has a title for each rule of the paper, without its details', async () => {
    const rules = await readRules('.');
    for (let rule = 1; rule <= 24; rule += 1) {
      const title = titleOfRule(rules, String(rule));
      expect(title, String(rule)).toMatch(/\S/);
      expect(title).not.toMatch(/[:;|`]/);
    }
    expect(titleOfRule(rules, 'format')).toBeUndefined();
  });
});
