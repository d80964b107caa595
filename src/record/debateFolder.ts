import { randomUUID } from 'node:crypto';
import { mkdir, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Draft } from '../debate/log/entry';
import { slugOf } from '../debate/log/names';
import { DebateLog } from './debateLog';
import { exists, pathOfLog, timeStamp } from './logPath';
import { withShortManifest } from './longManifest';
import { orRecordError } from './recordError';
import { makeFolders, syncFolder, writeDurably } from './durableFile';

interface NewDebate {
  parent: string;
  topic: string;
  /** The setup entry, or a function that makes it from the real path of each folder that is tried. */
  setup: Draft | ((folder: string) => Draft);
  /** File contents by name, at most one folder deep; written before the setup entry. */
  extra?: Record<string, string>;
  now: () => Date;
}

/**
 * Makes `<parent>/<YYYYMMDDTHHMMSSZ>-<slug>/` with the setup entry in it. It is built under another name and renamed, so that a crash
 * leaves no half-made debate; an existing folder is never reused. @throws RecordError
 */
export function createDebateFolder({ setup, ...options }: NewDebate): Promise<string> {
  return createFolder(options, (folder, target) =>
    fill(folder, { ...options, setup: typeof setup === 'function' ? setup(target) : setup }),
  );
}

type FillFolder = (folder: string, target: string) => Promise<void>;

/**
 * Creates a folder for a debate that begins with more than its setup; if `fillIt` throws, nothing is left behind.
 * @throws RecordError; what `fillIt` throws.
 */
export function createFolder(
  { topic, now, ...options }: Pick<NewDebate, 'parent' | 'topic' | 'now'>,
  fillIt: FillFolder,
): Promise<string> {
  const parent = resolve(options.parent);
  const make = async (): Promise<string> => {
    await makeFolders(parent);
    await removeAbandoned(parent);
    return await makeAt(join(parent, `${timeStamp(now())}-${slugOf(topic)}`), fillIt);
  };
  return orRecordError(make(), 'make a debate in', parent);
}

const draftPrefix = '.new-debate-';
const abandonedMs = 60 * 60_000;

/** Removes what a crash left: a draft folder older than an hour, since making a folder never takes that long. */
async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(draftPrefix)) continue;
    const stats = await stat(join(parent, name)).catch(() => undefined);
    const isAbandoned = stats !== undefined && Date.now() - stats.mtimeMs > abandonedMs;
    // Another process may be removing it too, or this user may not remove it.
    if (isAbandoned) await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

async function makeAt(wanted: string, fillIt: FillFolder): Promise<string> {
  const parent = dirname(wanted);
  const realParent = await realpath(parent);
  for (let suffix = 1; ; suffix += 1) {
    const target = suffix === 1 ? wanted : `${wanted}-${suffix}`;
    if (await exists(target)) continue;
    const draft = join(parent, `${draftPrefix}${randomUUID()}`);
    try {
      await mkdir(draft);
      await fillIt(draft, join(realParent, basename(target)));
      if (await isMovedTo(target, draft)) return target;
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  }
}

type Filling = Pick<NewDebate, 'extra' | 'now'> & { setup: Draft };

async function fill(folder: string, { setup: given, extra, now }: Filling): Promise<void> {
  for (const [name, content] of Object.entries(extra ?? {})) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeDurably(join(folder, name), content);
  }
  const setup = await withShortManifest(folder, given);
  await writeDurably(join(folder, 'debate.json'), `${JSON.stringify(setup.data, null, 2)}\n`);
  const log = await DebateLog.open(pathOfLog(folder), { now });
  try {
    await log.append([setup]);
  } finally {
    await log.close();
  }
  await syncFolder(folder);
}

/** Returns false if another process just made a debate there: a folder with a debate in it cannot be renamed onto. */
async function isMovedTo(target: string, draft: string): Promise<boolean> {
  try {
    await rename(draft, target);
  } catch (error) {
    if (await exists(target)) return false;
    throw error;
  }
  await syncFolder(dirname(target));
  return true;
}
