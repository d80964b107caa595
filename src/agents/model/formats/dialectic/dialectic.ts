import { counted } from '../../../../matching/text/shortText';
import { sides } from '../../../../debate/log/entryData';
import { listOf } from '../../../../debate/log/objects';
import type { TaskInputs } from '../../../../debate/flow/tasks';
import type { DialecticInputs, BlindArgument, KnownArgument, Motion } from '../../../../debate/flow/tasks/dialectic';
import { cut, lines, most, newest } from '../../promptText';
import type { Fence } from '../../fence';
import {
  type AnswerFields,
  arguingFills,
  arguingValues,
  prompt,
  guidanceText,
  type ModelFormat,
  type ModelTasks,
} from '../../modelTask';
import moderator from '../../../../../prompts/moderator.md';
import reporter from '../../../../../prompts/reporter.md';
import rules from '../../../../../prompts/dialectic.md';
import scorer from '../../../../../prompts/scorer.md';
import side from '../../../../../prompts/side.md';

type DialecticSideKind = 'side/open' | 'side/rebut';

const fills = [...arguingFills, 'motion', 'exchange', 'own', 'opponent'] as const;

const arguing = {
  record: 'whole',
  readership: 'debaters',
  readsEvidence: true,
  isFrequent: true,
  isResearched: true,
} as const;

const sideTasks: ModelTasks<DialecticSideKind> = {
  'side/open': {
    ...arguing,
    prompt: prompt(fills, (input, fence) => ({ ...sideValues(input, fence), own: '', opponent: '' })),
  },
  'side/rebut': {
    ...arguing,
    toOutput: rebuttal,
    prompt: prompt(fills, (input, fence) => ({
      ...sideValues(input, fence),
      own: knownText(input.own, input.opponent, fence),
      opponent: knownText(input.opponent, input.own, fence),
    })),
  },
};

/** Further ones are for the engine to refuse. */
function rebuttal({ arguments: given, ...rest }: AnswerFields): unknown {
  const [argument, ...others] = listOf(given);
  if (argument !== undefined && others.length === 0) return { ...rest, argument };
  return { ...rest, ...(given === undefined ? {} : { arguments: given }) };
}

const sideValues = (input: TaskInputs[DialecticSideKind], fence: Fence) => ({
  ...arguingValues(input, fence, false),
  motion: motionText(input.motion, fence),
  exchange: `${input.exchange}`,
});

/** The newest; earlier ones stand in the record. */
const mostTold = 60;

/** What the agent must know of each argument that is not in the record's text: score, checks, attackers. */
function knownText(known: readonly KnownArgument[], others: readonly KnownArgument[], fence: Fence): string {
  const inForce = others.filter(({ redacted }) => redacted === undefined).map(({ argument }) => argument);
  const attackersOf = (id: string): string =>
    inForce
      .flatMap(({ id: by, attacks = [] }) => (attacks.some(({ target_id: at }) => at === id) ? [by] : []))
      .join(', ');
  return lines(
    newest(known, mostTold).map(({ seq, argument: { id, title, claim }, score, checks, redacted }) => {
      const found = checks.map(({ url, status }) => `${status}: ${cut(url, 300)}`);
      const words =
        redacted === undefined
          ? [cut(title, 200), cut(claim, 400), ...found]
          : [`Struck by seq ${redacted.by}; it is not answered any more.`];
      return fence.wrap(
        'argument',
        {
          id,
          seq,
          score: score === undefined ? 'not judged' : plainScore(score),
          attackers: redacted === undefined ? attackersOf(id) || 'nobody' : undefined,
        },
        lines(words),
      );
    }),
  );
}

function motionText({ text, definitions, scope }: Motion, fence: Fence): string {
  const terms = definitions
    .slice(0, most.items)
    .map(({ term, meaning }) => `“${cut(term, 200)}” means: ${cut(meaning, most.reason)}`);
  return fence.wrap(
    'motion',
    {},
    lines([cut(text), ...terms, ...(scope === undefined ? [] : [`Scope: ${cut(scope)}`])]),
  );
}

