import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Entry } from '../../src/debate/log/entry';
import { createDebate } from '../../src/session/plan/createDebate';
import { samplePlan } from '../../src/session/library/samples';
import { readEntries } from './scriptedDebate';
import { runFolder } from './testSession';

export const samplesFolder = resolve(import.meta.dirname, '..', '..', 'media', 'sample');

export interface PlayedSample {
  folder: string;
  entries: Entry[];
  /** Returns the text of a file in the debate's folder. */
  file: (name: string) => Promise<string>;
}

/** Folder of a sample that has not begun. */
export async function sampleFolder(name: string): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'rostrum-sample-'));
  return await createDebate(await samplePlan(name, { parent, now: () => new Date() }));
}

/** Plays a sample from start to end. */
export async function playedSample(name: string): Promise<PlayedSample> {
  const folder = await sampleFolder(name);
  const end = await runFolder(folder);
  if (end.status !== 'done') throw new Error(`The sample ${name} ended ${JSON.stringify(end)}.`);
  return { folder, entries: await readEntries(folder), file: (path) => readFile(join(folder, path), 'utf8') };
}
