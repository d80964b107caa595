import type { TaskKind } from '../../../../debate/flow/tasks';
import type { ClosingInput, OpeningInput, SpeakerInput, TurnInput } from '../../../../debate/flow/tasks/debater';
import { declaredOf, declaredWords, type Occasion } from '../../../../debate/log/data/declared';
import type { Point } from '../../../../debate/log/entryData';
import { isObject } from '../../../../debate/log/objects';
import { wordCount } from '../../../../matching/text/text';
import {
  type AnswerFields,
  type AnswerLength,
  arguingFills,
  arguingValues,
  prompt,
  type ModelTasks,
  rangeWords,
} from '../../modelTask';
import { withClaims } from '../../sourceMarks';
import { cut, lines, most, newest, seqList, speakersText } from '../../promptText';
import type { Fence } from '../../fence';

/** Placeholders of a debater's tasks and research; those that do not apply are empty. */
const fills = [
  ...arguingFills,
  'words',
  'fields',
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
    toOutput: (output) => statementOutput(output, 'opening_statement'),
    prompt: prompt(fills, openingValues),
  },
  'debater/turn': {
    ...turn,
    isResearched: true,
    toOutput: turnOutput,
    prompt: prompt(fills, turnValues),
  },
  // Without research: a closing may say nothing new.
  'debater/closing': {
    ...turn,
    toOutput: (output) => statementOutput(output, 'closing_statement'),
    prompt: prompt(fills, closingValues),
  },
};

function openingValues(input: OpeningInput, fence: Fence): DebaterValues {
  return {
    ...speakerValues(input, fence),
    fields: fieldWords('opening'),
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
    fields: fieldWords('turn'),
    occasion: `your turn in round ${round}`,
    round: `${round} of at most ${brief.maxRounds}`,
    spoken: turns.length === 0 ? '' : lines(['Spoken in this round so far, as the Chair sums it up:', ...turns]),
  };
}

function closingValues(input: ClosingInput, fence: Fence): DebaterValues {
  return {
    ...speakerValues(input, fence),
    ...heldValues(input, fence),
    fields: fieldWords('closing'),
    unresolved: pointsText(input.unresolved, fence),
    agreed: pointsText(input.agreed, fence),
    priorSpeakers: speakersText('Before you, these closed', input.priorClosers),
  };
}

const fieldWords = (occasion: Occasion): string => declaredWords(occasion).join(' ');

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
    fields: '',
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

/** Keeps only the fields that belong to each entry's type. */
function turnOutput(output: AnswerFields): unknown {
  const { entries } = output;
  if (Array.isArray(entries))
    return { ...output, entries: entries.map((entry: unknown) => (isObject(entry) ? spoken(entry) : entry)) };
  return 'content' in output ? { entries: [spoken(output)], ...given({ memo: output['memo'] }) } : output;
}

function spoken(marked: AnswerFields): AnswerFields {
  const entry = withClaims(marked, ['content']);
  const { type, content, rebuttal_to_seq: rebuts, target_seq: target } = entry;
  const sources = Array.isArray(entry['sources'])
    ? entry['sources'].map((item: unknown) => (isObject(item) ? cited(item) : item))
    : [];
  const declared = Object.entries(declaredOf(entry)).filter(
    ([, value]) => !(Array.isArray(value) && value.length === 0),
  );
  return {
    ...given({ type, content }),
    // An empty list says nothing.
    ...Object.fromEntries(declared),
    ...(sources.length > 0 ? { sources } : {}),
    ...(type === 'rebuttal' ? given({ rebuttal_to_seq: rebuts }) : {}),
    ...(type === 'clarification_request' ? given({ target_seq: target }) : {}),
    ...(type === 'source_challenge' ? given({ target_seq: target, ...challenged(entry) }) : {}),
  };
}

/** Accepts other field names, which models without a schema sometimes write. */
const challenged = (entry: AnswerFields): AnswerFields => ({
  url: entry['challenged_url'] ?? entry['url'],
  claim: entry['challenged_claim'] ?? entry['claim'],
});

/** An empty quotation or claim is none. */
const cited = (item: AnswerFields): AnswerFields =>
  Object.fromEntries(
    Object.entries(item).filter(([key, value]) => key === 'title' || typeof value !== 'string' || value.trim() !== ''),
  );

const given = (fields: AnswerFields): AnswerFields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
