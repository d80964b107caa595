import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../../src/debate/log/entry';
import { answerAt } from '../../../support/conclusions';
import { dialecticFolder, dialecticScript, openingScores } from '../../../support/dialecticScript';
import { judgeSeats, verdictOf, verdictScript } from '../../../support/judges';
import { KillMatrix } from '../../../support/killMatrix';
import { fullScript, readEntries, scriptedFolder } from '../../../support/scriptedDebate';
import { rulingAnswer, tribunalFolder, tribunalScript, verdicts } from '../../../support/tribunalScript';

/** SIGKILL in the middle of writing each step of judges, then resumed: the record equals the uncut one. */

const failing = { error: 'refusal', message: 'The model refused to answer.' };

/** The plain answer beside the judges. */
const plain = (choice: string) => ({ 'baseline/1': { reason: 'The count speaks for it.', choice } });

const brief = { cruxes: [], options: [], assumptions: [], would_change: [], minority: [], next: [] };

const told = (entries: readonly Entry[]): string[] =>
  entries.map((entry) =>
    JSON.stringify({ ...entry, timestamp: '', data: { ...entry.data, prev: '' } }).replace(
      /"elapsed_ms":\d+/g,
      '"elapsed_ms":0',
    ),
  );

async function panelWithJudges(): Promise<string> {
  const ada = verdictOf({ ada: 40, bob: 30 });
  return await scriptedFolder({
    script: {
      ...fullScript({ names: ['ada', 'bob'], rounds: 1 }),
      ...plain('ada'),
      ...verdictScript({ j1: [ada, ada], j3: [ada, ada] }),
      'verdict/j2/a': ada,
      'verdict/j2/b': failing,
      conclusion: { reason: 'The counts stood.', ...answerAt([3, 6]) },
      brief,
    },
    names: ['ada', 'bob'],
    rounds: { min: 1, max: 1 },
    options: { judges: judgeSeats(3), brief: true, baseline: 1 },
  });
}

async function tribunalWithJudges(): Promise<string> {
  const accepted = {
    issues: [{ issue: 'I1', reasons: [{ text: 'It was shown.', seqs: ['{@r1/advocate}'] }], verdict: 'ACCEPTED' }],
  };
  const ruling = rulingAnswer({ verdicts: verdicts('ACCEPTED') });
  return await tribunalFolder({
    script: tribunalScript(1, {
      plan: { rounds: 1, reason: 'One point.' },
      ruling,
      brief,
      ...plain('none'),
      ...verdictScript({ j1: [accepted, accepted], j3: [accepted, accepted] }),
      'verdict/j2/a': failing,
      'verdict/j2/b': accepted,
    }),
    options: { judges: judgeSeats(3), baseline: 1, brief: true },
  });
}

async function dialecticWithJudges(): Promise<string> {
  const scores = Object.fromEntries(['j1/a', 'j1/b', 'j2/a'].map((pass) => [`e0/judgment/${pass}`, openingScores]));
  return await dialecticFolder({
    script: {
      ...dialecticScript(1),
      ...plain('opposition'),
      'report/e0/brief': brief,
      ...scores,
      'e0/judgment/j2/b': failing,
    },
    options: { exchanges: 1, judges: judgeSeats(2), baseline: 1, brief: true },
  });
}

describe.each([
  ['panel', panelWithJudges, ['baseline/1', 'verdict/j1', 'verdict/j2', 'verdict/j3', 'conclusion', 'brief']],
  ['tribunal', tribunalWithJudges, ['baseline/1', 'verdict/j1', 'verdict/j2', 'ruling', 'brief']],
  ['dialectic', dialecticWithJudges, ['baseline/1', 'e0/judgment', 'report/e0/brief']],
] as const)('a %s with judges, killed and resumed', (_, prepare, killedAt) => {
  it('has each step of theirs once, and whole', async () => {
    const matrix = await KillMatrix.of(await prepare());
    const whole = await matrix.freshCopy();
    expect(await matrix.run(whole)).toBe('done');
    const entries = await readEntries(whole);
    const uncut = told(entries);
    const steps = [...new Set(entries.map(({ data }) => (data?.['step'] as { id: string }).id))];
    for (const step of killedAt) {
      // The setup is written before the run.
      const nth = steps.indexOf(step);
      expect(nth, step).toBeGreaterThan(0);
      const folder = await matrix.freshCopy();
      expect(await matrix.run(folder, 'middle', nth), step).toBe('killed');
      expect((await readEntries(folder)).length, step).toBeLessThan(entries.length);
      expect(await matrix.run(folder), step).toBe('done');
      expect(told(await readEntries(folder)), step).toEqual(uncut);
    }
  });
});
