import type { DebateState } from '../../state';

/** The time budget is used up. */
export const isOutOfTime = ({ activeMs, limits }: DebateState): boolean =>
  activeMs >= limits.time_budget_minutes * 60_000;

/** The fewest rounds are held, the most not yet. */
export const isBetweenLimits = ({ round, limits }: DebateState): boolean =>
  round >= limits.min_rounds && round < limits.max_rounds;
