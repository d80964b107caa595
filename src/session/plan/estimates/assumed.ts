import { thinkingOf, type MeasuredThinking } from '../../../agents/model/thinking';
import type { Debater, Limits } from '../../../debate/log/entryData';
import type { DebateState } from '../../../debate/fold/state';
import type { Effort } from '../../../models/provider';
import type { SeatModel, Accounts } from './accounts';

/** Assumptions at one end of the range. */
export interface Assumed {
  rounds: number;
  /** Length of answers and record, against the usual one. */
  length: number;
  sources: number;
  /** The share of tasks whose answer a rule refuses once. */
  again: number;
  /** Tokens in a request. */
  thinking(ref: SeatModel, effort: Effort | undefined): number;
  /** Research of one pass; `results`: tokens that tools return in all; `searches`: on the provider's side. */
  research: { requests: number; results: number; searches: number };
}

export interface Spread {
  low: number;
  high: number;
}
export type End = keyof Spread;

/** One call of a tool, or several with long passages. */
export const researchAt: Readonly<Record<End, Omit<Assumed['research'], 'searches'>>> = {
  low: { requests: 2, results: 2_000 },
  high: { requests: 6, results: 12_000 },
};
const searchesAt: Spread = { low: 0.5, high: 2 };

const lengthAt: Spread = { low: 0.6, high: 1.15 };
const sourcesAt: Spread = { low: 1 / 3, high: 4 / 3 };
const againAt: Spread = { low: 0, high: 0.1 };

interface Known {
  rounds: Spread;
  measured?: MeasuredThinking | undefined;
  isSearching: boolean;
}

export const assumedAt = (end: End, { rounds, measured, isSearching }: Known): Assumed => ({
  rounds: rounds[end],
  length: lengthAt[end],
  sources: sourcesAt[end],
  again: againAt[end],
  thinking: (ref, effort) => thinkingOf(ref, effort, measured)[end],
  research: { ...researchAt[end], searches: isSearching ? searchesAt[end] : 0 },
});

export interface SizedPlan {
  debaters: readonly Pick<Debater, 'name' | 'model'>[];
  limits: Pick<Limits, 'min_rounds' | 'max_rounds'>;
  options?: Readonly<Record<string, unknown>>;
}

/** What is assumed of the length of a format's answers stands with it. */
export interface FormatUse {
  /** The least and the most that are to be expected. */
  rounds(plan: SizedPlan): Spread;
  roundsOf(state: DebateState): Spread;
  /** Adds the format's tasks, under the ids of their steps. */
  add(plan: SizedPlan, rounds: number, accounts: Accounts): void;
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

/** Rounds to two digits: what is assumed is not known to the token. */
export function roundedTokens(tokens: number): string {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, tokens))) - 1);
  return (Math.round(tokens / step) * step).toLocaleString('en-US');
}
