import { DocumentsPerformer } from '../../agents/documents/documentsPerformer';
import { Pace } from '../../agents/pace';
import { performTask, type TaskDependencies } from '../../engine/performTask';
import type { Usage } from '../../debate/log/entryData';
import { formatIn } from '../../debate/formats/formatName';
import { formatNamed } from '../../debate/formats/registry';
import { askForSupport, deciderOf } from '../../engine/taskRunner';
import type { DebateLog } from '../../record/debateLog';
import type { Support } from '../../verify/supportCheck';
import type { SupportQuestion } from '../../verify/verifier';
import { Performers } from '../run/performers';
import { openEvidence } from '../plan/evidenceSet';
import type { Participants } from '../plan/modelAccess';
import { PlanError } from '../plan/planError';
import { defined } from '../../debate/log/objects';
import { runnability } from '../run/runnability';

/** The verdict on support, or why the judge gave none. `usage`: what the question used. */
type Judged = { usage?: Usage } & (Support | { unanswered: string });

/** Returns undefined if no judge is available. Other usage, and usage before a rejection, is reported to `spending`. */
export type SupportJudge = (
  question: SupportQuestion,
  signal: AbortSignal,
  spending?: Pick<TaskDependencies, 'onUnlogged' | 'onPerforming'>,
) => Promise<Judged | undefined>;

/**
 * The performer in the debate's Verifier seat. It does not answer if that is no model, if another program wrote the
 * record, or if no provider is set up; support then stays as it was.
 */
export function supportJudgeOf(log: DebateLog, participants: Participants, now: () => Date): SupportJudge {
  let performers: Promise<Performers | undefined> | undefined;
  return async (question, signal, spending = {}) => {
    const seats = await (performers ??= performersOfDebate(log, participants, now));
    const format = formatNamed(formatIn(log.state.setup));
    if (seats === undefined || format === undefined) return undefined;
    const outcome = await askForSupport(question, {
      judge: seats.performerOf('verifier', 'verifier/support'),
      decider: seats.performerOf(deciderOf(format)),
      perform: (task, performer, before) =>
        performTask(
          task,
          {
            performer,
            signal,
            view: () => log.view,
            capture: () => Promise.resolve({ outcome: 'unsupported', reason: 'the Verifier cites nothing' }),
            idleMs: (log.state.limits.task_minutes ?? 5) * 60_000,
            onRetry: () => undefined,
            onProgress: () => undefined,
            ...spending,
          },
          before,
        ),
    });
    if (outcome === undefined) return undefined;
    const usage = defined({ usage: outcome.usage });
    if (!outcome.ok) return { unanswered: outcome.message, ...usage };
    const { answer, explanation } = outcome.output;
    return { answer, explanation, ...usage };
  };
}

async function performersOfDebate(
  log: DebateLog,
  participants: Participants,
  now: () => Date,
): Promise<Performers | undefined> {
  const found = runnability(log.state);
  if (!found.ok) return undefined;
  const { setup, provider } = found;
  const evidence = await openEvidence(setup.evidence);
  const offline = () => Promise.resolve(new DocumentsPerformer(evidence));
  try {
    return await Performers.of({
      setup,
      provider,
      evidence,
      participants,
      offline,
      now,
      // A judge of support sees only the passage.
      capture: () => Promise.resolve(),
      pace: new Pace('off'),
      folder: log.folder,
      state: () => log.state,
    });
  } catch (error) {
    if (error instanceof PlanError) return undefined;
    throw error;
  }
}
