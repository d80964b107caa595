import * as z from 'zod';
import type { TaskKind, TaskRequest } from '../debate/flow/tasks';
import { type Performance, type PerformContext, type Performer, TaskError } from './performer';
import { sleep } from '../async/deadline';
import { errorText } from '../debate/log/objects';

/** Finds the seq of a step's entry by its position in the step; undefined while it does not exist. */
type SeqOf = (step: string, index: number) => number | undefined;

const reference = /\{@([^\s{}:]+)(?::(\d+))?\}/g;
const whole = new RegExp(`^${reference.source}$`);

/**
 * Replaces `{@r1/turn/ada}` and `{@r1/turn/ada:1}` by the seqs of the step's first and second entry, because users may
 * add entries in between; a dash if there is none.
 */
const withSeqs = (text: string, seqOf: SeqOf): string =>
  text.replace(reference, (_, step: string, index?: string) => String(seqOf(step, Number(index ?? 0)) ?? '—'));

/**
 * Replaces references by seqs: a number if the reference is the whole text; a list drops references that do not exist.
 */
export function resolved(value: unknown, seqOf: SeqOf): unknown {
  if (typeof value === 'string') {
    const [found, step, index] = whole.exec(value) ?? [];
    return found === undefined || step === undefined ? withSeqs(value, seqOf) : seqOf(step, Number(index ?? 0));
  }
  if (Array.isArray(value)) return value.map((item) => resolved(item, seqOf)).filter((item) => item !== undefined);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolved(item, seqOf)]));
}

/**
 * A script is one JSON object keyed by task id and attempt (`r2/turn/sre#1`), or by id for every attempt. A value is
 * the task's output, or `{"error": code}`. A task that the script does not mention fails as `exhausted`.
 * `{@r1/turn/ada}` in key or value is the seq of that step's entry.
 */
const scriptSchema = z.record(z.string(), z.unknown());
const errorSchema = z.strictObject({
  error: z.string().min(1),
  message: z.string().optional(),
  retryable: z.boolean().optional(),
  attempts: z.int().min(1).optional(),
  rule: z.string().optional(),
});
const waitSchema = z.strictObject({ wait_ms: z.number().min(0), output: z.unknown() });

export type Script = z.infer<typeof scriptSchema>;

/** Parses a script. @throws Error that says what is wrong with it. */
export function parseScript(text: string): Script {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`The script is not JSON: ${errorText(error)}`, {
      cause: error,
    });
  }
  const parsed = scriptSchema.safeParse(value);
  if (!parsed.success) throw new Error('The script must be one JSON object keyed by task id and attempt.');
  return parsed.data;
}

interface ScriptedOptions {
  /** Seqs of the record that is being written; by default there are no references. */
  seqOf?: SeqOf;
  /** Whether the script comes from a record: its answers were accepted, with seqs of their own. */
  repeats?: boolean;
}

/** Plays a script, whatever the input: for samples and tests. */
export class ScriptedPerformer implements Performer {
  readonly provider = 'scripted';
  readonly isLocal = true;
  readonly repeats: boolean;
  readonly #script: Script;
  readonly #seqOf: SeqOf;
  /** Keys with references, which are resolved again as the record grows. */
  readonly #referring: readonly string[];

  constructor(script: Script, { seqOf = () => undefined, repeats = false }: ScriptedOptions = {}) {
    this.repeats = repeats;
    this.#script = script;
    this.#seqOf = seqOf;
    this.#referring = Object.keys(script).filter((key) => !repeats && key.includes('{@'));
  }

  /** Support that the script does not mention is honestly `not_judged`. */
  canPerform(kind: TaskKind, taskId: string): boolean {
    return kind !== 'verifier/support' || this.#mentions(taskId);
  }

  ready(agent: string): Promise<void> {
    const answer = errorSchema.safeParse(this.#script[`ready/${agent}`]);
    return answer.success
      ? Promise.reject(new TaskError(answer.data.error, answer.data.message ?? answer.data.error))
      : Promise.resolve();
  }

  async perform(request: TaskRequest, context: PerformContext): Promise<Performance> {
    const key = `${request.id}#${request.attempt}`;
    const answer = this.#answer(key) ?? this.#answer(request.id);
    if (answer === undefined) throw new TaskError('exhausted', `The script has no answer for "${key}".`);
    const failure = errorSchema.safeParse(answer);
    if (failure.success) {
      const { error, message, retryable, attempts, rule } = failure.data;
      throw new TaskError(error, message ?? `The script fails "${key}" with ${error}.`, retryable ?? false, {
        recorded: { attempts, rule },
      });
    }
    if (this.repeats) return { output: answer };
    return { output: resolved(await waited(answer, context.signal), this.#seqOf) };
  }

  #answer(key: string): unknown {
    const referring = this.#referring.find((candidate) => withSeqs(candidate, this.#seqOf) === key);
    return this.#script[key] ?? this.#script[referring ?? ''];
  }

  #mentions(taskId: string): boolean {
    const isIts = (key: string): boolean => key === taskId || key.startsWith(`${taskId}#`);
    return Object.keys(this.#script).some(isIts) || this.#referring.some((key) => isIts(withSeqs(key, this.#seqOf)));
  }
}

/** Waits as `{"wait_ms": 500, "output": …}` says: for tests that interrupt a running task. */
async function waited(answer: unknown, signal: AbortSignal): Promise<unknown> {
  const slow = waitSchema.safeParse(answer);
  if (!slow.success) return answer;
  await sleep(slow.data.wait_ms, signal);
  return slow.data.output;
}
