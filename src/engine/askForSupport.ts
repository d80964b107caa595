import type { Performer } from '../agents/performer';
import type { AgentTask, Format, TaskOutcome } from '../debate/step';
import type { TaskOutput } from '../debate/tasks';
import type { SupportQuestion } from '../verify/verifier';

type SupportTask = AgentTask<'verifier/support'>;
export type SupportOutcome = TaskOutcome<TaskOutput<'verifier/support'>>;

interface SupportAsked {
  /** Who has the Verifier's seat. */
  judge: Performer;
  /** Who decides the debate: asked where the judge gave no answer. */
  decider: Performer;
  /** `before`: what came of those who were asked first. */
  perform: (task: SupportTask, performer: Performer, before?: SupportOutcome) => Promise<SupportOutcome>;
}

/** Whoever has this seat decides the debate. */
export const deciderOf = ({ roles }: Pick<Format, 'roles'>): string => (roles.includes('chair') ? 'chair' : 'judge');

/**
 * The one question of the Verifier that is not code's. Where the Verifier's model gives no answer, another model that decides the debate
 * is asked once. Undefined where nobody can answer it honestly; `usage` is that of both.
 */
export async function askForSupport(
  { seq, index, ...input }: SupportQuestion,
  { judge, decider, perform }: SupportAsked,
): Promise<SupportOutcome | undefined> {
  const id = `support/${seq}/${index}`;
  const task: SupportTask = { id, agent: 'verifier', kind: 'verifier/support', input: () => input };
  if (!judge.canPerform(task.kind, id)) return undefined;
  const first = await perform(task, judge);
  if (first.ok || first.blocks === true || !isAnother(decider, judge) || !decider.canPerform(task.kind, id))
    return first;
  const second = await perform(task, decider, first);
  const { usage } = second;
  // A key that is missing for the second says nothing about the question.
  const outcome = second.ok || second.blocks !== true ? second : first;
  return { ...outcome, ...(usage === undefined ? {} : { usage }) };
}

/** People are not asked for what a model could not answer, and the same model would answer the same. */
const isAnother = (decider: Performer, judge: Performer): boolean =>
  decider.isPerson !== true && !decider.isLocal && decider.provider !== judge.provider;
