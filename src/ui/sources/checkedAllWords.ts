import * as l10n from '@vscode/l10n';
import type { VerificationStatus } from '../../debate/entryData';
import type { ReviewProgress } from '../../session/sourceReview';
import { countedSources, countedWords } from '../../projections/sourceWords';

export type CheckedAgain = Pick<ReviewProgress, 'status' | 'isQuoted' | 'isRead'>;

/**
 * What came of checking all sources again: `4 sources were checked again. 3 settled: 2 verified, 1 unreliable; 1 still could not be read.`
 * Fewer results than `total` are of checks that were stopped.
 */
export function checkedAllWords(results: readonly CheckedAgain[], total: number): string {
  return `${begin(results.length, total)} ${outcomes(results)}.`;
}

function begin(done: number, total: number): string {
  if (done < total) return l10n.t('Stopped after {0} of {1}.', done, total);
  return total === 1 ? l10n.t('1 source was checked again.') : l10n.t('{0} sources were checked again.', total);
}

function outcomes(results: readonly CheckedAgain[]): string {
  const settled = results.filter(({ status }) => status !== 'unverified');
  const open = results.filter(({ status }) => status === 'unverified');
  const read = open.filter(({ isRead }) => isRead).length;
  const unread = open.length - read;
  const parts = [
    ...(settled.length === 0 ? [] : [l10n.t('{0} settled: {1}', settled.length, counted(settled))]),
    ...(read === 0 ? [] : [l10n.t('{0} could be read, and stays unverified', read)]),
    ...(unread === 0 ? [] : [l10n.t('{0} still could not be read', unread)]),
  ];
  return parts.join('; ');
}

function counted(settled: readonly CheckedAgain[]): string {
  const count = (status: VerificationStatus): number => settled.filter((result) => result.status === status).length;
  return countedSources({
    verified: count('verified'),
    quoted: settled.filter(({ isQuoted }) => isQuoted).length,
    unreliable: count('unreliable'),
    fabricated: count('fabricated'),
    unverified: count('unverified'),
  })
    .filter((one) => one.count > 0)
    .map((one) => countedWords(l10n, one))
    .join(', ');
}
