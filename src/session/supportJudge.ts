import { ExtractivePerformer } from '../agents/extractive/extractivePerformer';
import { Pace } from '../agents/pace';
import { performTask } from '../engine/performTask';
import { askForSupport, deciderOf } from '../engine/askForSupport';
import type { Usage } from '../debate/entryData';
import { formatIn } from '../debate/formats/formatName';
import { formatNamed } from '../debate/formats/registry';
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
          },
          before,
        ),
    });
    signal.throwIfAborted();
    if (outcome?.ok !== true) return undefined;
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
