import { resolve } from 'node:path';
import type { Performer } from '../../agents/performer';
import type { RunEnd } from '../../engine/engine';
import type { DebateEvent } from '../../engine/events';
import { programName, Session } from '../../session/session';
import type { Working } from '../../shared/protocol';
import { Emitter } from '../emitter';
import { WorkingList } from './workingList';

/** A debate that this window's engine drives. */
export interface Run {
  readonly folder: string;
  /** What was asked of it and is not done yet. */
  readonly ending: 'pausing' | 'stopping' | undefined;
  readonly working: readonly Working[];
}

/** How a run ended: as the engine says, or `failed` with an error that nobody foresaw. */
export interface Ending {
  readonly folder: string;
  readonly end: RunEnd | { status: 'failed'; reason: string };
  readonly warnings: readonly string[];
}

interface OwnRun extends Run {
  session: Session;
  ending: 'pausing' | 'stopping' | undefined;
  list: WorkingList;
  done: Promise<void>;
}

/** Runs the engines of this window: several debates at once, each at most once. Knows nothing of the editor. */
export class Conductor {
  readonly #runs = new Map<string, OwnRun>();
  readonly #changed = new Emitter<string>();
  readonly #worked = new Emitter<string>();
  readonly #ended = new Emitter<Ending>();
  readonly #told = new Emitter<{ folder: string; event: DebateEvent }>();
  /** A run began, ended, or is about to end: the folder. */
  readonly onDidChange = this.#changed.event;
  /** What its agents are at has changed: the folder. */
  readonly onDidWork = this.#worked.event;
  readonly onDidEnd = this.#ended.event;
  readonly onEvent = this.#told.event;

  constructor(private readonly options: { now: () => Date; host: string }) {}

  get runs(): readonly Run[] {
    return [...this.#runs.values()];
  }

  runOf(folder: string): Run | undefined {
    return this.#runs.get(resolve(folder));
  }

  /**
   * Takes the lease and lets the engine run; returns once it runs. A debate that runs here already is left as it is.
   *
   * @throws RecordError `lease_held` when another engine runs it; PlanError when this version cannot run it.
   */
  async run(folder: string, options: { takeOver?: boolean; offline?: Performer } = {}): Promise<void> {
    const key = resolve(folder);
    if (this.#runs.has(key)) return;
    const { now, host } = this.options;
    const list = new WorkingList(now);
    const session = await Session.open({
      ...options,
      folder: key,
      program: programName(host),
      now,
      onEvent: (event) => this.#onEvent(key, event),
    });
    const run: OwnRun = { folder: key, session, list, ending: undefined, done: Promise.resolve(), get working() { return list.items; } };
    this.#runs.set(key, run);
    run.done = this.#play(run);
    this.#changed.fire(key);
  }

  /** The running task finishes and is logged, then the debate rests. */
  pause(folder: string, reason: string): void {
    this.#end(folder, 'pausing', (session) => session.pause(reason));
  }

  /** The running task is given up at once and is done again on resume. */
  stop(folder: string, reason: string): void {
    this.#end(folder, 'stopping', (session) => session.stop(reason));
  }

  /** Stops all and waits until they have let go. */
  async stopAll(reason: string): Promise<void> {
    const runs = [...this.#runs.values()];
    for (const run of runs) this.stop(run.folder, reason);
    await Promise.all(runs.map((run) => run.done));
  }

  /** Waits until the debate does not run here any more. */
  async settled(folder: string): Promise<void> {
    await this.#runs.get(resolve(folder))?.done;
  }

  #end(folder: string, ending: 'pausing' | 'stopping', act: (session: Session) => void): void {
    const run = this.#runs.get(resolve(folder));
    if (run === undefined) return;
    run.ending = ending;
    act(run.session);
    this.#changed.fire(run.folder);
  }

  async #play(run: OwnRun): Promise<void> {
    const { folder, session } = run;
    const failed = (error: unknown): Ending['end'] => ({ status: 'failed', reason: error instanceof Error ? error.message : String(error) });
    const end = await session.run().catch(failed);
    this.#runs.delete(folder);
    this.#changed.fire(folder);
    this.#ended.fire({ folder, end, warnings: session.warnings });
  }

  #onEvent(folder: string, event: DebateEvent): void {
    this.#told.fire({ folder, event });
    const run = this.#runs.get(folder);
    if (run?.list.take(event, run.session.log.state) === true) this.#worked.fire(folder);
  }
}
