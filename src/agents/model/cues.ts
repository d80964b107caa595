import type { TaskKind, TaskRequest, Violation } from '../../debate/tasks';
import { cut, lines, most } from './cueText';
import type { Fence } from './fence';
import { modelTask } from './formats/registry';

/**
 * What the prompt of a task is filled with: the typed input without the record, which stands in the request's prefix.
 * Whatever others wrote is fenced. `research` is left empty: the caller puts the notes there, fenced.
 */
export const cueValues = <K extends TaskKind>(
  { kind, input }: TaskRequest<K>,
  fence: Fence,
): Readonly<Record<string, string>> => modelTask(kind).cue.values(input, fence);

/** What is held against an answer, for `PromptBook.mend`. The messages quote addresses and words of others. */
export const feedbackText = (feedback: readonly Violation[], fence: Fence): string =>
  lines(
    feedback
      .slice(0, most.items)
      .map(({ rule, message }) => fence.wrap('problem', { rule }, cut(message, most.reason))),
  );
