import { dataOf } from '../../codec';
import type { EntryData } from '../../entryData';
import { argumentsOf, dialecticFacts, signed } from '../../formats/dialectic/facts';
import { atMost, reasoningWords, scoreLimits } from '../../formats/dialectic/limits';
import { argumentNamed, isForeign, structureFault } from './dialecticRecord';
import type { EntryRule, LintRecord } from './lintRecord';

type Judgment = EntryData['judgment'];

/** Structure of a dialectic: judgments. Sums are of whole hundredths, as they were given. */
export const dialecticJudgments: EntryRule = (record) => {
  const scores = new Map<string, number>();
  const judged = new Map<number, number>();
  return (entry) => {
    const judgment = dataOf(entry, 'judgment');
    if (judgment === undefined) return [];
    const exchange = judgment.exchange ?? argumentNamed(record, judgment.scores[0]?.argument_id ?? '')?.exchange;
    const before = exchange === undefined ? undefined : judged.get(exchange);
    const messages = [
      ...(before === undefined ? [] : [`Exchange ${exchange ?? ''} was judged before, at seq ${before}.`]),
      ...newFaults(judgment, { record, scores, exchange }),
      ...rescoreFaults(judgment, { record, scores, exchange }),
      ...(isForeign(record, entry.seq) ? [] : orderFaults(judgment)),
    ];
    if (exchange !== undefined && before === undefined) judged.set(exchange, entry.seq);
    for (const { argument_id: id, score } of judgment.scores) scores.set(id, score);
    for (const { argument_id: id, new_score: score } of judgment.rescores ?? []) scores.set(id, score);
    return messages.map((message) => structureFault(record, entry.seq, message));
  };
};

interface Around {
  record: LintRecord;
  /** The scores before this judgment. */
  scores: ReadonlyMap<string, number>;
  exchange: number | undefined;
}

/** Of numbers as they stand: a hundredth of a hundredth is no fault of summing binary fractions. */
const summed = (values: readonly number[]): number =>
  Math.round(values.reduce((sum, value) => sum + value, 0) * 1e4) / 1e2;

const sumFaults = (values: readonly number[], what: string): string[] => {
  const sum = summed(values);
  return sum === 0 ? [] : [`${what} sum to ${signed(sum)}; they must sum to exactly 0.`];
};

const decimalFaults = (score: number, of: string): string[] =>
  Math.abs(score * 100 - Math.round(score * 100)) < 1e-6 ? [] : [`${of} is ${score}; at most 2 decimals are allowed.`];

function newFaults({ scores: given }: Judgment, { record, scores, exchange }: Around): string[] {
  const highest = scoreLimits.highest / 100;
  const ids = given.map(({ argument_id: id }) => id);
  const own =
    exchange === undefined ? [] : argumentsOf(record.state.factsOf(dialecticFacts), exchange).map(({ id }) => id);
  return [
    ...given.flatMap(({ argument_id: id, score, reasoning }, index) => [
      ...(argumentNamed(record, id) === undefined ? [`${id} is scored, but does not exist in this record.`] : []),
      ...(ids.indexOf(id) < index ? [`${id} is scored twice; every argument is scored once.`] : []),
      ...(scores.has(id) ? [`${id} had a score before; an earlier score is changed as a rescore.`] : []),
      ...(Math.abs(score) > highest
        ? [`The score of ${id} is ${score}; it lies between -${highest} and ${highest}.`]
        : []),
      ...decimalFaults(score, `The score of ${id}`),
      ...atMost(reasoning, reasoningWords, `The reasoning on ${id}`),
    ]),
    ...own
      .filter((id) => !ids.includes(id) && !scores.has(id))
      .map((id) => `${id} is of exchange ${exchange ?? ''} and has no score; every argument is scored once.`),
    ...sumFaults(
      given.map(({ score }) => score),
      'The scores of new arguments',
    ),
  ];
}

function rescoreFaults({ rescores = [] }: Judgment, { record, scores, exchange }: Around): string[] {
  const limit = scoreLimits.change / 100;
  const ids = rescores.map(({ argument_id: id }) => id);
  return [
    ...rescores.flatMap(({ argument_id: id, old_score: old, new_score: score, reasoning }, index) => {
      const before = scores.get(id);
      const target = argumentNamed(record, id);
      return [
        ...(target === undefined ? [`${id} is rescored, but does not exist in this record.`] : []),
        ...(target !== undefined && target.exchange === exchange
          ? [`${id} is new in exchange ${exchange}; only earlier arguments are rescored.`]
          : []),
        ...(ids.indexOf(id) < index ? [`${id} is rescored twice; once is allowed.`] : []),
        ...(target !== undefined && before === undefined ? [`${id} is rescored, but had no score.`] : []),
        ...(before !== undefined && Math.abs(before - old) > 1e-6
          ? [`The rescore of ${id} begins from ${old}; its score was ${before}.`]
          : []),
        ...(Math.abs(score - old) > limit + 1e-6
          ? [`The score of ${id} changes by ${signed(summed([score, -old]))}; at most ${limit} either way is allowed.`]
          : []),
        ...decimalFaults(score, `The new score of ${id}`),
        ...atMost(reasoning, reasoningWords, `The reasoning on ${id}`),
      ];
    }),
    ...sumFaults(
      rescores.map(({ old_score: old, new_score: score }) => score - old),
      'The changes of earlier scores',
    ),
  ];
}

/** From which anybody can see that nobody chose the order. */
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
