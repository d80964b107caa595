import * as z from 'zod';
import { type AgentTask, type Format, type Step, without, type Written } from './step';
import { phases, sourceSchema, stepOf, type Entry } from '../log/entry';
import { entryTypes } from '../log/entryData';
import { evolve } from '../fold/evolve';
import { StateAccumulator, type DebateState } from '../fold/state';
import { taskOutputs } from './tasks';
import { createView } from '../fold/view';

/** Schemas of a replay: which step wrote which entries, and what came in from outside. */

const seq = z.int().min(0);

/** `at`: when it was written; `elapsed_ms`: time limits end rounds. */
const stepItem = z.strictObject({ seq, step: z.string(), at: z.iso.datetime(), elapsed_ms: z.number().min(0) });

const inputItem = z.strictObject({
  seq,
  entry: z.strictObject({
    phase: z.enum(phases),
    speaker: z.string(),
    type: z.enum(entryTypes),
    content: z.string(),
    sources: z.array(sourceSchema).nullable(),
    rebuttal_to_seq: seq.nullable(),
    target_seq: seq.nullable(),
    data: z.record(z.string(), z.unknown()).exactOptional(),
  }),
});

export const courseSchema = z.array(z.union([stepItem, inputItem]));
type RecordedStep = z.infer<typeof stepItem>;
/** Input of a user, another program, or a repeated check: no step wrote it. */
export type RecordedInput = z.infer<typeof inputItem>;
type RecordedCourse = readonly (RecordedStep | RecordedInput)[];

/**
 * `over`: all of it is there; `strayed`: the record holds something else, so that numbers in the answers would mean
 * other entries.
 */
export function nextOf(
  course: RecordedCourse,
  { headers, steps }: Pick<DebateState, 'headers' | 'steps'>,
): RecordedStep | RecordedInput | 'over' | 'strayed' {
  const { length } = headers;
  const isKept = course.every((item) => item.seq >= length || !('step' in item) || steps.get(item.step) === item.seq);
  if (!isKept) return 'strayed';
  return course.find((item) => item.seq === length) ?? ((course.at(-1)?.seq ?? 0) < length ? 'over' : 'strayed');
}

/** Replays the record from `start` on. `onStep` gets each step with its entries, and the record before them. */
export function courseOfRecord(
  entries: readonly Entry[],
  { format, start, onStep }: { format: Format; start: number; onStep: (done: Omit<Written, 'task'>) => void },
): RecordedCourse {
  const state = new StateAccumulator();
  const view = createView(state, (at) => entries[at]);
  const course: (RecordedStep | RecordedInput)[] = [];
  for (let at = 0; at < entries.length;) {
    const step = at < start ? undefined : stepAt(entries, at, format.open(state));
    const written = entries.slice(at, at + (step?.count ?? 1));
    if (step !== undefined) {
      course.push(step.item);
      onStep({ step: step.step, entries: written, view });
    } else if (at >= start) course.push(...written.map(inputOf));
    for (const entry of written) evolve(state, entry);
    at += written.length;
  }
  return course;
}

/** An entry whose step is not open here came from elsewhere. */
function stepAt(
  entries: readonly Entry[],
  at: number,
  open: readonly Step[],
): { step: Step; count: number; item: RecordedStep } | undefined {
  const first = entries[at];
  const mark = first === undefined ? undefined : stepOf(first);
  const step = mark?.index === 0 ? open.find(({ id }) => id === mark.id) : undefined;
  if (first === undefined || mark === undefined || step === undefined) return undefined;
  const item = { seq: at, step: step.id, at: first.timestamp, elapsed_ms: mark.elapsed_ms };
  return { step, count: Math.max(1, mark.count), item };
}

function inputOf({
  seq: at,
  phase,
  speaker,
  type,
  content,
  sources,
  rebuttal_to_seq,
  target_seq,
  data,
}: Entry): RecordedInput {
  const entry = {
    phase,
    speaker,
    type,
    content,
    sources,
    rebuttal_to_seq,
    target_seq,
    ...(data === undefined ? {} : { data: without(data, 'prev') }),
  };
  return inputItem.parse({ seq: at, entry });
}

/** The answer in the shape of its kind's schema, or the failure; undefined if the format has no inverse. */
export function answerBehind(done: Omit<Written, 'task'>, task: AgentTask, format: Format): object | undefined {
  const answer = format.answers?.[task.kind]?.({ ...done, task });
  if (answer === undefined || 'error' in answer) return answer;
  const parsed = taskOutputs[task.kind].safeParse(answer);
  return parsed.success ? parsed.data : undefined;
}
