import type { Answers, FormatKind } from './extractivePerformer';

/** The tasks of the formats other than the panel. */
export const formatAnswers: Partial<Answers<FormatKind>> = {};
