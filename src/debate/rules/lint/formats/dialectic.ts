import {
  argumentLimits,
  atMost,
  partBreaches,
  reasoningWords,
  scoreLimits,
  wordBreaches,
} from '../../../formats/dialectic/options';
import { has } from '../../../fold/versions';
import { documentsAgree } from '../documents';
import { fabricationRedacted, redactedSourceCited } from '../sources';
import { verificationOwed } from '../structure';
import type { DebateState } from '../../../fold/state';
import { dataOf } from '../../../log/codec';
import { counted, signedHundredths, spaced } from '../../../../matching/text/shortText';
import type { Entry } from '../../../log/entry';
import { sides, type Argument, type EntryData } from '../../../log/entryData';
import { argumentsOf, dialecticFacts, heldExchanges, type ArgumentFact } from '../../../formats/dialectic/facts';
import {
  isForeign,
  restingOnAll,
  structureFault,
  wasRedacted,
  type EntryRule,
  type FormatRules,
  type Fault,
  type LintRecord,
  type LintRule,
} from '../lintRecord';

/** Structure of a dialectic: arguments. */
const dialecticArguments: EntryRule = (record) => {
  const known = new Map<string, { seq: number; hasBacking: boolean }>();
  return (entry) => {
    const argument = dataOf(entry, 'argument')?.argument;
    if (argument === undefined) return [];
    const { id } = argument;
    const isQuoted = argumentNamed(record, id)?.isQuoted === true;
    const messages = [
      ...placeFaults(argument, entry, known.get(id)?.seq),
      ...partBreaches(argument, { nameOf: fieldWords }).map((message) => `${id}: ${message}`),
      ...openingFaults(argument),
      ...relationsOf(argument).flatMap((relation) => targetFaults(relation, { argument, entry, record, known })),
      ...doubleFaults(argument),
    ];
    const strangers = relationsOf(argument)
      .filter(({ target }) => argumentNamed(record, target) === undefined)
      .map(({ name, target }) => `${id}: ${name} names ${target}, which is not in this record.`);
    if (!known.has(id)) known.set(id, { seq: entry.seq, hasBacking: (argument.backing ?? '').trim() !== '' });
    const faultOf = (message: string): Fault => structureFault(record, entry.seq, message);
    const lengths = wordBreaches(argument, { nameOf: fieldWords, isQuoted }).map((message) =>
      lengthFault(record, entry.seq, `${id}: ${message}`),
    );
    return [...messages.map(faultOf), ...lengths, ...restingOnAll(strangers.map(faultOf))];
  };
};

/** A warning for records whose version allows a text of that length. */
const lengthFault = (record: LintRecord, seq: number, message: string): Fault => ({
  ...structureFault(record, seq, message),
  ...(has(record.state, 'lengths') && { severity: 'warning' as const }),
});

/** Words for a field: `attacks.0.content` is what its 1st attack says. */
function fieldWords(field: string): string {
  const [name = '', index, part = 'content'] = field.replace('defends', 'defences').split('.');
  if (index === undefined) return `its ${name}`;
  const one = `its ${ordinal(Number(index) + 1)} ${name.replace(/s$/, '')}`;
  return part === 'content' ? one : `the ${part} of ${one}`;
}

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });
const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };
const ordinal = (count: number): string => `${count}${endings[ordinals.select(count)] ?? 'th'}`;

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

interface NamedRelation {
  /** Name for messages, for example `its 1st attack`. */
  name: string;
  target: string;
  type: string;
  isAttack: boolean;
}

const relationsOf = ({ attacks = [], defends = [] }: Argument): NamedRelation[] =>
  Object.entries({ attacks, defends }).flatMap(([field, relations]) =>
    relations.map(({ target_id: target, type }, index) => ({
      name: fieldWords(`${field}.${index}`),
      target,
      type,
      isAttack: field === 'attacks',
    })),
  );

interface ArgumentContext {
  argument: Argument;
  entry: Entry;
  record: LintRecord;
  known: ReadonlyMap<string, { seq: number; hasBacking: boolean }>;
}

function targetFaults(
  { name, target: id, type, isAttack }: NamedRelation,
  { argument, entry, record, known }: ArgumentContext,
): string[] {
  const target = argumentNamed(record, id);
  if (target === undefined) return [];
  const at = `${argument.id}: ${name}`;
  const before = known.get(id);
  if (before === undefined || target.exchange >= argument.exchange) {
    return [`${at} names ${id} of exchange ${target.exchange}; only arguments of earlier exchanges can be named.`];
  }
  if (isAttack && target.side === argument.side)
    return [`${at} names ${id}, an argument of its own side; an attack is on the other one's.`];
  if (!isAttack && target.side !== argument.side)
    return [`${at} names ${id}, an argument of the other side; a defence is of one's own.`];
  if (wasRedacted(record.state, target.seq, entry.seq))
    return [`${at} names ${id}, which had been struck from the record before.`];
  return type === 'backing_attack' && !before.hasBacking ? [`${at} attacks the backing of ${id}, which has none.`] : [];
}

