import { counted } from '../../matching/text/shortText';
import { outcomeOf } from '../../projections/outcome';
import { roundsHeld } from '../../projections/status';
import { english } from '../../projections/vocabulary';
import { resultWords } from '../../projections/words';
import { DocumentsPerformer } from '../../agents/documents/documentsPerformer';
import { Pace } from '../../agents/pace';
import type { Performer } from '../../agents/performer';
import type { DebateState } from '../../debate/fold/state';
import { Engine, type RunEnd, type StopStatus } from '../../engine/engine';
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

/** Writes `debate.log` and calls its listeners. A line that cannot be written does not stop the debate. */
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
      // A failing listener must neither stop the debate nor keep the event from other listeners.
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
  /** Name of this program, shown to others: `rostrum 0.1.0 (command line)`. */
  program: string;
  takeOver?: boolean | undefined;
  now?: () => Date;
  /** Listener; its errors are noted in `debate.log` and stop nothing. */
  onEvent?: (event: DebateEvent) => void;
  /** A performer that already exists for the same evidence, so that the index is not made twice. */
  offline?: Performer | undefined;
  /** Pace at which answers that come at once are shown. Default: off. */
  pace?: Pace;
  participants?: Participants;
  isStrict?: boolean;
  isAhead?: boolean;
  /** Options of the log for tests. */
  log?: Pick<LogOptions, 'io' | 'settleMs'>;
}

/** Documents that sum a debate up, each with the answer first. */
const readFirst = ['brief.md', 'summary.md', 'README.md', 'ruling.md', 'transcript.md'];

export class Session {
  #first: string | undefined;

  private constructor(
    readonly log: DebateLog,
    private readonly lease: Lease,
    private readonly engine: Engine,
    private readonly outputs: { events: EventSink; live: LiveDocuments; servers: KnownServerFile },
    /** Lets a viewer skip the pacing. */
    readonly pace: Pace,
    readonly warnings: readonly string[],
  ) {}

  /**
   * Takes the lease and opens the debate. @throws RecordError `lease_held`; PlanError when the folder holds no debate
   * that this version can run.
   */
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
    // The evidence of a replayed debate need not exist here.
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
    // A finished debate no longer reads its evidence.
    const changed = format.decide(log.state).length === 0 ? [] : changedFiles(evidence);
    const prompts = performers.changedPrompts.map(
      (name) => `The prompt "${name}" is not the one that the debate began with.`,
    );
    const warnings = [...repairs.map((repair) => repair.message), ...changed, ...prompts];
    return new Session(log, lease, engine, { events, live, servers }, pace, warnings);
  }

  /**
   * Runs to the end, a pause or a stop, then writes the documents due and releases the debate. A full disk and similar
   * failures do not make it throw.
   */
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
      // The documents that need no model are written even if the budget ran out after the conclusion.
      if (end.status === 'done' || (end.status === 'budget' && log.state.conclusion !== undefined)) {
        await live.flush();
        const names = await writeDocuments(log);
        files = names.length;
        this.#first = readFirst.find((name) => names.includes(name));
        events.emit({ kind: 'cost', usage: log.state.usage });
      }
    } catch (error) {
      // The record could not be written; the debate can continue once the cause is gone.
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

  /** Document that sums the debate up; undefined before it is written. */
  get firstDocument(): string | undefined {
    return this.#first;
  }

  pause(reason: string): void {
    this.pace.skip();
    this.engine.pause(reason);
  }

  stop(reason: string, status?: StopStatus): void {
    this.engine.stop(reason, status);
  }

  async #close(as: string, reason: string | undefined): Promise<void> {
    await this.outputs.live.flush();
    await this.outputs.events.flush();
    await this.outputs.servers.flush();
    await this.lease.release(as, reason);
    await this.log.close();
  }
}

/** The first changed files, and the number of the others. */
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

/** Name of this program in the lease: `rostrum 0.1.0 (command line)`. */
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
