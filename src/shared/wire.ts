import { isObject, jsonOf } from '../debate/log/objects';
import type { FeedRow } from './entries';
import type { ToPage } from './protocol';

/**
 * A message as text, because the editor inspects and copies each value of an object twice. The time depends on the
 * length, so rows of a whole debate, which are much alike, are sent by columns: a fifth of the length.
 */
export const wireText = (message: ToPage): string =>
  JSON.stringify(message.kind === 'snapshot' ? { ...message, rows: tableOf(message.rows) } : message);

/** Returns undefined for a text that is not a message. */
export function fromWire(text: string): unknown {
  const message = jsonOf(text);
  return isPacked(message) ? { ...message, rows: rowsOf(message.rows) } : message;
}

/**
 * `steps`: whole numbers, each as the difference to the one before. `at`: 1 + index of the row's value in `values`; 0
 * for none.
 */
type Column = { steps: number[] } | { values: unknown[]; at: number[] };

interface Table {
  count: number;
  columns: Record<string, Column>;
}

function tableOf(rows: readonly FeedRow[]): Table {
  const values = new Map<string, unknown[]>();
  rows.forEach((row, index) => {
    for (const [name, value] of Object.entries(row)) {
      const column = values.get(name) ?? Array<unknown>(rows.length).fill(undefined);
      column[index] = value;
      values.set(name, column);
    }
  });
  const columns = [...values].map(([name, column]) => [name, columnOf(column)] as const);
  return { count: rows.length, columns: Object.fromEntries(columns) };
}

/** Returns undefined if the numbers are not whole, or their differences cannot be exact. */
function stepsOf(column: readonly unknown[]): number[] | undefined {
  const steps: number[] = [];
  let before = 0;
  for (const value of column) {
    if (typeof value !== 'number' || ![value, value - before].every(Number.isSafeInteger)) return undefined;
    steps.push(value - before);
    before = value;
  }
  return steps;
}

function columnOf(column: readonly unknown[]): Column {
  const steps = stepsOf(column);
  if (steps !== undefined) return { steps };
  const known = new Map<string, number>();
  const values: unknown[] = [];
  const at = column.map((value) => {
    if (value === undefined) return 0;
    const key = typeof value === 'string' ? value : JSON.stringify(value);
    const before = known.get(key) ?? values.push(value);
    known.set(key, before);
    return before;
  });
  return { values, at };
}

const isPacked = (message: unknown): message is { rows: Table } =>
  isObject(message) && isObject(message['rows']) && 'columns' in message['rows'];

function rowsOf({ count, columns }: Table): object[] {
  const rows = Array.from({ length: count }, (): Record<string, unknown> => ({}));
  for (const [name, column] of Object.entries(columns)) {
    if ('steps' in column) {
      let value = 0;
      rows.forEach((row, index) => (row[name] = value += column.steps[index] ?? 0));
    } else {
      rows.forEach((row, index) => {
        const at = column.at[index] ?? 0;
        if (at > 0) row[name] = column.values[at - 1];
      });
    }
  }
  return rows;
}
