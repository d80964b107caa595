import type { Debater, Limits } from '../../debate/entryData';
import type { DebateState } from '../../debate/state';
import type { Accounts } from './accounts';
import { lengthAt, type Spread } from './assumed';

/** What an estimate is made of. */
export interface SizedPlan {
  debaters: readonly Pick<Debater, 'name' | 'model'>[];
  limits: Pick<Limits, 'min_rounds' | 'max_rounds'>;
  /** As the format's `options` take them. */
  options?: Readonly<Record<string, unknown>>;
}

/** How a format uses models: what is assumed of the length of its answers stands with it. */
export interface FormatUse {
  /** The least and the most rounds, or exchanges, that are to be expected. */
  rounds(plan: SizedPlan): Spread;
  /** The same for a debate that is under way. */
  roundsOf(state: DebateState): Spread;
  /** All tasks of a debate of so many rounds, under the ids of their steps. */
  add(plan: SizedPlan, rounds: number, accounts: Accounts): void;
  /** What the estimate rests on, one line each. */
  basis(plan: SizedPlan): string[];
}

/** `three rounds`, `2 to 10 rounds`. */
export function countWords({ low, high }: Spread, unit: string): string {
  if (low !== high) return `${low} to ${high} ${unit}s`;
  return low === 1 ? `one ${unit}` : `${low} ${unit}s`;
}

/** `850 to 1,300 tokens`, for answers of usually so many. */
export const lengthWords = (tokens: number): string =>
  `${roundedTokens(tokens * lengthAt.low)} to ${roundedTokens(tokens * lengthAt.high)} tokens`;

/** To two digits: what is assumed is not known to the token. */
export function roundedTokens(tokens: number): string {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, tokens))) - 1);
  return (Math.round(tokens / step) * step).toLocaleString('en-US');
}
