import type { Entry } from '../../../src/debate/entry';
import type { TaskKind } from '../../../src/debate/tasks';

/** Whether an entry is one that this task may come to. Speaker, type, target and kind are code's, whatever the answer says. */
export function mayWrite(kind: TaskKind, entry: Entry, before: readonly Entry[]): boolean {
  const { speaker, type } = entry;
  const said = entry.data?.['kind'];
  const isNote = (...kinds: string[]): boolean => speaker === 'chair' && type === 'note' && kinds.includes(String(said));
  const isDocument = (name: string, by = 'reporter'): boolean => (speaker === by && type === 'document' && entry.data?.['name'] === name) || isNote('failure');
  // Code strikes what the Verifier found fabricated, and nothing else.
  if (type === 'redaction') return speaker === 'chair' && isFabricated(entry.target_seq, before);
  switch (kind) {
    case 'debater/opening':
    case 'debater/turn':
    case 'debater/closing':
      return mayBeSaid(kind, entry);
    case 'chair/review_turn':
      return isNote('review') || (speaker === 'chair' && type === 'ruling' && said === 'infraction' && entry.data?.['debater'] === lastSpeaker(before));
    case 'chair/choose_questions':
      return isNote('no_questions') || (speaker === 'audience' && type === 'audience_question' && isAsked(entry, before));
    case 'chair/go_on':
      return isNote('go_on', 'stop');
    case 'chair/rule_on_challenge':
      return speaker === 'chair' && type === 'ruling' && said === 'challenge';
    case 'chair/answer_clarification':
      return speaker === 'chair' && type === 'ruling' && said === 'clarification';
    case 'chair/name_unresolved':
      return speaker === 'chair' && type === 'announcement' && said === 'unresolved';
    case 'chair/conclude':
      return speaker === 'chair' && type === 'conclusion' && ['ada_wins', 'bob_wins', 'draw', 'void'].includes(String(entry.data?.['outcome']));
    case 'chair/review_documents':
      return isNote('document_review', 'failure');
    case 'verifier/support':
      return speaker === 'verifier' && type === 'verification_result';
    case 'audience/questions':
      return isNote('asked', 'no_questions');
    case 'audience/conclusion':
      return (speaker === 'audience' && type === 'audience_conclusion') || isNote('failure');
    case 'reporter/summary':
    case 'reporter/blog_post':
      return isDocument('summary.md') || isDocument('blog-post.md');
    case 'assessor/report':
      return isDocument('assessor-report.md', 'assessor');
    case 'chair/propose_lineup':
    case 'chair/revise_lineup':
      return false;
  }
}

const argumentTypes: Readonly<Record<string, readonly string[]>> = {
  'debater/opening': ['opening_statement'],
  'debater/turn': ['new_point', 'rebuttal', 'conjecture'],
  'debater/closing': ['closing_statement'],
};

function mayBeSaid(kind: TaskKind, { speaker, type, data, target_seq }: Entry): boolean {
  const isSkip = speaker === 'chair' && type === 'ruling' && data?.['kind'] === 'skipped' && data['debater'] === 'ada' && target_seq === null;
  return isSkip || (speaker === 'ada' && [...(argumentTypes[kind] ?? []), 'source_challenge', 'clarification_request'].includes(type));
}

const isFabricated = (seq: number | null, before: readonly Entry[]): boolean =>
  before.some((entry) => entry.type === 'verification_result' && entry.target_seq === seq && entry.data?.['status'] === 'fabricated');

const lastSpeaker = (before: readonly Entry[]): string | undefined => before.findLast(({ speaker }) => speaker === 'ada' || speaker === 'bob')?.speaker;

const isAsked = ({ data, content }: Entry, before: readonly Entry[]): boolean => {
  const asked = (before.findLast((entry) => entry.data?.['kind'] === 'asked')?.data?.['questions'] ?? []) as { to: string; question: string }[];
  return asked.some(({ to, question }) => data?.['to'] === to && content === `To ${to}: ${question}`);
};
