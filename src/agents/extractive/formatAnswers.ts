import { dialecticAnswers } from './dialectic';
import type { ExtractiveAnswers, FormatKind } from './extractiveAnswers';
import { tribunalAnswers } from './tribunal';

/** The tasks of the formats other than the panel. */
export const formatAnswers: Partial<ExtractiveAnswers<FormatKind>> = { ...tribunalAnswers, ...dialecticAnswers };
