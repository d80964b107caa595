import { resolve } from 'node:path';
import { Pace, type Speed } from '../../agents/pace';
import type { Performer } from '../../agents/performer';
import type { RunEnd, StopStatus } from '../../engine/engine';
import type { DebateEvent } from '../../engine/events';
import type { ModelAccess, Participants } from '../../session/plan/modelAccess';
import type { Session } from '../../session/run/session';
import type { WebAccess } from '../../session/plan/webAccess';
import type { Working } from '../../shared/protocol';
import { Emitter, type Disposable } from '../kit/emitter';
import { HumanTaskQueues } from './humanTasks';
import type { WorkingList } from './workingList';
import { errorText } from '../../debate/log/objects';

export interface Run {
  readonly folder: string;
  /** Requested end that has not happened. */
  readonly ending: 'pausing' | 'stopping' | undefined;
  readonly working: readonly Working[];
  /** Whether its answers are complete and shown at a reader's pace. */
  readonly canSkip?: boolean;
}

/** How a run ended: as the engine says, or `failed` with an unexpected error. */
export interface RunEnding {
  readonly folder: string;
  readonly end: RunEnd | { status: 'failed'; reason: string };
  readonly warnings: readonly string[];
}

interface RunOptions {
  takeOver?: boolean;
  /** A performer that was already built. */
  offline?: Performer;
}

interface RunManagerOptions {
  now: () => Date;
  host: string;
  /** Access to models; without it, no model can be asked. */
  models?: ModelAccess;
  /** Web access by the current settings; undefined if pages may not be fetched. */
  web?: () => Promise<WebAccess | undefined>;
  /** Pace for answers that come at once, by the current settings. Default: off. */
  pace?: () => Speed;
  prompts?: (folder: string) => Promise<NonNullable<Participants['prompts']>>;
}

/** Milliseconds between two updates of a growing draft. */
const draftEveryMs = 100;

interface OwnRun extends Run {
  session: Session;
  ending: 'pausing' | 'stopping' | undefined;
  list: WorkingList;
  drafts: Throttle;
  done: Promise<void>;
}

/** A debate whose lease is being taken. Requests have to wait, because its log and evidence are being read. */
interface Opening extends Run {
  ending: 'pausing' | 'stopping' | undefined;
  pace: Pace;
  act: ((session: Session) => void) | undefined;
  opened: Promise<void>;
}

/** Runs the engines of this window: several debates at once, each at most once. Independent of the editor. */
export class RunManager {
  readonly #runs = new Map<string, OwnRun>();
  readonly #opening = new Map<string, Opening>();
  readonly #ends = new Map<string, RunEnding['end']>();
  readonly #changed = new Emitter<string>();
  readonly #worked = new Emitter<string>();
  readonly #ended = new Emitter<RunEnding>();
  readonly #events = new Emitter<{ folder: string; event: DebateEvent }>();
  /** Fires with the folder when a run began, ended, or is about to end. */
  readonly onDidChange = this.#changed.event;
  /** Fires with the folder when its agents' work has changed. */
  readonly onDidWork = this.#worked.event;
  readonly onDidEnd = this.#ended.event;
  readonly onEvent = this.#events.event;
  readonly seats = new HumanTaskQueues();

  constructor(private readonly options: RunManagerOptions) {}

  /** End of the last run in this window; undefined while it runs, and before. */
  endOf(folder: string): RunEnding['end'] | undefined {
    return this.#ends.get(resolve(folder));
  }

