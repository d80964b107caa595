import type { Row } from '../shared/protocol';

/**
 * Where a seq stands in the log: the first of them, where a foreign log holds it twice. Grows in place, because a copy for
 * every entry of a long log costs more than all else that an entry changes. What it says is checked against the rows that
 * are asked about: a state of before knows no more than it did.
 */
export class SeqIndex {
  readonly #ats = new Map<number, number>();
  /** Of arguments, by their names. */
  readonly #named = new Map<string, number>();

  static of(rows: readonly Row[]): SeqIndex {
    return new SeqIndex().extended(rows, rows);
  }

  get(seq: number, rows: readonly Row[]): number | undefined {
    const at = this.#ats.get(seq);
    return at !== undefined && rows[at]?.seq === seq ? at : undefined;
  }

  argument(name: string, rows: readonly Row[]): number | undefined {
    const at = this.#named.get(name);
    return at !== undefined && rows[at]?.argument === name ? at : undefined;
  }

  /** Whether any argument has a name: else no text need be looked through for them. */
  get hasArguments(): boolean {
    return this.#named.size > 0;
  }

  /** `rows`: all of them; `added`: those that were not there before. */
  extended(rows: readonly Row[], added: readonly Row[]): this {
    for (const { seq, at, argument } of added) {
      if (this.get(seq, rows) === undefined) this.#ats.set(seq, at);
      if (argument !== undefined && this.argument(argument, rows) === undefined) this.#named.set(argument, at);
    }
    return this;
  }
}
