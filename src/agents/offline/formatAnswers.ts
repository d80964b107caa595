import type { TaskOutput, TaskRequest } from '../../debate/tasks';
import type { FormatInputs } from '../../debate/tasks/formats';
import type { EvidenceIndex } from './evidenceIndex';

export type FormatKind = keyof FormatInputs;
/** An answer from the request, attempt and feedback included, and the evidence alone. */
export type FormatAnswers<K extends FormatKind = FormatKind> = {
  readonly [Kind in K]: (request: TaskRequest<Kind>, index: EvidenceIndex) => TaskOutput<Kind>;
};

/** The tasks of the formats other than the panel; of one that has none here, offline performers say so. */
const formatAnswers: Partial<FormatAnswers> = {};

/** Undefined where the kind is none of theirs. */
export function formatAnswer(request: TaskRequest): ((index: EvidenceIndex) => unknown) | undefined {
  const answer = formatAnswers[request.kind as FormatKind] as ((request: TaskRequest, index: EvidenceIndex) => unknown) | undefined;
  return answer === undefined ? undefined : (index) => answer(request, index);
}
