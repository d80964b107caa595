import type { Effort, ModelProviderName } from '../../models/provider';
import { descriptorOf } from '../../models/providers';

interface Range {
  low: number;
  high: number;
}

/** Tokens in a request by what the model is asked for; `own` where nobody says, which most makers set between medium and high. */
const thinkingAt: Readonly<Record<Effort | 'own', Range>> = {
  low: { low: 200, high: 1_500 },
  medium: { low: 1_000, high: 3_500 },
  own: { low: 1_200, high: 4_000 },
  high: { low: 4_500, high: 12_000 },
};
/** Of a model of which it is not known whether it thinks. */
const perhaps: Range = { low: 0, high: 1_500 };
/** Of what was measured at the model's own effort; others think by so much less or more. */
const ofMeasured: Readonly<Record<Effort | 'own', Range>> = {
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
  { provider, model }: { provider: ModelProviderName; model: string },
  effort: Effort | undefined,
  measured: MeasuredThinking = {},
): Range {
  const thinks = descriptorOf(provider).thinks?.(model);
  if (thinks === false) return { low: 0, high: 0 };
  const found = measured[`${provider}:${model}`];
  if (found !== undefined) {
    const { low, high } = ofMeasured[effort ?? 'own'];
    return { low: found * low, high: found * high + measuredMargin };
  }
  return thinks === undefined ? perhaps : thinkingAt[effort ?? 'own'];
}
