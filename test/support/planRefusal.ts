import { PlanError } from '../../src/session/plan/planError';

/** Why a plan was refused. */
export async function refusal(work: Promise<unknown>): Promise<{ code: string; message: string }> {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  if (!(error instanceof PlanError)) throw new Error('no PlanError', { cause: error });
  return { code: error.code, message: error.message };
}
