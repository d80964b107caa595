import { resolve } from 'node:path';
import { Pace, type Speed } from '../../agents/pace';
import type { Performer } from '../../agents/performer';
import type { RunEnd } from '../../engine/engine';
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
  /** What was asked of it and is not done yet. */
  readonly ending: 'pausing' | 'stopping' | undefined;
  readonly working: readonly Working[];
  /** Its answers are there already, and arrive at a pace for readers. */
  readonly canSkip?: boolean;
}

/** How a run ended: as the engine says, or `failed` with an error that nobody foresaw. */
export interface RunEnding {
  readonly folder: string;
  readonly end: RunEnd | { status: 'failed'; reason: string };
  readonly warnings: readonly string[];
}

interface RunOptions {
  takeOver?: boolean;
  /** One that was built already. */
  offline?: Performer;
}

interface RunManagerOptions {
  now: () => Date;
  host: string;
  /** Where the models are; without, none can be asked. */
  models?: ModelAccess;
  /** By the settings as they are now; undefined where nothing is to be fetched. */
  web?: () => Promise<WebAccess | undefined>;
  /** At which answers arrive that are there at once, by the settings as they are now. Default: off. */
  pace?: () => Speed;
  prompts?: (folder: string) => Promise<NonNullable<Participants['prompts']>>;
}

/** A draft that grows is shown so often, and no oftener. */
const draftEveryMs = 100;

interface OwnRun extends Run {
  session: Session;
  ending: 'pausing' | 'stopping' | undefined;
  list: WorkingList;
  drafts: Throttle;
  done: Promise<void>;
}

/** A debate whose lease is being taken. Its log and evidence are read meanwhile: what is asked of it has to wait. */
interface Opening extends Run {
  ending: 'pausing' | 'stopping' | undefined;
  pace: Pace;
  act: ((session: Session) => void) | undefined;
  opened: Promise<void>;
}

/** Runs the engines of this window: several debates at once, each at most once. Knows nothing of the editor. */
export class RunManager {
  readonly #runs = new Map<string, OwnRun>();
  readonly #opening = new Map<string, Opening>();
  readonly #ends = new Map<string, RunEnding['end']>();
  readonly #changed = new Emitter<string>();
  readonly #worked = new Emitter<string>();
  readonly #ended = new Emitter<RunEnding>();
  readonly #events = new Emitter<{ folder: string; event: DebateEvent }>();
  /** A run began, ended, or is about to end: the folder. */
  readonly onDidChange = this.#changed.event;
  /** What its agents are at has changed: the folder. */
  readonly onDidWork = this.#worked.event;
  readonly onDidEnd = this.#ended.event;
  readonly onEvent = this.#events.event;
  readonly seats = new HumanTaskQueues();

  constructor(private readonly options: RunManagerOptions) {}

  /** Of the last run in this window; undefined while it runs, and before. */
  endOf(folder: string): RunEnding['end'] | undefined {
    return this.#ends.get(resolve(folder));
  }

  get runs(): readonly Run[] {
    return [...this.#runs.values(), ...this.#opening.values()];
  }

  /** Also while the debate is being opened: its lease may be this window's already. */
  runOf(folder: string): Run | undefined {
    const key = resolve(folder);
    return this.#runs.get(key) ?? this.#opening.get(key);
  }

  /**
   * Takes the lease and lets the engine run; returns once it runs. A debate that runs here already is left as it is.
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

  /** The running task finishes and is logged, then the debate is paused. */
  pause(folder: string, reason: string): void {
    this.#end(folder, 'pausing', (session) => session.pause(reason));
  }

  /** The running task is given up at once and is done again on resume. */
  stop(folder: string, reason: string): void {
    this.#end(folder, 'stopping', (session) => session.stop(reason));
  }

  /** What is left arrives as fast as it can be checked. */
  skip(folder: string): void {
    const key = resolve(folder);
    (this.#runs.get(key)?.session ?? this.#opening.get(key))?.pace.skip();
    this.#changed.fire(key);
  }

  /** Waits until they have let go, those too that are being opened. */
  async stopAll(reason: string): Promise<void> {
    const folders = this.runs.map(({ folder }) => folder);
    for (const folder of folders) this.stop(folder, reason);
    await Promise.all(folders.map((folder) => this.settled(folder)));
  }

  /** Waits until the debate does not run here any more. */
  async settled(folder: string): Promise<void> {
    const key = resolve(folder);
    await this.#opening.get(key)?.opened.catch(() => undefined); // Who asked for it is told why it was not opened.
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
    // Asked for while it was opened: the engine sees it before its first step.
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

/** Acts at once, then at most once per interval; what is asked for meanwhile is done at its end, so that the last is never lost. */
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

  /** What is due was done in another way. */
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
