import { dirname, resolve } from 'node:path';
import { newestFirst } from '../../session/library/newestFirst';
import type { DebateSummary } from '../../session/library/summary';

/** The known debates by folder, newest first. A summary that says the same as the one before keeps its identity. */
export class DebateList {
  readonly #byFolder = new Map<string, DebateSummary>();
  #sorted: readonly DebateSummary[] = [];
  /** The folders of the debates, and all that these stand in. */
  #holding: ReadonlySet<string> | undefined;

  get debates(): readonly DebateSummary[] {
    return this.#sorted;
  }

  get(folder: string): DebateSummary | undefined {
    return this.#byFolder.get(folder);
  }

  /** The debates that stand in this folder or below it. Costs nothing for the many paths that hold none. */
  below(path: string): readonly DebateSummary[] {
    this.#holding ??= foldersHolding(this.#byFolder.keys());
    return this.#holding.has(path) ? this.#sorted.filter(({ folder }) => isBelow(folder, path)) : [];
  }

  /** All debates that there are. Whether anything that can be seen has changed. */
  replace(summaries: readonly DebateSummary[]): boolean {
    const folders = new Set(summaries.map(({ folder }) => folder));
    const gone = [...this.#byFolder.keys()].filter((folder) => !folders.has(folder));
    return this.change(summaries, gone);
  }

  /** Some that were read again, and some that are gone. Whether anything visible has changed. */
  change(summaries: readonly DebateSummary[], gone: readonly string[] = []): boolean {
    let hasChanged = false;
    for (const folder of gone) hasChanged = this.#byFolder.delete(folder) || hasChanged;
    for (const summary of summaries) {
      const before = this.#byFolder.get(summary.folder);
      if (before !== undefined && looksTheSame(before, summary)) continue;
      this.#byFolder.set(summary.folder, summary);
      hasChanged = true;
    }
    if (!hasChanged) return false;
    this.#sorted = [...this.#byFolder.values()].sort(newestFirst);
    this.#holding = undefined;
    return true;
  }
}

function foldersHolding(folders: Iterable<string>): Set<string> {
  const holding = new Set<string>();
  for (const folder of folders) {
    for (let path = folder; !holding.has(path); path = dirname(path)) holding.add(path);
  }
  return holding;
}

export const isBelow = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(/[\\/]$/.test(folder) ? folder : `${folder}${path.includes('\\') ? '\\' : '/'}`);

/** Size and time of change matter only where they stand in for what the log does not say. */
function looksTheSame(a: DebateSummary, b: DebateSummary): boolean {
  const seen = (summary: DebateSummary): string =>
    JSON.stringify({ ...summary, bytes: 0, modifiedMs: summary.started === undefined ? summary.modifiedMs : 0 });
  return seen(a) === seen(b);
}

/** The part of the editor's `Memento` that is used. */
export interface Memory {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

export class RememberedFolders {
  readonly #folders: Set<string>;

  constructor(
    private readonly memory: Memory,
    private readonly key: string,
  ) {
    this.#folders = new Set(foldersIn(memory.get(key)));
  }

  get all(): readonly string[] {
    return [...this.#folders];
  }

  has(folder: string): boolean {
    return this.#folders.has(resolve(folder));
  }

  async add(folder: string): Promise<void> {
    const key = resolve(folder);
    if (this.#folders.has(key)) return;
    this.#folders.add(key);
    await this.memory.update(this.key, this.all);
  }

  async remove(folder: string): Promise<void> {
    if (this.#folders.delete(resolve(folder))) await this.memory.update(this.key, this.all);
  }
}

/** What an older version or a fault left there counts as nothing. */
function foldersIn(kept: unknown): readonly string[] {
  const isList = (value: unknown): value is string[] =>
    Array.isArray(value) && value.every((one) => typeof one === 'string' && one !== '');
  return isList(kept) ? kept : [];
}
