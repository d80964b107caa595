import type { DebateState } from './state';

/** The costs of steps of one kind: `r2/turn/ada` and `r3/turn/bob` are turns. */
export const costKind = (step: string, debaters: readonly { name: string }[]): string =>
  step
    .split('/')
    .filter((part) => !/^[a-z]?\d+$/.test(part) && !debaters.some(({ name }) => name === part))
    .join('/');

/** US dollars that nine of ten steps of its kind have not exceeded; 0 if there are none. */
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

/** Undefined if the debate may go on: there is no budget, enough of it, or the debate's end, which runs at any cost. */
export function overspent(state: DebateState, next: string | undefined): MoneyLeft | undefined {
  const { limits, usage, concludeRequested, conclusion } = state;
  const budget = limits.budget_usd;
  if (budget === null || concludeRequested || conclusion !== undefined) return undefined;
  const expected = next === undefined ? 0 : expectedCost(state, next);
  const { usd: spent } = usage;
  return spent >= budget || spent + expected > budget ? { budget, spent, expected } : undefined;
}

/** Whether the budget covers all of these at once, judged by similar steps; new kinds are unknown. */
export function affords(state: DebateState, steps: readonly string[]): boolean {
  const { limits, usage, conclusion } = state;
  if (limits.budget_usd === null || conclusion !== undefined) return true;
  const costs = steps.map((step) => expectedCost(state, step));
  return costs.every((cost) => cost > 0) && usage.usd + costs.reduce((sum, cost) => sum + cost, 0) <= limits.budget_usd;
}
