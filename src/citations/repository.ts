import { execFile } from 'node:child_process';
import { lstat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The folder that holds `.git`, at or above a folder; undefined outside a repository. Runs no program. */
export async function gitTop(folder: string): Promise<string | undefined> {
  for (let at = folder; ; at = dirname(at)) {
    if (
      await lstat(join(at, '.git')).then(
        () => true,
        () => false,
      )
    )
      return at;
    if (dirname(at) === at) return undefined;
  }
}

/** No git, no repository or no such revision. */
export class GitFailure extends Error {
  override readonly name = 'GitFailure';
}

/** What differs from a revision. */
export interface ChangesSince {
  /** Paths below the repository's top. */
  files: ReadonlySet<string>;
  /** The text of a file as it was; undefined if it was not there. */
  before(path: string): Promise<string | undefined>;
}

/** Options of a repository may name programs; these are not run. */
const quiet = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', '-c', 'core.quotePath=false'];

async function git(top: string, args: readonly string[], signal: AbortSignal): Promise<string> {
  const options = { cwd: top, signal, maxBuffer: 64 * 1024 * 1024, timeout: 60_000, windowsHide: true };
  const { stdout } = await run('git', [...quiet, ...args], options);
  return stdout;
}

const longestReason = 300;

/** @throws GitFailure; the signal's reason */
export async function changesSince(top: string, revision: string, signal: AbortSignal): Promise<ChangesSince> {
  if (revision.startsWith('-')) throw new GitFailure(`“${revision}” is no revision.`);
  try {
    const commit = (await git(top, ['rev-parse', '--verify', '--quiet', `${revision}^{commit}`], signal)).trim();
    const changed = await git(
      top,
      ['diff', '--name-only', '-z', '--no-ext-diff', '--no-textconv', commit, '--'],
      signal,
    );
    const added = await git(top, ['ls-files', '--others', '--exclude-standard', '-z'], signal);
    return {
      files: new Set([...changed.split('\0'), ...added.split('\0')].filter((path) => path !== '')),
      before: (path) =>
        git(top, ['show', '--no-ext-diff', '--no-textconv', `${commit}:${path}`], signal).catch(() => {
          signal.throwIfAborted();
          return undefined;
        }),
    };
  } catch (error) {
    signal.throwIfAborted();
    const { code, stderr = '' } = error as { code?: unknown; stderr?: string };
    if (code === 'ENOENT') throw new GitFailure('--since needs git, which is not installed.');
    const said = stderr.trim().slice(0, longestReason);
    throw new GitFailure(`git does not know the revision “${revision}”${said === '' ? '' : `: ${said}`}.`);
  }
}
