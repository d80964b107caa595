import * as z from 'zod';
import type { ClosingInput, OpeningInput, SpeakerInput, TaskKind, TurnInput } from '../../../../debate/flow/tasks';
import type { Point } from '../../../../debate/log/entryData';
import { isObject } from '../../../../debate/log/objects';
import { wordCount } from '../../../../matching/text/text';
import {
  type AnswerFields,
  type AnswerLength,
  arguingFills,
  arguingValues,
  prompt,
  memo,
  type ModelTasks,
  rangeWords,
  seq,
  seqs,
  sources,
  text,
} from '../../modelTask';
import { withClaims } from '../../sourceMarks';
import { cut, lines, most, newest, seqList, speakersText } from '../../promptText';
import type { Fence } from '../../fence';

export const framework = z.strictObject({ name: z.string(), description: text('One sentence.') });

const content = text('What is said, in Markdown.');
const concedes = z.array(z.strictObject({ seq, claim: text('The fact that is granted.') }));
const acknowledges = seqs('Frameworks and redactions that this answers.');
const introduces = z.array(framework).describe('Named frameworks that nobody has brought up before.');
const corrections = z
  .array(
    z.strictObject({
      seq: seq.describe('Your entry that cites the source.'),
      old_url: text('The address, exactly as cited there.'),
      new_url: text('The source for what holds instead; null where the statement is only withdrawn.').nullable(),
      reason: text('Why, in a few words.'),
      statement: text('The sentence of that entry that was wrong, verbatim.'),
      instead: text('What holds instead; null where it is only withdrawn.').nullable(),
    }),
  )
  .describe('Of your sources that may be corrected now; mostly empty.');

const argued = { content, sources, introduces, acknowledges, concedes, corrections };

const standing = {
  position_now: text('Where you stand now, in one sentence.'),
  would_change_my_mind: text('What would change it, in one sentence.'),
};

const challenge = {
  target_seq: seq.describe('The challenged entry.'),
  url: text('The address, exactly as cited there.'),
  claim: text('The failing claim, verbatim from the challenged entry.'),
  content: text('Why the source fails the claim, in up to three sentences.'),
};

const opening = z.strictObject({ content, sources, introduces, acknowledges, memo });

const turnEntry = z.discriminatedUnion('type', [
  // The three have so much in common that a schema each would be told three times.
  z.strictObject({
    type: z.enum(['new_point', 'rebuttal', 'conjecture']),
    rebuttal_to_seq: seq.nullable().describe('The entry that a rebuttal answers; else null.'),
    ...argued,
    position_now: standing.position_now.nullable().describe('With a rebuttal: where you stand now, in one sentence.'),
    would_change_my_mind: standing.would_change_my_mind
      .nullable()
      .describe('With a rebuttal: what would change it, in one sentence.'),
  }),
  z.strictObject({ type: z.literal('source_challenge'), ...challenge }),
  z.strictObject({
    type: z.literal('clarification_request'),
    target_seq: seq.nullable().describe('The entry asked about, or null.'),
    content: text('The question to the Chair, in up to three sentences.'),
  }),
]);

const closing = z.strictObject({
  content,
  sources,
  acknowledges,
  concedes,
  corrections,
  ...standing,
  challenge: z
    .strictObject(challenge)
    .nullable()
    .describe('A source of another debater that fails its claim; mostly null.'),
});

/** For a debater's tasks and research alike; what does not apply is empty. */
const fills = [
  ...arguingFills,
  'words',
  'occasion',
  'round',
  'frameworks',
  'unanswered',
  'granted',
  'spoken',
  'priorSpeakers',
  'unresolved',
  'agreed',
] as const;
type DebaterValues = Record<(typeof fills)[number], string>;

/** Of an argument; a challenge and a question are a few sentences. */
const length: AnswerLength = {
  min: 120,
  max: 350,
  texts: ({ entries, content: said }) =>
    Array.isArray(entries)
      ? entries.flatMap((entry: unknown, index) =>
          isObject(entry) && isMeasured(entry) ? [[`entries.${index}.content`, entry['content']] as const] : [],
        )
      : [['content', said]],
};
const riders: ReadonlySet<unknown> = new Set(['source_challenge', 'clarification_request']);

/** A conjecture may be short: it has no evidence to set out. */
const isMeasured = ({ type, content: said }: AnswerFields): boolean =>
  !riders.has(type) && !(type === 'conjecture' && typeof said === 'string' && wordCount(said) < length.min);

const turn = { record: 'whole', readership: 'debaters', readsEvidence: true, isFrequent: true, length } as const;

export const debaterTasks: ModelTasks<Extract<TaskKind, `debater/${string}`>> = {
  'debater/opening': {
    ...turn,
    isResearched: true,
    answer: opening,
    toOutput: (output) => statementOutput(output, 'opening_statement'),
    prompt: prompt(fills, openingValues),
  },
  'debater/turn': {
    ...turn,
    isResearched: true,
    answer: z.strictObject({ entries: z.array(turnEntry).describe('1 to 8 entries.'), memo }),
    toOutput: turnOutput,
    prompt: prompt(fills, turnValues),
  },
  // Without research: a closing may say nothing new.
  'debater/closing': {
    ...turn,
    answer: closing,
    toOutput: (output) => statementOutput(output, 'closing_statement'),
    prompt: prompt(fills, closingValues),
  },
};

