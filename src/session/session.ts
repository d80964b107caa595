import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createOfflinePerformer } from '../agents/offline/offlinePerformer';
import { TaskError, type Performer } from '../agents/performer';
import { parseScript, ScriptedPerformer } from '../agents/scripted';
import { panel } from '../debate/formats/panel/panel';
import type { SetupData } from '../debate/entryData';
import type { Format } from '../debate/step';
import type { TaskOutput } from '../debate/tasks';
import { Engine, type RunEnd } from '../engine/engine';
import type { DebateEvent } from '../engine/events';
import { performTask } from '../engine/performTask';
import { DebateLog, pathOfLog, type LogOptions } from '../record/debateLog';
import { exists } from '../record/debateFolder';
import { acquireLease, type Lease } from '../record/lease';
import { RecordError } from '../record/recordError';
import { SnapshotStore } from '../record/snapshots';
import { formatEvent } from '../reports/eventLog';
import { writeDocuments } from '../reports/writeDocuments';
import { workspaceSourceReader } from '../research/sourceReader';
import type { Support } from '../verify/checkSource';
import { Verifier, type SupportQuestion } from '../verify/verifier';
import { openEvidence } from './evidenceSet';
import { PlanError } from './plan';
import { engineVersion } from './version';

export interface SessionOptions {
  folder: string;
  /** Who asks, as others will see it: `rostrum 0.1.0 (command line)`. */
  program: string;
  takeOver?: boolean;
  now?: () => Date;
  onEvent?: (event: DebateEvent) => void;
  /** An offline performer that was built already, on the same evidence: its index is not made twice. */
  offline?: Performer;
  /** How the log is opened, for tests: calls that fail, no waiting for torn tails to settle. */
  log?: Pick<LogOptions, 'io' | 'settleMs'>;
}

/** A debate opened for running: log, lease, performers, verifier and engine put together. */
export class Session {

  private constructor(
    readonly log: DebateLog,
    private readonly lease: Lease,
    private readonly engine: Engine,
    private readonly events: EventSink,
    /** Said once at the start: repaired logs, evidence that changed. */
    readonly warnings: readonly string[],
  ) {}

  /**
   * @throws RecordError `lease_held` when another engine runs the debate.
   * @throws PlanError when the folder holds no debate that this version can run.
   */
  static async open(options: SessionOptions): Promise<Session> {
    const now = options.now ?? (() => new Date());
    const log = await DebateLog.open(pathOfLog(options.folder), { ...options.log, now });
    try {
      const setup = runnableSetup(log);
      const lease = await acquireLease(options.folder, {
        program: options.program,
        ...(options.takeOver === undefined ? {} : { takeOver: options.takeOver }),
      });
      return await Session.#assemble({ ...options, now }, { log, lease, setup }).catch(async (error: unknown) => {
        await lease.release('failed', error instanceof Error ? error.message : String(error));
        throw error;
      });
    } catch (error) {
      await log.close();
      throw error;
    }
  }

  static async #assemble(
    options: SessionOptions & { now: () => Date },
    { log, lease, setup }: { log: DebateLog; lease: Lease; setup: SetupData },
  ): Promise<Session> {
    const { folder, now } = options;
    const repairs = await log.repair();
    const evidence = await openEvidence(setup.evidence);
    const performer = await performerFor(setup, options.offline ?? (() => createOfflinePerformer(evidence)));
    const events = new EventSink(folder, now, options.onEvent);
    const verifier = verifierFor({ folder, setup, log, performer, now });
    const engine = new Engine({
      ...{ log, lease, format: formatOf(setup), now },
      performerOf: (agent) => (agent === 'verifier' ? withEvidence(performer, setup) : performer),
      checker: verifier,
      capture: (url, signal) => verifier.capture(url, signal),
      onEvent: (event) => events.emit(event),
    });
    const changed = evidence.changed.map((path) => `${path} has changed since the debate began and is not argued from.`);
    const warnings = [...repairs.map((repair) => repair.message), ...changed];
    return new Session(log, lease, engine, events, warnings);
  }

  /** Runs to the end, a pause or a stop, then writes what is due and lets go of the debate. Never throws on a full disk and the like. */
  async run(): Promise<RunEnd> {
    const { log, events } = this;
    const { setup } = log.state;
    if (log.state.steps.size <= 1) {
      const debaters = log.state.debaters.map((debater) => debater.name);
      events.emit({ kind: 'setup', topic: setup?.topic ?? '', debaters, dir: log.folder });
    }
    for (const message of this.warnings) events.emit({ kind: 'error', message });
    let end: RunEnd;
    try {
      end = await this.engine.run();
      if (end.status === 'done') {
        await writeDocuments(log);
        events.emit({ kind: 'cost', usage: log.state.usage });
        events.emit({ kind: 'complete', outcome: log.state.conclusion?.outcome ?? '', dir: log.folder });
      }
    } catch (error) {
      // The record could not be written: the debate pauses and goes on when the cause is gone.
      if (!(error instanceof RecordError)) {
        await this.#close('failed', error instanceof Error ? error.message : String(error));
        throw error;
      }
      events.emit({ kind: 'error', message: error.message });
      end = { status: error.code === 'lease_lost' ? 'interrupted' : 'paused', reason: error.message };
    }
    const reason = 'reason' in end ? end.reason : undefined;
    events.emit({ kind: 'shutdown', reason: reason ?? 'done' });
    await this.#close(end.status, reason);
    return end;
  }

  pause(reason: string): void {
    this.engine.pause(reason);
  }

  stop(reason: string): void {
    this.engine.stop(reason);
  }

  async #close(as: string, reason: string | undefined): Promise<void> {
    await this.events.flush();
    await this.lease.release(as, reason);
    await this.log.close();
  }
}

