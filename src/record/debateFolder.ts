import { randomUUID } from 'node:crypto';
import { access, mkdir, rename, rm, rmdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Draft } from '../debate/entry';
import { slugOf } from '../debate/slug';
import { DebateLog, pathOfLog } from './debateLog';
import { recordErrorFrom } from './recordError';
import { writeDurably } from './snapshots';

/**
 * Makes the folder of a new debate, `<parent>/<YYYYMMDDTHHMMSSZ>-<slug>/`, with its setup entry in it. It is built
 * under another name and renamed, so that a crash leaves no half-made debate; an existing folder is never reused.
 *
 * @throws RecordError `not_permitted`, `no_space` and the like.
 */
export async function createDebateFolder(options: {
  parent: string;
  topic: string;
  setup: Draft;
  now: () => Date;
}): Promise<string> {
  const parent = resolve(options.parent);
  try {
    await mkdir(parent, { recursive: true });
    const draft = join(parent, `.new-debate-${randomUUID()}`);
    await mkdir(draft);
    try {
      await fill(draft, options);
      const stamp = options.now().toISOString().replace(/[-:]|\.\d+/g, '');
      return await moveTo(draft, join(parent, `${stamp}-${slugOf(options.topic)}`));
    } catch (error) {
      await rm(draft, { recursive: true, force: true });
      throw error;
    }
  } catch (error) {
    throw recordErrorFrom(error, 'make a debate in', parent);
  }
}

async function fill(folder: string, { setup, now }: { setup: Draft; now: () => Date }): Promise<void> {
  await writeDurably(join(folder, 'debate.json'), `${JSON.stringify(setup.data, null, 2)}\n`);
  const log = await DebateLog.open(pathOfLog(folder), { now });
  try {
    await log.append([setup]);
  } finally {
    await log.close();
  }
}

async function moveTo(draft: string, wanted: string): Promise<string> {
  for (let suffix = 1; ; suffix += 1) {
    const target = suffix === 1 ? wanted : `${wanted}-${suffix}`;
    if (await reserve(target)) {
      // On Windows a folder cannot be renamed onto another one, even an empty one.
      if (process.platform === 'win32') await rmdir(target);
      await rename(draft, target);
      return target;
    }
  }
}

async function reserve(folder: string): Promise<boolean> {
  try {
    await mkdir(folder);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
