import type { Review } from '../../shared/protocol';
import type { DraftRecord } from './draftRecord';
import type { FieldProblem } from './lineupProblems';
import { estimateWords } from './estimateWords';
import { noticeWords, sendsWords } from './sendsWords';

/** A draft as the panel shows it. */
export function reviewOf(draft: DraftRecord, standing: { busy: Review['busy']; problems: readonly FieldProblem[] }): Review {
  const { min_rounds, max_rounds, time_budget_minutes } = draft.limits;
  const { root, files, bytes, subject, leftOut, leftOutCount } = draft.gathered;
  const count = Object.keys(files).length + (draft.subjectText === undefined ? 0 : 1);
  const sending = { references: referencesOf(draft), endpoints: draft.endpoints, isWebRead: draft.isWebRead };
  const estimate = estimateWords(draft);
  return {
    ...{ draft: draft.id, topic: draft.topic, format: draft.format, provider: draft.provider, parent: draft.parent },
    notice: noticeWords(sending),
    limits: { minRounds: min_rounds, maxRounds: max_rounds, timeBudgetMinutes: time_budget_minutes },
    debaters: draft.debaters.map((debater) => ({ ...debater })),
    isRevised: draft.isRevised,
    ...(standing.busy === undefined ? {} : { busy: standing.busy }),
    problems: standing.problems.map((problem) => ({ ...problem })),
    evidence: { ...(root === null ? {} : { root }), files: count, bytes, subject: [...subject], leftOut: [...leftOut], leftOutCount },
    sends: sendsWords(sending),
    ...(estimate === undefined ? {} : { estimate }),
  };
}

/** Of all roles and debaters. */
export const referencesOf = ({ models, debaters }: Pick<DraftRecord, 'models' | 'debaters'>): string[] => [
  ...Object.values(models),
  ...debaters.map(({ model }) => model),
];
