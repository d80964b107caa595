import { PlanError } from '../session/plan/planError';
import { UsageError } from './usage';

const withFlags: Record<string, (message: string) => string> = {
  no_evidence: (message) => `${message.replace(/\.$/, '')}: give --evidence DIR (or --subject FILE), or try --sample.`,
  evidence_unusable: (message) => message,
  off_topic: (message) => `${message.replace(/\.$/, '')}, or go on with --anyway.`,
  config_file: (message) =>
    message.startsWith('~') ? message : `${message.replace(/\.$/, '')}, or leave out --trust-workspace.`,
  model_missing: (message) => `${message.replace(/\.$/, '')}: give --model ID.`,
};

/** Adds the flags that help to a refusal of the plan. @throws UsageError */
export async function hinted<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const words = error instanceof PlanError ? withFlags[error.code]?.(error.message) : undefined;
    throw words === undefined ? error : new UsageError(words);
  }
}