function openingValues(input: OpeningInput, fence: Fence): DebaterValues {
  return {
    ...speakerValues(input, fence),
    occasion: 'your opening statement',
    priorSpeakers: speakersText('Before you, these opened', input.priorOpeners),
  };
}

function turnValues(input: TurnInput, fence: Fence): DebaterValues {
  const { round, spokenThisRound, brief } = input;
  const turns = spokenThisRound.map(({ name, seqs: said, summary }) =>
    fence.wrap('turn', { debater: name, seqs: seqList(said) }, cut(summary, most.reason)),
  );
  return {
    ...speakerValues(input, fence),
    ...heldValues(input, fence),
    occasion: `your turn in round ${round}`,
    round: `${round} of at most ${brief.maxRounds}`,
    spoken: turns.length === 0 ? '' : lines(['Spoken in this round so far, as the Chair sums it up:', ...turns]),
  };
}

function closingValues(input: ClosingInput, fence: Fence): DebaterValues {
  return {
    ...speakerValues(input, fence),
    ...heldValues(input, fence),
    unresolved: pointsText(input.unresolved, fence),
    agreed: pointsText(input.agreed, fence),
    priorSpeakers: speakersText('Before you, these closed', input.priorClosers),
  };
}

const pointsText = (points: readonly Point[], fence: Fence): string =>
  lines(points.map(({ text: words, seqs: at }) => fence.wrap('point', { seqs: seqList(at) }, cut(words, most.reason))));

function heldValues(
  { unanswered, granted }: Pick<TurnInput, 'unanswered' | 'granted'>,
  fence: Fence,
): Pick<DebaterValues, 'unanswered' | 'granted'> {
  return {
    unanswered: newest(unanswered, most.asked)
      .map(({ seq: at, by }) => `seq ${at} (${by})`)
      .join(', '),
    granted: lines(
      newest(granted, most.asked).map(({ seq: at, claim }) =>
        fence.wrap('granted', { seq: at }, cut(claim, most.reason)),
      ),
    ),
  };
}

function speakerValues(input: SpeakerInput, fence: Fence): DebaterValues {
  return {
    ...arguingValues(input, fence),
    frameworks: lines(
      newest(input.frameworks).map(({ seq: at, by, name, description }) =>
        fence.wrap('framework', { seq: at, by, name }, cut(description, most.reason)),
      ),
    ),
    words: rangeWords(length),
    occasion: '',
    round: '',
    spoken: '',
    unanswered: '',
    granted: '',
    priorSpeakers: '',
    unresolved: '',
    agreed: '',
  };
}

/** An opening or closing, with what rides on it. */
function statementOutput(output: AnswerFields, type: 'opening_statement' | 'closing_statement'): unknown {
  if ('entries' in output || !('content' in output)) return turnOutput(output);
  const { challenge: ridden, memo: note, ...said } = output;
  const riders = isObject(ridden) ? [{ ...ridden, type: 'source_challenge' }] : [];
  return turnOutput({ entries: [{ type, ...said }, ...riders], ...given({ memo: note }) });
}

/** With only the fields of each entry's type. */
function turnOutput(output: AnswerFields): unknown {
  const { entries } = output;
  if (Array.isArray(entries))
    return { ...output, entries: entries.map((entry: unknown) => (isObject(entry) ? spoken(entry) : entry)) };
  return 'content' in output ? { entries: [spoken(output)], ...given({ memo: output['memo'] }) } : output;
}

/** Of every type; an empty list says nothing. */
const common = [
  ...(['type', 'content', 'introduces', 'acknowledges', 'concedes'] as const),
  ...(['position_now', 'would_change_my_mind'] as const),
];

function spoken(marked: AnswerFields): AnswerFields {
  const entry = withClaims(marked, ['content']);
  const { type, rebuttal_to_seq: rebuts, target_seq: target } = entry;
  const kept = Object.fromEntries(common.filter((key) => isGiven(entry[key])).map((key) => [key, entry[key]]));
  const sources = Array.isArray(entry['sources'])
    ? entry['sources'].map((item: unknown) => (isObject(item) ? cited(item) : item))
    : [];
  const { correction, corrections: made } = entry;
  return {
    ...kept,
    ...(isObject(correction) ? { correction: withoutNulls(correction) } : given({ correction })),
    ...(Array.isArray(made) && made.length > 0
      ? { corrections: made.map((one: unknown) => (isObject(one) ? withoutNulls(one) : one)) }
      : {}),
    ...(sources.length > 0 ? { sources } : {}),
    ...(type === 'rebuttal' ? given({ rebuttal_to_seq: rebuts }) : {}),
    ...(type === 'clarification_request' ? given({ target_seq: target }) : {}),
    ...(type === 'source_challenge' ? given({ target_seq: target, ...challenged(entry) }) : {}),
  };
}

/** Without a schema, models at times write other names. */
const challenged = (entry: AnswerFields): AnswerFields => ({
  url: entry['challenged_url'] ?? entry['url'],
  claim: entry['challenged_claim'] ?? entry['claim'],
});

const withoutNulls = (fields: AnswerFields): AnswerFields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

/** An empty quotation or claim is none. */
const cited = (item: AnswerFields): AnswerFields =>
  Object.fromEntries(
    Object.entries(item).filter(([key, value]) => key === 'title' || typeof value !== 'string' || value.trim() !== ''),
  );

const isGiven = (value: unknown): boolean => value !== undefined && !(Array.isArray(value) && value.length === 0);

const given = (fields: AnswerFields): AnswerFields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
