import type { Entry } from '../log/entry';
import { defined } from '../log/objects';
import type { DebateState } from './state';

type Ending = Pick<DebateState, 'conclusion' | 'steps'>;

/** Whether votes are still hidden from everybody: until the debate is concluded, or its first report is made. */
export const areVotesSealed = ({ conclusion, steps }: Ending): boolean =>
  conclusion === undefined && ![...steps.keys()].some((id) => id.startsWith('report/'));

/** Words in place of a vote before the end. */
export const sealedWords = 'A plain answer, sealed until the end.';

/** The vote as anyone may see it before the end: that it was given, and nothing of what it says. */
export function sealedVote<E extends Entry>(entry: E): E {
  const { step, prev, stage } = entry.data ?? {};
  return { ...entry, content: sealedWords, sources: null, data: defined({ step, prev, stage }) };
}
