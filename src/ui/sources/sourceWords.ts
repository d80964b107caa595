import * as l10n from '@vscode/l10n';
import type { VerificationStatus } from '../../debate/log/entryData';
import type { RecordView } from '../../debate/fold/view';
import { readableUrl } from '../../projections/sourcePlace';
import { countedSources, countedWords, statusWords } from '../../projections/sourceWords';
import type { ReviewProgress } from '../../session/review/sourceReview';
import type { CitationFacts } from '../findings/citation';
import type { LocatedPassage } from './passage';

/** `verified: quote · figures`; `unreliable: figure differs`; `not checked`. */
export function resultWords({ status, isQuoted, words, isVouched, changed }: CitationFacts): string {
  const name = statusWords(l10n, { status: status ?? 'pending' });
  const found = words === name || isQuoted ? words : l10n.t('{0}: {1}', name, words);
  const result = changed === undefined ? found : l10n.t('{0} (changed since)', found);
  return isVouched ? l10n.t('{0}, vouched for by the user', result) : result;
}

export const statusIcons: Record<VerificationStatus, string> = {
  verified: '$(pass)',
  unreliable: '$(warning)',
  fabricated: '$(error)',
  unverified: '$(question)',
};

/** `Cited in seq 6 by sre — verified: quote, figures`. */
export function citedWords(facts: CitationFacts): string {
  return l10n.t('Cited in seq {0} by {1} — {2}', facts.seq, facts.speaker, resultWords(facts));
}

export function passageNotices({ basis, beyondEnd }: LocatedPassage, hasQuote: boolean): string[] {
  if (beyondEnd !== undefined) return [beyondEndWords(beyondEnd)];
  switch (basis) {
    case 'near':
      return [l10n.t('The words of the quotation differ from those that stand here')];
    case 'lines':
      return hasQuote ? [l10n.t('The quotation does not stand here; these are the lines that were cited')] : [];
    case 'page':
      return hasQuote ? [l10n.t('The quotation does not stand here; this is the page that was cited')] : [];
    case 'top':
      return hasQuote
        ? [l10n.t('The quotation is not in this text')]
        : [l10n.t('Neither a quotation nor lines were cited')];
    case 'checked':
    case 'quote':
      return [];
  }
}

function beyondEndWords({ cited, lines }: NonNullable<LocatedPassage['beyondEnd']>): string {
  return cited.start === cited.end
    ? l10n.t('Line {0} was cited; there are only {1}', cited.start, lines)
    : l10n.t('Lines {0} to {1} were cited; there are only {2}', cited.start, cited.end, lines);
}

export const sourceLabel = ({ mask }: RecordView, url: string): string => withoutIcons(mask.text(readableUrl(url)));

/** Text of a debate in a place that would turn `$(name)` into an icon. */
export const withoutIcons = (text: string): string => text.replace(/\$\(/g, '$ (');

export type CheckedAgain = Pick<ReviewProgress, 'status' | 'isQuoted' | 'isRead'>;

/** `4 sources were checked again. 3 settled: …`. Fewer results than `total` are of checks that were stopped. */
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
