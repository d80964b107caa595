import type { Debater, VerificationStatus } from '../../debate/entryData';
import type { LineupInput, TaskInputs, TaskKind } from '../../debate/tasks';
import { cut, debaterText, documentTexts, entryText, ledgerTable, lines, most } from './cueText';
import type { Fence } from './fence';
import type { CueValues } from './placeholders';

type ChairKind = Extract<TaskKind, `chair/${string}`>;

export const chairCues: { [K in ChairKind]: (input: TaskInputs[K], fence: Fence) => CueValues<K> } = {
  'chair/propose_lineup': (input, fence) => lineupValues(input, fence),
  'chair/revise_lineup': (input, fence) => ({
    ...lineupValues(input, fence),
    proposed: lines(input.proposed.map((debater) => debaterText('debater', debater, fence))),
    request: fence.wrap('request', {}, cut(input.request, most.hints)),
  }),
  'chair/review_turn': ({ speaker, entries }, fence) => ({
    speaker: debaterText('speaker', speaker, fence),
    entries: lines(entries.map((entry) => entryText(entry, fence))),
  }),
  'chair/choose_questions': ({ round, questions }, fence) => ({
    round: `${round}`,
    questions: lines(questions.map(({ to, question }, number) => fence.wrap('question', { number, to }, cut(question)))),
  }),
  'chair/go_on': ({ round, brief }) => ({ round: `${round} of at most ${brief.maxRounds}` }),
  'chair/rule_on_challenge': ({ challenge, target, url, claim, finding }, fence) => ({
    challenge: entryText(challenge, fence),
    target: entryText(target, fence),
    claim: fence.wrap('challenged', { seq: target.seq }, `${url}\n${claim === '' ? 'The words were struck.' : cut(claim)}`),
    finding: fence.wrap('finding', { seq: target.seq, status: finding.status }, cut(finding.explanation)),
    verdict: verdicts[finding.status],
  }),
  'chair/answer_clarification': ({ request }, fence) => ({ request: entryText(request, fence) }),
  'chair/name_unresolved': () => ({}),
  'chair/conclude': ({ brief, ledgers, barred }) => ({
    ledgers: ledgerTable(ledgers),
    barred: barred.join(', '),
    outcomes: outcomesOf(brief.debaters, barred),
  }),
  'chair/review_documents': ({ documents }, fence) => ({ documents: documentTexts(documents, fence) }),
};

function lineupValues({ topic, hints, evidence }: LineupInput, fence: Fence): CueValues<'chair/propose_lineup'> {
  const left = evidence.length - most.items;
  const files = [...evidence.slice(0, most.items).map((path) => cut(path, 300)), ...(left > 0 ? [`… and ${left} more`] : [])];
  return {
    topic: fence.wrap('topic', {}, cut(topic, most.hints)),
    hints: hints.trim() === '' ? '' : fence.wrap('hints', {}, cut(hints, most.hints)),
    evidence: files.length === 0 ? '' : fence.wrap('evidence', {}, lines(files)),
  };
}

/** What the Verifier's finding makes of a challenge: the Chair words it, code has decided it. */
const verdicts: Readonly<Record<VerificationStatus, string>> = {
  verified: 'the challenge is dismissed, the source stands',
  unverified: 'the challenge is dismissed, since the source could be neither confirmed nor refuted, which is never held against anyone',
  unreliable: 'the challenge is upheld, the source is to be withdrawn or replaced',
  fabricated: 'the challenge is upheld, the entry is struck',
};

/** With two barred debaters code sets `void`, whatever is answered. */
function outcomesOf(debaters: readonly Debater[], barred: readonly string[]): string {
  if (barred.length > 1) return 'void';
  const free = debaters.filter(({ name }) => !barred.includes(name));
  return [...free.map(({ name }) => `${name}_wins`), 'draw', 'void'].join(', ');
}
