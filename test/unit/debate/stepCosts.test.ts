import { describe, expect, it } from 'vitest';
import { StateAccumulator } from '../../../src/debate/state';
import { costKind, expectedCost, overspent } from '../../../src/debate/stepCosts';

const debaters = [{ name: 'ada' }, { name: 'r2' }];
const limits = { min_rounds: 3, max_rounds: 8, time_budget_minutes: 30, budget_usd: 2 };
const usage = (usd: number) => ({ input: 0, cache_write: 0, cache_read: 0, output: 0, usd });
const state = (change: Partial<StateAccumulator>): StateAccumulator =>
  Object.assign(new StateAccumulator(), { limits, ...change });

describe('what a step may cost', () => {
  it('is told by steps of its kind, whoever took them and in whatever round', () => {
    expect(
      ['r2/turn/ada', 'r13/turn/r2', 'opening/ada/review', 'e4/arguments', 'verify/17', 'conclusion'].map((id) =>
        costKind(id, debaters),
      ),
    ).toEqual(['turn', 'turn', 'opening/review', 'arguments', 'verify', 'conclusion']);
  });

  it('is what nine of ten have not passed', () => {
    const of = (costs: number[]) => expectedCost(state({ stepCosts: new Map([['turn', costs]]) }), 'r9/turn');
    expect(of([])).toBe(0);
    expect(of([0.3])).toBe(0.3);
    expect(of([0.1, 0.9, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 7])).toBe(0.9);
  });

  it('ends what would pass the budget, and nothing that is paid for whatever it costs', () => {
    const stepCosts = new Map([['conclusion', [0.5]]]);
    expect(overspent(state({ usage: usage(1.5), stepCosts }), 'conclusion')).toBeUndefined();
    expect(overspent(state({ usage: usage(1.51), stepCosts }), 'conclusion')).toEqual({
      budget: 2,
      spent: 1.51,
      expected: 0.5,
    });
    expect(overspent(state({ usage: usage(1.99), stepCosts }), 'unresolved')).toBeUndefined();
    expect(overspent(state({ usage: usage(2), stepCosts }), undefined)).toMatchObject({ expected: 0 });
    expect(overspent(state({ usage: usage(9), stepCosts, concludeRequested: true }), 'conclusion')).toBeUndefined();
    expect(
      overspent(state({ usage: usage(9), limits: { ...limits, budget_usd: null } }), 'conclusion'),
    ).toBeUndefined();
  });
});
