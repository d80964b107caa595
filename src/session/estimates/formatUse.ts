import type { Debater, Limits } from '../../debate/entryData';
import type { Accounts } from './accounts';

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
  rounds(plan: SizedPlan): { low: number; high: number };
  /** All requests of a debate of so many rounds. */
  add(plan: SizedPlan, rounds: number, accounts: Accounts): void;
  /** What the estimate rests on, one line each. */
  basis(plan: SizedPlan): string[];
}

/** `three rounds`, `2 to 10 rounds`. */
export function countWords({ low, high }: { low: number; high: number }, unit: string): string {
  if (low !== high) return `${low} to ${high} ${unit}s`;
  return low === 1 ? `one ${unit}` : `${low} ${unit}s`;
}
