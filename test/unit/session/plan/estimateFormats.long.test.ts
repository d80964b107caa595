import { describe, expect, it } from 'vitest';
import { dialectic } from '../../../../src/debate/formats/dialectic/dialectic';
import { tribunal } from '../../../../src/debate/formats/tribunal/tribunal';
import type { Format } from '../../../../src/debate/flow/step';
import { estimateOf, type Estimate } from '../../../../src/session/plan/estimate';
import { planModels } from '../../../../src/session/plan/modelPlan';
import { playFormat, type FormatPlayed } from '../../../support/formatPlay';
import { longDialectic, longTribunal } from '../../../support/longScripts';
import { sampled } from '../../../support/depth';

/**
 * What is foretold, held against what the local Messages server counts for debates whose answers are as long as real ones. Nobody thinks here,
 * as the estimate is told. It errs towards more: the searches here return little.
 */

function estimated(format: Format, options: Record<string, unknown>): Estimate {
  const { models, standard } = planModels({ provider: 'anthropic', roles: format.roles });
  const debaters = (format.seats ?? []).map(({ name }) => ({ name, model: standard }));
  const limits = { min_rounds: 1, max_rounds: 10, ...format.limits(options) };
  const estimate = estimateOf({
    provider: 'anthropic',
    format: format.name,
    options,
    debaters,
    limits,
    models,
    measured: Object.fromEntries([...Object.values(models), standard].map((model) => [model, 0])),
  });
  if (estimate === undefined) throw new Error(`Nothing is foretold of a ${format.name}.`);
  return estimate;
}

const counted = ({ totals }: FormatPlayed): number => totals.input + totals.read + totals.write5m + totals.output;

describe('what a debate is said to use', () => {
  it.each(sampled('rounds of a tribunal that is estimated', [2, 4], 1))(
    'is near what a tribunal of %i rounds uses',
    async (rounds) => {
      const played = await playFormat({
        format: tribunal,
        topic: 'Should the parcels go by the north depot?',
        options: { rounds },
        script: longTribunal(rounds),
        isResearching: true,
      });
      expect(played.end).toEqual({ status: 'done' });
      const { tokens_low, tokens_high } = estimated(tribunal, { rounds });
      expect(counted(played)).toBeGreaterThan(0.7 * tokens_low);
      expect(counted(played)).toBeLessThan(tokens_high);
    },
  );

  it.each(sampled('passes of a dialectic that is estimated', [1, 3], 1))(
    'is near what a dialectic uses that is judged %i times',
    async (passes) => {
      const options = { exchanges: 3, judge_passes: passes };
      const played = await playFormat({
        format: dialectic,
        topic: 'Should the depots stay open?',
        options,
        script: longDialectic(3),
        isResearching: true,
      });
      expect(played.end).toEqual({ status: 'done' });
      const { tokens_low, tokens_high } = estimated(dialectic, options);
      expect(counted(played)).toBeGreaterThan(0.7 * tokens_low);
      expect(counted(played)).toBeLessThan(tokens_high);
    },
  );

  it('is a range, at most 2.5 times as high as low, and says the rounds that it rests on', () => {
    const chosen = estimated(tribunal, { rounds: 'auto' });
    expect(chosen.tokens_high).toBeLessThanOrEqual(2.5 * chosen.tokens_low + 1);
    expect(chosen.basis[0]).toContain('2 to 5 rounds of at most 10, as the Judge recommends');
    const fixed = estimated(tribunal, { rounds: 4 });
    expect(fixed.basis[0]).toContain('; 4 rounds, which the Judge may end early');
    expect(fixed.tokens_low).toBeGreaterThan(chosen.tokens_low);
    const exchanges = estimated(dialectic, { exchanges: 5 });
    expect(exchanges.usd_high).toBeLessThanOrEqual(2.5 * exchanges.usd_low + 1e-9);
    expect(exchanges.basis[0]).toBe('two sides, 5 exchanges, each judged once');
  });

  it('grows with rounds, exchanges and passes, and names models without a price', () => {
    const tokens = (format: Format, options: Record<string, unknown>): number => estimated(format, options).tokens_high;
    expect(tokens(tribunal, { rounds: 5 })).toBeGreaterThan(tokens(tribunal, { rounds: 3 }));
    expect(tokens(dialectic, { exchanges: 4 })).toBeGreaterThan(tokens(dialectic, { exchanges: 3 }));
    expect(tokens(dialectic, { exchanges: 3, judge_passes: 5 })).toBeGreaterThan(tokens(dialectic, { exchanges: 3 }));
    const debaters = (tribunal.seats ?? []).map(({ name }) => ({ name, model: 'openai-compatible:m' }));
    const local = estimateOf({
      provider: 'openai-compatible',
      format: 'tribunal',
      options: {},
      debaters,
      limits: { min_rounds: 1, max_rounds: 10 },
      models: { judge: 'openai-compatible:m' },
    });
    expect(local).toMatchObject({ usd_high: 0, unpriced: ['openai-compatible:m'] });
    const nobody = estimateOf({
      provider: 'offline',
      format: 'tribunal',
      options: {},
      debaters: [],
      limits: { min_rounds: 1, max_rounds: 10 },
    });
    expect(nobody).toBeUndefined();
  });
});
