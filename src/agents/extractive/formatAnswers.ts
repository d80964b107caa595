import { dialecticAnswers } from './dialectic';
import type { Answers, FormatKind } from './extractiveAnswers';
import { tribunalAnswers } from './tribunal';

/** The tasks of the formats other than the panel. */
export const formatAnswers: Partial<Answers<FormatKind>> = { ...tribunalAnswers, ...dialecticAnswers };
