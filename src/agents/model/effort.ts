import * as z from 'zod';
import { namedPerformer } from '../../debate/seats';
import type { TaskKind } from '../../debate/tasks';
import { efforts, type Effort } from '../../models/provider';

/** How hard a model is to think where the user has set nothing; a task that is not named here gets the model's own default. */
const byTask: Partial<Record<TaskKind, Effort>> = {
  'verifier/support': 'low',
  'chair/review_turn': 'low',
  'chair/review_documents': 'low',
  'chair/choose_questions': 'low',
  'audience/questions': 'low',
  'reporter/summary': 'low',
  'reporter/clash': 'low',
  'chair/conclude': 'high',
  'judge/rule': 'high',
  'scorer/score': 'high',
};

export const effortSchema = z.enum(efforts);
/** By role or debater. */
export const effortsByRole = z.record(z.string(), effortSchema);

/** What the user has set: for everybody, and by role or debater, which wins. */
export interface EffortWishes {
  all?: Effort | undefined;
  byRole?: Readonly<Record<string, Effort>> | undefined;
}

/** What the user set when the debate began; what is no effort is nothing. */
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
