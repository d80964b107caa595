import { describe, expect, it } from 'vitest';
import { dialecticFacts } from '../../../src/debate/formats/dialectic/facts';
import { panelFacts } from '../../../src/debate/formats/panel/facts';
import { StateAccumulator } from '../../../src/debate/fold/state';
import { spentBudget } from '../../../src/session/run/runnability';

function state(change: Partial<StateAccumulator>): StateAccumulator {
  return Object.assign(new StateAccumulator(), { round: 3, ...change });
}

const usage = (usd: number) => ({ input: 0, cache_write: 0, cache_read: 0, output: 0, usd });
const limits = { min_rounds: 3, max_rounds: 8, time_budget_minutes: 1, budget_usd: 2 };

describe('what is asked before a debate goes on', () => {
  it('is money where it is spent, unless the debate concludes anyway', () => {
    expect(spentBudget(state({ limits, usage: usage(1.99) }))).toBeUndefined();
    expect(spentBudget(state({ limits, usage: usage(2) }))).toBe('money');
    expect(spentBudget(state({ limits, usage: usage(1.5) }), 'paused')).toBeUndefined();
    expect(spentBudget(state({ limits, usage: usage(1.5) }), 'budget')).toBe('money');
    expect(spentBudget(state({ limits: { ...limits, budget_usd: null }, usage: usage(99) }))).toBeUndefined();
    expect(spentBudget(state({ limits, usage: usage(2), concludeRequested: true }))).toBeUndefined();
    // Documents are paid for, too.
    expect(spentBudget(state({ limits, usage: usage(2), conclusion: { seq: 9, outcome: 'draw', reason: '' } }))).toBe(
      'money',
    );
  });

  it('is time where more of it could bring more rounds', () => {
    const late = { limits, activeMs: 60_000 };
    expect(spentBudget(state(late))).toBe('time');
    expect(spentBudget(state({ ...late, activeMs: 59_999 }))).toBeUndefined();
    expect(spentBudget(state({ ...late, round: 2 }))).toBeUndefined();
    expect(spentBudget(state({ ...late, round: 8 }))).toBeUndefined();
    const ended = state(late);
    ended.factsOf(panelFacts).roundsEnded = true;
    expect(spentBudget(ended)).toBeUndefined();
  });

  it('is of a dialectic the time that its last request for exchanges has to itself', () => {
    const asked = (requestedAtMs: number, requested: number) => {
      const setup = { format: 'dialectic', models: {}, debaters: [], options: {} };
      const now = state({ limits: { ...limits, min_rounds: 1 }, activeMs: 90_000 });
      Object.assign(now, { setup });
      Object.assign(now.factsOf(dialecticFacts), { exchange: 2, requested, requestedAtMs });
      return spentBudget(now);
    };
    expect(asked(30_000, 3)).toBe('time');
    expect(asked(60_000, 3)).toBeUndefined();
    expect(asked(30_000, 2)).toBeUndefined();
  });
});
