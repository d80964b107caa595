import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { centred } from '../../../../../src/debate/formats/dialectic/centre';
import { dialecticFolder, dialecticScript, openingScores } from '../../../../support/dialecticScript';
import { dialecticFacts } from '../../../../../src/debate/formats/dialectic/facts';
import { readEntries } from '../../../../support/scriptedDebate';
import { runFolder } from '../../../../support/testSession';
import { fold } from '../../../../support/entries';
import { lintText } from '../../../../support/lintLog';
import { serialiseEntry } from '../../../../../src/debate/log/codec';

/** Sums of scores that miss 0 by rounding are moved to it by code, and the record says so. */

const pair = (off: number) => [
  { argument_id: 'prop_001', score: Math.round((0.25 + off) * 1000) / 1000, reasoning: 'It answers.' },
  { argument_id: 'opp_001', score: -0.25, reasoning: 'It repeats.' },
];

async function judged(exchange: 'scores' | 'rescores', off: number) {
  const script = dialecticScript(2);
  const first = openingScores.scores;
  script['e1/judgment'] =
    exchange === 'scores'
      ? { scores: pair(off) }
      : {
          scores: pair(0),
          rescores: [
            { argument_id: 'prop_000a', new_score: scoreOf(first, 'prop_000a') + 0.2 + off, reasoning: 'Hit.' },
            { argument_id: 'opp_000a', new_score: scoreOf(first, 'opp_000a') - 0.2, reasoning: 'Held.' },
          ],
        };
  const folder = await dialecticFolder({ script, options: { exchanges: 2 } });
  const end = await runFolder(folder);
  return { end, entries: await readEntries(folder) };
}

const scoreOf = (scores: readonly { argument_id?: unknown; score?: unknown }[], id: string): number =>
  Number(scores.find(({ argument_id: one }) => one === id)?.score ?? 0);

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + Math.round(value * 100), 0);

describe('sums that miss 0', () => {
  it.each([0.01, -0.01, 0.05, 0.07, 0.1, -0.1, 0.005])('by %d are centred, and the record says so', async (off) => {
    const { end, entries } = await judged('scores', off);
    expect(end).toEqual({ status: 'done' });
    const judgment = entries.findLast(({ type }) => type === 'judgment');
    const scores = (judgment?.data?.['scores'] as { score: number }[]).map(({ score }) => score);
    expect(sumOf(scores)).toBe(0);
    expect(Math.abs((scores[0] ?? 0) - 0.25)).toBeLessThanOrEqual(Math.abs(off) + 1e-9);
    expect(judgment?.content).toMatch(/As the Judge gave them, the scores summed to [+−]0\.\d+; code centred them/);
    // As it was given, for whoever plays it again.
    expect(judgment?.data?.['passes']).toMatchObject([{ scores: pair(off).map(({ score }) => ({ score })) }]);
    expect(await lintText(entries.map(serialiseEntry).join(''))).toEqual([]);
  });

  it.each([0.11, 0.25, 0.5, -0.5])('by %d go back, for that is no rounding', async (off) => {
    const { end } = await judged('scores', off);
    expect(end).toMatchObject({ status: 'paused', code: 'rejected' });
    expect('reason' in end && end.reason).toMatch(/sum to [+−]0\.\d+; they are to sum to 0/);
  });

  it('are centred for changes of earlier scores too', async () => {
    const { end, entries } = await judged('rescores', 0.05);
    expect(end).toEqual({ status: 'done' });
    const judgment = entries.findLast(({ type }) => type === 'judgment');
    const changed = judgment?.data?.['rescores'] as { old_score: number; new_score: number }[];
    expect(sumOf(changed.map(({ old_score: old, new_score: now }) => now - old))).toBe(0);
    expect(judgment?.content).toContain('the changes of earlier scores summed to +0.05');
    const { totals } = fold(entries).factsOf(dialecticFacts);
    expect(totals.proposition.hundredths + totals.opposition.hundredths).toBe(0);
  });
});

describe('centring', () => {
  const items = fc
    .array(fc.record({ value: fc.double({ min: -100, max: 100, noNaN: true }), key: fc.string() }), {
      minLength: 2,
      maxLength: 6,
    })
    .map((given) => given.map((one) => ({ ...one, value: Math.round(one.value * 1e4) / 1e4, low: -100, high: 100 })));

  it('comes to whole hundredths within their bounds that sum to exactly 0', () => {
    fc.assert(
      fc.property(items, (given) => {
        const off = given.reduce((sum, { value }) => sum + value, 0);
        fc.pre(Math.abs(off) <= 10);
        const moved = centred(given);
        expect(moved.reduce((sum, value) => sum + value, 0)).toBe(0);
        for (const [index, value] of moved.entries()) {
          expect(Number.isInteger(value) && Math.abs(value) <= 100).toBe(true);
          // Nobody moves by more than the common share, its rounding, and what others at their bounds leave.
          expect(Math.abs(value - (given[index]?.value ?? 0))).toBeLessThanOrEqual(Math.abs(off) + 2);
        }
      }),
    );
  });

  it('changes nothing where the sum is 0, and does not hang on the order', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 1, maxLength: 5 }), (five) => {
        const all = [...five, -five.reduce((sum, value) => sum + value, 0)];
        const given = all.map((value, index) => ({ value, low: -100, high: 100, key: `text ${index}` }));
        expect(centred(given)).toEqual(all.map((value) => value + 0));
      }),
    );
    const three = [
      { value: 33.4, low: -100, high: 100, key: 'a' },
      { value: -33.3, low: -100, high: 100, key: 'b' },
      { value: 0.2, low: -100, high: 100, key: 'c' },
    ];
    expect(centred(three.toReversed()).toReversed()).toEqual(centred(three));
  });

  it('gives nothing to what is struck', () => {
    expect(
      centred([
        { value: -3, low: -100, high: 0, key: 'struck' },
        { value: -3, low: -100, high: 100, key: 'b' },
      ]),
    ).toEqual([0, 0]);
    expect(
      centred([
        { value: 0, low: -100, high: 0, key: 'struck' },
        { value: 20, low: -100, high: 100, key: 'b' },
        { value: -26, low: -100, high: 100, key: 'c' },
      ]),
    ).toEqual([0, 23, -23]);
  });
});
