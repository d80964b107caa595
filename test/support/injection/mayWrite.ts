import { dataOf } from '../../../src/debate/log/codec';
import type { Entry } from '../../../src/debate/log/entry';
import { tribunalOutcomes } from '../../../src/debate/log/entryData';
import type { TaskKind } from '../../../src/debate/flow/tasks';

/** Whether this task may produce the entry. Code decides speaker, type, target and kind, whatever the answer says. */
export function mayWrite(kind: TaskKind, entry: Entry, before: readonly Entry[]): boolean {
  const { speaker, type } = entry;
  const said = entry.data?.['kind'];
  const isNote = (...kinds: string[]): boolean =>
    speaker === 'chair' && type === 'note' && kinds.includes(String(said));
  const isDocument = (name: string, by = 'reporter'): boolean =>
    (speaker === by && type === 'document' && entry.data?.['name'] === name) || isNote('failure');
  // Code redacts entries with fabricated sources only.
  if (type === 'redaction')
    return (speaker === 'chair' || speaker === 'moderator') && isFabricated(entry.target_seq, before);
  switch (kind) {
    case 'debater/opening':
    case 'debater/turn':
    case 'debater/closing':
      return mayBeSaid(kind, entry);
    case 'chair/review_turn':
      return (
        isNote('review') ||
        (speaker === 'chair' &&
          type === 'ruling' &&
          said === 'infraction' &&
          entry.data?.['debater'] === lastSpeaker(before))
      );
    case 'chair/choose_questions':
      return (
        isNote('no_questions') || (speaker === 'audience' && type === 'audience_question' && isAsked(entry, before))
      );
    case 'chair/go_on':
      return isNote('go_on', 'stop');
    case 'chair/rule_on_challenge':
      return speaker === 'chair' && type === 'ruling' && said === 'challenge';
    case 'chair/answer_clarification':
      return speaker === 'chair' && type === 'ruling' && said === 'clarification';
    case 'chair/name_unresolved':
      return speaker === 'chair' && type === 'announcement' && said === 'unresolved';
    case 'chair/name_crux':
      return (speaker === 'chair' && type === 'announcement' && said === 'crux') || isNote('failure');
    case 'chair/conclude':
      return (
        speaker === 'chair' &&
        type === 'conclusion' &&
        ['ada_wins', 'bob_wins', 'draw', 'void'].includes(String(entry.data?.['outcome']))
      );
    case 'chair/word_conclusion':
      return speaker === 'chair' && type === 'conclusion';
    case 'juror/verdict':
    case 'juror/issues':
      return (speaker === 'judge' && type === 'verdict') || isNote('failure');
    case 'voter/choose':
      return (speaker === 'judge' && type === 'vote') || isNote('failure');
    case 'chair/review_documents':
      return isNote('document_review', 'failure');
    case 'verifier/support':
      return speaker === 'verifier' && type === 'verification_result';
    case 'audience/questions':
      return isNote('asked', 'no_questions');
    case 'audience/conclusion':
      return (speaker === 'audience' && type === 'audience_conclusion') || isNote('failure');
    case 'reporter/brief':
      return isDocument('brief.md');
    case 'reporter/summary':
    case 'reporter/blog_post':
      return isDocument('summary.md') || isDocument('blog-post.md');
    case 'assessor/report':
      return isDocument('assessor-report.md', 'assessor');
    case 'chair/propose_lineup':
    case 'chair/revise_lineup':
    case 'moderator/propose_motions':
      return false;
    case 'advocate/defend':
      return isContribution('advocate', 'defense', entry);
    case 'critic/critique':
      return isContribution('critic', 'critique', entry);
    case 'judge/recommend_rounds':
      return speaker === 'judge' && type === 'note' && said === 'rounds_planned';
    case 'judge/assess':
      return (speaker === 'judge' && type === 'assessment') || isModerators(entry, 'note', 'failure');
    case 'judge/rule':
      return (
        speaker === 'judge' &&
        type === 'judges_ruling' &&
        (tribunalOutcomes as readonly unknown[]).includes(entry.data?.['outcome'])
      );
    case 'side/open':
    case 'side/rebut':
      return type === 'argument' && dataOf(entry, 'argument')?.argument.side === speaker;
    case 'scorer/score':
      return speaker === 'judge' && type === 'judgment' && isBalanced(entry);
    case 'reporter/clash':
      return (
        (speaker === 'reporter' && type === 'document' && entry.data?.['name'] === 'README.md') ||
        isModerators(entry, 'note', 'failure')
      );
  }
}

const isModerators = (entry: Entry, type: string, kind: string): boolean =>
  entry.speaker === 'moderator' && entry.type === type && entry.data?.['kind'] === kind;

/** Whether the entry is a side's contribution, its hand-over, or a note on its failure. */
const isContribution = (name: string, type: string, entry: Entry): boolean =>
  (entry.speaker === name && entry.type === type) ||
  isModerators(entry, 'note', 'failure') ||
  (entry.speaker === 'moderator' && entry.type === 'handoff' && entry.data?.['from'] === name);

/** Whether scores, in whole hundredths, sum to zero: no model can be talked into another sum. */
function isBalanced(entry: Entry): boolean {
  const { scores = [], rescores = [] } = dataOf(entry, 'judgment') ?? {};
  const sum = (values: readonly number[]): number => values.reduce((all, value) => all + Math.round(value * 100), 0);
  return (
    sum(scores.map(({ score }) => score)) === 0 &&
    sum(rescores.map(({ old_score: before, new_score: now }) => now - before)) === 0
  );
}

const argumentTypes: Readonly<Record<string, readonly string[]>> = {
  'debater/opening': ['opening_statement'],
  'debater/turn': ['new_point', 'rebuttal', 'conjecture'],
  'debater/closing': ['closing_statement'],
};

function mayBeSaid(kind: TaskKind, { speaker, type, data, target_seq }: Entry): boolean {
  const isSkip =
    speaker === 'chair' &&
    type === 'ruling' &&
    data?.['kind'] === 'skipped' &&
    data['debater'] === 'ada' &&
    target_seq === null;
  // A dropped part of a turn is named.
  const isFallen = speaker === 'chair' && type === 'note' && data?.['kind'] === 'fallen' && data['debater'] === 'ada';
  return (
    isSkip ||
    isFallen ||
    (speaker === 'ada' && [...(argumentTypes[kind] ?? []), 'source_challenge', 'clarification_request'].includes(type))
  );
}

const isFabricated = (seq: number | null, before: readonly Entry[]): boolean =>
  before.some(
    (entry) =>
      entry.type === 'verification_result' && entry.target_seq === seq && entry.data?.['status'] === 'fabricated',
  );

const lastSpeaker = (before: readonly Entry[]): string | undefined =>
  before.findLast(({ speaker }) => speaker === 'ada' || speaker === 'bob')?.speaker;

const isAsked = ({ data, content }: Entry, before: readonly Entry[]): boolean => {
  const asked = (before.findLast((entry) => entry.data?.['kind'] === 'asked')?.data?.['questions'] ?? []) as {
    to: string;
    question: string;
  }[];
  return asked.some(({ to, question }) => data?.['to'] === to && content === `To ${to}: ${question}`);
};