export const formatOf = (setup: SetupData): Format => {
  if (setup.format !== 'panel') {
    throw new PlanError('format', `This version runs panel debates; ${setup.format} debates can be read, not run.`);
  }
  return panel;
};

export const programName = (where: string): string => `rostrum ${engineVersion} (${where})`;

function runnableSetup(log: DebateLog): SetupData {
  const { setup } = log.state;
  if (setup !== undefined) return setup;
  const why =
    log.state.headers.length === 0
      ? 'There is no debate in it (no debate-log.jsonl with a setup entry).'
      : 'Its log has no setup that Rostrum wrote: it can be read and checked, not run.';
  throw new PlanError('not_runnable', `${log.folder} cannot be run. ${why}`);
}

/** The Verifier is ready when the evidence can be reached: else every source would end as unverified. */
function withEvidence(performer: Performer, setup: SetupData): Performer {
  const { root } = setup.evidence;
  return {
    provider: performer.provider,
    canPerform: (kind, id) => performer.canPerform(kind, id),
    perform: (request, context) => performer.perform(request, context),
    ready: async (agent, signal) => {
      const isThere = root === null || (await exists(root));
      if (!isThere) throw new TaskError('evidence_missing', `The evidence folder ${root} is gone. Put it back, then resume.`);
      await performer.ready(agent, signal);
    },
  };
}

async function performerFor(setup: SetupData, offline: Performer | (() => Promise<Performer>)): Promise<Performer> {
  const offlinePerformer = (): Promise<Performer> => (typeof offline === 'function' ? offline() : Promise.resolve(offline));
  const provider = setup['provider'] ?? setup.models['chair'];
  if (provider === 'offline') return await offlinePerformer();
  if (provider !== 'scripted') {
    const name = typeof provider === 'string' ? provider : 'unknown';
    throw new PlanError('provider', `This version has no provider "${name}"; it has offline and scripted.`);
  }
  const path = typeof setup['script'] === 'string' ? setup['script'] : '';
  const text = await readFile(path, 'utf8').catch(() => {
    throw new PlanError('script_missing', `The script of this debate, ${path}, cannot be read. Put it back, then resume.`);
  });
  const script = parseScript(text);
  const fallback = script['$fallback'] === 'offline' ? await offlinePerformer() : undefined;
  return new ScriptedPerformer(script, fallback);
}

function verifierFor(parts: {
  folder: string;
  setup: SetupData;
  log: DebateLog;
  performer: Performer;
  now: () => Date;
}): Verifier {
  const { folder, setup, log, performer, now } = parts;
  const { root, files } = setup.evidence;
  return new Verifier({
    snapshots: new SnapshotStore(folder),
    reader: workspaceSourceReader({ root: root ?? folder, files: root === null ? [] : files }),
    manifest: files,
    judgeSupport: (question, signal) => judgeSupport(question, { log, performer, signal }),
    today: () => now().toISOString().slice(0, 10),
  });
}

/** The one question of the Verifier that is not code's: put to whoever performs for it, if they can answer it. */
async function judgeSupport(
  { seq, ...question }: SupportQuestion,
  around: { log: DebateLog; performer: Performer; signal: AbortSignal },
): Promise<Support | undefined> {
  const index = around.log.entry(seq)?.sources?.findIndex((source) => source.url === question.url) ?? 0;
  const id = `support/${seq}/${index}`;
  if (!around.performer.canPerform('verifier/support', id)) return undefined;
  const outcome = await performTask(
    { id, agent: 'verifier', kind: 'verifier/support', input: () => question },
    {
      performer: around.performer,
      view: () => around.log.view,
      capture: () => Promise.resolve({ outcome: 'unsupported', reason: 'not needed' }),
      signal: around.signal,
      idleMs: 5 * 60_000,
      onRetry: () => undefined,
      onProgress: () => undefined,
    },
  );
  return outcome.ok ? (outcome.output as TaskOutput<'verifier/support'>) : undefined;
}

/** `debate.log` and whoever listens. A line that cannot be written is not worth stopping a debate for. */
class EventSink {
  #queue: Promise<void> = Promise.resolve();

  constructor(
    private readonly folder: string,
    private readonly now: () => Date,
    private readonly listener: ((event: DebateEvent) => void) | undefined,
  ) {}

  emit(event: DebateEvent): void {
    const line = formatEvent(event, this.now());
    if (line !== undefined) {
      const write = (): Promise<void> => appendFile(join(this.folder, 'debate.log'), `${line}\n`);
      this.#queue = this.#queue.then(write).catch(() => undefined);
    }
    try {
      this.listener?.(event);
    } catch (error) {
      // Whoever watches must not stop the debate, nor keep the others from hearing of it.
      const message = error instanceof Error ? error.message : String(error);
      this.#queue = this.#queue.then(() => appendFile(join(this.folder, 'debate.log'), `A listener failed: ${message}\n`)).catch(() => undefined);
    }
  }

  flush(): Promise<void> {
    return this.#queue;
  }
}
