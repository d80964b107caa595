import type { VerificationStatus } from '../debate/log/entryData';
import type { Settlement } from '../debate/fold/state';
import type { Translator } from './vocabulary';
import { capitalised } from '../matching/text/shortText';

/** Apart from the other words: the page has these without the formats. */

/** `pending`: cited, and not checked yet. */
export type SourceStatus = VerificationStatus | 'pending';

/** Counts. Of the verified, `quoted`: nobody judged what they are quoted for. */
export type Marks = Record<SourceStatus | 'quoted', number>;

export interface FoundSource {
  status: SourceStatus;
  /** Verified, and nobody judged what it is quoted for. */
  isQuoted?: boolean | undefined;
  /** Its author has set it right. */
  settled?: Settlement | undefined;
}

interface CountedSources extends FoundSource {
  status: VerificationStatus;
  count: number;
}

/** `pending`: without a result. Whether one is still to come nobody knows of a record that is over. */
export function statusWords(l10n: Translator, { status, isQuoted, settled }: FoundSource): string {
  if (settled !== undefined) return settledWords(l10n, settled);
  if (isQuoted === true) return l10n.t('quoted');
  return {
    verified: l10n.t('verified'),
    unreliable: l10n.t('unreliable'),
    fabricated: l10n.t('fabricated'),
    unverified: l10n.t('unverified'),
    pending: l10n.t('not checked'),
  }[status];
}

/** A sentence that was replaced, or taken back. */
export const settledWords = (l10n: Translator, settled: Settlement): string =>
  settled === 'corrected' ? l10n.t('corrected') : l10n.t('withdrawn');

/** The status by itself, or before a colon. */
export const statusTitle = (l10n: Translator, found: FoundSource): string => capitalised(statusWords(l10n, found));

/** What was only quoted stands by itself, where there is any. */
export const countedSources = ({
  verified,
  quoted,
  unreliable,
  fabricated,
  unverified,
}: Omit<Marks, 'pending'>): CountedSources[] => [
  { status: 'verified', count: verified - quoted },
  ...(quoted === 0 ? [] : [{ status: 'verified' as const, isQuoted: true, count: quoted }]),
  { status: 'unreliable', count: unreliable },
  { status: 'fabricated', count: fabricated },
  { status: 'unverified', count: unverified },
];

/** `3 quoted only`. `count`: as the reader's language writes it. */
export function countedWords(
  l10n: Translator,
  { status, isQuoted, settled, count }: FoundSource & { count: number | string },
): string {
  if (settled !== undefined)
    return settled === 'corrected' ? l10n.t('{0} corrected', count) : l10n.t('{0} withdrawn', count);
  if (isQuoted === true) return l10n.t('{0} quoted only', count);
  return {
    verified: l10n.t('{0} verified', count),
    unreliable: l10n.t('{0} unreliable', count),
    fabricated: l10n.t('{0} fabricated', count),
    unverified: l10n.t('{0} unverified', count),
    pending: l10n.t('{0} not checked', count),
  }[status];
}

export type SourceTally = Omit<Marks, 'pending'> & { unchecked: number } & Partial<Record<Settlement, number>>;

/** Statuses of a record's sources with their counts; some sources may have no result. */
export const tallied = ({
  unchecked,
  corrected = 0,
  withdrawn = 0,
  ...found
}: SourceTally): (FoundSource & { count: number })[] => [
  ...countedSources(found),
  ...(corrected === 0 ? [] : [{ status: 'unreliable' as const, settled: 'corrected' as const, count: corrected }]),
  ...(withdrawn === 0 ? [] : [{ status: 'unreliable' as const, settled: 'withdrawn' as const, count: withdrawn }]),
  ...(unchecked === 0 ? [] : [{ status: 'pending' as const, count: unchecked }]),
];

/** `1 verified, 3 quoted only, 0 unreliable, 0 fabricated, 2 unverified, 4 not checked`. */
export const tallyWords = (l10n: Translator, tally: SourceTally): string =>
  tallied(tally)
    .map((one) => countedWords(l10n, one))
    .join(', ');
