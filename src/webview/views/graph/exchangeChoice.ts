import { type EntryRange, mostSpans } from '../../../shared/protocol';

export const mostChips = 16;

export const isIn = (spans: readonly EntryRange[], exchange: number): boolean =>
  spans.some(({ from, to }) => exchange >= from && exchange <= to);

/** Neighbours run together; none where all are chosen, which says the same. */
export function spansOf(chosen: ReadonlySet<number>, all: readonly number[]): readonly EntryRange[] {
  if (all.every((exchange) => chosen.has(exchange))) return [];
  const spans: { from: number; to: number }[] = [];
  for (const exchange of [...chosen].sort((a, b) => a - b)) {
    const last = spans.at(-1);
    if (last?.to === exchange - 1) last.to = exchange;
    else spans.push({ from: exchange, to: exchange });
  }
  return spans.slice(0, mostSpans);
}

/** With this exchange, or without it where it was chosen; none is all. */
export function toggledExchange(
  spans: readonly EntryRange[],
  exchange: number,
  all: readonly number[],
): readonly EntryRange[] {
  const chosen = new Set(spans.length === 0 ? [] : all.filter((one) => isIn(spans, one)));
  if (!chosen.delete(exchange)) chosen.add(exchange);
  return spansOf(chosen, all);
}
