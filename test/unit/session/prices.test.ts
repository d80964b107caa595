import { describe, expect, it } from 'vitest';
import { TokenMeter } from '../../../src/agents/model/tokens';
import { priceFlag } from '../../../src/cli/runFlags';
import { anthropic } from '../../../src/models/anthropic/descriptor';
import { priceFor, pricesIn } from '../../../src/models/prices';
import { estimateOf, requirePrices } from '../../../src/session/estimate';
import { PlanError } from '../../../src/session/planError';

const debaters = ['ada', 'bob'].map((name) => ({ name, model: 'qwen3' }));
const plan = {
  provider: 'openai-compatible' as const,
  debaters,
  models: Object.fromEntries(['chair', 'verifier', 'audience', 'reporter', 'assessor'].map((role) => [role, 'qwen3'])),
  limits: { min_rounds: 3, max_rounds: 8, time_budget_minutes: 30, budget_usd: 2 },
};
const qwen = { provider: 'openai-compatible', model: 'qwen3' } as const;

describe('prices that the user gives', () => {
  it('go before the table, by reference before name; what is not said of caches costs what input costs', () => {
    const sonnet = { provider: 'anthropic', model: 'claude-sonnet-5-5' } as const;
    expect(priceFor(qwen)).toBeUndefined();
    expect(priceFor(qwen, { qwen3: { input: 1, output: 2 } })).toEqual({
      ...{ input: 1, output: 2, cacheRead: 1, cacheWrite: 1, searches: 0 },
    });
    const both = { qwen3: { input: 1, output: 2 }, 'openai-compatible:qwen3': { input: 3, output: 4, cacheRead: 0.5 } };
    expect(priceFor(qwen, both)).toMatchObject({ input: 3, cacheRead: 0.5, cacheWrite: 3 });
    expect(priceFor(sonnet)?.input).toBe(2);
    expect(priceFor(sonnet, { 'claude-sonnet-5-5': { input: 7, output: 8 } })?.input).toBe(7);
    expect(priceFor({ ...qwen, model: 'constructor' }, {})).toBeUndefined();
  });

  it('are what a task is charged, and nothing where it costs nothing', () => {
    const used = { input: 1_000_000, cache_write: 0, cache_read: 0, output: 100_000 };
    const charged = (prices: Parameters<typeof priceFor>[1]) => {
      const meter = new TokenMeter(qwen.provider, qwen.model, undefined, prices);
      meter.add(used);
      return meter.usage;
    };
    expect(charged({ qwen3: { input: 0.5, output: 2 } })).toMatchObject({ usd: 0.7 });
    expect(charged({ qwen3: { input: 0, output: 0 } })).not.toHaveProperty('unpriced');
    expect(charged(undefined)).toMatchObject({ usd: 0, unpriced: true });
  });

  it('are kept by the record, and read as what they are', () => {
    expect(pricesIn({ prices: { qwen3: { input: 1, output: 2 } } })).toEqual({ qwen3: { input: 1, output: 2 } });
    expect(pricesIn({ prices: { qwen3: { input: -1, output: 2 } } })).toEqual({});
    expect(pricesIn({})).toEqual({});
  });

  it('are read from the command line', () => {
    expect(priceFlag('qwen3=0.5/1.5,openai-compatible:x=1/2/0.1')).toEqual({
      qwen3: { input: 0.5, output: 1.5 },
      'openai-compatible:x': { input: 1, output: 2, cacheRead: 0.1 },
    });
    for (const wrong of ['qwen3', 'qwen3=', 'qwen3=1', 'qwen3=a/b', 'qwen3=-1/2', 'qwen3=1/'])
      expect(() => priceFlag(wrong), wrong).toThrow(/--price/);
  });
});

describe('a budget in money', () => {
  it('is refused at the start where a price is not known, with what to do', () => {
    expect(() => requirePrices(plan)).toThrow(PlanError);
    expect(() => requirePrices(plan)).toThrow(
      'The budget of $2.00 cannot hold: the price of openai-compatible:qwen3 is not known. Say what a million tokens cost',
    );
    expect(() => requirePrices({ ...plan, limits: { ...plan.limits, budget_usd: null } })).not.toThrow();
    expect(() => requirePrices({ ...plan, prices: { qwen3: { input: 0, output: 0 } } })).not.toThrow();
  });

  it('has an estimate with the prices that were given', () => {
    const estimate = estimateOf({ ...plan, prices: { qwen3: { input: 1, output: 2 } } });
    expect(estimate?.unpriced).toEqual([]);
    expect(estimate?.usd_high).toBeGreaterThan(0.1);
    expect(estimate?.basis).toContain('qwen3: $1 in, $2 out for a million tokens (as you set it)');
  });
});

describe('the table of prices', () => {
  it('covers the models that the SDK names and whose price is published', () => {
    const named = ['fable-5-1', 'fable-5', 'mythos-5-1', 'mythos-5', 'opus-5-5', 'opus-5', 'opus-4-8', 'opus-4-7']
      .concat(['opus-4-6', 'opus-4-5', 'opus-4-5-20251101', 'sonnet-5-5', 'sonnet-5', 'sonnet-4-6', 'sonnet-4-5'])
      .concat(['sonnet-4-5-20250929', 'haiku-5-5', 'haiku-4-5', 'haiku-4-5-20251001']);
    expect(named.filter((name) => anthropic.price(`claude-${name}`) === undefined)).toEqual([]);
    expect(anthropic.price('claude-unheard-of')).toBeUndefined();
  });
});
