import { type TaskInputs, type TaskKind, taskOutputs } from '../../debate/flow/tasks';
import { schemaForModels } from '../../debate/log/described';
import { modelTask } from './formats/registry';
import type { KnownByCode } from './modelTask';
import * as z from 'zod';
import { isObject, objectOf } from '../../debate/log/objects';

type SchemaJson = Record<string, unknown>;

/** What every provider of structured answers understands. */
const kept: ReadonlySet<string> = new Set([
  'type',
  'properties',
  'required',
  'items',
  'anyOf',
  'enum',
  'description',
  'additionalProperties',
]);

/** Schema in the form that providers accept: objects closed, everything required, no limits, unions as `anyOf`. */
export const answerSchema = (answer: z.ZodType): SchemaJson => strictSchema(z.toJSONSchema(schemaForModels(answer)));

function strict(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strict);
  return isObject(value) ? strictSchema(value) : value;
}

function strictSchema(schema: SchemaJson): SchemaJson {
  const entries = Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
    if (key === 'oneOf') return [['anyOf', strict(value)]];
    if (key === 'const') return [['enum', [value]]];
    if (key === 'properties') return [[key, mapped(objectOf(value))]];
    if (key === 'enum' || key === 'required') return [[key, value]];
    return kept.has(key) ? [[key, strict(value)]] : [];
  });
  const clean: SchemaJson = Object.fromEntries(entries);
  if (clean['type'] !== 'object') return clean;
  return { ...clean, required: Object.keys(objectOf(clean['properties'])), additionalProperties: false };
}

/** Names of properties are not keywords. */
const mapped = (properties: SchemaJson): SchemaJson =>
  Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, strict(value)]));

interface AnswerFormat {
  name: string;
  schema: Record<string, unknown>;
}

const formats = new Map<string, AnswerFormat>();

/** Tasks with the same name have the very same schema. */
export function answerFormat<K extends TaskKind>(kind: K, input?: TaskInputs[K]): AnswerFormat {
  const { answerIf } = modelTask(kind);
  const isOther = input !== undefined && answerIf?.holds(input) === true;
  return isOther ? formatNamed(answerIf.name, answerIf.answer) : formatNamed(lineage(kind), taskOutputs[kind]);
}

/** Whether an answer has the shape that the model was asked for, and not only one that can be taken. */
export const isExactAnswer = (kind: TaskKind, answer: unknown): boolean => exactSchema(kind).safeParse(answer).success;

function exactSchema(kind: TaskKind): z.ZodType {
  const known = exactSchemas.get(kind);
  if (known !== undefined) return known;
  const schema = schemaForModels(taskOutputs[kind]);
  exactSchemas.set(kind, schema);
  return schema;
}
const exactSchemas = new Map<TaskKind, z.ZodType>();

/** All that a task may ask for. */
export function answerFormats(kind: TaskKind): AnswerFormat[] {
  const { answerIf } = modelTask(kind);
  return [answerFormat(kind), ...(answerIf === undefined ? [] : [formatNamed(answerIf.name, answerIf.answer)])];
}

function formatNamed(name: string, answer: z.ZodType): AnswerFormat {
  const known = formats.get(name);
  if (known !== undefined) return known;
  const format = { name, schema: answerSchema(answer) };
  formats.set(name, format);
  return format;
}

/** `[a-z_]{1,64}`; requests of one name can share a provider's cache. */
export const lineage = (kind: TaskKind): string => modelTask(kind).answerName ?? kind.replace('/', '_');

/** Converts an answer for the engine: nulls and half characters go, then the task's own conversion runs. */
export function taskOutputFrom<K extends TaskKind>(kind: K, answer: unknown, known: KnownByCode<K>): unknown {
  const output = cleaned(answer);
  return isObject(output) ? (modelTask(kind).toOutput?.(output, known) ?? output) : output;
}

function cleaned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value === 'string') return value.replace(/\p{Cs}/gu, '\uFFFD');
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== null)
      .map(([key, item]) => [key, cleaned(item)]),
  );
}
