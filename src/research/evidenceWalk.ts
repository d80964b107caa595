import type { Dirent } from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';
import * as path from 'node:path';
import { isDebateLog, refuseKind, refuseName, type LeftOut, type FileRefusal } from './admission';
import { readFailure } from './boundedRead';
import { IgnoreFileError, readIgnoreFile, type IgnoreRules } from './ignoreRules';
import { isInside, relativeTo } from './workspaceFile';

interface WalkOptions {
  /** Absolute path without links. */
  root: string;
  /** The requested file in the root; absent for the whole folder. */
  only?: string | undefined;
  /** Absolute real paths of folders that are never read. */
  excluded: readonly string[];
  /** The rules that apply at the root before its own .gitignore. */
  rules: IgnoreRules;
  signal?: AbortSignal | undefined;
}

export interface Walked {
  /** Files that only their size or content can still exclude. */
  candidates: string[];
  /** Links inside the root; their targets are read under their own names. */
  links: { path: string; target: string }[];
  leftOut: LeftOut[];
}

/**
 * Walks by names alone: opens no file but `.gitignore`, follows no link. Rejects with an IgnoreFileError for the root's
 * own .gitignore, with the file system's error if the root cannot be listed.
 */
export async function evidenceWalk(options: WalkOptions): Promise<Walked> {
  const walk = new Walk(options);
  await walk.start();
  return walk.found;
}

class Walk {
  readonly found: Walked = { candidates: [], links: [], leftOut: [] };

  constructor(private readonly options: WalkOptions) {}

  async start(): Promise<void> {
    const { root, only, rules } = this.options;
    if (this.isExcluded(root)) {
      this.leaveOut('.', excludedFolder);
      return;
    }
    const entries = await readdir(root, { withFileTypes: true });
    await this.inside('', only === undefined ? entries : entries.filter((entry) => entry.name === only), rules);
  }

  private async inside(folder: string, entries: readonly Dirent[], inherited: IgnoreRules): Promise<void> {
    const text = await readIgnoreFile(path.join(this.options.root, folder));
    const rules = text === undefined ? inherited : inherited.withFile(folder, text);
    for (const entry of entries) {
      this.options.signal?.throwIfAborted();
      const relative = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) await this.folder(relative, entry.name, rules);
      else await this.file(relative, entry, rules);
    }
  }

  private async folder(relative: string, name: string, rules: IgnoreRules): Promise<void> {
    const absolute = path.join(this.options.root, relative);
    const refusal =
      refuseName(name) ??
      (this.isExcluded(absolute) ? excludedFolder : undefined) ??
      ignoredBy(rules.excludedBy(`${relative}/`));
    if (refusal) {
      this.leaveOut(relative, refusal);
      return;
    }
    try {
      const entries = await readdir(absolute, { withFileTypes: true });
      if (entries.some((entry) => isDebateLog(entry.name))) this.leaveOut(relative, debateFolder);
      else await this.inside(relative, entries, rules.entering(relative));
    } catch (error) {
      this.options.signal?.throwIfAborted();
      const detail = error instanceof IgnoreFileError ? error.message : readFailure(error).detail;
      this.leaveOut(relative, { reason: 'unreadable', detail });
    }
  }

  private async file(relative: string, entry: Dirent, rules: IgnoreRules): Promise<void> {
    const refusal = refuseName(entry.name) ?? ignoredBy(rules.excludedBy(relative));
    if (refusal) this.leaveOut(relative, refusal);
    else if (entry.isSymbolicLink()) await this.link(relative);
    else if (!entry.isFile()) this.leaveOut(relative, { reason: 'unsupported', detail: 'it is no regular file' });
    else if (this.isExcluded(path.join(this.options.root, relative))) this.leaveOut(relative, excludedFolder);
    else {
      const kind = refuseKind(relative);
      if (kind) this.leaveOut(relative, kind);
      else this.found.candidates.push(relative);
    }
  }

  private async link(relative: string): Promise<void> {
    const { root } = this.options;
    try {
      const target = await realpath(path.join(root, relative));
      if (isInside(root, target)) this.found.links.push({ path: relative, target: relativeTo(root, target) });
      else this.leaveOut(relative, linkOutside);
    } catch (error) {
      const failure = readFailure(error);
      const detail = failure.reason === 'missing' ? 'it is a link to nothing' : failure.detail;
      this.leaveOut(relative, { reason: 'unreadable', detail });
    }
  }

  private isExcluded(absolute: string): boolean {
    return this.options.excluded.some((folder) => isInside(folder, absolute));
  }

  private leaveOut(relative: string, refusal: FileRefusal): void {
    this.found.leftOut.push({ path: relative, ...refusal });
  }
}

const excludedFolder: FileRefusal = { reason: 'output', detail: 'it is never read, as the output folder' };
const linkOutside: FileRefusal = {
  reason: 'link_outside',
  detail: 'it is a link that leads out of the evidence folder',
};
const debateFolder: FileRefusal = {
  reason: 'debate_folder',
  detail: 'it holds a debate (debate-log.jsonl), whose redacted text would come back as evidence',
};

function ignoredBy(detail: string | undefined): FileRefusal | undefined {
  return detail === undefined ? undefined : { reason: 'ignored', detail };
}
