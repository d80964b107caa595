import type { Estimate } from '../session/estimate';

const thousands = (tokens: number): string => `${Math.round(tokens / 1_000)}k`;

const range = (low: string, high: string): string => (low === high ? `about ${low}` : `${low} to ${high}`);

/** What a debate is going to cost, what that rests on, and whether the budget can hold. */
export function estimateLines(estimate: Estimate, budget: number | null): string[] {
  const { usd_low: low, usd_high: high, tokens_low: few, tokens_high: many, unpriced, untold, basis } = estimate;
  const tokens = `${range(thousands(few), thousands(many))} tokens`;
  const isPriced = high > 0;
  return [
    isPriced
      ? `Estimated cost: ${range(`$${low.toFixed(2)}`, `$${high.toFixed(2)}`)} (${tokens}).`
      : `Estimated use: ${tokens}; no price is known.`,
    ...(unpriced.length > 0 && isPriced
      ? [`  Not in it, because their price is not known: ${unpriced.join(', ')}.`]
      : []),
    ...(untold.length > 0
      ? [`  ${untold.join(', ')} tells no usage: what is shown while it runs is an estimate.`]
      : []),
    ...basis.map((line) => `  ${line}`),
    ...budgetLines(estimate, budget),
  ];
}

/** A budget that cannot hold is worse than none. */
function budgetLines({ usd_low: low, unpriced }: Estimate, budget: number | null): string[] {
  if (budget === null) return [];
  if (unpriced.length > 0)
    return [
      `  The budget of $${budget.toFixed(2)} does not count ${unpriced.join(', ')}: the price is not known. Rounds and time limit those.`,
    ];
  return low > budget
    ? [
        `  The budget of $${budget.toFixed(2)} is below that: the debate is paused when it is spent, and can be resumed with more.`,
      ]
    : [];
}
