import * as z from 'zod';
import { namedPerformer } from '../../debate/flow/seats';
import type { TaskKind } from '../../debate/flow/tasks';
import { type Effort, efforts, type ModelProviderName } from '../../models/provider';
import { descriptorOf } from '../../models/providers';

interface Range {
  low: number;
  high: number;
}

/** Tokens a request; `own` where nobody says, which most makers set between medium and high. */
const thinkingAt: Readonly<Record<Effort | 'own', Range>> = {
  low: { low: 200, high: 1_500 },
  medium: { low: 1_000, high: 3_500 },
  own: { low: 1_200, high: 4_000 },
  high: { low: 4_500, high: 12_000 },
};
/** If it is not known whether a model thinks. */
const perhaps: Range = { low: 0, high: 1_500 };
/** Multiples of what was measured at the model's own effort. */
const ofMeasured: Readonly<Record<Effort | 'own', Range>> = {
  low: { low: 0.25, high: 1 },
  medium: { low: 0.6, high: 1.2 },
  own: { low: 0.8, high: 1.25 },
  high: { low: 0.9, high: 1.8 },
};

/** Tokens beside the text that are not thinking. */
const measuredMargin = 300;

/** Tokens a request when the model was last asked, by its reference. */
export type MeasuredThinking = Readonly<Record<string, number>>;

/** Tokens a request. */
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

/** Unless the user has set it; other tasks get the model's default. */
const byTask: Partial<Record<TaskKind, Effort>> = {
  'verifier/support': 'low',
  'chair/review_turn': 'low',
  'chair/review_documents': 'low',
  'chair/choose_questions': 'low',
  'audience/questions': 'low',
  'reporter/summary': 'low',
  'reporter/clash': 'low',
  'chair/conclude': 'high',
  'chair/word_conclusion': 'high',
  'judge/rule': 'high',
  'juror/verdict': 'high',
  'juror/issues': 'high',
  'scorer/score': 'high',
};

export const effortSchema = z.enum(efforts);
/** Effort by role or debater. */
export const effortsByRole = z.record(z.string(), effortSchema);

/** Effort for everybody, and by role or debater, which wins. */
export interface EffortWishes {
  all?: Effort | undefined;
  byRole?: Readonly<Record<string, Effort>> | undefined;
}

/** Efforts in the setup; an unknown effort counts as absent. */
export const effortsIn = ({ effort, efforts: byRole }: Readonly<Record<string, unknown>>): EffortWishes => ({
  all: effortSchema.safeParse(effort).data,
  byRole: effortsByRole.safeParse(byRole).data,
});

export function effortFor(
  { agent, kind }: { agent: string; kind: TaskKind },
  { all, byRole = {} }: EffortWishes = {},
): Effort | undefined {
  const own = namedPerformer({ models: new Map(Object.entries(byRole)) }, agent, kind);
  return efforts.find((effort) => effort === own) ?? all ?? byTask[kind];
}
