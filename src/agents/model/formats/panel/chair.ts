import type { VerificationStatus } from '../../../../debate/log/entryData';
import type { TaskKind } from '../../../../debate/flow/tasks';
import type { LineupInput } from '../../../../debate/flow/tasks/panel';
import { prompt, type ModelTasks } from '../../modelTask';
import { cut, debaterText, documentTexts, entryText, ledgerTable, lines, most } from '../../promptText';
import type { Fence } from '../../fence';

const chair = { readership: 'officials' } as const;

const lineupTask = { ...chair, record: 'none', answerName: 'lineup' } as const;

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
    // The speaker stands in the lineup before it.
    prompt: prompt(['entries'], ({ entries }, fence) => ({
      entries: lines(entries.map((entry) => entryText(entry, fence))),
    })),
  },
  'chair/choose_questions': {
    ...chair,
    record: 'none',
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
    prompt: prompt(['round'], ({ round, brief }) => ({ round: `${round} of at most ${brief.maxRounds}` })),
  },
  'chair/rule_on_challenge': {
    ...chair,
    record: 'none',
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
    prompt: prompt(['request'], ({ request }, fence) => ({ request: entryText(request, fence) })),
  },
  'chair/name_unresolved': {
    ...chair,
    record: 'whole',
    mustBeWhole: true,
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
    prompt: prompt(['round'], ({ round }) => ({ round: `${round}` })),
  },
  'chair/conclude': {
    ...chair,
    record: 'whole',
    mustBeWhole: true,
    isBlind: true,
    prompt: prompt(['ledgers', 'barred'], ({ ledgers, barred }) => ({
      ledgers: ledgerTable(ledgers),
      barred: barred.join(', '),
    })),
  },
  'chair/word_conclusion': {
    ...chair,
    record: 'whole',
    mustBeWhole: true,
    isBlind: true,
    prompt: prompt(['ledgers', 'decided', 'undecided'], ({ ledgers, outcome, why, tally }) => ({
      ledgers: ledgerTable(ledgers),
      decided: `The outcome is ${outcome}. ${tally}`,
      undecided: why ?? '',
    })),
  },
  'chair/review_documents': {
    ...chair,
    record: 'none',
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
