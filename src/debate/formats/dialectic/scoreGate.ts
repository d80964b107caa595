import { withdrawnViolations } from '../../rules/documentGate';
import { lengthWish, structure } from '../../rules/violation';
import { has } from '../../fold/versions';
import { isRedacted, type DebateState } from '../../fold/state';
import type { TaskOutput, Violation } from '../../flow/tasks';
import { idNamed, type Showing } from './inputs';
import { dialecticFacts, scoreOf } from './facts';
import { signedHundredths } from '../../../matching/text/shortText';
import { atMost, reasoningWords, scoreLimits } from './options';

/** Arguments are named as the Judge was shown them. */

export type ScoreAnswer = TaskOutput<'scorer/score'>;

export function scoreViolations(output: ScoreAnswer, showing: Showing, state: DebateState): Violation[] {
  const reasons = [...output.scores, ...output.rescores].map(({ reasoning }) => reasoning);
  return [
    ...newScoreViolations(output, showing, state),
    ...rescoreViolations(output, showing, state),
    ...withdrawnViolations('The reasoning', reasons.join('\n'), state),
  ];
}

/** Whole hundredths; undefined if there are more decimals than two. */
function hundredthsOf(score: number): number | undefined {
  const hundredths = Math.round(score * 100);
  return Math.abs(score * 100 - hundredths) < 1e-6 ? hundredths : undefined;
}

const nameOf = (id: string, { labels }: Showing): string => labels.get(id) ?? id;

function newScoreViolations({ scores }: ScoreAnswer, showing: Showing, state: DebateState): Violation[] {
  const named = scores.map(({ argument_id: name }) => idNamed(name, showing));
  const missing = showing.order.filter((id) => !named.includes(id));
  return [
    ...scores.flatMap(({ argument_id: name, score, reasoning }, index) => {
      const [id, at] = [named[index], `scores.${index}`];
      if (id === undefined) return [structure(`${at}.argument_id ${name} is no argument that you were shown.`)];
      if (!showing.order.includes(id))
        return [structure(`${at}.argument_id ${name} is an earlier argument; change its score in rescores.`)];
      const doubled =
        named.indexOf(id) === index
          ? []
          : [structure(`${at}: ${name} is scored twice; every new argument is scored once.`)];
      return [
        ...doubled,
        ...numberViolations({ score, name, isStruck: isRedactedId(state, id) }, state),
        ...wordsViolations(reasoning, name, state),
      ];
    }),
    ...missing.map((id) => structure(`${nameOf(id, showing)} has no score; every new argument is scored once.`)),
    ...sumViolations(
      scores.map(({ score }) => score),
      'The scores of the new arguments',
      state,
    ),
  ];
}

function isRedactedId(state: DebateState, id: string): boolean {
  const seq = state.factsOf(dialecticFacts).arguments.get(id)?.seq;
  return seq !== undefined && isRedacted(state, seq);
}

interface GivenNumber {
  score: number;
  name: string;
  isStruck: boolean;
}

/** What was redacted has no words left that could earn anything; the others share what it loses. */
function numberViolations({ score, name, isStruck }: GivenNumber, state: DebateState): Violation[] {
  const highest = scoreLimits.highest / 100;
  return [
    ...(Math.abs(score) > highest
      ? [structure(`${name}: score is ${score}; it lies between -${highest} and ${highest}.`)]
      : []),
    ...decimalViolations(score, `${name}: score`, state),
    ...(isStruck && score > 0
      ? [structure(`${name}: score is ${score}; the argument is struck from the record and gets 0 at most.`)]
      : []),
  ];
}

/** Where code centres, it rounds too. */
const decimalViolations = (score: number, field: string, state: DebateState): Violation[] =>
  hundredthsOf(score) === undefined && !has(state, 'centredScores')
    ? [structure(`${field} is ${score}; at most 2 decimals are allowed.`)]
    : [];

const wordsViolations = (reasoning: string, name: string, state: DebateState): Violation[] =>
  atMost(reasoning, reasoningWords, `${name}: reasoning`).map((message) => lengthWish(state, message));

/** So far a sum may miss 0 by rounding: then code centres it. In hundredths. */
export const centredSum = 10;

function sumViolations(scores: readonly number[], what: string, state: DebateState): Violation[] {
  const isCentred = has(state, 'centredScores');
  if (!isCentred && scores.some((score) => hundredthsOf(score) === undefined)) return [];
  const sum = Math.round(scores.reduce((total, score) => total + score, 0) * 1e6) / 1e4;
  // One number alone has nothing to be centred with.
  const allowed = isCentred && scores.length > 1 ? centredSum : 0;
  if (Math.abs(sum) <= allowed) return [];
  const words = !isCentred
    ? 'they must sum to exactly 0'
    : scores.length > 1
      ? 'they are to sum to 0, and may miss it by 0.10 at most'
      : 'they are to sum to 0, so that one never comes alone: change another one by the opposite, or none';
  return [structure(`${what} sum to ${signedHundredths(sum)}; ${words}.`)];
}

function rescoreViolations({ rescores }: ScoreAnswer, showing: Showing, state: DebateState): Violation[] {
  const facts = state.factsOf(dialecticFacts);
  const named = rescores.map(({ argument_id: name }) => idNamed(name, showing));
  const changes: number[] = [];
  const violations = rescores.flatMap(({ argument_id: name, new_score: score, reasoning }, index) => {
    const [id, at] = [named[index], `rescores.${index}`];
    if (id === undefined) return [structure(`${at}.argument_id ${name} is no argument that you were shown.`)];
    if (showing.order.includes(id))
      return [structure(`${at}.argument_id ${name} is a new argument; score it in scores.`)];
    const before = scoreOf(facts, id);
    if (before === undefined)
      return [structure(`${at}.argument_id ${name} was never scored; only a score that stands can be changed.`)];
    changes.push(score - before / 100);
    const doubled =
      named.indexOf(id) === index ? [] : [structure(`${at}: ${name} is rescored twice; once is allowed.`)];
    return [
      ...doubled,
      ...changeViolations({ score, before, name, isStruck: isRedactedId(state, id) }, state),
      ...wordsViolations(reasoning, name, state),
    ];
  });
  return [
    ...violations,
    ...sumViolations(
      changes.map((change) => Math.round(change * 1e6) / 1e6),
      'The changes of earlier scores',
      state,
    ),
  ];
}

function changeViolations(
  { score, before, name, isStruck }: GivenNumber & { before: number },
  state: DebateState,
): Violation[] {
  const decimals = decimalViolations(score, `${name}: new_score`, state);
  if (decimals.length > 0) return decimals;
  const change = Math.round(score * 1e6) / 1e4 - before;
  const limit = scoreLimits.change;
  return [
    ...(Math.abs(change) > limit
      ? [
          structure(
            `${name}: new_score is ${score}: a change of ${signedHundredths(change)} from ${signedHundredths(before)}; at most ${limit / 100} either way is allowed.`,
          ),
        ]
      : []),
    ...(isStruck && change > 0
      ? [
          structure(
            `${name}: new_score is ${score}; the argument is struck from the record, so that its score can only fall.`,
          ),
        ]
      : []),
  ];
}
