import type { Effort } from '../../models/provider';
import { thinkingOf, type MeasuredThinking } from '../../agents/model/thinking';
import type { SeatModel } from './accounts';

/** What nobody can know before a debate: at its least and at its most. */
export interface Assumed {
  rounds: number;
  /** Of answers, and with them of the record, against their usual length. */
  length: number;
  /** Of sources, against their usual number. */
  sources: number;
  /** Of tasks, how many are asked once more because a rule refused the answer. */
  again: number;
  /** Tokens of thinking in a request. */
  thinking(ref: SeatModel, effort: Effort | undefined): number;
  /** Of one pass: requests, tokens that tools return in all, searches on the provider's side. */
  research: { requests: number; results: number; searches: number };
}

export interface Spread {
  low: number;
  high: number;
}
export type End = keyof Spread;

/** Sizes of research: one call of a tool, or several with long passages. */
export const researchAt: Readonly<Record<End, Omit<Assumed['research'], 'searches'>>> = {
  low: { requests: 2, results: 2_000 },
  high: { requests: 6, results: 12_000 },
};
/** Where the provider searches, for a pass. */
const searchesAt: Spread = { low: 0.5, high: 2 };

export const lengthAt: Spread = { low: 0.6, high: 1.15 };
export const sourcesAt: Spread = { low: 1 / 3, high: 4 / 3 };
const againAt: Spread = { low: 0, high: 0.1 };

interface Known {
  rounds: Spread;
  measured?: MeasuredThinking | undefined;
  /** Whether debaters may search on the provider's side. */
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
