import { randomUUID } from 'node:crypto';
import type { AnswerPlace, PaidAnswer, PerformContext, ProgressEvent, TypedPlace } from '../agents/performer';
import { dataOf } from '../debate/log/codec';
import { sum, type Usage } from '../debate/log/entryData';
import type { Mask } from '../debate/fold/mask';
import type { Step, StepTask } from '../debate/flow/step';
import { AnswerFiles, type KeptAnswer } from '../record/answerFiles';
import type { DebateLog } from '../record/debateLog';
import { errorText } from '../debate/log/objects';

/** What is known of an answer besides its file. */
interface Known extends Pick<KeptAnswer, 'id' | 'step' | 'task' | 'agent' | 'usage'> {
  /** Whether a note of the record, or one that this run will write, counts its usage. */
  isCounted: boolean;
  /** Whether the running task has reported its usage, which then counts however the task ends. */
  isTold: boolean;
  /** Marks an answer that is not used again, and is removed once its usage is counted. */
  isDropped: boolean;
}

interface UnusedAnswer extends Pick<KeptAnswer, 'id' | 'step' | 'task' | 'agent'> {
  usage: Usage;
}

interface Pending {
  task: string;
  settled: Promise<void>;
  settle: () => void;
  waiting: Set<PerformContext['progress']>;
}

type Warn = (message: string) => void;

/**
 * Answers of providers whose step is not logged, in files beside the log: a run that is killed or paused does not pay
 * for them again. Each belongs to one task and is removed with its step. Its usage is counted once: by the step that
 * used it, or by a note that names it.
 */
export class KeptAnswers {
  readonly #known = new Map<string, Known>();
  readonly #pending = new Map<string, Pending>();
  /** Called when a task's request differs from the one that was sent ahead of its turn. */
  onMiss: (task: string) => void = () => undefined;
  #hasFailed = false;
  #isResting = false;
  #redactions = 0;

  constructor(
    private readonly files: AnswerFiles,
    private readonly log: DebateLog,
    private readonly warn: Warn,
  ) {}

