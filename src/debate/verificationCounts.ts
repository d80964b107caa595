import type { VerificationStatus } from './entryData';
import type { DebateState } from './state';

/** The results in force, one per source of an entry; sources without a result are in none of the four. */
export function verificationCounts(
  state: DebateState,
  counts: (target: number) => boolean = () => true,
): Record<VerificationStatus, number> {
  const totals = { verified: 0, unreliable: 0, fabricated: 0, unverified: 0 };
  for (const [target, findings] of state.findings) {
    if (!counts(target)) continue;
    for (const finding of findings.values()) totals[finding.status] += 1;
  }
  return totals;
}
