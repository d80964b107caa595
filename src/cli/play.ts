import { join } from 'node:path';
import { formatNamed } from '../debate/formats/registry';
import { Pace, type Speed } from '../agents/pace';
import type { Performer } from '../agents/performer';
import type { RunEnd } from '../engine/engine';
import { cacheFolder } from '../research/fileCache';
import type { Participants } from '../session/plan/modelAccess';
import { removeIndex } from '../session/library/logCache';
import { whatItProves } from '../session/review/auditWords';
import { Session, programName } from '../session/run/session';
import { statusOf, type DebateStatus } from '../session/library/status';
import { english } from '../projections/vocabulary';
import { outcomeWords } from '../projections/words';
import { outcomeFound } from './status';
import type { Output } from './output';
import { plainReason, withFullStop, shellWord } from '../matching/text/shortText';
import { isAsked } from './modelOffers';
import { ProgressLines } from './progressLines';
import { TerminalSeats } from './seats';

export interface PlayOptions {
  out: Output;
  takeOver?: boolean;
  /** Notes printed first; with JSON they are warnings of the one object. */
  notes?: readonly string[];
  offline?: Performer | undefined;
  pace?: Speed;
  participants?: Participants;
  resumeFlags?: string;
}

/** Runs a debate from its current state, or one that is made first. Returns the exit status. */
export async function play(debate: string | (() => Promise<string>), options: PlayOptions): Promise<number> {
  // Signals that come while the debate is made and opened apply afterwards.
  const signals = signalsTo(options.out);
  try {
    return await playUnder(signals, typeof debate === 'string' ? debate : await debate(), options);
  } finally {
    signals.forget();
  }
}

async function playUnder(signals: Signals, folder: string, options: PlayOptions): Promise<number> {
  const { out, notes = [] } = options;
  for (const note of notes) out.say(out.paint('gray', note));
  const pace = new Pace(options.pace ?? 'off');
  const seats = new TerminalSeats({
    out,
    view: () => session.log.view,
    refresh: () => session.log.refresh(),
    leave: () => session.stop('The person who was asked left.', 'stopped'),
    input: process.stdin,
    output: process.stdout,
  });
  const session: Session = await Session.open({
    folder,
    program: programName('command line'),
    pace,
    takeOver: options.takeOver,
    offline: options.offline,
    participants: {
      ...options.participants,
      ...(isAsked({ yes: false, json: out.isJson }) ? { humanTasks: seats } : {}),
    },
    onEvent: (event) => {
      progress.show(event);
      if (event.kind === 'written' && event.type === 'redaction')
        void removeIndex(cacheFolder(process.env, 'search'), folder);
    },
  });
  const progress = new ProgressLines(() => session.log.view, out);
  signals.reach(session);
  const hasPeople = [...session.log.state.models.values()].includes('human');
  const leaveKeys = pace.canSkip && !hasPeople ? onKeys(pace, { out, interrupt: signals.interrupt }) : () => undefined;
  try {
    const end = await session.run();
    const reasons = 'reason' in end ? [end.reason] : [];
    const warnings = [...notes, ...session.warnings, ...reasons];
    // The folder may be gone.
    const found = { ...(await statusOf(session.log, warnings)), status: statusWords[end.status] };
    if (out.isJson) out.json(found);
    if (end.status === 'done') {
      out.print(
        `Debate complete. Outcome: ${outcomeWords(english, outcomeFound(found))}. All outputs are in ${folder}.`,
      );
      // Standard output ends with the outcome, for programs; people see this line last.
      if (session.firstDocument !== undefined) out.path(`Read first: ${join(folder, session.firstDocument)}`);
      if (found.head !== undefined) out.say(`Head of the record: ${found.head}\n${whatItProves}`);
      return 0;
    }
    const isConcluded = session.log.state.conclusion !== undefined;
    out.error(
      `${withFullStop(plainReason(end.reason))} ${wayOn(end, isConcluded)}: rostrum resume ${shellWord(folder)}${options.resumeFlags ?? ''}`,
    );
    const format = formatNamed(found.format);
    const skippable = end.status === 'paused' ? found.next.find((id) => format?.canSkip?.(id)) : undefined;
    if (skippable !== undefined)
      out.error(`Or without it: rostrum resume ${shellWord(folder)} --skip ${skippable}${options.resumeFlags ?? ''}`);
    return 3;
  } finally {
    leaveKeys();
  }
}

function wayOn(end: Exclude<RunEnd, { status: 'done' }>, isConcluded: boolean): string {
  if (end.status === 'budget')
    return isConcluded
      ? 'For the documents that are left, raise the budget with --budget-usd'
      : 'Conclude with --conclude, or raise the budget with --budget-usd';
  if (end.status === 'paused' && end.code === 'no_person') return 'Or give the seat to a model with --models';
  return 'Go on with';
}

const statusWords: Record<RunEnd['status'], DebateStatus['status']> = {
  done: 'done',
  paused: 'paused',
  budget: 'paused',
  stopped: 'interrupted',
  interrupted: 'interrupted',
};

type Signals = ReturnType<typeof signalsTo>;

/** Ctrl-C pauses; a second one stops at once, as a termination does. */
function signalsTo(out: Output) {
  let reached: Session | undefined;
  const early: ((session: Session) => void)[] = [];
  const ask = (wish: (session: Session) => void): void => {
    if (reached === undefined) early.push(wish);
    else wish(reached);
  };
  let isPausing = false;
  const interrupt = (): void => {
    if (isPausing) {
      // The debate has not started, and opening it may hang.
      if (reached === undefined) process.exit(130);
      ask((session) => session.stop('Stopped by Ctrl-C.', 'stopped'));
      return;
    }
    isPausing = true;
    out.error('pausing after the running task; press Ctrl-C again to stop at once.');
    ask((session) => session.pause('Paused by Ctrl-C.'));
  };
  const terminate = (): void => ask((session) => session.stop('Stopped by a termination signal.'));
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', terminate);
  process.on('SIGHUP', terminate);
  const reach = (session: Session): void => {
    reached = session;
    for (const wish of early) wish(session);
  };
  const forget = (): void => {
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', terminate);
    process.off('SIGHUP', terminate);
  };
  return { interrupt, reach, forget };
}

/** Key `s` shows the rest at once. A terminal that reports keys reports Ctrl-C as one, too. */
function onKeys(pace: Pace, { out, interrupt }: { out: Output; interrupt: () => void }): () => void {
  const { stdin } = process;
  if (!stdin.isTTY) return () => undefined;
  const onKey = (data: Buffer): void => {
    for (const key of data.toString('latin1')) {
      if (key === '\u0003') interrupt();
      else if (key === 's' || key === 'S') pace.skip();
    }
  };
  stdin.setRawMode(true);
  stdin.on('data', onKey);
  stdin.resume();
  out.say(out.paint('dim', 'Press s to skip to the end, Ctrl-C to pause.'));
  return () => {
    stdin.off('data', onKey);
    stdin.setRawMode(false);
    stdin.pause();
  };
}
