import { randomUUID } from 'node:crypto';
import type { AnswerPlace, PaidAnswer, PerformContext, ProgressEvent, TypedPlace } from '../agents/performer';
import { dataOf } from '../debate/log/codec';
import { sum, type Usage } from '../debate/log/entryData';
import type { Mask } from '../debate/fold/mask';
import type { Step, StepTask } from '../debate/flow/step';
import { AnswerFiles, type KeptAnswer } from '../record/answerFiles';
import type { DebateLog } from '../record/debateLog';
import { errorText } from '../debate/log/objects';

/** Beside what its file says. */
interface Known extends Pick<KeptAnswer, 'id' | 'step' | 'task' | 'agent' | 'usage'> {
  /** By a note in the record, or one of this run to come. */
  isCounted: boolean;
  /** By the task under way: its usage counts however it ends. */
  isTold: boolean;
  /** Goes as soon as it is counted. */
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
 * The answers of providers that the log does not hold yet, in files beside it: a run that is killed or paused pays for
 * none again. Each belongs to one task and goes with its step. What it took is counted once: by the step that used it,
 * or by a note that names it.
 */
export class KeptAnswers {
  readonly #known = new Map<string, Known>();
  readonly #pending = new Map<string, Pending>();
  /** What was asked ahead for the task is out of date. */
  onMiss: (task: string) => void = () => undefined;
  #hasFailed = false;
  #isResting = false;
  #redactions = 0;

  constructor(
    private readonly files: AnswerFiles,
    private readonly log: DebateLog,
    private readonly warn: Warn,
  ) {}

  /** What an earlier run has left; what is of no use any more is removed. */
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

  /** US dollars that stand in no record yet. */
  get uncounted(): number {
    return [...this.#known.values()].reduce(
      (usd, { isCounted, usage }) => usd + (isCounted ? 0 : (usage?.usd ?? 0)),
      0,
    );
  }

  /** What a task noted before it composes; used again, it stands for all requests that it took. */
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

  /** The usage of all answers that this task has not told yet. */
  #useAll({ id }: StepTask): Usage | undefined {
    let used: Usage | undefined;
    for (const one of this.#known.values()) {
      if (one.task !== id || one.isTold || one.isCounted) continue;
      one.isTold = true;
      used = sum(used, one.usage);
    }
    return used;
  }

  /** Requests of one task that are the same are told apart by their order. */
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

  /** Answers of a task before its turn. `onAsk` is called where one has to be asked for, `onKept` once it is kept: the task tells what it took when it uses it. */
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

  /** Beside the answers, and struck and removed as they are; it cost nothing. */
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

  /** The names of the answers whose usage this task has told, and which is about to be counted. */
  counted(task: string): string[] {
    const known = [...this.#known.values()].filter((one) => one.task === task && one.isTold && !one.isCounted);
    for (const one of known) one.isCounted = true;
    return known.map(({ id }) => id);
  }

  /** They were paid, though these tasks did not use them, or no task is left. */
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

  /** Asked again, the answers would come to the same failure. */
  drop(task: string): void {
    for (const one of this.#known.values()) if (one.task === task) one.isDropped = true;
  }

  /** After a note was written. */
  async sweep(): Promise<void> {
    await this.#remove(({ isDropped, isCounted }) => isDropped && isCounted);
  }

  async close(): Promise<void> {
    await this.#remove(() => true);
    await this.files.tidy();
  }

  /** At once, since the last look. */
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
    // Its usage still counts.
    if (before !== undefined) this.#known.set(before.id, before);
    // Before it is written: from here on the task's usage includes it.
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

/** Of a debate that nobody runs; what the answers took is still to be counted, by the next run. */
export async function strikeAnswers({ folder, view }: DebateLog): Promise<void> {
  const files = new AnswerFiles(folder);
  for (const [file, kept] of await files.all()) {
    if (kept === undefined || !holdsRedacted(kept.answer, view.mask)) continue;
    await files.write(file, { ...kept, answer: null }).catch(() => files.remove(file));
  }
}

/** Also in JSON within a text, where signs are written otherwise. */
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
