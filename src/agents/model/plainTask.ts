import * as z from 'zod';
import { type TaskInputs, type TaskKind, taskOutputs } from '../../debate/tasks';
import type { ArguingInput, StandingIssue } from '../../debate/tasks/common';
import { cut, debaterText, lines, most, newest } from './cueText';
import type { Fence } from './fence';
import { cue, type ModelTask, type TaskShape } from './modelTask';

type InputFields<K extends TaskKind> = readonly (keyof TaskInputs[K] & string)[];
type ArguingKind = { [K in TaskKind]: TaskInputs[K] extends ArguingInput ? K : never }[TaskKind];

/**
 * What a language model is told and asked where a format says nothing else: the answer has the shape of the task's output, and the
 * prompt may name each of these fields of the input, which are put there as they are.
 */
export function plainTask<K extends TaskKind>(kind: K, shape: TaskShape, fields: InputFields<K>): ModelTask<K> {
  const research = shape.isResearched === true ? ['research'] : [];
  const none = Object.fromEntries(research.map((name) => [name, '']));
  return {
    ...shape,
    answer: answerOf(kind),
    cue: cue([...research, ...fields], (input, fence) => ({ ...none, ...valuesOf(input, fields, fence) })),
  };
}

/** The same for whoever argues: the prompt may name all of `arguingFills` besides. */
export function arguingTask<K extends ArguingKind>(kind: K, shape: TaskShape, fields: InputFields<K>): ModelTask<K> {
  const values = (input: TaskInputs[K], fence: Fence): Record<string, string> => ({
    ...arguingValues(input, fence),
    ...valuesOf(input, fields, fence),
  });
  return { ...shape, answer: answerOf(kind), cue: cue<TaskInputs[K], string>([...arguingFills, ...fields], values) };
}

function answerOf(kind: TaskKind): z.ZodObject {
  const answer = modelShape(taskOutputs[kind]);
  if (answer instanceof z.ZodObject) return answer;
  throw new Error(`The output of ${kind} is no object; its task says itself how models answer.`);
}

const valuesOf = <I extends object>(
  input: I,
  fields: readonly (keyof I & string)[],
  fence: Fence,
): Record<string, string> => Object.fromEntries(fields.map((field) => [field, valueText(field, input[field], fence)]));

/** Numbers say nothing that could be taken for an instruction; whatever else there is may have been written by others. */
function valueText(name: string, value: unknown, fence: Fence): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return fence.wrap(name, {}, cut(typeof value === 'string' ? value : JSON.stringify(value), most.entry));
}

/** The same as providers of structured answers take it: closed objects, every property there, null where something may be left out. */
function modelShape(schema: z.core.$ZodType): z.ZodType {
  if (!(schema instanceof z.ZodType)) throw new Error('A shape is made of zod’s own types.');
  const made = closed(schema);
  const { description } = schema;
  return description === undefined ? made : made.describe(description);
}

function closed(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) return z.strictObject(mapped(schema.shape));
  if (schema instanceof z.ZodArray) return z.array(modelShape(schema.element));
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return modelShape(schema.unwrap()).nullable();
  return schema;
}

const mapped = (shape: Readonly<Record<string, z.core.$ZodType>>): Record<string, z.ZodType> =>
  Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, modelShape(schema)]));

// What whoever argues is told, in every format: `ArguingInput` without the record.

export const arguingFills = ['you', 'research', 'memos', 'redactions', 'issues', 'questions', 'guidance'] as const;

/**
 * `research` is left empty: the caller puts the notes there, fenced. `mayCorrect`: an unreliable source may be replaced at the start of
 * the next entry, in fixed words.
 */
export function arguingValues(
  input: ArguingInput,
  fence: Fence,
  mayCorrect = true,
): Record<(typeof arguingFills)[number], string> {
  const { you, questions, mustAcknowledge, standingIssues, memos } = input;
  return {
    you: debaterText('persona', you, fence),
    memos: lines(newest(memos, memosTold).map(({ seq, text }) => fence.wrap('memo', { seq }, cut(text)))),
    redactions: lines(
      newest(mustAcknowledge).map(({ seq, struck, reason }) =>
        fence.wrap('redaction', { seq, struck }, cut(reason, most.reason)),
      ),
    ),
    issues: lines(
      newest(standingIssues).map((issue) => issueText(issue, mayCorrect && isCorrectable(issue, input), fence)),
    ),
    questions: lines(newest(questions, most.asked).map(({ seq, text }) => fence.wrap('question', { seq }, cut(text)))),
    guidance: guidanceText(input.guidance, fence),
    research: '',
  };
}

/** So many of the newest; what an older one left open stands in these, or is settled. */
const memosTold = 4;

export const guidanceText = (guidance: readonly { seq: number; text: string }[], fence: Fence): string =>
  lines(newest(guidance, most.asked).map(({ seq, text }) => fence.wrap('guidance', { seq }, cut(text))));

/** The finding, and the line that corrects it while that is still allowed. */
function issueText({ seq, url, status, reason, ruling }: StandingIssue, isOpen: boolean, fence: Fence): string {
  const line = isOpen
    ? [
        `Correction line: SOURCE CORRECTION for seq ${seq}: replacing ${url} with NEW — why (where nothing holds in its place: withdrawing ${url} — why)`,
      ]
    : [];
  return fence.wrap(
    'finding',
    { seq, status, ruling: ruling ?? undefined },
    lines([url, cut(reason, most.reason), ...line]),
  );
}

/** Only in the next entry after the warning, and only where the wording can hold the address. */
function isCorrectable({ ruling, url }: StandingIssue, { record, you }: ArguingInput): boolean {
  const hasSpokenSince = record.some((entry) => entry.speaker === you.name && entry.seq > (ruling ?? Infinity));
  return !hasSpokenSince && !/\s/.test(url);
}
