import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type * as z from 'zod';

/** The user's folder for files that programs can make again. */
export function cacheFolder(
  environment: NodeJS.ProcessEnv = process.env,
  what: 'evidence' | 'search' | 'citations' = 'evidence',
): string {
  const own = process.platform === 'win32' ? environment['LOCALAPPDATA'] : environment['XDG_CACHE_HOME'];
  const base =
    own === undefined || own === ''
      ? join(homedir(), process.platform === 'darwin' ? 'Library/Caches' : '.cache')
      : own;
  return join(base, 'rostrum', what);
}

/**
 * Milliseconds. A file may change twice within the resolution of its time, so one that has just changed has no stamp.
 */
const settledMs = 2_000;

/**
 * Returns a stamp that identifies an unchanged file, if possible. It blocks on the disk, so only threads may call it.
 */
export function stampOf(absolute: string): string | undefined {
  try {
    const stats = statSync(absolute);
    if (!stats.isFile() || Date.now() - stats.ctimeMs < settledMs) return undefined;
    return [stats.dev, stats.ino, stats.size, stats.mtimeMs, stats.ctimeMs].join(':');
  } catch {
    return undefined;
  }
}

interface CacheOptions<T> {
  folder: string;
  /** Folder of the cached files. The cache holds only while it and all other options are the same. */
  root: string;
  /** Name of the cached data. */
  name: string;
  schema: z.ZodType<T>;
}

/** Number of caches; the oldest ones of other folders are deleted beyond it. */
const mostCaches = 20;
const endOfName = '.jsonl';

/**
 * Caches data by path while the files below a folder are unchanged. The cache may be deleted at any time, and
 * unreadable or unwritable data is made again, so no method rejects.
 */
export class FileCache<T> {
  /** Lines as written; they are parsed on demand. */
  readonly #lines = new Map<string, { stamp: string; line: string }>();
  /** Lines used or added in this run; all others are dropped. */
  readonly #kept = new Map<string, string>();
  #isChanged = false;

  private constructor(private readonly options: CacheOptions<T>) {}

  static async open<T>(options: CacheOptions<T>): Promise<FileCache<T>> {
    const cache = new FileCache(options);
    const text = await readFile(cache.#path, 'utf8').catch(() => '');
    for (const line of text.split('\n')) {
      const [, path, stamp] = /^\["((?:[^"\\]|\\.)*)","([\d.:]+)",/.exec(line) ?? [];
      if (path !== undefined && stamp !== undefined) cache.#lines.set(path, { stamp, line });
    }
    return cache;
  }

  /** Returns the stamp of the file. */
  stampOf(path: string): string | undefined {
    return this.#lines.get(keyOf(path))?.stamp;
  }

  get(path: string, stamp: string | undefined): T | undefined {
    const known = this.#lines.get(keyOf(path));
    if (known === undefined || known.stamp !== stamp) return undefined;
    const parsed = this.options.schema.safeParse(valueIn(known.line));
    if (!parsed.success) return undefined;
    this.#kept.set(keyOf(path), known.line);
    return parsed.data;
  }

  /** Stores a value; a file without a stamp is not cached. */
  set(path: string, stamp: string | undefined, value: T): void {
    if (stamp === undefined) return;
    this.#kept.set(keyOf(path), lineOf(path, stamp, value));
    this.#isChanged = true;
  }

  async save(): Promise<void> {
    if (!this.#isChanged) return;
    const { folder } = this.options;
    const draft = `${this.#path}.${process.pid}.draft`;
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(
        draft,
        [...this.#kept.values()].map((line) => `${line}\n`),
        { mode: 0o600 },
      );
      await rename(draft, this.#path);
      await dropOldest(folder);
    } catch {
      // The disk is full or read-only; data that is not cached is made again.
      await rm(draft, { force: true }).catch(() => undefined);
    }
  }

  get #path(): string {
    const { folder, root, name } = this.options;
    return join(folder, `${createHash('sha256').update(root).digest('hex').slice(0, 32)}-${name}${endOfName}`);
  }
}

const keyOf = (path: string): string => JSON.stringify(path).slice(1, -1);

/** A cache line, compressed because passages are many times as long and repetitive. */
function lineOf(path: string, stamp: string, value: unknown): string {
  const text = JSON.stringify(value);
  if (text.length < shortest) return JSON.stringify([path, stamp, value]);
  return JSON.stringify([
    path,
    stamp,
    null,
    deflateRawSync(text, { level: 1, windowBits: 12, memLevel: 5 }).toString('base64'),
  ]);
}

const shortest = 1_000;

const mostUnpacked = 256 * 1024 * 1024;

function valueIn(line: string): unknown {
  try {
    const parsed: unknown = JSON.parse(line);
    const [, , value, packed] = Array.isArray(parsed) ? (parsed as unknown[]) : [];
    return typeof packed === 'string'
      ? JSON.parse(inflateRawSync(Buffer.from(packed, 'base64'), { maxOutputLength: mostUnpacked }).toString('utf8'))
      : value;
  } catch {
    // A crash of the machine cut the file, or another version wrote it.
    return undefined;
  }
}

async function dropOldest(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(endOfName));
  if (names.length <= mostCaches) return;
  const aged = await Promise.all(
    names.map(async (name) => ({ path: join(folder, name), at: (await stat(join(folder, name))).mtimeMs })),
  );
  const oldest = aged.sort((one, other) => other.at - one.at).slice(mostCaches);
  for (const { path } of oldest) await rm(path, { force: true });
}
