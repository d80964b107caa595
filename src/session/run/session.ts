import { counted } from '../../matching/text/shortText';
import { outcomeOf } from '../../projections/outcome';
import { roundsHeld } from '../../projections/status';
import { english } from '../../projections/vocabulary';
import { resultWords } from '../../projections/words';
import { DocumentsPerformer } from '../../agents/documents/documentsPerformer';
import { Pace } from '../../agents/pace';
import type { Performer } from '../../agents/performer';
import type { DebateState } from '../../debate/fold/state';
import { Engine, type RunEnd } from '../../engine/engine';
import type { DebateEvent } from '../../engine/events';
import { AnswerFiles } from '../../record/answerFiles';
import { DebateLog, type LogOptions } from '../../record/debateLog';
import { pathOfLog } from '../../record/logPath';
import { acquireLease, type Lease } from '../../record/lease';
import { RecordError } from '../../record/recordError';
import { LiveDocuments } from '../../reports/liveDocuments';
import { writeDocuments } from '../../reports/writeDocuments';
import { KnownServerFile } from '../plan/knownServers';
import { Performers } from './performers';
import { type OpenedEvidence, openEvidence } from '../plan/evidenceSet';
import type { Participants } from '../plan/modelAccess';
import { PlanError } from '../plan/planError';
import { courseAt, replayedChecker, replayOf, restoreSnapshots } from './replay';
import { refuseUnseated, runnability, type Runnability } from './runnability';
import { verifierFor } from '../review/reviewedSource';
import { engineVersion } from '../version';
import { isDealt } from '../../debate/flow/seats';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatEvent } from '../../reports/eventLog';
import { errorText } from '../../debate/log/objects';

/** `debate.log` and its listeners. A line that cannot be written does not stop a debate. */
class EventSink {
  #queue: Promise<void> = Promise.resolve();

  constructor(
    private readonly folder: string,
    private readonly now: () => Date,
    private readonly listener: ((event: DebateEvent) => void) | undefined,
  ) {}

  emit(event: DebateEvent): void {
    const line = formatEvent(event, this.now());
    if (line !== undefined) this.#write(line);
    try {
      this.listener?.(event);
    } catch (error) {
      // Whoever watches must neither stop the debate nor keep the others from hearing of it.
      this.#write(`A listener failed: ${errorText(error)}`);
    }
  }

  flush(): Promise<void> {
    return this.#queue;
  }

  #write(line: string): void {
    const write = (): Promise<void> => appendFile(join(this.folder, 'debate.log'), `${line}\n`);
    this.#queue = this.#queue.then(write).catch(() => undefined);
  }
}

export interface SessionOptions {
  folder: string;
  /** Who asks, for others: `rostrum 0.1.0 (command line)`. */
  program: string;
  takeOver?: boolean | undefined;
  now?: () => Date;
  /** What it throws is noted in `debate.log` and stops nothing. */
  onEvent?: (event: DebateEvent) => void;
  /** Built already, on the same evidence: its index is not made twice. */
  offline?: Performer | undefined;
  /** Of answers that are there at once. Default: off. */
  pace?: Pace;
  participants?: Participants;
  isStrict?: boolean;
  isAhead?: boolean;
  /** For tests. */
  log?: Pick<LogOptions, 'io' | 'settleMs'>;
}

/** Each sums its debate up, answer first. */
const readFirst = ['summary.md', 'README.md', 'ruling.md', 'brief.md', 'transcript.md'];

export class Session {
  #first: string | undefined;

  private constructor(
    readonly log: DebateLog,
    private readonly lease: Lease,
    private readonly engine: Engine,
    private readonly outputs: { events: EventSink; live: LiveDocuments; servers: KnownServerFile },
    /** Skipped by whoever wants to see the end at once. */
    readonly pace: Pace,
    readonly warnings: readonly string[],
  ) {}

