import { ExtractivePerformer } from '../agents/extractive/extractivePerformer';
import { Pace } from '../agents/pace';
import { performTask } from '../engine/performTask';
import { supportTask } from '../engine/taskRunner';
import type { Usage } from '../debate/entryData';
import type { DebateLog } from '../record/debateLog';
import type { Support } from '../verify/verdict';
import type { SupportQuestion } from '../verify/verifier';
import { Performers } from './performers';
import { openEvidence } from './evidenceSet';
import type { Participants } from './modelAccess';
import { PlanError } from './planError';
import { runnability } from './runnability';

/** Says whether a passage supports a claim; undefined where nobody could be asked. `usage`: what the answer took. */
export type SupportJudge = (
  question: SupportQuestion,
  signal: AbortSignal,
) => Promise<(Support & { usage?: Usage }) | undefined>;

/**
 * The judge of this debate: whoever has the Verifier's seat in it. Answers nothing where that is no model, where the record is of another
 * program, and where the model cannot be reached: then support stays as it was.
 */
export function supportJudgeOf(log: DebateLog, participants: Participants, now: () => Date): SupportJudge {
  let performers: Promise<Performers | undefined> | undefined;
  return async (question, signal) => {
    const performer = (await (performers ??= performersOfDebate(log, participants, now)))?.performerOf(
      'verifier',
      'verifier/support',
    );
    const task = supportTask(question);
    if (performer?.canPerform(task.kind, task.id) !== true) return undefined;
    const outcome = await performTask(task, {
      performer,
      signal,
      view: () => log.view,
      capture: () => Promise.resolve({ outcome: 'unsupported', reason: 'the Verifier cites nothing' }),
      idleMs: (log.state.limits.task_minutes ?? 5) * 60_000,
      onRetry: () => undefined,
      onProgress: () => undefined,
    });
    signal.throwIfAborted();
    if (!outcome.ok) return undefined;
    const { answer, explanation } = outcome.output;
    return { answer, explanation, ...(outcome.usage === undefined ? {} : { usage: outcome.usage }) };
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
  const offline = () => Promise.resolve(new ExtractivePerformer(evidence));
  try {
    return await Performers.of({
      setup,
      provider,
      evidence,
      participants,
      offline,
      now,
      pace: new Pace('off'),
      folder: log.folder,
      state: () => log.state,
    });
  } catch (error) {
    // A script that is gone, a provider that is not set up: nobody can be asked.
    if (error instanceof PlanError) return undefined;
    throw error;
  }
}