  get runs(): readonly Run[] {
    return [...this.#runs.values(), ...this.#opening.values()];
  }

  /** Returns the run, also while the debate is being opened, because this window may hold its lease already. */
  runOf(folder: string): Run | undefined {
    const key = resolve(folder);
    return this.#runs.get(key) ?? this.#opening.get(key);
  }

  /**
   * Takes the lease and lets the engine run; returns once it runs. A debate that runs here already is left alone.
   *
   * @throws RecordError `lease_held` when another engine runs it; PlanError when this version cannot run it.
   */
  run(folder: string, options: RunOptions = {}): Promise<void> {
    const key = resolve(folder);
    if (this.#runs.has(key)) return Promise.resolve();
    const known = this.#opening.get(key);
    if (known !== undefined) return known.opened;
    const pace = new Pace(this.options.pace?.() ?? 'off');
    const opening: Opening = {
      folder: key,
      ending: undefined,
      working: [],
      pace,
      act: undefined,
      opened: Promise.resolve(),
    };
    this.#opening.set(key, opening);
    opening.opened = this.#open(opening, options).finally(() => {
      if (this.#opening.get(key) === opening) this.#opening.delete(key);
      this.#changed.fire(key);
    });
    this.#changed.fire(key);
    return opening.opened;
  }

  /** Lets the running task finish and be logged, then pauses the debate. */
  pause(folder: string, reason: string): void {
    this.#end(folder, 'pausing', (session) => session.pause(reason));
  }

  /** Aborts the running task, which is done again on resume. */
  stop(folder: string, reason: string, status?: StopStatus): void {
    this.#end(folder, 'stopping', (session) => session.stop(reason, status));
  }

  /** Shows the rest as fast as it can be checked. */
  skip(folder: string): void {
    const key = resolve(folder);
    (this.#runs.get(key)?.session ?? this.#opening.get(key))?.pace.skip();
    this.#changed.fire(key);
  }

  /** Stops all runs and waits until they are released, including those that are being opened. */
  async stopAll(reason: string): Promise<void> {
    const folders = this.runs.map(({ folder }) => folder);
    for (const folder of folders) this.stop(folder, reason);
    await Promise.all(folders.map((folder) => this.settled(folder)));
  }

  /** Waits until the debate no longer runs here. */
  async settled(folder: string): Promise<void> {
    const key = resolve(folder);
    await this.#opening.get(key)?.opened.catch(() => undefined); // The caller of `run` learns why it was not opened.
    await this.#runs.get(key)?.done;
  }

  #end(folder: string, ending: 'pausing' | 'stopping', act: (session: Session) => void): void {
    const key = resolve(folder);
    const run = this.#runs.get(key);
    const opening = this.#opening.get(key);
    if (run !== undefined) {
      run.ending = ending;
      act(run.session);
    } else if (opening !== undefined) Object.assign(opening, { ending, act });
    else return;
    this.#changed.fire(key);
  }

  async #open(opening: Opening, options: RunOptions): Promise<void> {
    const { folder, pace } = opening;
    const { now, host, models, prompts, web } = this.options;
    this.#ends.delete(folder);
    const onEvent = (event: DebateEvent): void => this.#onEvent(folder, event);
    const reach = await web?.();
    const participants: Participants = {
      ...(reach === undefined ? {} : { web: reach }),
      ...(models === undefined ? {} : { models }),
      ...(prompts === undefined ? {} : { prompts: await prompts(folder) }),
      humanTasks: this.seats.queueOf(folder),
    };
    const { programName, Session } = await import('../../session/run/session');
    const { WorkingList: List } = await import('./workingList');
    const session = await Session.open({
      ...options,
      participants,
      folder,
      pace,
      program: programName(host),
      now,
      onEvent,
    });
    const { ending, act } = opening;
    const drafts = new Throttle(draftEveryMs, () => this.#worked.fire(folder));
    const run: OwnRun = {
      folder,
      session,
      list: new List(now),
      drafts,
      ending,
      done: Promise.resolve(),
      get working() {
        return this.list.items;
      },
      get canSkip() {
        return pace.canSkip;
      },
    };
    this.#opening.delete(folder);
    this.#runs.set(folder, run);
    // Requested while it was opened: the engine sees it before its first step.
    act?.(session);
    run.done = this.#play(run);
  }

  async #play(run: OwnRun): Promise<void> {
    const { folder, session } = run;
    const failed = (error: unknown): RunEnding['end'] => ({
      status: 'failed',
      reason: errorText(error),
    });
    const end = await session.run().catch(failed);
    this.#runs.delete(folder);
    run.drafts.dispose();
    this.#ends.set(folder, end);
    this.seats.settle(folder, []);
    this.#changed.fire(folder);
    this.#ended.fire({ folder, end, warnings: session.warnings });
  }

  #onEvent(folder: string, event: DebateEvent): void {
    this.#events.fire({ folder, event });
    const run = this.#runs.get(folder);
    if (run?.list.take(event, run.session.log.state) !== true) return;
    this.seats.settle(folder, run.working);
    if (event.kind === 'draft') run.drafts.call();
    else {
      run.drafts.forget();
      this.#worked.fire(folder);
    }
  }
}

/**
 * Acts at once, then at most once per interval; a request in between is done at its end, so that the last is never
 * lost.
 */
export class Throttle implements Disposable {
  #timer: NodeJS.Timeout | undefined;
  #isDue = false;

  constructor(
    private readonly intervalMs: number,
    private readonly act: () => void,
  ) {}

  call(): void {
    if (this.#timer !== undefined) {
      this.#isDue = true;
      return;
    }
    this.#isDue = false;
    this.#timer = setTimeout(() => this.#pass(), this.intervalMs);
    this.act();
  }

  /** Drops a due action that was done in another way. */
  forget(): void {
    this.#isDue = false;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isDue = false;
  }

  #pass(): void {
    this.#timer = undefined;
    if (this.#isDue) this.call();
  }
}
