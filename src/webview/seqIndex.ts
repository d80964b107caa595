import type { Row } from '../shared/protocol';

/**
 * Where a seq stands in the log: the first of them, where a foreign log holds it twice. Grows in place, because a copy for
 * every entry of a long log costs more than all else that an entry changes. What it says is checked against the rows that
 * are asked about: a state of before knows no more than it did.
 */
export class SeqIndex {
  readonly #ats = new Map<number, number>();

  static of(rows: readonly Row[]): SeqIndex {
    return new SeqIndex().extended(rows, rows);
  }

  get(seq: number, rows: readonly Row[]): number | undefined {
    const at = this.#ats.get(seq);
    return at !== undefined && rows[at]?.seq === seq ? at : undefined;
  }

  /** `rows`: all of them; `added`: those that were not there before. */
  extended(rows: readonly Row[], added: readonly Row[]): this {
    for (const row of added) if (this.get(row.seq, rows) === undefined) this.#ats.set(row.seq, row.at);
    return this;
  }
}
