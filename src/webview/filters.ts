import type { Row } from '../shared/protocol';
import { isProcedural } from '../shared/protocol';

/** `by:<debater>`, `rulings`, `redactions`, `concessions`, `trouble`, `sources` narrow the list to their union; `procedure` adds to it. */
export type FilterId = string;

type RowTest = (row: Row) => boolean;

/** What the pressed chips let through. Without any, everything but the procedural entries. */
export function filterTest(filters: readonly FilterId[]): RowTest {
  const isWithProcedure = filters.includes('procedure');
  const names = new Set(filters.filter((id) => id.startsWith('by:')).map((id) => id.slice(3)));
  const kinds = filters.flatMap((id) => kindTests.get(id) ?? []);
  const isNarrowed = names.size > 0 || kinds.length > 0;
  return (row) => {
    if (isProcedural(row.type) && isWithProcedure) return true;
    if (!isNarrowed) return !isProcedural(row.type);
    return names.has(row.speaker) || kinds.some((test) => test(row));
  };
}

const kindTests: ReadonlyMap<string, RowTest> = new Map<string, RowTest>([
  ['rulings', (row) => row.type === 'ruling'],
  ['redactions', (row) => row.type === 'redaction'],
  ['concessions', (row) => row.concedes === true],
  ['trouble', (row) => row.marks !== undefined && row.marks.unreliable + row.marks.fabricated > 0],
  ['sources', (row) => row.marks !== undefined],
]);

export function toggled(filters: readonly FilterId[], id: FilterId): readonly FilterId[] {
  return filters.includes(id) ? filters.filter((other) => other !== id) : [...filters, id];
}
