import type { Severity } from '../../../debate/entryData';
import { answersTo, pressing, type Contribution, type Exchange } from './exchanges';

const stepDown: Record<Severity, Severity> = { Critical: 'Major', Major: 'Minor', Minor: 'Minor' };

/** What an issue weighs: a step less while its answer stands and was not tested. */
export const weightOf = (severity: Severity, { kind }: IssueStanding): Severity => (kind === 'waiting' ? stepDown[severity] : severity);

/** How an issue stands, by rule and not by impression; `reasons` in `judgePhrases.ts` say each in words. */
export type StandingKind = 'raised' | 'raisedGap' | 'unproven' | 'unanswered' | 'givenUp' | 'waiting' | 'cameBack' | 'settled' | 'untouched';

export interface IssueStanding {
  readonly kind: StandingKind;
  readonly isResolved: boolean;
  /** Entries that the reason names. */
  readonly put: number | undefined;
  readonly answer: number | undefined;
}

/**
 * Resolved: the Advocate's answer to the latest objection rests on a verified source, and the Critic has spoken since without
 * coming back with another; or nothing that was put on it was borne out. Open in all other cases.
 */
export function standingOf(exchange: Exchange, contributions: readonly Contribution[]): IssueStanding {
  const puts = pressing(exchange);
  const last = puts.at(-1);
  if (last === undefined) {
    const isVoid = exchange.objections.some(({ grade }) => grade === 'void');
    const put = exchange.objections.at(-1)?.seq;
    return isVoid ? { kind: 'unproven', isResolved: true, put, answer: undefined } : { kind: 'untouched', isResolved: exchange.row?.status === 'resolved', put, answer: undefined };
  }
  const answer = answersTo(exchange, last).at(-1);
  const facts = { put: last.seq, answer: answer?.seq };
  if (answer !== undefined) {
    const wasHeard = contributions.some(({ side, entry }) => side === 'critic' && entry.seq > answer.seq);
    return { ...facts, kind: wasHeard ? 'settled' : 'waiting', isResolved: wasHeard };
  }
  return { ...facts, ...openKind(exchange, last.seq, contributions), isResolved: false };
}

function openKind(exchange: Exchange, put: number, contributions: readonly Contribution[]): { kind: StandingKind; answer?: number } {
  const givenUp = exchange.answers.find(({ seq, status }) => seq > put && status === 'VULNERABLE');
  if (givenUp !== undefined) return { kind: 'givenUp', answer: givenUp.seq };
  const earlier = exchange.answers.findLast(({ seq, status, grade }) => seq < put && status !== 'VULNERABLE' && grade === 'verified');
  if (earlier !== undefined) return { kind: 'cameBack', answer: earlier.seq };
  const wasHeard = contributions.some(({ side, entry }) => side === 'advocate' && entry.seq > put);
  if (wasHeard) return { kind: 'unanswered' };
  return { kind: exchange.objections.at(-1)?.grade === 'bare' ? 'raisedGap' : 'raised' };
}