  /** Reads the answers that an earlier run left, and removes useless ones. */
  async open(): Promise<void> {
    const counted = this.#countedInRecord();
    const { steps } = this.log.state;
    for (const [file, kept] of await this.files.all()) {
      if (kept === undefined) {
        this.warn(
          `answers/${file} cannot be used, because it was cut or changed. It was removed; its request is asked again.`,
        );
        await this.files.remove(file);
      } else if (steps.has(kept.step) || steps.has(kept.task)) await this.files.remove(file);
      else
        this.#known.set(file, {
          ...kept,
          isCounted: counted.has(kept.id),
          isTold: false,
          isDropped: kept.answer === null,
        });
    }
  }

  /** US dollars that are not in the record. */
  get uncounted(): number {
    return [...this.#known.values()].reduce(
      (usd, { isCounted, usage }) => usd + (isCounted ? 0 : (usage?.usd ?? 0)),
      0,
    );
  }

  /**
   * Place of the notes that a task takes before it composes. Using them again reports the usage of all requests behind
   * them.
   */
  notesFor({ id: step }: Pick<Step, 'id'>, task: StepTask): AnswerPlace {
    const file = this.files.nameOf([task.id, 'notes']);
    return {
      find: async () => {
        const paid = await this.#find(file, task);
        return paid === undefined ? undefined : { answer: paid.answer, use: () => this.#useAll(task) };
      },
      keep: async (notes) => {
        await this.#keep(file, { ...answerTo(task, step), isTold: true }, notes);
      },
    };
  }

  /** Returns and marks the usage of all answers that this task has not reported. */
  #useAll({ id }: StepTask): Usage | undefined {
    let used: Usage | undefined;
    for (const one of this.#known.values()) {
      if (one.task !== id || one.isTold || one.isCounted) continue;
      one.isTold = true;
      used = sum(used, one.usage);
    }
    return used;
  }

  /** Place of each request's answer; equal requests of one task differ by their order. */
  placesFor({ id: step }: Pick<Step, 'id'>, task: StepTask): (request: unknown) => AnswerPlace {
    return this.#places(task, (file) => ({
      find: async (progress) => {
        await this.#answeredAhead(file, progress);
        const paid = await this.#find(file, task);
        if (paid === undefined) this.onMiss(task.id);
        return paid;
      },
      keep: async (answer, usage) => {
        await this.#keep(file, { ...answerTo(task, step), usage, isTold: true }, answer);
      },
    }));
  }

  /**
   * Place of answers that are requested before the task's turn. `onAsk` is called before a request, `onKept` once its
   * answer is kept; the task reports its usage when it uses the answer.
   */
  placesAhead(
    { id: step }: Pick<Step, 'id'>,
    task: StepTask,
    { onAsk, onKept }: { onAsk: () => void; onKept: () => void },
  ): (request: unknown) => AnswerPlace {
    return this.#places(task, (file) => ({
      find: async () => {
        const paid = await this.#find(file, task);
        if (paid !== undefined) return { answer: paid.answer, use: () => undefined };
        if (this.#isResting) throw new Error('The run ends; nothing more is asked ahead.');
        this.#pending.set(file, pendingFor(task.id));
        onAsk();
        return undefined;
      },
      keep: async (answer, usage) => {
        if (await this.#keep(file, { ...answerTo(task, step), usage, isTold: false }, answer)) onKept();
        this.#settle(file);
      },
    }));
  }

  /** Place of a person's typed text, redacted and removed like an answer; it costs nothing. */
  typedFor({ id: step }: Pick<Step, 'id'>, task: StepTask): TypedPlace {
    const file = this.files.nameOf([task.id, 'typed']);
    return {
      find: async () => (await this.#find(file, task))?.answer,
      keep: async (typed) => {
        this.#known.delete(file);
        const isKept = await this.#keep(file, { ...answerTo(task, step), isTold: false }, typed);
        if (!isKept) await this.files.remove(file);
        return isKept;
      },
    };
  }

  rest(): void {
    this.#isResting = true;
  }

  reportWaiting(task: string, event: ProgressEvent): void {
    for (const pending of this.#pending.values())
      if (pending.task === task) for (const warn of pending.waiting) warn(event);
  }

  settle(task: string): void {
    for (const [file, pending] of this.#pending) if (pending.task === task) this.#settle(file);
  }

  /** Marks the answers whose usage the task has reported as counted, and returns their names. */
  counted(task: string): string[] {
    const known = [...this.#known.values()].filter((one) => one.task === task && one.isTold && !one.isCounted);
    for (const one of known) one.isCounted = true;
    return known.map(({ id }) => id);
  }

  /** Returns paid answers that these tasks, or any task if none is named, did not use. */
  unused(tasks?: readonly string[]): UnusedAnswer[] {
    return [...this.#known.values()].flatMap((one) => {
      const { usage, isTold, isCounted, task } = one;
      if (usage === undefined || isTold || isCounted || tasks?.includes(task) === false) return [];
      one.isTold = true;
      return [{ ...one, usage }];
    });
  }

  async logged(tasks: readonly string[]): Promise<void> {
    await this.#remove(({ task }) => tasks.includes(task));
  }

  /** Marks a failed task's answers as useless, because using them again would fail the same way. */
  drop(task: string): void {
    for (const one of this.#known.values()) if (one.task === task) one.isDropped = true;
  }

  /** Removes dropped answers after a note has counted their usage. */
  async sweep(): Promise<void> {
    await this.#remove(({ isDropped, isCounted }) => isDropped && isCounted);
  }

  async close(): Promise<void> {
    await this.#remove(() => true);
    await this.files.tidy();
  }

  /** Removes answers that hold text redacted since the last call. */
  async withoutRedacted(): Promise<void> {
    const { state, mask } = this.log.view;
    if (state.redactions.size === this.#redactions) return;
    this.#redactions = state.redactions.size;
    for (const [file, one] of this.#known) {
      const kept = await this.files.read(file);
      if (kept !== undefined && !holdsRedacted(kept.answer, mask)) continue;
      await this.files.remove(file);
      one.isDropped = true;
    }
  }

  #places(task: StepTask, placeAt: (file: string) => AnswerPlace): (request: unknown) => AnswerPlace {
    const asked = new Map<string, number>();
    return (request) => {
      const key = this.files.nameOf([task.id, request]);
      const times = (asked.get(key) ?? 0) + 1;
      asked.set(key, times);
      return placeAt(this.files.nameOf([task.id, times, request]));
    };
  }

  async #answeredAhead(file: string, progress: PerformContext['progress']): Promise<void> {
    const pending = this.#pending.get(file);
    pending?.waiting.add(progress);
    await pending?.settled;
  }

  #settle(file: string): void {
    this.#pending.get(file)?.settle();
    this.#pending.delete(file);
  }

  async #find(file: string, task: StepTask): Promise<PaidAnswer | undefined> {
    const known = this.#known.get(file);
    if (known === undefined || known.isDropped || known.task !== task.id) return undefined;
    const kept = await this.files.read(file);
    if (kept?.id !== known.id) return undefined;
    return {
      answer: kept.answer,
      use: () => {
        const usage = known.isCounted || known.isTold ? undefined : known.usage;
        known.isTold = true;
        return usage;
      },
    };
  }

  async #keep(
    file: string,
    { isTold, ...kept }: Omit<KeptAnswer, 'answer'> & Pick<Known, 'isTold'>,
    answer: unknown,
  ): Promise<boolean> {
    const { state, mask } = this.log.view;
    if (this.#hasFailed || (state.redactions.size > 0 && holdsRedacted(answer, mask))) return false;
    const before = this.#known.get(file);
    // An answer that is replaced keeps its usage.
    if (before !== undefined) this.#known.set(before.id, before);
    // The entry is set before the write, because from here on the task's usage includes it.
    this.#known.set(file, { ...kept, isCounted: false, isTold, isDropped: false });
    try {
      await this.files.write(file, { ...kept, answer });
      return true;
    } catch (error) {
      this.#known.delete(file);
      this.#hasFailed = true;
      const message = errorText(error);
      this.warn(
        `Answers are not kept, so that after a run that is cut off they are paid for, or typed, again: ${message}`,
      );
      return false;
    }
  }

  async #remove(isGone: (known: Known) => boolean): Promise<void> {
    for (const [file, known] of this.#known) {
      if (!isGone(known)) continue;
      this.#known.delete(file);
      await this.files.remove(file);
    }
  }

  #countedInRecord(): ReadonlySet<string> {
    const notes = this.log.state.headers.filter(({ type, kind }) => type === 'note' && kind === 'usage');
    const named = notes.flatMap(({ seq }) => {
      const entry = this.log.entry(seq);
      return dataOf(entry, 'note')?.answers ?? [];
    });
    return new Set(named);
  }
}

