import type { DebateState } from './state';

/** What steps of one kind have cost: `r2/turn/ada` and `r3/turn/bob` are turns. */
export const costKind = (step: string, debaters: readonly { name: string }[]): string =>
  step
    .split('/')
    .filter((part) => !/^[a-z]?\d+$/.test(part) && !debaters.some(({ name }) => name === part))
    .join('/');

/** US dollars that nine of ten steps of its kind have not passed so far; 0 where there was none. */
export function expectedCost(state: Pick<DebateState, 'stepCosts' | 'debaters'>, step: string): number {
  const costs = [...(state.stepCosts.get(costKind(step, state.debaters)) ?? [])].sort((a, b) => a - b);
  return costs[Math.ceil(costs.length * 0.9) - 1] ?? 0;
}

interface MoneyLeft {
  budget: number;
  spent: number;
  /** What the next step may cost. */
  expected: number;
}

/** Undefined where the debate may go on: no budget, enough of it, or an end that is paid for whatever it costs. */
export function overspent(state: DebateState, next: string | undefined): MoneyLeft | undefined {
  const { limits, usage, concludeRequested, conclusion } = state;
  const budget = limits.budget_usd;
  if (budget === null || concludeRequested || conclusion !== undefined) return undefined;
  const expected = next === undefined ? 0 : expectedCost(state, next);
  const { usd: spent } = usage;
  return spent >= budget || spent + expected > budget ? { budget, spent, expected } : undefined;
}

/** Whether there is money for all of these at once, as far as steps like them tell: of what was never done nobody knows. */
export function affords(state: DebateState, steps: readonly string[]): boolean {
  const { limits, usage, conclusion } = state;
  if (limits.budget_usd === null || conclusion !== undefined) return true;
  const costs = steps.map((step) => expectedCost(state, step));
  return costs.every((cost) => cost > 0) && usage.usd + costs.reduce((sum, cost) => sum + cost, 0) <= limits.budget_usd;
}
