import { judgedCounts, type JudgedCounts } from '../../debate/fold/citations';
import type { VerificationStatus } from '../../debate/log/entryData';
import { isOnlyQuoted } from '../../debate/log/sourceMark';
import type { FoundSource, SourceTally } from '../../projections/sourceWords';
import type { Translator } from '../../projections/vocabulary';
import { differsFromRecord, type Reverified } from './reverify';

/** Result for display; a source of which neither text nor result was kept counts as pending. */
export const foundAgain = ({ status, basis, checks }: Reverified): FoundSource =>
  basis === 'nothing' ? { status: 'pending' } : { status, isQuoted: isOnlyQuoted(status, { checks }) };

/** Counts for programs: `quoted` are sources that stand and whose support nobody judged. */
export const reverifiedCounts = (results: readonly Reverified[]): JudgedCounts =>
  judgedCounts({
    ...countsOf(results),
    quoted: results.filter(({ status, checks }) => isOnlyQuoted(status, { checks })).length,
  });

function countsOf(found: readonly { status: string }[]): Record<VerificationStatus, number> {
  const count = (status: VerificationStatus): number => found.filter((one) => one.status === status).length;
  return {
    verified: count('verified'),
    unreliable: count('unreliable'),
    fabricated: count('fabricated'),
    unverified: count('unverified'),
  };
}

/** `beyond`: number of further sources that the entries cite. */
export function reverifiedTally(results: readonly Reverified[], beyond: number): SourceTally {
  const found = results.map(foundAgain);
  return {
    ...countsOf(found),
    quoted: found.filter(({ isQuoted }) => isQuoted === true).length,
    unchecked: found.filter(({ status }) => status === 'pending').length + beyond,
  };
}

/** Names results that differ and sources that were not checked, so that a count is not taken for a check. */
export function reverifiedCaveats(l10n: Translator, results: readonly Reverified[], beyond: number): string[] {
  const count = (matches: (result: Reverified) => boolean): number => results.filter(matches).length;
  const differing = count(differsFromRecord);
  const judged = count(({ isJudgedByRecord }) => isJudgedByRecord === true);
  const recorded = count(({ basis }) => basis === 'record');
  const witnessed = count(({ basis, status }) => basis === 'record' && status === 'fabricated');
  const unkept = count(({ basis }) => basis === 'nothing');
  const lines: [number, string][] = [
    [differing, l10n.t('Results that differ from the record: {0}.', differing)],
    [judged, l10n.t('Support for what is said was not judged again; it is the record’s word in {0} of them.', judged)],
    [recorded, l10n.t('By the record alone, since nothing was kept of them: {0}.', recorded)],
    [witnessed, l10n.t('Of these, fabricated by what server and archive said at the time: {0}.', witnessed)],
    [unkept, l10n.t('Not checked, since nothing was kept of them and the record holds no result: {0}.', unkept)],
    [beyond, l10n.t('Not looked at, since an entry’s first five sources are checked: {0}.', beyond)],
  ];
  return lines.flatMap(([many, words]) => (many === 0 ? [] : [words]));
}
