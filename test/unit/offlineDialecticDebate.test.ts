import path from 'node:path';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../src/debate/entry';
import { dataOf } from '../../src/debate/codec';
import { dialectic } from '../../src/debate/formats/dialectic/dialectic';
import { createDebate } from '../../src/session/createDebate';
import { gatherEvidence } from '../../src/session/evidenceSet';
import { Session } from '../../src/session/session';
import { lintFile } from '../support/lintLog';
import { readEntries } from '../support/scriptedDebate';
import { tempFolder } from '../support/tempFolder';

/** Whole offline dialectics by the real engine, Verifier, gates and lint. */

const files = {
  'trial.md': `# The trial of the four-day week

## Output

Revenue rose by 1.4 per cent on average across the employers of the trial.
Output per hour increased in the offices, but it did not change in shops and restaurants.
Three employers left the trial early because they could not cover their opening hours.

## People

- Sick days fell from 6.1 to 3.9 per employee over the year.
- Resignations dropped by more than half in the offices.

One employee in five said that the remaining four days had become more intense.
Shops needed extra staff to keep their doors open, which raised their wage bill by 11 per cent.
`,
  'memo.txt': `Nine of the fourteen managers expect that deadlines would slip in the first half year.
Customer support would need two additional people to answer calls on Fridays.
Recruitment would become easier, because applicants mention working time more often than salary.
A follow-up study found that productivity gains from a four-day week fade after the second year.
`,
};

async function play(exchanges: number, options: Record<string, unknown> = {}): Promise<{ folder: string; entries: Entry[]; result: Awaited<ReturnType<Session['run']>> }> {
  const base = tempFolder({ 'docs/trial.md': files['trial.md'], 'docs/memo.txt': files['memo.txt'] });
  const output = path.join(base, 'output');
  const evidence = await gatherEvidence({ evidence: path.join(base, 'docs'), subject: [], output });
  const topic = 'Should our company adopt a four-day week?';
  const folder = await createDebate({
    ...{ topic, format: 'dialectic', provider: 'offline', parent: output, evidence, now: () => new Date('2026-07-21T12:34:56.789Z') },
    options: dialectic.options.parse({ exchanges, ...options }),
    debaters: (dialectic.seats ?? []).map((seat) => ({ ...seat, model: 'offline' })),
    limits: { min_rounds: 1, max_rounds: exchanges, time_budget_minutes: 30, budget_usd: null },
  });
  const session = await Session.open({ folder, program: 'test' });
  const result = await session.run();
  return { folder, entries: await readEntries(folder), result };
}

const judgmentsIn = (entries: readonly Entry[]) => entries.flatMap((entry) => dataOf(entry, 'judgment') ?? []);
const hundredths = (score: number): number => Math.round(score * 100);

describe('an offline dialectic', () => {
  it('is held, verified, judged to a sum of 0 and reported, all at the first attempt', { timeout: 60_000 }, async () => {
    const { folder, entries, result } = await play(3);
    expect(result).toEqual({ status: 'done' });
    expect(entries.filter(({ type }) => type === 'argument')).toHaveLength(10);
    expect(entries.flatMap(({ data }) => (data?.['step'] as { attempt?: number } | undefined)?.attempt ?? []).every((attempt) => attempt === 1)).toBe(true);
    const checked = entries.filter(({ type }) => type === 'verification_result');
    expect(checked.length).toBeGreaterThanOrEqual(10);
    expect(new Set(checked.map(({ data }) => data?.['status']))).toEqual(new Set(['verified']));
    for (const { scores, rescores = [] } of judgmentsIn(entries)) {
      expect(scores.reduce((sum, { score }) => sum + hundredths(score), 0)).toBe(0);
      expect(rescores.reduce((sum, { old_score: before, new_score: after }) => sum + hundredths(after) - hundredths(before), 0)).toBe(0);
    }
    expect(await lintFile(path.join(folder, 'debate-log.jsonl'))).toEqual([]);
    expect(readFileSync(path.join(folder, 'README.md'), 'utf8')).toContain('no language model was used');
  });

  it('has the same scores with the Judge’s order drawn from another seed, and no spread over several passes', { timeout: 60_000 }, async () => {
    const [one, other] = [await play(2), await play(2, { seed: 'quite another', judge_passes: 3 })];
    const scoresOf = (entries: readonly Entry[]) =>
      judgmentsIn(entries).map(({ scores, rescores = [] }) =>
        Object.fromEntries([...scores.map((given) => [given.argument_id, given.score]), ...rescores.map((given) => [given.argument_id, given.new_score])] as [string, number][]),
      );
    expect(scoresOf(other.entries)).toEqual(scoresOf(one.entries));
    expect(judgmentsIn(other.entries).flatMap(({ spread = {} }) => Object.values(spread)).every((value) => value === 0)).toBe(true);
  });

  it('rests, and says what to do, when the evidence is spent', { timeout: 60_000 }, async () => {
    const { entries, result } = await play(20);
    expect(result.status).not.toBe('done');
    expect(JSON.stringify(result)).toContain('Skip this exchange');
    expect(judgmentsIn(entries).length).toBeGreaterThanOrEqual(6);
  });
});
