import type { Performer } from '../agents/performer';
import type { RunEnd } from '../engine/engine';
import type { Participants } from '../session/modelAccess';
import { Session, programName } from '../session/session';
import { statusOf, type DebateStatus } from '../session/status';
import type { Output } from './output';
import { Progress } from './progress';

export interface PlayOptions {
  out: Output;
  takeOver?: boolean;
  notes?: readonly string[];
  offline?: Performer;
  participants?: Participants;
  /** Flags that resuming needs too, with a space before them: addresses are never taken from a record. */
  resumeFlags?: string;
}

/** Runs a debate from where it stands and tells how it ended. Returns the exit status. */
export async function play(folder: string, options: PlayOptions): Promise<number> {
  const { out } = options;
  const session: Session = await Session.open({
    folder,
    program: programName('command line'),
    ...(options.takeOver === undefined ? {} : { takeOver: options.takeOver }),
    ...(options.offline === undefined ? {} : { offline: options.offline }),
    ...(options.participants === undefined ? {} : { participants: options.participants }),
    onEvent: (event) => progress.show(event),
  });
  const progress = new Progress(() => session.log.view, out);
  const forget = onSignals(session, out);
  try {
    const end = await session.run();
    const reasons = 'reason' in end ? [end.reason] : [];
    const warnings = [...(options.notes ?? []), ...session.warnings, ...reasons];
    // From what the run knows: the folder may be gone.
    const found = { ...(await statusOf(session.log, warnings)), status: statusWords[end.status] };
    if (out.isJson) out.json(found);
    if (end.status === 'done') {
      out.tell(`Debate complete. Outcome: ${found.outcome ?? found.result ?? 'none'}. All outputs are in ${folder}.`);
      return 0;
    }
    out.error(`${sentence(end.reason)} ${wayOn(end)}: rostrum resume ${folder}${options.resumeFlags ?? ''}`);
    const skippable = end.status === 'paused' && found.format === 'dialectic' ? found.next.find((id) => /^e\d+\/(arguments|judgment)$/.test(id)) : undefined;
    if (skippable !== undefined) out.error(`Or without it: rostrum resume ${folder} --skip ${skippable}${options.resumeFlags ?? ''}`);
    return 3;
  } finally {
    forget();
  }
}

const sentence = (text: string): string => (/[.!?”]$/.test(text) ? text : `${text}.`);

function wayOn(end: Exclude<RunEnd, { status: 'done' }>): string {
  if (end.status === 'budget') return 'Conclude with --conclude, or raise the budget with --budget-usd';
  if (end.status === 'paused' && end.code === 'no_person') return 'Or give the seat to a model with --models';
  return 'Go on with';
}

const statusWords: Record<RunEnd['status'], DebateStatus['status']> = {
  done: 'done',
  paused: 'paused',
  budget: 'paused',
  interrupted: 'interrupted',
};

/** Ctrl-C pauses, a second one stops at once; a termination stops at once. All of it can be resumed. */
function onSignals(session: Session, out: Output): () => void {
  let isPausing = false;
  const interrupt = (): void => {
    if (isPausing) {
      session.stop('Stopped by Ctrl-C.');
      return;
    }
    isPausing = true;
    out.error('pausing after the running task; press Ctrl-C again to stop at once.');
    session.pause('Paused by Ctrl-C.');
  };
  const terminate = (): void => session.stop('Stopped by a termination signal.');
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', terminate);
  process.on('SIGHUP', terminate);
  return () => {
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', terminate);
    process.off('SIGHUP', terminate);
  };
}
