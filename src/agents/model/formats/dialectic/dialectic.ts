import moderator from '../../../../../prompts/moderator.md';
import reporter from '../../../../../prompts/reporter.md';
import rules from '../../../../../prompts/dialectic.md';
import scorer from '../../../../../prompts/scorer.md';
import side from '../../../../../prompts/side.md';
import type { DialecticInputs, BlindArgument, KnownArgument } from '../../../../debate/tasks/dialectic';
import { cue, type ModelFormat, type ModelTasks, text } from '../../modelTask';
import { sideTasks, motionText, plainScore } from './sides';
import * as z from 'zod';
import { cut, lines, most, newest } from '../../cueText';
import { counted } from '../../../../debate/counted';
import { sides } from '../../../../debate/entryData';
import type { TaskInputs } from '../../../../debate/tasks';
import { guidanceText } from '../../plainTask';
import type { Fence } from '../../fence';

/** The tasks of those who judge the arguments and report on them. */
const judgedTasks: ModelTasks<'scorer/score' | 'reporter/clash'> = {
  'scorer/score': {
    record: 'none',
    readership: 'officials',
    brief: 'blind',
    answer: z.strictObject({
      scores: z
        .array(
          z.strictObject({
            argument_id: text('The label.'),
            reasoning: text('At most 75 words.'),
            score: z.number().describe('-1 to 1, two decimals; all of them sum to exactly 0.'),
          }),
        )
        .describe('One for each new argument.'),
      rescores: z
        .array(
          z.strictObject({
            argument_id: text('The label.'),
            reasoning: text('At most 75 words.'),
            new_score: z.number().describe('At most 0.5 from the present score; all changes sum to exactly 0.'),
          }),
        )
        .describe('Mostly empty.'),
    }),
    cue: cue(
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
    answer: z.strictObject({
      question: text('One paragraph.'),
      clash: text('Two or three paragraphs.'),
      turning_points: z
        .array(z.strictObject({ title: text('Up to 10 words.'), text: text('One to three sentences.') }))
        .describe('1 to 4.'),
      verdict: text('One or two paragraphs.'),
    }),
    cue: cue(['motion', 'totals', 'scores', 'length'], (input, fence) => ({
      motion: motionText(input.motion, fence),
      totals: totalsText(input.totals),
      scores: lines(newest(input.arguments, mostScores).map((known) => scoreText(known, fence))),
      length: `${input.wordLimits.min} to ${input.wordLimits.max}`,
    })),
  },
};

/** What a Judge may have in mind at once; a rescore of what is older is not to be expected. */
const mostEarlier = 60;
const mostScores = 120;

/** Everything that is said of an argument, under its label: who said it stands nowhere. */
function blindText(argument: BlindArgument, fence: Fence): string {
  const { label, title, claim, grounds, warrant, backing, qualifier, attacks, defends, score, struck } = argument;
  const attributes = { label, score: score === undefined ? undefined : plainScore(score) };
  if (struck !== undefined) return fence.wrap('argument', attributes, 'Struck.');
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
  { seq, argument: { id, side, exchange, title }, score, struck }: KnownArgument,
  fence: Fence,
): string {
  const standing = struck !== undefined ? 'struck' : score === undefined ? 'not judged' : plainScore(score);
  return fence.wrap(
    'argument',
    { id, seq, side, exchange, score: standing },
    struck === undefined ? cut(title, 200) : 'Struck.',
  );
}

const forms: ReadonlyMap<string, string> = new Map([
  ['this-house-would', '“This house would …”'],
  ['this-house-believes', '“This house believes that …”'],
  ['resolved', '“Resolved: …”'],
]);

/** What is asked before there is a debate. */
const motionTasks: ModelTasks<'moderator/propose_motions'> = {
  'moderator/propose_motions': {
    readership: 'officials',
    record: 'none',
    brief: 'none',
    answerName: 'motions',
    answer: z.strictObject({ motions: z.array(text('One declarative sentence.')).describe('2 to 4, the best first.') }),
    cue: cue(['topic', 'evidence', 'style'], ({ topic, evidence, style }, fence) => ({
      topic: fence.wrap('topic', {}, cut(topic)),
      evidence:
        evidence.length === 0
          ? ''
          : fence.wrap('evidence', {}, lines(evidence.slice(0, most.items).map((path) => cut(path, 300)))),
      style: (style === undefined ? undefined : forms.get(style)) ?? '',
    })),
  },
};

export const dialectic: ModelFormat<keyof DialecticInputs | 'moderator/propose_motions'> = {
  rules: 'dialectic',
  prompts: { dialectic: rules, moderator, side, scorer, reporter },
  tasks: { ...motionTasks, ...sideTasks, ...judgedTasks },
};
