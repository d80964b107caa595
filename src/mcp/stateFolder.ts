import { appendFile, chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { lock } from 'proper-lockfile';
import * as z from 'zod';
import { jsonOf } from '../debate/log/objects';
import { sha256 } from '../record/sha256';
import type { DebateSecret } from './tickets';

const debateFile = z.object({ id: z.string(), secret: z.string().length(64), folder: z.string() });
export type KnownDebate = z.infer<typeof debateFile>;

/** What a running debate may still spend, set aside by its id. `before`: US dollars that its record had then. */
const setAside = z.object({ most: z.number(), before: z.number() });

/** US dollars of one UTC day. */
const spendingFile = z.object({
  day: z.string(),
  usd: z.number(),
  running: z.record(z.string(), setAside).default({}),
});
export type Spending = z.infer<typeof spendingFile>;

const lockOptions = { realpath: false, retries: { retries: 50, minTimeout: 20, maxTimeout: 200 } };

/** Folder of this user's state, readable to nobody else. It holds what must not lie in a debate's folder. */
export function stateFolder(environment: NodeJS.ProcessEnv = process.env): string {
  const own = process.platform === 'win32' ? environment['LOCALAPPDATA'] : environment['XDG_STATE_HOME'];
  const base =
    own === undefined || own === ''
      ? join(homedir(), process.platform === 'darwin' ? 'Library/Application Support' : '.local/state')
      : own;
  return join(base, 'rostrum');
}

/** A path of a socket is cut off after about a hundred characters. */
const longestSocketPath = 100;

/** What the server processes of one user know together: the secrets of debates, where they lie, and what was spent. */
export class StateFolder {
  constructor(private readonly folder = stateFolder()) {}

  async debate(id: string): Promise<KnownDebate | undefined> {
    const text = await readFile(this.#debatePath(id), 'utf8').catch(() => undefined);
    return text === undefined ? undefined : debateFile.safeParse(jsonOf(text)).data;
  }

  async keep({ id, secret }: DebateSecret, folder: string): Promise<void> {
    await this.#write(this.#debatePath(id), JSON.stringify({ id, secret, folder }));
  }

  async forget(id: string): Promise<void> {
    await rm(this.#debatePath(id), { force: true });
  }

  /** Id of the debate in this folder, so that its older handle and tickets die when a new secret is drawn. */
  async idOf(folder: string): Promise<string | undefined> {
    const text = await readFile(this.#folderPath(folder), 'utf8').catch(() => undefined);
    return text?.trim();
  }

  async keepId(folder: string, id: string): Promise<void> {
    await this.#write(this.#folderPath(folder), id);
  }

  /** Lines of `addAnswered`. */
  async answered(id: string): Promise<string[]> {
    const text = await readFile(this.#answeredPath(id), 'utf8').catch(() => '');
    return text.split('\n');
  }

  async addAnswered(id: string, line: string): Promise<void> {
    await this.#makeFolder(join(this.#answeredPath(id), '..'));
    // A line that a kill cut off must not take the next one with it.
    await appendFile(this.#answeredPath(id), `\n${line}`, { mode: 0o600, flush: true });
  }

  /** Path of the socket or pipe at which the holder of the debate answers. */
  async socketOf(id: string): Promise<string> {
    if (process.platform === 'win32') return `\\\\.\\pipe\\rostrum-${userInfo().username}-${id}`;
    const place = join(this.folder, 'sockets', `${id}.sock`);
    const short = join(tmpdir(), `rostrum-${userInfo().uid}`, `${id}.sock`);
    const path = place.length <= longestSocketPath ? place : short;
    await this.#makeFolder(join(path, '..'));
    return path;
  }

  /** What debates of this user's servers spent on this UTC day, and may still spend. */
  async spending(day: string): Promise<Spending> {
    const text = await readFile(this.#spendingPath, 'utf8').catch(() => undefined);
    const known = text === undefined ? undefined : spendingFile.safeParse(jsonOf(text)).data;
    // What a debate spends past midnight was set aside on the day on which it began.
    return known?.day === day ? known : { day, usd: 0, running: {} };
  }

  /** Changes it, one process after the other. Returns what `change` returned. */
  async changeSpending<T>(day: string, change: (spending: Spending) => T): Promise<T> {
    await this.#makeFolder(this.folder);
    const release = await lock(this.#spendingPath, lockOptions);
    try {
      const spending = await this.spending(day);
      const changed = change(spending);
      await this.#write(this.#spendingPath, JSON.stringify(spending));
      return changed;
    } finally {
      await release();
    }
  }

  get #spendingPath(): string {
    return join(this.folder, 'spending.json');
  }

  #debatePath(id: string): string {
    return join(this.folder, 'debates', `${id}.json`);
  }

  #answeredPath(id: string): string {
    return join(this.folder, 'debates', `${id}.answered`);
  }

  #folderPath(folder: string): string {
    return join(this.folder, 'folders', sha256(folder));
  }

  async #makeFolder(folder: string): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700).catch(() => undefined);
  }

  async #write(path: string, text: string): Promise<void> {
    await this.#makeFolder(this.folder);
    await this.#makeFolder(join(path, '..'));
    const draft = `${path}.${process.pid}.new`;
    await writeFile(draft, text, { mode: 0o600, flush: true });
    await rename(draft, path);
  }
}
