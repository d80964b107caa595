import { resolve } from 'node:path';

/** What is kept of a workspace between sessions: the part of the editor's `Memento` that is used. */
export interface Memory {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

/** Folders remembered under one key of the workspace's memory. */
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
