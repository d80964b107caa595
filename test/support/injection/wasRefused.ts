import type { TaskKind } from '../../../src/debate/flow/tasks';
import type { Seen } from './seen';
import { enough } from './stage';

/** Whether the task failed according to the record, or paused the debate. */
export function wasRefused(kind: TaskKind, { added, end }: Seen): boolean {
  const own = added.filter(({ type }) => type !== 'redaction');
  if (own.length === 0) return end.status === 'paused' && end.reason !== enough;
  const saying = (words: string): boolean => own.some(({ content }) => content.includes(words));
  switch (kind) {
    case 'debater/opening':
    case 'debater/turn':
    case 'debater/closing':
      return own.length === 1 && own[0]?.data?.['kind'] === 'skipped';
    case 'chair/review_turn':
      return own.length === 1 && own[0]?.data?.['failed'] !== undefined;
    case 'chair/answer_clarification':
      return saying('no answer could be given');
    case 'chair/name_unresolved':
      return saying('none could be named');
    case 'audience/questions':
      return saying('has no questions in round') && saying('(');
    default:
      return own.some(({ data }) => data?.['kind'] === 'failure');
  }
}
