import { describe, expect, it } from 'vitest';
import { StateAccumulator } from '../../../src/debate/fold/state';
import type { TaskKind } from '../../../src/debate/flow/tasks';
import { RequestBudget } from '../../../src/engine/requestBudget';

const kind: TaskKind = 'debater/turn';

function budgetOf({ budget = 1, spent = 0 }: { budget?: number | null; spent?: number }) {
  const state = new StateAccumulator();
  state.limits = { ...state.limits, budget_usd: budget };
  state.usage.usd = spent;
  const refreshed = { change: (): void => undefined };
  const refresh = (): Promise<void> => {
    refreshed.change();
    return Promise.resolve();
  };
  const money = new RequestBudget({ state: () => state, refresh });
  money.begin(0);
  const { signal } = new AbortController();
  const ask = (atMost: number, more: { kind?: TaskKind; isAhead?: boolean } = {}) =>
    money.admit({ kind, atMost, signal, ...more });
  return { state, refreshed, ask };
}

const refusal = { code: 'budget', blocks: true };

describe('a request with a budget in money', () => {
  it('is let through by what nine of ten of its task have cost, and the first by what it may cost at its most', async () => {
    const { ask } = budgetOf({});
    const tooMuch = ask(1.1);
    await expect(tooMuch).rejects.toMatchObject(refusal);
    await expect(tooMuch).rejects.toThrow('may cost $1.10');
    (await ask(0.9))(0.3);
    (await ask(0.9))(0.5);
    const asUsual = ask(0.9);
    await expect(asUsual).rejects.toMatchObject(refusal);
    await expect(asUsual).rejects.toThrow('may cost $0.50');
    (await ask(0.2, { kind: 'chair/go_on' }))(0.2);
    await expect(ask(0, { kind: 'audience/questions' })).rejects.toMatchObject({
      message: 'The budget of $1.00 is spent ($1.00).',
    });
  });

  it('waits where others are under way that may leave no room, and one that is asked ahead is not asked', async () => {
    const { ask } = budgetOf({});
    const paid = await ask(0.6);
    await expect(ask(0.5, { isAhead: true })).rejects.toMatchObject(refusal);
    const events: string[] = [];
    const second = ask(0.5).then((done) => {
      events.push('second');
      done(0.1);
    });
    (await ask(0.3, { isAhead: true }))(0.1);
    events.push('first');
    paid(0.2);
    await second;
    expect(events).toEqual(['first', 'second']);
  });

  it('goes on where the user has raised the budget meanwhile, has none, or wants the end', async () => {
    const raised = budgetOf({ spent: 2 });
    raised.refreshed.change = () => (raised.state.limits = { ...raised.state.limits, budget_usd: 3 });
    await raised.ask(0.5);
    await budgetOf({ budget: null, spent: 9 }).ask(9);
    const concluding = budgetOf({ spent: 9 });
    concluding.state.concludeRequested = true;
    await concluding.ask(9);
  });
});
