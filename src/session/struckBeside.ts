import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { strikeAnswers } from '../engine/keptAnswers';
import type { DebateLog } from '../record/debateLog';
import { leaseStatus } from '../record/lease';
import { exists } from '../record/logPath';
import { exportExtensions } from '../reports/export/exportDebate';
import { LiveDocuments } from '../reports/liveDocuments';
import { writeDocuments } from '../reports/writeDocuments';

/** `running`: whoever runs the debate does so. `maybe`: documents are left that may hold it. */
type StruckBeside = 'gone' | 'running' | 'maybe';

/** After something was struck by hand: takes it out of what we keep beside the log, answers and documents. */
export async function removeStruckBeside(log: DebateLog): Promise<StruckBeside> {
  const { folder, state } = log;
  if ((await leaseStatus(folder)).state === 'held') return 'running';
  await strikeAnswers(log);
  // Of another program's log they may be the only ones, under any name, and are not ours to change.
  if (state.setup === undefined)
    return (await readdir(folder)).every((name) => noDocument.test(name)) ? 'gone' : 'maybe';
  if (await exists(join(folder, 'metadata.json'))) {
    await writeDocuments(log);
    return 'gone';
  }
  const failures: string[] = [];
  const live = new LiveDocuments({ folder, view: () => log.view, onFailure: (message) => failures.push(message) });
  live.catchUp();
  await live.flush();
  return failures.length === 0 ? 'gone' : 'maybe';
}

const noDocument = /^(?:debate-log\.jsonl(?:\.lock.*)?|debate-log\.torn-.*|lock\.\d+|answers|sources)$/;

/** Copies that nobody makes again but the user: exports under the name that is offered for them, and what an import was made of. */
export async function copiesBeside(folder: string): Promise<string[]> {
  const exported = Object.values(exportExtensions).map((extension) => `${basename(folder)}.${extension}`);
  const names = [...exported, 'originals'];
  const found = await Promise.all(names.map((name) => exists(join(folder, name))));
  return names.filter((_, index) => found[index]);
}
