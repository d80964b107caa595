import { isOutOfTime } from '../../debate/formats/panel/rounds';
import { formatNamed } from '../../debate/formats/registry';
import type { DebateState } from '../../debate/state';
import { overspent } from '../../debate/stepCosts';
import { panelFacts } from '../../debate/formats/panel/facts';

type Spent = 'money' | 'time';

/** What of the budgets is used up; nothing where the debate goes to its end without more of it. */
export function spentBudget(state: DebateState): Spent | undefined {
  const { limits, concludeRequested, conclusion } = state;
  if (concludeRequested || conclusion !== undefined) return undefined;
  if (overspent(state, nextStep(state)) !== undefined) return 'money';
  const isInRounds =
    !state.factsOf(panelFacts).roundsEnded && state.round >= limits.min_rounds && state.round < limits.max_rounds;
  return isInRounds && isOutOfTime(state) ? 'time' : undefined;
}

/** What would be asked of a model next, as the engine sees it. */
function nextStep(state: DebateState): string | undefined {
  const steps = state.setup === undefined ? [] : formatNamed(state.setup.format)?.decide(state);
  return steps?.find(({ lane, tasks }) => lane === 'main' && tasks.length > 0)?.id;
}
