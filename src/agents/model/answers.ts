import type { TaskKind } from '../../debate/tasks';
import { answerSchema } from './answerSchema';
import { modelTask } from './formats/registry';
import { isFields } from './modelTask';

export interface AnswerFormat {
  name: string;
  schema: Record<string, unknown>;
}

const formats = new Map<string, AnswerFormat>();

/** What the provider holds the answer to. Tasks with the same name have the very same schema. */
export function answerFormat(kind: TaskKind): AnswerFormat {
  const name = lineage(kind);
  const known = formats.get(name);
  if (known !== undefined) return known;
  const format = { name, schema: answerSchema(modelTask(kind).answer) };
  formats.set(name, format);
  return format;
}

/** The format's name, by which requests that can share a provider's cache are told apart: `[a-z_]{1,64}`. */
export const lineage = (kind: TaskKind): string => modelTask(kind).answerName ?? kind.replace('/', '_');

/** A model's answer as the engine takes it: nulls are left out, and what the task makes of it. */
export function taskOutputFrom(kind: TaskKind, answer: unknown): unknown {
  const output = withoutNulls(answer);
  return isFields(output) ? (modelTask(kind).toOutput?.(output) ?? output) : output;
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== null)
      .map(([key, item]) => [key, withoutNulls(item)]),
  );
}
