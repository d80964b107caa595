import * as z from 'zod';
import type { VerificationStatus } from '../../../../debate/log/entryData';
import type { LineupInput, TaskKind } from '../../../../debate/flow/tasks';
import type { criteria } from '../../../../debate/formats/panel/points';
import { answered, prompt, type ModelTasks, point, seq, seqs, text } from '../../modelTask';
import { cut, debaterText, documentTexts, entryText, ledgerTable, lines, most } from '../../promptText';
import type { Fence } from '../../fence';
import { framework } from './debater';

const chair = { readership: 'officials' } as const;

const lineup = z.strictObject({
  debaters: z
    .array(
      z.strictObject({
        name: text('1 to 50 letters, digits and hyphens; unique.'),
        persona: text('Who speaks: one or two sentences.'),
        starting_position: text('The thesis: one or two sentences.'),
        incentives: text('What this persona stands to gain, lose and protect.'),
      }),
    )
    .describe('2 to 8 debaters, in the order of speaking.'),
});

const criterion = z.strictObject({
  text: text('One to three sentences.'),
  seqs: seqs('The entries they rest on.'),
  points: z.int().describe('0 to 10.'),
});

const evaluation = z.strictObject({
  debater: text('The label, exactly as given.'),
  criteria: z.strictObject({
    sourced_arguments: criterion,
    rebuttals: criterion,
    verifier_findings: criterion,
    rules: criterion,
    persona_consistency: criterion,
  } satisfies Record<(typeof criteria)[number], z.ZodType>),
});

const lineupTask = { ...chair, record: 'none', answer: lineup, answerName: 'lineup' } as const;

/** Points come after their reasons. */
export const chairTasks: ModelTasks<Extract<TaskKind, `chair/${string}`>> = {
  'chair/propose_lineup': { ...lineupTask, prompt: prompt(['topic', 'hints', 'evidence'], lineupValues) },
  'chair/revise_lineup': {
    ...lineupTask,
    prompt: prompt(['topic', 'hints', 'evidence', 'proposed', 'request'], (input, fence) => ({
      ...lineupValues(input, fence),
      proposed: lines(input.proposed.map((debater) => debaterText('debater', debater, fence))),
      request: fence.wrap('request', {}, cut(input.request, most.hints)),
    })),
  },
  'chair/review_turn': {
    ...chair,
    record: 'none',
    isFrequent: true,
    answer: z.strictObject({
      summary: text('One sentence, at most 30 words.'),
      frameworks: z.array(framework).describe('Newly brought in and not declared; mostly empty.'),
      infractions: z
        .array(z.strictObject({ rule: z.enum(['6', '7', '11']), reason: z.string() }))
        .describe('Mostly empty.'),
      granted: z
        .array(z.strictObject({ seq, words: text('Copied exactly from that entry.') }))
        .describe('Mostly empty.'),
    }),
    // The speaker stands in the lineup before it.
    prompt: prompt(['entries'], ({ entries }, fence) => ({
      entries: lines(entries.map((entry) => entryText(entry, fence))),
    })),
  },
  'chair/choose_questions': {
    ...chair,
    record: 'none',
    answer: z.strictObject({
      reason: text('One sentence.'),
      chosen: z.array(seq).describe('Numbers of the questions, from 0.'),
    }),
    prompt: prompt(['round', 'questions'], ({ round, questions }, fence) => ({
      round: `${round}`,
      questions: lines(
        questions.map(({ to, question }, number) => fence.wrap('question', { number, to }, cut(question))),
      ),
    })),
  },
  'chair/go_on': {
    ...chair,
    record: 'recent',
    answer: z.strictObject({ reason: text('One or two sentences.'), go_on: z.boolean() }),
    prompt: prompt(['round'], ({ round, brief }) => ({ round: `${round} of at most ${brief.maxRounds}` })),
  },
  'chair/rule_on_challenge': {
    ...chair,
    record: 'none',
    answer: z.strictObject({ reason: text('One to three sentences.') }),
    prompt: prompt(
      ['challenge', 'target', 'claim', 'finding', 'verdict'],
      ({ challenge, target, url, claim, finding }, fence) => ({
        challenge: entryText(challenge, fence),
        target: entryText(target, fence),
        claim: fence.wrap(
          'challenged',
          { seq: target.seq },
          `${url}\n${claim === '' ? 'The words were struck.' : cut(claim)}`,
        ),
        finding: fence.wrap('finding', { seq: target.seq, status: finding.status }, cut(finding.explanation)),
        verdict: verdicts[finding.status],
      }),
    ),
  },
  'chair/answer_clarification': {
    ...chair,
    record: 'recent',
    answer: z.strictObject({ answer: text('One to four sentences.') }),
    prompt: prompt(['request'], ({ request }, fence) => ({ request: entryText(request, fence) })),
  },
  'chair/name_unresolved': {
    ...chair,
    record: 'whole',
    mustBeWhole: true,
    answer: z.strictObject({
      points: z.array(point('One neutral sentence.')).describe('1 to 3.'),
      agreed: z.array(point('One neutral sentence.')).describe('0 to 3.'),
    }),
    prompt: prompt([], () => ({})),
  },
  'chair/name_crux': {
    ...chair,
    // All debaters are told: it must hold nothing that only officials read.
    readership: 'debaters',
    record: 'whole',
    mustBeWhole: true,
    isOptional: true,
    isFrequent: true,
    answer: z.strictObject({ points: z.array(point('One neutral sentence of at most 40 words.')).describe('2 or 3.') }),
    prompt: prompt(['round'], ({ round }) => ({ round: `${round}` })),
  },
  'chair/conclude': {
    ...chair,
    record: 'whole',
    mustBeWhole: true,
    isBlind: true,
    answer: z.strictObject({
      evaluations: z.array(evaluation).describe('One for each debater.'),
      void: z
        .strictObject({ reason: z.string() })
        .nullable()
        .describe('Mostly null: only where nothing fair can be concluded.'),
      reason: text('What decided between the cases.'),
      ...answered,
    }),
    prompt: prompt(['ledgers', 'barred'], ({ ledgers, barred }) => ({
      ledgers: ledgerTable(ledgers),
      barred: barred.join(', '),
    })),
  },
  'chair/review_documents': {
    ...chair,
    record: 'none',
    answer: z.strictObject({
      problems: z.array(z.strictObject({ document: z.string(), problem: z.string() })).describe('Mostly empty.'),
    }),
    prompt: prompt(['documents'], ({ documents }, fence) => ({ documents: documentTexts(documents, fence) })),
  },
};

function lineupValues(
  { topic, hints, evidence }: LineupInput,
  fence: Fence,
): Record<'topic' | 'hints' | 'evidence', string> {
  const left = evidence.length - most.items;
  const files = [
    ...evidence.slice(0, most.items).map((path) => cut(path, 300)),
    ...(left > 0 ? [`… and ${left} more`] : []),
  ];
  return {
    topic: fence.wrap('topic', {}, cut(topic, most.hints)),
    hints: hints.trim() === '' ? '' : fence.wrap('hints', {}, cut(hints, most.hints)),
    evidence: files.length === 0 ? '' : fence.wrap('evidence', {}, lines(files)),
  };
}

/** Decided by code; the Chair words it. */
const verdicts: Readonly<Record<VerificationStatus, string>> = {
  verified: 'the challenge is dismissed, the source stands',
  unverified:
    'the challenge is dismissed, since the source could be neither confirmed nor refuted, which is never held against anyone',
  unreliable: 'the challenge is upheld, the source is to be withdrawn or replaced',
  fabricated: 'the challenge is upheld, the entry is struck',
};
