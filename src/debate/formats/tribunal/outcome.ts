import type { rulingVerdicts, tribunalOutcomes } from '../../entryData';

export type RulingVerdict = (typeof rulingVerdicts)[number];
export type TribunalOutcome = (typeof tribunalOutcomes)[number];

interface RulingFacts {
  hasCase: boolean;
  /** The ruling says of itself that nobody weighed. */
  isUnweighed?: boolean;
}

/**
 * The outcome of a tribunal, from the verdicts alone:
 *
 * - every issue ACCEPTED (the proposition stands on it): `accepted`; every issue REJECTED: `rejected`;
 * - some ACCEPTED and some REJECTED, whatever else: `mixed`;
 * - else, REVISION REQUIRED among them: `revision_required`;
 * - no issue at all: nothing was held against the proposition. It is `accepted` where a case for it stands in the record
 *   (`hasCase`), else `revision_required`, for there is none that could be accepted;
 * - nobody weighed, whatever the issues: `undecided`.
 */
export function outcomeOf(verdicts: readonly string[], { hasCase, isUnweighed = false }: RulingFacts): TribunalOutcome {
  if (isUnweighed || verdicts.includes('UNDECIDED')) return 'undecided';
  if (verdicts.length === 0) return hasCase ? 'accepted' : 'revision_required';
  const given = new Set(verdicts);
  const [isAccepted, isRejected] = [given.has('ACCEPTED'), given.has('REJECTED')];
  if (isAccepted && isRejected) return 'mixed';
  if (given.size === 1 && isAccepted) return 'accepted';
  return given.size === 1 && isRejected ? 'rejected' : 'revision_required';
}
