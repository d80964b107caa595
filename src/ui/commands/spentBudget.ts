import { formatIn } from '../../debate/formats/formatName';
import { formatNamed } from '../../debate/formats/registry';
import type { DebateState } from '../../debate/state';
import { overspent } from '../../debate/stepCosts';

type Spent = 'money' | 'time';

/** What of the budgets is used up; nothing where the debate goes to its end without more of it. */
export function spentBudget(state: DebateState): Spent | undefined {
  const { setup, concludeRequested, conclusion } = state;
  if (concludeRequested || conclusion !== undefined) return undefined;
  if (overspent(state, nextStep(state)) !== undefined) return 'money';
  return formatNamed(formatIn(setup))?.isOutOfTime?.(state) === true ? 'time' : undefined;
}

/** What would be asked of a model next, as the engine sees it. */
function nextStep(state: DebateState): string | undefined {
  const steps = state.setup === undefined ? [] : formatNamed(state.setup.format)?.decide(state);
  return steps?.find(({ lane, tasks }) => lane === 'main' && tasks.length > 0)?.id;
}
