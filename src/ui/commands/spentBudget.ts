import { formatIn } from '../../debate/formats/formatName';
import { formatNamed } from '../../debate/formats/registry';
import type { DebateState } from '../../debate/state';

type Spent = 'money' | 'time';

/** What of the budgets is used up; nothing where the debate goes to its end without more of it. `released`: how its last run ended. */
export function spentBudget(state: DebateState, released?: string): Spent | undefined {
  const { setup, limits, usage, concludeRequested, conclusion } = state;
  if (concludeRequested) return undefined;
  const isTooLittle = released === 'budget' && state.headers.at(-1)?.type !== 'intervention';
  if (limits.budget_usd !== null && (isTooLittle || usage.usd >= limits.budget_usd) && isAsking(state)) return 'money';
  if (conclusion !== undefined) return undefined;
  return formatNamed(formatIn(setup))?.isOutOfTime?.(state) === true ? 'time' : undefined;
}

/** Whether anybody is to be asked anything more. */
function isAsking(state: DebateState): boolean {
  const steps = state.setup === undefined ? undefined : formatNamed(state.setup.format)?.decide(state);
  return steps?.some(({ tasks }) => tasks.length > 0) ?? true;
}
