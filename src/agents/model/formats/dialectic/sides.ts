import * as z from 'zod';
import { attackTypes, defenceTypes } from '../../../../debate/entryData';
import type { TaskInputs } from '../../../../debate/tasks';
import type { KnownArgument, Motion } from '../../../../debate/tasks/dialectic';
import { type AnswerFields, cue, memo, type ModelTasks, seqs, text } from '../../modelTask';
import { arguingFills, arguingValues } from '../../plainTask';
import { cut, lines, most, newest } from '../../cueText';
import type { Fence } from '../../fence';
import { listOf } from '../../../../debate/objects';

type DialecticSideKind = 'side/open' | 'side/rebut';

const ground = z.strictObject({
  source: text('What it is, for people: author, title, year.'),
  content: text('What it says that bears on the claim. At most 100 words.'),
  relevance: text('Why that matters here. At most 30 words.'),
  url: text('workspace:path#L10-L20, workspace:path.pdf#page=3, or https://…'),
  quote: text('The passage that content rests on, verbatim from the source.'),
});

const argument = z.strictObject({
  title: text('5 to 7 words.'),
  claim: text('One sentence of at most 25 words.'),
  grounds: z.array(ground).describe('1 to 3.'),
  warrant: text('The rule by which the grounds carry the claim. At most 50 words.'),
  backing: text('Why the rule holds. At most 50 words.').nullable(),
  qualifier: text('How far the claim goes. At most 10 words.').nullable(),
  attacks: z
    .array(z.strictObject({ target_id: z.string(), type: z.enum(attackTypes), content: text('At most 75 words.') }))
    .describe('0 to 3; none in the first exchange.'),
  defends: z
    .array(z.strictObject({ target_id: z.string(), type: z.enum(defenceTypes), content: text('At most 75 words.') }))
    .describe('0 to 2; none in the first exchange.'),
});

const fills = [...arguingFills, 'motion', 'exchange', 'own', 'opponent'] as const;

/** One shape for both tasks, so that they share the provider's cache; the record that both sides see is the same. */
const arguing = {
  ...({
    record: 'whole',
    readership: 'debaters',
    isFrequent: true,
    isResearched: true,
    answerName: 'arguments',
  } as const),
  answer: z.strictObject({
    arguments: z.array(argument).describe('As many as the task asks for.'),
    acknowledges: seqs('Redactions that this answers.'),
    memo,
  }),
};

export const sideTasks: ModelTasks<DialecticSideKind> = {
  'side/open': {
    ...arguing,
    cue: cue(fills, (input, fence) => ({ ...sideValues(input, fence), own: '', opponent: '' })),
  },
  'side/rebut': {
    ...arguing,
    toOutput: rebuttal,
    cue: cue(fills, (input, fence) => ({
      ...sideValues(input, fence),
      own: knownText(input.own, fence),
      opponent: knownText(input.opponent, fence),
    })),
  },
};

/** One argument stands in for the list of one; more are for the engine to refuse. */
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

/** So many of the newest arguments are told of; those before them stand in the record. */
const mostTold = 60;

/** What is known of arguments beyond their text, which stands in the record. */
function knownText(known: readonly KnownArgument[], fence: Fence): string {
  return lines(
    newest(known, mostTold).map(({ seq, argument: { id, title, claim }, score, checks, struck }) => {
      const found = checks.map(({ url, status }) => `${status}: ${cut(url, 300)}`);
      const words =
        struck === undefined
          ? [cut(title, 200), cut(claim, 400), ...found]
          : [`Struck by seq ${struck.by}; it is not answered any more.`];
      return fence.wrap(
        'argument',
        { id, seq, score: score === undefined ? 'not judged' : plainScore(score) },
        lines(words),
      );
    }),
  );
}

/** What is debated, with what its words mean and how far it goes. */
export function motionText({ text, definitions, scope }: Motion, fence: Fence): string {
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
export const plainScore = (score: number): string => `${score > 0 ? '+' : ''}${score.toFixed(2)}`;
