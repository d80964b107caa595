import { constants } from 'node:fs';
import { chmod, lstat, open, readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { usageSchema } from '../debate/log/data/common';
import { makeFolder, writeDurably } from './durableFile';
import { systemCode } from './recordError';
import { sha256 } from './sha256';

const keptSchema = z.object({
  /** Unique even among answers to the same request, because the record counts answers by it. */
  id: z.string().min(1),
  step: z.string(),
  task: z.string(),
  agent: z.string(),
  /** Usage of the request and its failed tries; absent if unknown. */
  usage: usageSchema.optional(),
  /** The provider's answer, in a shape that only its caller knows; null if it held redacted text. */
  answer: z.unknown(),
});

/** A paid answer whose step is not in the log. */
export type KeptAnswer = z.infer<typeof keptSchema>;

const fileSchema = z.object({ sha256: z.string(), kept: z.unknown() });

const fileMode = 0o600;
const folderMode = 0o700;
const othersMay = 0o077;

const folderName = 'answers';
/** Names end in `.answer`, so that the files are not read as evidence. */
const name = /^[0-9a-f]{64}\.answer$/;
const halfName = /^[0-9a-f]{64}\.answer\.[0-9a-f-]{36}\.tmp$/;

/** Checks by folder and file name; `path` uses `/`. */
export function isKeptAnswer(path: string): boolean {
  const [folder, file = ''] = path.split('/').slice(-2);
  return folder === folderName && (name.test(file) || halfName.test(file));
}

/** Limit against hostile files; no model's answer is nearly as long. */
const mostBytes = 64 * 1024 * 1024;

const openFlags = constants.O_RDONLY | (process.platform === 'win32' ? 0 : constants.O_NOFOLLOW | constants.O_NONBLOCK);

/** The `answers/` folder of a debate: files that only their writer reads. A link in its place is not followed. */
export class AnswerFiles {
  readonly #folder: string;

  constructor(debateFolder: string) {
    this.#folder = join(debateFolder, folderName);
  }

  /**
   * Maps each file name to its answer, or to undefined if the file is cut, changed, owned by another user or open to
   * others.
   */
  async all(): Promise<Map<string, KeptAnswer | undefined>> {
    const found = new Map<string, KeptAnswer | undefined>();
    for (const each of await this.#names()) {
      if (halfName.test(each)) await this.remove(each);
      else if (name.test(each)) found.set(each, await this.read(each));
    }
    return found;
  }

  nameOf(key: unknown): string {
    return `${sha256(JSON.stringify(key))}.answer`;
  }

  async read(file: string): Promise<KeptAnswer | undefined> {
    const text = await this.#text(file).catch((error: unknown) => {
      if (systemCode(error) === undefined) throw error;
    });
    return text === undefined ? undefined : keptIn(text);
  }

  async write(file: string, kept: KeptAnswer): Promise<void> {
    await makeFolder(this.#folder, folderMode);
    if (!(await this.#isFolder())) throw new Error(`${this.#folder} is no folder; no answers are kept.`);
    // The folder may belong to another user; the files have their own mode.
    await chmod(this.#folder, folderMode).catch(() => undefined);
    const json = JSON.stringify(kept);
    await writeDurably(join(this.#folder, file), `{"sha256":"${sha256(json)}","kept":${json}}\n`, fileMode);
  }

  /** A failure is ignored: a file that is missing or cannot be removed is useless to others. */
  async remove(file: string): Promise<void> {
    if (await this.#isFolder()) await rm(join(this.#folder, file), { force: true }).catch(() => undefined);
  }

  async tidy(): Promise<void> {
    if (await this.#isFolder()) await rmdir(this.#folder).catch(() => undefined);
  }

  async #names(): Promise<string[]> {
    return (await this.#isFolder()) ? await readdir(this.#folder).catch(() => []) : [];
  }

  async #isFolder(): Promise<boolean> {
    const stats = await lstat(this.#folder).catch(() => undefined);
    return stats?.isDirectory() === true;
  }

  async #text(file: string): Promise<string | undefined> {
    const handle = await open(join(this.#folder, file), openFlags);
    try {
      const stats = await handle.stat();
      const isOwn = process.getuid === undefined || stats.uid === process.getuid();
      const isPrivate = process.platform === 'win32' || (stats.mode & othersMay) === 0;
      if (!stats.isFile() || stats.size > mostBytes || !isOwn || !isPrivate) return undefined;
      return await handle.readFile('utf8');
    } finally {
      await handle.close();
    }
  }
}

function keptIn(text: string): KeptAnswer | undefined {
  try {
    const { sha256: stated, kept } = fileSchema.parse(JSON.parse(text));
    return sha256(JSON.stringify(kept)) === stated ? keptSchema.parse(kept) : undefined;
  } catch {
    return undefined; // The file was cut, or this program did not write it.
  }
}
