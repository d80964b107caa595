import type { VerificationStatus } from '../debate/entryData';
import type { Translator } from './vocabulary';
import { capitalised } from '../debate/shortText';

/** What was found of sources, in words. Apart from the other words: the page has them without the formats. */

/** `pending`: cited, and not checked yet. */
export type SourceStatus = VerificationStatus | 'pending';

/** How many sources stand in which state. Of the verified, `quoted`: nobody judged what they are quoted for. */
export type Marks = Record<SourceStatus | 'quoted', number>;

export interface FoundSource {
  status: SourceStatus;
  /** Verified, and nobody judged what it is quoted for. */
  isQuoted?: boolean | undefined;
}

interface CountedSources extends FoundSource {
  status: VerificationStatus;
  count: number;
}

/** `pending`: without a result. Whether one is still to come nobody knows of a record that is over. */
export function statusWords(l10n: Translator, { status, isQuoted }: FoundSource): string {
  if (isQuoted === true) return l10n.t('quoted');
  switch (status) {
    case 'verified':
      return l10n.t('verified');
    case 'unreliable':
      return l10n.t('unreliable');
    case 'fabricated':
      return l10n.t('fabricated');
    case 'unverified':
      return l10n.t('unverified');
    case 'pending':
      return l10n.t('not checked');
  }
}

/** By itself, or before a colon. */
export function statusTitle(l10n: Translator, found: FoundSource): string {
  const words = statusWords(l10n, found);
  return capitalised(words);
}

/** As people read a count: what was only quoted stands by itself, where there is any. */
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
  { status, isQuoted, count }: FoundSource & { count: number | string },
): string {
  if (isQuoted === true) return l10n.t('{0} quoted only', count);
  switch (status) {
    case 'verified':
      return l10n.t('{0} verified', count);
    case 'unreliable':
      return l10n.t('{0} unreliable', count);
    case 'fabricated':
      return l10n.t('{0} fabricated', count);
    case 'unverified':
      return l10n.t('{0} unverified', count);
    case 'pending':
      return l10n.t('{0} not checked', count);
  }
}

export type Tally = Omit<Marks, 'pending'> & { unchecked: number };

/** The same of a record's sources, where some may have no result. */
export const tallied = ({ unchecked, ...found }: Tally): (FoundSource & { count: number })[] => [
  ...countedSources(found),
  ...(unchecked === 0 ? [] : [{ status: 'pending' as const, count: unchecked }]),
];

/** `1 verified, 3 quoted only, 0 unreliable, 0 fabricated, 2 unverified, 4 not checked`. */
export const tallyWords = (l10n: Translator, tally: Tally): string =>
  tallied(tally)
    .map((one) => countedWords(l10n, one))
    .join(', ');
