import { randomUUID } from 'node:crypto';
import { access, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Draft } from '../debate/entry';
import { slugOf } from '../debate/slug';
import { DebateLog, pathOfLog } from './debateLog';
import { recordErrorFrom, systemCode } from './recordError';
import { syncFolder, writeDurably } from './durableFile';

/**
 * Makes the folder of a new debate, `<parent>/<YYYYMMDDTHHMMSSZ>-<slug>/`, with its setup entry in it. It is built
 * under another name and renamed, so that a crash leaves no half-made debate; an existing folder is never reused.
 *
 * @throws RecordError `invalid_entry`, `not_permitted`, `no_space` and the like.
 */
export async function createDebateFolder(options: {
  parent: string;
  topic: string;
  setup: Draft;
  /** Further files by name, written before the setup entry. */
  extra?: Record<string, string>;
  now: () => Date;
}): Promise<string> {
  const parent = resolve(options.parent);
  try {
    await mkdir(parent, { recursive: true });
    await removeAbandoned(parent);
    const draft = join(parent, `${draftPrefix}${randomUUID()}`);
    try {
      await mkdir(draft);
      await fill(draft, options);
      const stamp = options.now().toISOString().replace(/[-:]|\.\d+/g, '');
      return await moveTo(draft, join(parent, `${stamp}-${slugOf(options.topic)}`));
    } catch (error) {
      await rm(draft, { recursive: true, force: true });
      throw error;
    }
  } catch (error) {
    throw systemCode(error) === undefined ? error : recordErrorFrom(error, 'make a debate in', parent);
  }
}

const draftPrefix = '.new-debate-';
const abandonedMs = 60 * 60_000;

/** What a crash left behind: nobody takes an hour to make a folder. */
async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(draftPrefix)) continue;
    const stats = await stat(join(parent, name)).catch(() => undefined);
    const isAbandoned = stats !== undefined && Date.now() - stats.mtimeMs > abandonedMs;
    // Another process may be at it too, or it may not be ours to remove: it does no harm.
    if (isAbandoned) await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

async function fill(
  folder: string,
  { setup, extra, now }: { setup: Draft; extra?: Record<string, string>; now: () => Date },
): Promise<void> {
  for (const [name, content] of Object.entries(extra ?? {})) await writeDurably(join(folder, name), content);
  await writeDurably(join(folder, 'debate.json'), `${JSON.stringify(setup.data, null, 2)}\n`);
  const log = await DebateLog.open(pathOfLog(folder), { now });
  try {
    await log.append([setup]);
  } finally {
    await log.close();
  }
  await syncFolder(folder);
}

async function moveTo(draft: string, wanted: string): Promise<string> {
  for (let suffix = 1; ; suffix += 1) {
    const target = suffix === 1 ? wanted : `${wanted}-${suffix}`;
    if (await exists(target)) continue;
    try {
      await rename(draft, target);
      await syncFolder(join(target, '..'));
      return target;
    } catch (error) {
      // Made by another process just now: a folder with a debate in it cannot be renamed onto.
      if (!(await exists(target))) throw error;
    }
  }
}

export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
