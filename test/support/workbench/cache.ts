import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { check, lock } from 'proper-lockfile';
import { told } from './steps';

/** Folder for the tests' downloads between runs, outside the repository, so that a fresh clone finds them. */
export function cacheFolder(): string {
  const own = process.env['ROSTRUM_TEST_CACHE'];
  if (own !== undefined && own !== '') return own;
  const xdg = process.env['XDG_CACHE_HOME'];
  return join(xdg === undefined || xdg === '' ? join(homedir(), '.cache') : xdg, 'rostrum-tests');
}

/**
 * Returns the folder `name` of the cache, made by `make` when it is missing. It is made elsewhere and renamed when
 * complete, so that an interrupted run leaves nothing that looks finished. The second of two simultaneous runs waits.
 */
export async function installOnce(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const target = join(cacheFolder(), `${name}-${process.platform}-${process.arch}`);
  if (existsSync(target)) return target;
  await mkdir(cacheFolder(), { recursive: true });
  // The lock of a run that was killed is taken over after a minute; one that is at work renews its own.
  const terms = { realpath: false, stale: 60_000 };
  const take = (): Promise<() => Promise<void>> =>
    lock(target, { ...terms, retries: { retries: 1_800, minTimeout: 500, maxTimeout: 500 } });
  const isTaken = await check(target, terms);
  const release = isTaken ? await told(`Another run installs ${name}; this one waits for it`, take) : await take();
  try {
    if (!existsSync(target)) await install(name, target, make);
  } finally {
    await release();
  }
  return target;
}

async function install(name: string, target: string, make: (folder: string) => Promise<void>): Promise<void> {
  await sweep();
  const aside = await mkdtemp(join(cacheFolder(), '.making-'));
  try {
    await told(`${name} is installed once, into ${cacheFolder()}`, () => make(aside));
    await rename(aside, target);
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

/** Removes folders of killed runs; younger ones may belong to a running one. */
async function sweep(): Promise<void> {
  const dayAgo = Date.now() - 24 * 60 * 60_000;
  for (const name of await readdir(cacheFolder())) {
    if (!name.startsWith('.making-')) continue;
    const path = join(cacheFolder(), name);
    const made = await stat(path).catch(() => undefined);
    if (made !== undefined && made.mtimeMs < dayAgo) await rm(path, { recursive: true, force: true });
  }
}
