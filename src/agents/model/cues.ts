import type { TaskRequest, Violation } from '../../debate/tasks';
import { cut, lines, most } from './cueText';
import type { Fence } from './fence';
import { modelTask } from './formats/registry';
import type { TaskPrompt } from './modelTask';

/**
 * What the prompt of a task is filled with: the typed input without the record, which stands in the request's prefix.
 * Whatever others wrote is fenced. `research` is left empty: the caller puts the notes there, fenced.
 */
export function cueValues({ kind, input }: TaskRequest, fence: Fence): Readonly<Record<string, string>> {
  // The request's kind and input belong together, which its type does not say.
  const cue = modelTask(kind).cue as TaskPrompt<unknown>;
  return cue.values(input, fence);
}

/** What is held against an answer, for `PromptBook.mend`. The messages quote addresses and words of others. */
export const feedbackText = (feedback: readonly Violation[], fence: Fence): string =>
  lines(
    feedback
      .slice(0, most.items)
      .map(({ rule, message }) => fence.wrap('problem', { rule }, cut(message, most.reason))),
  );
