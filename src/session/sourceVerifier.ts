import type { Performer } from '../agents/performer';
import type { SetupData } from '../debate/entryData';
import type { TaskOutput } from '../debate/tasks';
import { performTask } from '../engine/performTask';
import type { DebateLog } from '../record/debateLog';
import { SnapshotStore } from '../record/snapshots';
import { workspaceSourceReader } from '../research/sourceReader';
import type { Support } from '../verify/checkSource';
import { Verifier, type SupportQuestion } from '../verify/verifier';

/** The Verifier of a debate that runs: reads the files of the setup's manifest, keeps snapshots in the debate's folder. */
export function verifierFor(parts: {
  setup: SetupData;
  log: DebateLog;
  performer: Performer;
  now: () => Date;
}): Verifier {
  const { setup, log, performer, now } = parts;
  const { folder } = log;
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
      idleMs: (around.log.state.limits.task_minutes ?? 5) * 60_000,
      onRetry: () => undefined,
      onProgress: () => undefined,
    },
  );
  return outcome.ok ? (outcome.output as TaskOutput<'verifier/support'>) : undefined;
}
