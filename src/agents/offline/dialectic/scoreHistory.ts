import { dataOf } from '../../../debate/codec';
import { sides, type Side } from '../../../debate/entryData';
import type { KnownArgument } from '../../../debate/tasks/dialectic';
import type { DebateRecord } from '../record';

/** How scores moved, exchange by exchange, in whole hundredths; read from the judgments of the record. */

export interface Change {
  id: string;
  exchange: number;
  before: number;
  after: number;
}

export interface Standings {
  exchange: number;
  totals: Record<Side, number>;
}

export interface History {
  /** Of arguments that had a score before. */
  changes: Change[];
  /** After each judgment. */
  standings: Standings[];
}

const hundredths = (score: number): number => Math.round(score * 100);

export function historyOf(record: DebateRecord, known: readonly KnownArgument[]): History {
  const sideOf = new Map(known.map(({ argument }) => [argument.id, argument.side]));
  const scores = new Map<string, number>();
  const history: History = { changes: [], standings: [] };
  for (const entry of record) {
    const judgment = entry.type === 'judgment' && entry.struck === undefined ? dataOf(entry, 'judgment') : undefined;
    if (judgment === undefined) continue;
    const exchange = judgment.exchange ?? history.standings.length;
    for (const { argument_id: id, score } of judgment.scores) scores.set(id, hundredths(score));
    for (const { argument_id: id, new_score: score } of judgment.rescores ?? []) {
      const before = scores.get(id);
      if (before !== undefined) history.changes.push({ id, exchange, before, after: hundredths(score) });
      scores.set(id, hundredths(score));
    }
    history.standings.push({ exchange, totals: totalsOf(scores, sideOf) });
  }
  return history;
}

function totalsOf(scores: ReadonlyMap<string, number>, sideOf: ReadonlyMap<string, Side>): Record<Side, number> {
  const total = (side: Side): number => [...scores].reduce((sum, [id, score]) => (sideOf.get(id) === side ? sum + score : sum), 0);
  const [proposition, opposition] = sides;
  return { proposition: total(proposition), opposition: total(opposition) };
}

/** `+0.25`, `−0.10`, `0.00`. */
export function signed(value: number): string {
  const sign = value > 0 ? '+' : value < 0 ? '−' : '';
  return `${sign}${(Math.abs(value) / 100).toFixed(2)}`;
}