function doubleFaults(argument: Argument): string[] {
  const seen = new Map<string, string>();
  return relationsOf(argument).flatMap(({ name, target, type, isAttack }) => {
    const key = `${String(isAttack)} ${target} ${type}`;
    const before = seen.get(key);
    if (before === undefined) seen.set(key, name);
    return before === undefined
      ? []
      : [`${argument.id}: ${name} has the same target and type as ${before}: ${target}, ${spaced(type)}.`];
  });
}

/** Structure of a dialectic: both sides speak in each exchange, and each is judged before the next. */
const dialecticExchanges: LintRule = (record) => {
  const facts = record.state.factsOf(dialecticFacts);
  const byExchange = new Map<number, ArgumentFact[]>();
  for (const argument of facts.arguments.values()) {
    const known = byExchange.get(argument.exchange);
    if (known === undefined) byExchange.set(argument.exchange, [argument]);
    else known.push(argument);
  }
  const held = [...byExchange.keys()].sort((a, b) => a - b);
  const faults = held.flatMap((exchange, index) => {
    const own = byExchange.get(exchange) ?? [];
    return [
      ...numberingFaults(record, { exchange, before: held[index - 1] ?? -1, first: own[0]?.seq ?? 0 }),
      ...sides.flatMap((side) => countFaults(record, { exchange, side, own })),
      ...judgmentFaults(record, { exchange, own, isLast: index === held.length - 1 }),
    ];
  });
  return restingOnAll(faults);
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

function countFaults(
  record: LintRecord,
  { exchange, side, own }: { exchange: number; side: string; own: readonly ArgumentFact[] },
): Fault[] {
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

/** Checks that each exchange was judged; the last one may still be waiting. */
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

type Judgment = EntryData['judgment'];

/** Structure of a dialectic: judgments. Sums are rounded to hundredths, like the scores. */
const dialecticJudgments: EntryRule = (record) => {
  const scores = new Map<string, number>();
  const judged = new Map<number, number>();
  return (entry) => {
    const judgment = dataOf(entry, 'judgment');
    if (judgment === undefined) return [];
    const exchange = judgment.exchange ?? argumentNamed(record, judgment.scores[0]?.argument_id ?? '')?.exchange;
    const before = exchange === undefined ? undefined : judged.get(exchange);
    const context = { record, scores, exchange };
    const messages = [
      ...(before === undefined ? [] : [`Exchange ${exchange ?? ''} was judged before, at seq ${before}.`]),
      ...newFaults(judgment, context),
      ...rescoreFaults(judgment, context),
      ...(isForeign(record, entry.seq) ? [] : orderFaults(judgment)),
    ];
    const lengths = [...judgment.scores, ...(judgment.rescores ?? [])].flatMap(({ argument_id: id, reasoning }) =>
      atMost(reasoning, reasoningWords, `The reasoning on ${id}`).map((message) =>
        lengthFault(record, entry.seq, message),
      ),
    );
    const misses = [...newMisses(judgment, context), ...rescoreMisses(judgment, context)];
    if (exchange !== undefined && before === undefined) judged.set(exchange, entry.seq);
    for (const { argument_id: id, score } of judgment.scores) scores.set(id, score);
    for (const { argument_id: id, new_score: score } of judgment.rescores ?? []) scores.set(id, score);
    const faultOf = (message: string): Fault => structureFault(record, entry.seq, message);
    return [...messages.map(faultOf), ...lengths, ...restingOnAll(misses.map(faultOf))];
  };
};

interface JudgmentContext {
  record: LintRecord;
  /** Scores before this judgment. */
  scores: ReadonlyMap<string, number>;
  exchange: number | undefined;
}

/** Binary fractions cause errors below a hundredth of a hundredth. */
const summed = (values: readonly number[]): number =>
  Math.round(values.reduce((sum, value) => sum + value, 0) * 1e4) / 1e2;

const sumFaults = (values: readonly number[], what: string): string[] => {
  const sum = summed(values);
  return sum === 0 ? [] : [`${what} sum to ${signedHundredths(sum)}; they must sum to exactly 0.`];
};

const decimalFaults = (score: number, of: string): string[] =>
  Math.abs(score * 100 - Math.round(score * 100)) < 1e-6 ? [] : [`${of} is ${score}; at most 2 decimals are allowed.`];

function newMisses({ scores: given }: Judgment, { record, scores, exchange }: JudgmentContext): string[] {
  const ids = given.map(({ argument_id: id }) => id);
  const own =
    exchange === undefined ? [] : argumentsOf(record.state.factsOf(dialecticFacts), exchange).map(({ id }) => id);
  return [
    ...ids
      .filter((id) => argumentNamed(record, id) === undefined)
      .map((id) => `${id} is scored, but is not in this record.`),
    ...own
      .filter((id) => !ids.includes(id) && !scores.has(id))
      .map((id) => `${id} is of exchange ${exchange ?? ''} and has no score; every argument is scored once.`),
  ];
}

function newFaults({ scores: given }: Judgment, { scores }: JudgmentContext): string[] {
  const highest = scoreLimits.highest / 100;
  const ids = given.map(({ argument_id: id }) => id);
  return [
    ...given.flatMap(({ argument_id: id, score }, index) => [
      ...(ids.indexOf(id) < index ? [`${id} is scored twice; every argument is scored once.`] : []),
      ...(scores.has(id) ? [`${id} had a score before; an earlier score is changed as a rescore.`] : []),
      ...(Math.abs(score) > highest
        ? [`The score of ${id} is ${score}; it lies between -${highest} and ${highest}.`]
        : []),
      ...decimalFaults(score, `The score of ${id}`),
    ]),
    ...sumFaults(
      given.map(({ score }) => score),
      'The scores of new arguments',
    ),
  ];
}

function rescoreMisses({ rescores = [] }: Judgment, { record, scores }: JudgmentContext): string[] {
  return rescores.flatMap(({ argument_id: id, old_score: old }) => {
    const before = scores.get(id);
    if (argumentNamed(record, id) === undefined) return [`${id} is rescored, but is not in this record.`];
    if (before === undefined) return [`${id} is rescored, but had no score.`];
    return Math.abs(before - old) > 1e-6 ? [`The rescore of ${id} begins from ${old}; its score was ${before}.`] : [];
  });
}

function rescoreFaults({ rescores = [] }: Judgment, { record, exchange }: JudgmentContext): string[] {
  const limit = scoreLimits.change / 100;
  const ids = rescores.map(({ argument_id: id }) => id);
  return [
    ...rescores.flatMap(({ argument_id: id, old_score: old, new_score: score }, index) => {
      return [
        ...(exchange !== undefined && argumentNamed(record, id)?.exchange === exchange
          ? [`${id} is new in exchange ${exchange}; only earlier arguments are rescored.`]
          : []),
        ...(ids.indexOf(id) < index ? [`${id} is rescored twice; once is allowed.`] : []),
        ...(Math.abs(score - old) > limit + 1e-6
          ? [
              `The score of ${id} changes by ${signedHundredths(summed([score, -old]))}; at most ${limit} either way is allowed.`,
            ]
          : []),
        ...decimalFaults(score, `The new score of ${id}`),
      ];
    }),
    ...sumFaults(
      rescores.map(({ old_score: old, new_score: score }) => score - old),
      'The changes of earlier scores',
    ),
  ];
}

/** The seed is public, so that everyone can check that the order was random. */
function orderFaults({ scores, order, seed }: Judgment): string[] {
  const ids = scores.map(({ argument_id: id }) => id);
  const isWhole = order?.length === ids.length && ids.every((id) => order.includes(id));
  return [
    ...(order === undefined
      ? ['The judgment does not say in which order the arguments were shown.']
      : isWhole
        ? []
        : ['The order in which the arguments were shown does not hold each of them once.']),
    ...(seed === undefined ? ['The judgment does not say from which seed its order was drawn.'] : []),
  ];
}

const argumentNamed = ({ state }: LintRecord, id: string): ArgumentFact | undefined =>
  state.factsOf(dialecticFacts).arguments.get(id);

/** A dialectic has no end, so an exchange's sources must be verified once it is judged. */
function verifiedOnceJudged(record: LintRecord): Fault[] {
  const before = record.headers.findLast(({ type }) => type === 'judgment')?.seq ?? -1;
  return verificationOwed(record, { before, when: 'although its exchange was judged' });
}

/** Number of exchanges; their own numbers start at 0. */
const exchangesHeld = (state: DebateState): number => heldExchanges(state.factsOf(dialecticFacts));

export const dialecticRules: FormatRules = () => ({
  entries: [dialecticArguments, dialecticJudgments],
  whole: [
    verifiedOnceJudged,
    dialecticExchanges,
    fabricationRedacted,
    redactedSourceCited,
    documentsAgree(exchangesHeld),
  ],
});
