import { basename, join } from 'node:path';
import { strikeAnswers } from '../engine/keptAnswers';
import type { DebateLog } from '../record/debateLog';
import { leaseStatus } from '../record/lease';
import { exists } from '../record/logPath';
import { exportExtensions } from '../reports/export/exportDebate';
import { LiveDocuments } from '../reports/liveDocuments';
import { writeDocuments } from '../reports/writeDocuments';

/**
 * After something was struck by hand: takes it out of what we keep beside the log, answers and documents. Whoever runs the debate does so.
 * False where documents are left that may hold it.
 */
export async function removeStruckBeside(log: DebateLog): Promise<boolean> {
  const { folder, state } = log;
  if ((await leaseStatus(folder)).state === 'held') return true;
  await strikeAnswers(log);
  const areThere = await exists(join(folder, 'metadata.json'));
  // Of another program's log they may be the only ones, and are not ours to change.
  if (state.setup === undefined) return !areThere && !(await exists(join(folder, 'transcript.md')));
  if (areThere) {
    await writeDocuments(log);
    return true;
  }
  let isDone = true;
  const live = new LiveDocuments({ folder, view: () => log.view, onFailure: () => (isDone = false) });
  live.catchUp();
  await live.flush();
  return isDone;
}

/** Exports under the name that is offered for them, which nobody makes again but the user. */
export async function exportsBeside(folder: string): Promise<string[]> {
  const names = Object.values(exportExtensions).map((extension) => `${basename(folder)}.${extension}`);
  const found = await Promise.all(names.map((name) => exists(join(folder, name))));
  return names.filter((_, index) => found[index]);
}