  /** @throws RecordError `lease_held`; PlanError when the folder holds no debate that this version can run. */
  static async open(options: SessionOptions): Promise<Session> {
    const now = options.now ?? (() => new Date());
    const log = await DebateLog.open(pathOfLog(options.folder), { ...options.log, now });
    try {
      const runnable = checkedRunnable(log);
      const lease = await acquireLease(options.folder, {
        program: options.program,
        takeOver: options.takeOver,
      });
      return await Session.#assemble({ ...options, now }, { log, lease, runnable }).catch(async (error: unknown) => {
        await lease.release('failed', errorText(error));
        throw error;
      });
    } catch (error) {
      await log.close();
      throw error;
    }
  }

  static async #assemble(
    options: SessionOptions & { now: () => Date },
    { log, lease, runnable }: { log: DebateLog; lease: Lease; runnable: Runnable },
  ): Promise<Session> {
    const { folder, now, offline, participants = {}, isStrict = false, pace = new Pace('off') } = options;
    const { setup, format, provider } = runnable;
    const repairs = await log.repair();
    const replay = provider === 'scripted' ? await replayOf(setup) : undefined;
    if (replay !== undefined) await restoreSnapshots(replay, folder);
    // What is played again was argued from evidence that need not be here.
    const evidence = await openEvidence(replay === undefined ? setup.evidence : { ...setup.evidence, files: [] });
    const makeOffline = (): Promise<Performer> => Promise.resolve(offline ?? new DocumentsPerformer(evidence));
    const verifier = verifierFor({
      evidence: setup.evidence,
      folder,
      web: participants.web,
      now,
      isDealt: (entry) => isDealt(log.state, entry),
      isOffline: replay !== undefined,
    });
    const servers = await KnownServerFile.open(folder);
    const performers = await Performers.of({
      servers,
      setup,
      provider,
      folder,
      evidence,
      participants,
      offline: makeOffline,
      state: () => log.state,
      now,
      capture: (url, signal) => verifier.capture(url, signal),
      hold: (page) => verifier.hold(page),
      pace,
      replay,
    });
    const events = new EventSink(folder, now, options.onEvent);
    const live = new LiveDocuments({
      folder,
      view: () => log.view,
      onFailure: (message) => events.emit({ kind: 'error', message }),
    });
    const { clock } = participants;
    const engine = new Engine({
      log,
      lease,
      format,
      now,
      isStrict,
      isAhead: options.isAhead,
      ...(clock === undefined ? {} : { sleep: (ms, signal) => clock.sleep(ms, signal) }),
      performerOf: (agent, kind) => performers.performerOf(agent, kind),
      checker: replay === undefined ? verifier : replayedChecker(replay, verifier),
      ...(replay === undefined ? {} : { course: (state) => courseAt(state, replay, format) }),
      capture: (...cited) => verifier.capture(...cited),
      answers: new AnswerFiles(folder),
      onEvent: (event) => {
        events.emit(event);
        if (event.kind === 'written' || event.kind === 'intervention') live.note(event.seq);
      },
    });
    // Nothing is argued any more of what is over.
    const changed = format.decide(log.state).length === 0 ? [] : changedFiles(evidence);
    const prompts = performers.changedPrompts.map(
      (name) => `The prompt "${name}" is not the one that the debate began with.`,
    );
    const warnings = [...repairs.map((repair) => repair.message), ...changed, ...prompts];
    return new Session(log, lease, engine, { events, live, servers }, pace, warnings);
  }

  /** To the end, a pause or a stop; then writes what is due and releases the debate. Never throws on a full disk and the like. */
  async run(): Promise<RunEnd> {
    const { log, outputs } = this;
    const { events, live } = outputs;
    const { setup } = log.state;
    if (log.state.steps.size <= 1) {
      const debaters = log.state.debaters.map((debater) => debater.name);
      events.emit({ kind: 'setup', topic: setup?.topic ?? '', debaters, dir: log.folder });
    }
    for (const message of this.warnings) events.emit({ kind: 'error', message });
    live.catchUp();
    let end: RunEnd;
    let files = 0;
    try {
      end = await this.engine.run();
      // Without money for its last documents a debate has those that code makes.
      if (end.status === 'done' || (end.status === 'budget' && log.state.conclusion !== undefined)) {
        await live.flush();
        const names = await writeDocuments(log);
        files = names.length;
        this.#first = readFirst.find((name) => names.includes(name));
        events.emit({ kind: 'cost', usage: log.state.usage });
      }
    } catch (error) {
      // The record could not be written: the debate goes on when the cause is gone.
      if (!(error instanceof RecordError)) {
        await this.#close('failed', errorText(error));
        throw error;
      }
      events.emit({ kind: 'error', message: error.message });
      end = { status: error.code === 'lease_lost' ? 'interrupted' : 'paused', reason: error.message };
    }
    const reason = 'reason' in end ? end.reason : undefined;
    events.emit({ kind: 'shutdown', reason: reason ?? `done, outcome ${outcomeText(log.state)}` });
    if (end.status === 'done') events.emit({ kind: 'complete', rounds: roundsHeld(log.state), files });
    await this.#close(end.status, reason);
    return end;
  }

  /** The document that sums the debate up; undefined before it is written. */
  get firstDocument(): string | undefined {
    return this.#first;
  }

  pause(reason: string): void {
    this.pace.skip();
    this.engine.pause(reason);
  }

  stop(reason: string): void {
    this.engine.stop(reason);
  }

  async #close(as: string, reason: string | undefined): Promise<void> {
    await this.outputs.live.flush();
    await this.outputs.events.flush();
    await this.outputs.servers.flush();
    await this.lease.release(as, reason);
    await this.log.close();
  }
}

/** The first ones, and how many the others are. */
function changedFiles({ changed, gone }: OpenedEvidence): string[] {
  const lost = new Set(gone);
  const named = changed
    .slice(0, mostNamed)
    .map((path) =>
      lost.has(path)
        ? `${path} is gone, or can no longer be read, and is not argued from.`
        : `${path} has changed since the debate began and is not argued from.`,
    );
  const rest = changed.length - named.length;
  if (rest <= 0) return named;
  return [
    ...named,
    `${counted(rest, 'more file')} of the evidence ${rest === 1 ? 'is' : 'are'} not argued from: changed or gone.`,
  ];
}

const mostNamed = 10;

const outcomeText = (state: DebateState): string =>
  state.conclusion?.outcome ?? resultWords(english, outcomeOf(state)) ?? '';

/** For others that hold a debate up: `rostrum 0.1.0 (command line)`. */
export const programName = (where: string): string => `rostrum ${engineVersion} (${where})`;

type Runnable = Extract<Runnability, { ok: true }>;

function checkedRunnable(log: DebateLog): Runnable {
  const found = runnability(log.state);
  if (found.ok) {
    refuseUnseated(log.state);
    return found;
  }
  const { code, reason } = found;
  throw new PlanError(code, code === 'not_runnable' ? `${log.folder} cannot be run. ${reason}` : reason);
}
