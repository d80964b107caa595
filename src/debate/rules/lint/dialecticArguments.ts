import { dataOf } from '../../codec';
import type { Entry } from '../../entry';
import type { Argument } from '../../entryData';
import { limitBreaches } from '../../formats/dialectic/limits';
import { argumentNamed, structureFault } from './dialecticRecord';
import { wasStruck, type EntryRule, type LintRecord } from './lintRecord';

/** Structure of a dialectic: each argument by itself, its limits, and whom it answers. */
export const dialecticArguments: EntryRule = (record) => {
  const known = new Map<string, { seq: number; hasBacking: boolean }>();
  return (entry) => {
    const argument = dataOf(entry, 'argument')?.argument;
    if (argument === undefined) return [];
    const { id } = argument;
    const messages = [
      ...placeFaults(argument, entry, known.get(id)?.seq),
      ...limitBreaches(argument, { isQuoted: argumentNamed(record, id)?.isQuoted === true }).map(
        (message) => `${id}: ${message}`,
      ),
      ...openingFaults(argument),
      ...relationsOf(argument).flatMap((relation) => targetFaults(relation, { argument, entry, record, known })),
      ...doubleFaults(argument),
    ];
    if (!known.has(id)) known.set(id, { seq: entry.seq, hasBacking: (argument.backing ?? '').trim() !== '' });
    return messages.map((message) => structureFault(record, entry.seq, message));
  };
};

function placeFaults({ id, side }: Argument, { speaker }: Entry, before: number | undefined): string[] {
  return [
    ...(before === undefined ? [] : [`The id ${id} is that of seq ${before} already; the first one counts.`]),
    ...(speaker === side ? [] : [`${id} is an argument of the ${side}, but ${speaker} wrote it.`]),
  ];
}

function openingFaults({ id, exchange, attacks = [], defends = [] }: Argument): string[] {
  const count = attacks.length + defends.length;
  return exchange > 0 || count === 0
    ? []
    : [`${id} has ${count} attacks and defences; in the opening exchange there is nothing to answer yet.`];
}

interface Relation {
  field: string;
  target: string;
  type: string;
  isAttack: boolean;
}

const relationsOf = ({ attacks = [], defends = [] }: Argument): Relation[] => [
  ...attacks.map(({ target_id: target, type }, index) => ({ field: `attacks.${index}`, target, type, isAttack: true })),
  ...defends.map(({ target_id: target, type }, index) => ({
    field: `defends.${index}`,
    target,
    type,
    isAttack: false,
  })),
];

interface Around {
  argument: Argument;
  entry: Entry;
  record: LintRecord;
  known: ReadonlyMap<string, { seq: number; hasBacking: boolean }>;
}

function targetFaults(
  { field, target: id, type, isAttack }: Relation,
  { argument, entry, record, known }: Around,
): string[] {
  const target = argumentNamed(record, id);
  const at = `${argument.id}: ${field}`;
  if (target === undefined) return [`${at} names ${id}, which does not exist in this record.`];
  const before = known.get(id);
  if (before === undefined || target.exchange >= argument.exchange) {
    return [`${at} names ${id} of exchange ${target.exchange}; only arguments of earlier exchanges can be named.`];
  }
  if (isAttack && target.side === argument.side)
    return [`${at} names ${id}, an argument of its own side; an attack is on the other one's.`];
  if (!isAttack && target.side !== argument.side)
    return [`${at} names ${id}, an argument of the other side; a defence is of one's own.`];
  if (wasStruck(record.state, target.seq, entry.seq))
    return [`${at} names ${id}, which had been struck from the record before.`];
  return type === 'backing_attack' && !before.hasBacking ? [`${at} attacks the backing of ${id}, which has none.`] : [];
}

function doubleFaults(argument: Argument): string[] {
  const seen = new Map<string, string>();
  return relationsOf(argument).flatMap(({ field, target, type, isAttack }) => {
    const key = `${String(isAttack)} ${target} ${type}`;
    const before = seen.get(key);
    if (before === undefined) seen.set(key, field);
    return before === undefined
      ? []
      : [`${argument.id}: ${field} is the same target and type as ${before}: ${target}, ${type}.`];
  });
}
