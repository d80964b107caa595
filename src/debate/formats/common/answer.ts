import type { EntryData, OpenPoint, Point } from '../../log/entryData';
import { paragraphs } from '../../../matching/text/shortText';
import { acceptedPoints, type GivenAnswer } from '../../rules/answerGate';
import type { DebateState } from '../../fold/state';
import { seqList } from './notices';

type Answered = Pick<EntryData['conclusion'], 'answer' | 'agreed' | 'open'>;

/** The answer in its logged form; empty where nothing was answered. */
export const loggedAnswer = ({ answer, agreed = [], open = [] }: GivenAnswer, state: DebateState): Answered =>
  answer == null ? {} : { answer, agreed: acceptedPoints(agreed, state), open: [...open] };

/** Empty where there is none. Markdown. */
export function answerText({ answer, agreed = [], open = [] }: GivenAnswer): string {
  if (answer == null) return '';
  return paragraphs([
    `Answer: ${pointText(answer)}`,
    agreed.length === 0 ? undefined : `Accepted by both sides:\n${agreed.map(itemText).join('\n')}`,
    open.length === 0 ? undefined : `Open:\n${open.map(openText).join('\n')}`,
  ]);
}

/** The point with the entries where it stands, unless its words name them. */
export function pointText({ text, seqs }: Point): string {
  const named = seqs.filter((seq) => !new RegExp(`\\bseq ${seq}\\b`).test(text));
  return `${text.trim()}${named.length === 0 ? '' : ` (${seqList(named)})`}`;
}

const itemText = (point: Point): string => `- ${pointText(point)}`;

const openText = (point: OpenPoint): string => `- ${pointText(point)} What would settle it: ${point.settle.trim()}`;
