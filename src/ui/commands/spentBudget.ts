import { isOutOfTime } from '../../debate/formats/panel/rounds';
import type { DebateState } from '../../debate/state';
import { panelFacts } from '../../debate/formats/panel/facts';

type Spent = 'money' | 'time';

/** What of the budgets is used up; nothing where the debate goes to its end without more of it. */
export function spentBudget(state: DebateState): Spent | undefined {
  const { limits, usage, concludeRequested, conclusion } = state;
  if (concludeRequested || conclusion !== undefined) return undefined;
  if (limits.budget_usd !== null && usage.usd >= limits.budget_usd) return 'money';
  const isInRounds =
    !state.factsOf(panelFacts).roundsEnded && state.round >= limits.min_rounds && state.round < limits.max_rounds;
  return isInRounds && isOutOfTime(state) ? 'time' : undefined;
}
