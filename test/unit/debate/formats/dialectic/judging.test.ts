import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { dataOf } from '../../../../../src/debate/log/codec';
import { dialecticFacts } from '../../../../../src/debate/formats/dialectic/facts';
import { isFirm } from '../../../../../src/debate/formats/dialectic/judges';
import { dialecticOptions } from '../../../../../src/debate/formats/dialectic/options';
import { pathOfLog } from '../../../../../src/record/logPath';
import { dialecticFolder, dialecticScript, laterScores, openingScores } from '../../../../support/dialecticScript';
import { judgeSeats } from '../../../../support/judges';
import { lintFile } from '../../../../support/lintLog';
import { withLog } from '../../../../support/logs';
import { expectPlayedAgain } from '../../../../support/playedAgain';
import { readEntries } from '../../../../support/scriptedDebate';
import { runFolder } from '../../../../support/testSession';

/** Dialectics that judges score, each in both orders. */

const failing = { error: 'refusal', message: 'The model refused to answer.' };
const turned = {
  scores: openingScores.scores.map((score) => ({ ...score, score: -score.score })),
};
const passes = (judges: Readonly<Record<string, readonly [object, object]>>, exchange: number) =>
  Object.fromEntries(
    Object.entries(judges).flatMap(([judge, [a, b]]) => [
      [`e${exchange}/judgment/${judge}/a`, a],
      [`e${exchange}/judgment/${judge}/b`, b],
    ]),
  );

async function scored(judges: number, script: Record<string, unknown>, exchanges = 1) {
  const folder = await dialecticFolder({
    script: { ...dialecticScript(exchanges), ...script },
    options: { exchanges, judges: judgeSeats(judges) },
  });
  const end = await runFolder(folder);
  const entries = await readEntries(folder);
  const judgments = entries.filter(({ type }) => type === 'judgment').map((entry) => dataOf(entry, 'judgment'));
  const [total, firm] = await withLog(folder, ({ state }) => [
    state.factsOf(dialecticFacts).totals.proposition.hundredths,
    isFirm(state),
  ]);
  return { folder, end, entries, judgments, total, firm };
}

describe('a dialectic that judges score', () => {
  it('takes the mean of both orders, which are each other’s reverse, and calls the lead firm', async () => {
    const { folder, end, judgments, total, firm } = await scored(1, passes({ j1: [openingScores, openingScores] }, 0));
    expect(end).toEqual({ status: 'done' });
    const [a, b] = judgments[0]?.passes ?? [];
    expect([a?.judge, a?.reading, b?.judge, b?.reading]).toEqual(['j1', 'a', 'j1', 'b']);
    expect(b?.order).toEqual(a?.order.toReversed());
    expect([total, firm]).toEqual([40, true]);
    const problems = await lintFile(
      pathOfLog(folder),
      new Map([['metadata.json', await readFile(`${folder}/metadata.json`, 'utf8')]]),
    );
    expect(problems.map(({ message }) => message)).toEqual([]);
    expect(await expectPlayedAgain(folder)).toEqual({ status: 'done' });
  });

  it('calls no lead firm that hangs on the order', async () => {
    const { judgments, total, firm } = await scored(
      3,
      passes({ j1: [openingScores, turned], j2: [openingScores, openingScores], j3: [openingScores, turned] }, 0),
    );
    expect(judgments[0]?.passes).toHaveLength(6);
    expect(total).toBeGreaterThan(0);
    expect(firm).toBe(false);
  });

  it('leaves out a judge that fails in an exchange, and is paused where none is complete', async () => {
    const { folder, judgments, firm } = await scored(
      3,
      {
        ...passes({ j1: [openingScores, openingScores], j2: [openingScores, openingScores] }, 0),
        'e0/judgment/j3/a': turned,
        'e0/judgment/j3/b': failing,
        ...passes(
          {
            j1: [laterScores(1), laterScores(1)],
            j2: [laterScores(1), laterScores(1)],
            j3: [laterScores(1), laterScores(1)],
          },
          1,
        ),
      },
      2,
    );
    expect(judgments[0]?.failed).toEqual([{ judge: 'j3', reason: failing.message }]);
    expect(judgments[0]?.passes?.map(({ judge }) => judge)).toEqual(['j1', 'j1', 'j2', 'j2']);
    expect(judgments[1]?.passes).toHaveLength(6);
    expect(firm).toBe(true);
    expect(await expectPlayedAgain(folder)).toEqual({ status: 'done' });
    const none = await scored(1, { 'e0/judgment/j1/a': openingScores, 'e0/judgment/j1/b': failing });
    expect(none.end).toMatchObject({ status: 'paused' });
    expect(none.judgments).toEqual([]);
  });

  it('takes no number of passes beside judges', () => {
    expect(dialecticOptions.safeParse({ judges: judgeSeats(1), judge_passes: 2 }).success).toBe(false);
    expect(dialecticOptions.safeParse({ judges: [], judge_passes: 2 }).success).toBe(true);
    expect(dialecticOptions.safeParse({ judges: judgeSeats(6) }).success).toBe(false);
  });
});
