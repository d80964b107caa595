import type { RunEnd } from '../engine/engine';
import type { Participants } from '../session/plan/modelAccess';
import { programName, Session } from '../session/run/session';
import { DebateLog } from '../record/debateLog';
import { pathOfLog } from '../record/logPath';
import type { AnsweredTickets } from './answeredTickets';
import { HostTasks } from './hostTasks';
import type { KnownDebate } from './stateFolder';
import { handleOf, isSame } from './tickets';

/** Reasons for which a debate was paused here; it goes on at the next call. */
export const pauses = {
  idle: 'No client called for five minutes.',
  gone: 'The client went away.',
  taken: 'Its server process ended.',
} as const;

/** The client itself asked for the pause, so only it lets the debate go on. */
export const pausedByClient = 'Paused by the client.';

const idleMs = 5 * 60_000;
/** Tasks of models are stopped if they do not end in this time. */
const graceMs = 1_500;

interface HeldOptions {
  debate: KnownDebate;
  participants: Participants;
  answered: AnsweredTickets;
  idleMs?: number | undefined;
  onEnd?: (usd: number) => Promise<void>;
}

/** A debate whose engine runs in this process. */
export class HeldDebate {
  readonly openedAt = Date.now();
  /** Tickets that the client was told of. */
  readonly named = new Set<string>();
  readonly tasks: HostTasks;
  readonly #session: Session;
  readonly #run: Promise<void>;
  #end: RunEnd | undefined;
  #timer: NodeJS.Timeout | undefined;
  #calls = 0;

  private constructor(
    private readonly options: HeldOptions,
    { session, tasks }: { session: Session; tasks: HostTasks },
  ) {
    this.tasks = tasks;
    this.#session = session;
    this.#run = session.run().then(
      (end) => this.#ended(end),
      (error: unknown) =>
        this.#ended({ status: 'paused', reason: error instanceof Error ? error.message : String(error) }),
    );
    this.#watch();
  }

  /** @throws RecordError `lease_held`; PlanError */
  static async open(options: HeldOptions): Promise<HeldDebate> {
    const { debate, participants, answered } = options;
    const tasks = new HostTasks(debate, { answered });
    const session = await Session.open({
      folder: debate.folder,
      program: programName('MCP server'),
      takeOver: true,
      participants: { ...participants, hostTasks: tasks },
      // A process that waits for a client sends nothing ahead of its turn.
      isAhead: false,
    });
    return new HeldDebate(options, { session, tasks });
  }

  get folder(): string {
    return this.options.debate.folder;
  }

  get end(): RunEnd | undefined {
    return this.#end;
  }

  isHandle(handle: string): boolean {
    return isSame(handle, handleOf(this.options.debate));
  }

  /** Does something for a client; meanwhile the debate is not idle. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#calls += 1;
    clearTimeout(this.#timer);
    try {
      return await work();
    } finally {
      this.#calls -= 1;
      this.#watch();
    }
  }

  /** Opens the record for one reading or one entry of the user. */
  async withLog<T>(work: (log: DebateLog) => Promise<T>): Promise<T> {
    const log = await DebateLog.open(pathOfLog(this.folder));
    try {
      return await work(log);
    } finally {
      await log.close();
    }
  }

  /** Lets nothing run on, and releases the debate as paused. */
  async pause(reason: string): Promise<void> {
    clearTimeout(this.#timer);
    this.#session.pause(reason);
    this.tasks.close(reason);
    const stop = setTimeout(() => this.#session.stop(reason), graceMs);
    await this.#run;
    clearTimeout(stop);
  }

  #watch(): void {
    clearTimeout(this.#timer);
    if (this.#calls > 0 || this.#end !== undefined) return;
    this.#timer = setTimeout(() => void this.pause(pauses.idle), this.options.idleMs ?? idleMs);
    this.#timer.unref();
  }

  async #ended(end: RunEnd): Promise<void> {
    clearTimeout(this.#timer);
    this.#end = end;
    await this.options.onEnd?.(this.#session.log.state.usage.usd);
    this.tasks.close('reason' in end ? end.reason : 'The debate is over.');
  }
}