const answerTo = ({ id: task, agent }: StepTask, step: string) => ({ id: randomUUID(), step, task, agent });

function pendingFor(task: string): Pending {
  let settle = (): void => undefined;
  const settled = new Promise<void>((resolve) => (settle = resolve));
  return { task, settled, settle, waiting: new Set() };
}

/**
 * Clears redacted text from the kept answers of a debate that is not running. The next run still counts their usage.
 */
export async function strikeAnswers({ folder, view }: DebateLog): Promise<void> {
  const files = new AnswerFiles(folder);
  for (const [file, kept] of await files.all()) {
    if (kept === undefined || !holdsRedacted(kept.answer, view.mask)) continue;
    await files.write(file, { ...kept, answer: null }).catch(() => files.remove(file));
  }
}

/** Whether any text in the value is redacted; JSON inside a text is unescaped too. */
function holdsRedacted(value: unknown, mask: Mask): boolean {
  if (typeof value === 'string') return [value, unescaped(value)].some((text) => mask.text(text) !== text);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, item]) => holdsRedacted(key, mask) || holdsRedacted(item, mask));
}

const unescaped = (text: string): string =>
  text.replace(/\\(?:u([0-9a-f]{4})|(.))/gi, (_, code: string | undefined, sign: string | undefined) => {
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    return /[nrtbf]/.test(sign ?? '') ? ' ' : (sign ?? '');
  });
