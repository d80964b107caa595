import type { ArgumentNode } from '../../../projections/formats/argumentGraph';

export const orders = ['record', 'highest', 'lowest', 'moved'] as const;
export type Order = (typeof orders)[number];

/** How far a score has come since it was first given. */
function movedBy({ history }: ArgumentNode): number {
  const [first] = history;
  return first === undefined ? 0 : Math.abs((history.at(-1)?.score ?? 0) - first.score);
}

/** Those without a score come last, in the order of the record. */
export function ordered(all: readonly ArgumentNode[], order: Order): readonly ArgumentNode[] {
  if (order === 'record') return all;
  const judged = all.filter(({ score }) => score !== null);
  const rest = all.filter(({ score }) => score === null);
  const by: Record<Exclude<Order, 'record'>, (argument: ArgumentNode) => number> = {
    highest: ({ score }) => -(score ?? 0),
    lowest: ({ score }) => score ?? 0,
    moved: (argument) => -movedBy(argument),
  };
  return [...judged.sort((some, other) => by[order](some) - by[order](other)), ...rest];
}
