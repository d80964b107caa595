import { resolve } from 'node:path';
import { reasonOf } from '../../async/deadline';
import type { HumanTaskQueue } from '../../agents/human';
import { TaskError } from '../../agents/performer';
import type { TaskRequest } from '../../debate/flow/tasks';
import type { SeatValues, Working } from '../../shared/protocol';
import { withCitation, type SeatCitation } from '../../shared/seat/citation';
import type { AskedSeat } from '../../shared/seat/seatForm';
import { Emitter, type Disposable } from '../kit/emitter';

export interface PendingSeat extends AskedSeat {
  readonly folder: string;
}

interface Pending extends PendingSeat {
  settle(answer: { output: unknown } | { error: Error }): void;
}

interface Kept {
  values: SeatValues | undefined;
  refusals: number;
}

/**
 * Queue of tasks for the people of this window. A task waits until it is answered or given up; typed text is kept until
 * another task of the same seat comes, also while the debate is paused. All is in memory only: after a reload the
 * debate is resumed, and asks again.
 */
export class HumanTaskQueues implements Disposable {
  readonly #pending = new Map<string, Pending>();
  readonly #kept = new Map<string, Kept & { folder: string; agent: string }>();
  readonly #changed = new Emitter<string>();
  #citations = 0;
  /** Fires with the folder when a task was added or removed, or an answer was sent back. */
  readonly onDidChange = this.#changed.event;

  queueOf(folder: string): HumanTaskQueue {
    const key = resolve(folder);
    return { ask: (request, signal) => this.#ask(key, request, signal) };
  }

  /** Seats in the order in which they were asked. */
  seatsOf(folder: string): readonly PendingSeat[] {
    const key = resolve(folder);
    return [...this.#pending.values()].filter((seat) => seat.folder === key);
  }

  get waiting(): readonly PendingSeat[] {
    return [...this.#pending.values()].filter(({ isChecking }) => !isChecking);
  }

  /** Passes an answer to the engine; a refused one is requested again, with the reasons. */
  answer(folder: string, id: string, answer: { output: unknown; values: SeatValues }): void {
    const seat = this.#waitingSeat(folder, id);
    if (seat === undefined) return;
    this.#keep(seat, { values: answer.values, refusals: seat.refusals });
    this.#replace({ ...seat, values: answer.values, problems: [], isChecking: true });
    seat.settle({ output: answer.output });
  }

  /** Sends typed text back that is not a valid answer. */
  refuse(folder: string, id: string, { problems, values }: { problems: readonly string[]; values: SeatValues }): void {
    const seat = this.#waitingSeat(folder, id);
    if (seat === undefined) return;
    const refusals = seat.refusals + 1;
    this.#keep(seat, { values, refusals });
    this.#replace({ ...seat, values, problems, refusals });
  }

  /** Gives a task up; the format logs what that means. */
  skip(folder: string, id: string): void {
    const seat = this.#waitingSeat(folder, id);
    if (seat === undefined) return;
    this.#replace({ ...seat, problems: [], isChecking: true });
    seat.settle({ error: new TaskError('skipped', `The person in the seat of ${seat.request.agent} gave it up.`) });
  }

  /** Keeps text typed so far, without an event, because the page knows it. */
  type(folder: string, id: string, values: SeatValues): void {
    const seat = this.#waitingSeat(folder, id);
    if (seat === undefined) return;
    this.#keep(seat, { values, refusals: seat.refusals });
    this.#pending.set(keyOf(seat.folder, id), { ...seat, values });
  }

  /** Adds a citation to what was typed so far, or to what the form begins with. */
  cite(folder: string, id: string, citation: SeatCitation, beginning: SeatValues = {}): void {
    const seat = this.#waitingSeat(folder, id);
    if (seat === undefined) return;
    const values = withCitation(seat.values ?? beginning, citation);
    this.#keep(seat, { values, refusals: seat.refusals });
    this.#replace({ ...seat, values, cited: { ...citation, count: (this.#citations += 1) } });
  }

  /** Drops accepted answers once the work on them has ended. */
  settle(folder: string, working: readonly Working[]): void {
    const isAtWork = (id: string): boolean => working.some(({ step }) => id === step || id.startsWith(`${step}/`));
    const done = this.seatsOf(folder).filter(({ isChecking, request }) => isChecking && !isAtWork(request.id));
    for (const { request } of done) this.#pending.delete(keyOf(resolve(folder), request.id));
    if (done.length > 0) this.#changed.fire(resolve(folder));
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #ask(folder: string, request: TaskRequest, signal: AbortSignal): Promise<unknown> {
    signal.throwIfAborted();
    const key = keyOf(folder, request.id);
    const before = this.#keptOf(folder, request);
    const problems = request.feedback.map(({ message }) => message);
    const refusals = before.refusals + (problems.length > 0 ? 1 : 0);
    return await new Promise((resolveAnswer, reject) => {
      const onAbort = (): void => {
        this.#pending.delete(key);
        this.#changed.fire(folder);
        reject(reasonOf(signal));
      };
      signal.addEventListener('abort', onAbort, { once: true });
      const settle: Pending['settle'] = (answer) => {
        signal.removeEventListener('abort', onAbort);
        if ('error' in answer) reject(answer.error);
        else resolveAnswer(answer.output);
      };
      this.#pending.delete(key);
      const seat = { folder, request, problems, refusals, values: before.values, isChecking: false, settle };
      this.#keep(seat, { values: before.values, refusals });
      this.#replace(seat);
    });
  }

  #waitingSeat(folder: string, id: string): Pending | undefined {
    const seat = this.#pending.get(keyOf(resolve(folder), id));
    return seat?.isChecking === false ? seat : undefined;
  }

  #replace(seat: Pending): void {
    this.#pending.set(keyOf(seat.folder, seat.request.id), seat);
    this.#changed.fire(seat.folder);
  }

  #keep({ folder, request }: PendingSeat, kept: Kept): void {
    this.#kept.set(keyOf(folder, request.id), { ...kept, folder, agent: request.agent });
  }

  /** Text typed for other tasks of this seat is dropped. */
  #keptOf(folder: string, { id, agent }: TaskRequest): Kept {
    const own = keyOf(folder, id);
    for (const [key, other] of this.#kept) {
      if (key !== own && other.folder === folder && other.agent === agent && !this.#pending.has(key))
        this.#kept.delete(key);
    }
    return this.#kept.get(own) ?? { values: undefined, refusals: 0 };
  }
}

const keyOf = (folder: string, id: string): string => `${folder}\n${id}`;
