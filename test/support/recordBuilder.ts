import { entryOf, serialiseEntry } from '../../src/debate/log/codec';
import type { Draft, Entry } from '../../src/debate/log/entry';

/** Finds the seq of another entry by its key. */
export type SeqOf = (key: string) => number;

/** An entry of a record in the making. References use keys, so that entries can be inserted and removed. */
export interface Line {
  key: string;
  /** Step of the line; consecutive lines of one step are its batch. */
  step?: string;
  draft: (seqOf: SeqOf) => Draft;
}

/**
 * A record as a list of lines with keys: complete at first, then changed by a test, then numbered, stamped and written.
 */
export class RecordBuilder {
  readonly lines: Line[] = [];
  /** Changes to finished entries, for example a wrong seq or timestamp. */
  readonly #patches = new Map<string, (entry: Entry) => Entry>();

  add(...lines: readonly Line[]): this {
    return this.#insert(this.lines.length, lines);
  }

  before(key: string, ...lines: readonly Line[]): this {
    return this.#insert(this.#indexOf(key), lines);
  }

  after(key: string, ...lines: readonly Line[]): this {
    return this.#insert(this.#indexOf(key) + 1, lines);
  }

  /** Inserts copies, since `edit` changes a line and records share lines. */
  #insert(index: number, lines: readonly Line[]): this {
    this.lines.splice(index, 0, ...lines.map((line) => ({ ...line })));
    return this;
  }

  remove(...keys: readonly string[]): this {
    for (const key of keys) this.lines.splice(this.#indexOf(key), 1);
    return this;
  }

  /** Moves a line before another. */
  move(key: string, before: string): this {
    const [line] = this.lines.splice(this.#indexOf(key), 1);
    return line === undefined ? this : this.before(before, line);
  }

  /** Replaces fields of an entry; `data` is merged, and a value of `undefined` removes the field. */
  edit(key: string, change: Partial<Draft> | ((seqOf: SeqOf) => Partial<Draft>)): this {
    const line = this.#line(key);
    const { draft } = line;
    line.draft = (seqOf) => {
      const before = draft(seqOf);
      const patch = typeof change === 'function' ? change(seqOf) : change;
      const data = { ...before.data, ...patch.data };
      return { ...before, ...patch, ...(Object.keys(data).length === 0 ? {} : { data }) };
    };
    return this;
  }

  replace(key: string, draft: Line['draft']): this {
    this.#line(key).draft = draft;
    return this;
  }

  /** Changes the finished entry, after numbering. */
  patch(key: string, change: (entry: Entry) => Entry): this {
    this.#line(key);
    this.#patches.set(key, change);
    return this;
  }

  seqOf(key: string): number {
    return this.#indexOf(key);
  }

  /** The entries, ten seconds apart, with the marks of their steps. */
  build(): Entry[] {
    return this.lines.map((line, index) => {
      const draft = line.draft((key) => this.#indexOf(key));
      const time = new Date(Date.UTC(2026, 1, 21, 12) + index * 10_000).toISOString();
      const step = line.step === undefined ? {} : { step: this.#markOf(line.step, index) };
      const data = { ...draft.data, ...step };
      const entry = entryOf({ ...draft, ...(Object.keys(data).length === 0 ? {} : { data }) }, index, time);
      return this.#patches.get(line.key)?.(entry) ?? entry;
    });
  }

  #markOf(id: string, index: number): Record<string, unknown> {
    let first = index;
    let last = index;
    while (this.lines[first - 1]?.step === id) first -= 1;
    while (this.lines[last + 1]?.step === id) last += 1;
    return { id, index: index - first, count: last - first + 1, attempt: 1, elapsed_ms: 1000 };
  }

  #indexOf(key: string): number {
    const index = this.lines.findIndex((line) => line.key === key);
    if (index < 0) throw new Error(`no line "${key}"; there are: ${this.lines.map((line) => line.key).join(', ')}`);
    return index;
  }

  #line(key: string): Line {
    const line = this.lines[this.#indexOf(key)];
    if (line === undefined) throw new Error(`no line "${key}"`);
    return line;
  }
}

export const logText = (entries: readonly Entry[]): string => entries.map(serialiseEntry).join('');
