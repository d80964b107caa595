import { counted } from '../../counted';
import { sides } from '../../entryData';
import { argumentLimits } from '../../formats/dialectic/limits';
import { dialecticFacts, type ArgumentFact } from '../../formats/dialectic/facts';
import { structureFault } from './dialecticRecord';
import type { Fault, LintRecord, LintRule } from './lintRecord';

/** Structure of a dialectic: its exchanges follow each other, both sides speak in each, and each is judged before the next. */
export const dialecticExchanges: LintRule = (record) => {
  const facts = record.state.factsOf(dialecticFacts);
  const byExchange = new Map<number, ArgumentFact[]>();
  for (const argument of facts.arguments.values()) {
    const known = byExchange.get(argument.exchange);
    if (known === undefined) byExchange.set(argument.exchange, [argument]);
    else known.push(argument);
  }
  const held = [...byExchange.keys()].sort((a, b) => a - b);
  return held.flatMap((exchange, index) => {
    const own = byExchange.get(exchange) ?? [];
    return [
      ...numberingFaults(record, { exchange, before: held[index - 1] ?? -1, first: own[0]?.seq ?? 0 }),
      ...sides.flatMap((side) => countFaults(record, { exchange, side, own })),
      ...judgmentFaults(record, { exchange, own, isLast: index === held.length - 1 }),
    ];
  });
};

function numberingFaults(
  record: LintRecord,
  { exchange, before, first }: { exchange: number; before: number; first: number },
): Fault[] {
  const { skipped } = record.state.factsOf(dialecticFacts);
  const missing = Array.from(
    { length: Math.min(exchange - before - 1, 1_000) },
    (_, index) => before + 1 + index,
  ).filter((number) => !skipped.includes(number));
  if (missing.length === 0) return [];
  const which =
    missing.length === 1 ? `exchange ${missing[0] ?? ''}` : `exchanges ${missing[0] ?? ''} to ${missing.at(-1) ?? ''}`;
  return [structureFault(record, first, `Exchange ${exchange} begins, but the record has nothing of ${which}.`)];
}

interface Part {
  exchange: number;
  side: string;
  own: readonly ArgumentFact[];
}

function countFaults(record: LintRecord, { exchange, side, own }: Part): Fault[] {
  const count = own.filter((argument) => argument.side === side).length;
  const wanted = exchange === 0 ? argumentLimits.openings : 1;
  if (count === wanted) return [];
  const words = wanted === 1 ? 'one is' : `${wanted} are`;
  return [
    structureFault(
      record,
      own[0]?.seq ?? 0,
      `In exchange ${exchange} the ${side} has ${counted(count, 'argument')}; ${words} asked for.`,
    ),
  ];
}

/** The last exchange may still be waiting for its judgment. */
function judgmentFaults(
  record: LintRecord,
  { exchange, own, isLast }: { exchange: number; own: readonly ArgumentFact[]; isLast: boolean },
): Fault[] {
  const facts = record.state.factsOf(dialecticFacts);
  if (facts.skipped.includes(exchange)) return [];
  const first = own[0]?.seq ?? 0;
  const judged = facts.judgments.get(exchange);
  if (judged === undefined)
    return isLast
      ? []
      : [structureFault(record, first, `Exchange ${exchange} was never judged, though later ones were held.`)];
  return judged < first
    ? [
        structureFault(
          record,
          judged,
          `Exchange ${exchange} is judged before its arguments, which begin at seq ${first}.`,
        ),
      ]
    : [];
}