/** A score with its sign, to the hundredth. */
const plainScore = (score: number): string => `${score > 0 ? '+' : ''}${score.toFixed(2)}`;

const judgedTasks: ModelTasks<'scorer/score' | 'reporter/clash'> = {
  'scorer/score': {
    record: 'none',
    readership: 'officials',
    brief: 'blind',
    prompt: prompt(
      ['motion', 'arguments', 'earlier', 'guidance'],
      ({ motion, arguments: shown, earlier, guidance }, fence) => ({
        motion: motionText(motion, fence),
        arguments: lines(shown.map((argument) => blindText(argument, fence))),
        earlier: lines(newest(earlier, mostEarlier).map((argument) => blindText(argument, fence))),
        guidance: guidanceText(guidance, fence),
      }),
    ),
  },
  'reporter/clash': {
    record: 'whole',
    readership: 'officials',
    prompt: prompt(['motion', 'totals', 'scores', 'length'], (input, fence) => ({
      motion: motionText(input.motion, fence),
      totals: totalsText(input.totals),
      scores: lines(newest(input.arguments, mostScores).map((known) => scoreText(known, fence))),
      length: `${input.wordLimits.min} to ${input.wordLimits.max}`,
    })),
  },
};

/** A rescore of older ones is not to be expected. */
const mostEarlier = 60;
const mostScores = 120;

/** The argument under its label, without its author. */
function blindText(argument: BlindArgument, fence: Fence): string {
  const { label, title, claim, grounds, warrant, backing, qualifier, attacks, defends, score, redacted } = argument;
  const attributes = { label, score: score === undefined ? undefined : plainScore(score) };
  if (redacted !== undefined) return fence.wrap('argument', attributes, 'Struck.');
  return fence.wrap(
    'argument',
    attributes,
    lines([
      `Title: ${cut(title, 200)}`,
      `Claim: ${cut(claim, 600)}`,
      ...grounds.map(
        ({ source, content, relevance = '', status }) =>
          `Ground (${status ?? 'not checked'}): ${cut(content)} | ${cut(source, 300)}${relevance === '' ? '' : ` | ${cut(relevance, 600)}`}`,
      ),
      `Warrant: ${cut(warrant, 1_000)}`,
      ...(backing === undefined ? [] : [`Backing: ${cut(backing, 1_000)}`]),
      ...(qualifier === undefined ? [] : [`Qualifier: ${cut(qualifier, 300)}`]),
      ...attacks.map(({ target, type, content }) => `Attacks ${target} (${type}): ${cut(content, 1_000)}`),
      ...defends.map(({ target, type, content }) => `Defends ${target} (${type}): ${cut(content, 1_000)}`),
    ]),
  );
}

const totalsText = (totals: TaskInputs['reporter/clash']['totals']): string =>
  lines(
    sides.map((side) => `- ${side}: ${plainScore(totals[side].total)} over ${counted(totals[side].count, 'argument')}`),
  );

function scoreText(
  { seq, argument: { id, side, exchange, title }, score, redacted }: KnownArgument,
  fence: Fence,
): string {
  const result = redacted !== undefined ? 'struck' : score === undefined ? 'not judged' : plainScore(score);
  return fence.wrap(
    'argument',
    { id, seq, side, exchange, score: result },
    redacted === undefined ? cut(title, 200) : 'Struck.',
  );
}

const motionTasks: ModelTasks<'moderator/propose_motions'> = {
  'moderator/propose_motions': {
    readership: 'officials',
    record: 'none',
    brief: 'none',
    answerName: 'motions',
    prompt: prompt(['topic', 'evidence'], ({ topic, evidence }, fence) => ({
      topic: fence.wrap('topic', {}, cut(topic)),
      evidence:
        evidence.length === 0
          ? ''
          : fence.wrap('evidence', {}, lines(evidence.slice(0, most.items).map((path) => cut(path, 300)))),
    })),
  },
};

export const dialectic: ModelFormat<keyof DialecticInputs | 'moderator/propose_motions'> = {
  rules: 'dialectic',
  prompts: { dialectic: rules, moderator, side, scorer, reporter },
  tasks: { ...motionTasks, ...sideTasks, ...judgedTasks },
};
