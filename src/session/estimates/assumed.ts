import type { Effort } from '../../models/provider';
import { descriptorOf } from '../../models/providers';
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

/** Tokens in a request by what the model is asked for; `own` where nobody says, which most makers set between medium and high. */
const thinkingAt: Readonly<Record<Effort | 'own', Spread>> = {
  low: { low: 200, high: 1_500 },
  medium: { low: 1_000, high: 3_500 },
  own: { low: 1_200, high: 4_000 },
  high: { low: 4_500, high: 12_000 },
};
/** Of a model of which it is not known whether it thinks. */
const perhaps: Spread = { low: 0, high: 1_500 };
/** Of what was measured at the model's own effort; others think by so much less or more. */
const ofMeasured: Readonly<Record<Effort | 'own', Spread>> = {
  low: { low: 0.25, high: 1 },
  medium: { low: 0.6, high: 1.2 },
  own: { low: 0.8, high: 1.25 },
  high: { low: 0.9, high: 1.8 },
};

/** What is left of an answer's tokens beside its text is not known more closely. */
const measuredMargin = 300;

/** What a model thought when it was last asked, in tokens a request, by its reference. */
export type MeasuredThinking = Readonly<Record<string, number>>;

/** Tokens of thinking in a request of this model. */
export function thinkingOf(
  { provider, model }: SeatModel,
  effort: Effort | undefined,
  measured: MeasuredThinking = {},
): Spread {
  const thinks = descriptorOf(provider).thinks?.(model);
  if (thinks === false) return { low: 0, high: 0 };
  const found = measured[`${provider}:${model}`];
  if (found !== undefined) {
    const { low, high } = ofMeasured[effort ?? 'own'];
    return { low: found * low, high: found * high + measuredMargin };
  }
  return thinks === undefined ? perhaps : thinkingAt[effort ?? 'own'];
}

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
