import type { Usage } from '../../debate/entryData';
import { isModelError } from '../../models/modelError';
import { TaskError } from '../performer';

/** A failure of the provider under its own code; with what the task had used by then. */
export function taskErrorFrom(error: unknown, usage: Usage | undefined): Error {
  if (error instanceof TaskError) {
    if (error.usage !== undefined || usage === undefined) return error;
    return new TaskError(error.code, error.message, error.isRetryable, { blocks: error.blocks, usage, cause: error });
  }
  if (isModelError(error))
    return new TaskError(error.code, error.message, false, { blocks: error.blocks, usage, cause: error });
  if (hasCode(error)) return new TaskError(error.code, error.message, false, { blocks: true, usage, cause: error });
  return error instanceof Error ? error : new Error(String(error));
}

/** A provider that is not set up here says so under a code of its own. */
const hasCode = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && error.name === 'PlanError' && 'code' in error && typeof error.code === 'string';
