import * as l10n from '@vscode/l10n';
import type { CheckResult, VerificationData, VerificationStatus } from '../../debate/entryData';
import {
  checkNames,
  isOnlyQuoted,
  markParts,
  type CheckName,
  type MarkPart,
  type UnreadReason,
} from '../../debate/sourceMark';
import type { SourceLine, SourceStatus } from '../../shared/protocol';

type Checks = NonNullable<VerificationData['checks']>;

/** The words on the mark of a source that was checked: what holds where it is verified, else what is wrong or was left open. */
export function markWords(
  status: VerificationStatus,
  result: VerificationData | undefined,
  place: SourceLine['place'],
): string {
  const isQuoted = isOnlyQuoted(status, result);
  const parts = markParts(status, result).filter(
    (part) => !isQuoted || part.kind !== 'passed' || part.check !== 'quote',
  );
  const words = [...(isQuoted ? [l10n.t('quoted')] : []), ...parts.map((part) => partWords(part, place))];
  return words.length === 0 ? statusWords(status) : words.join(' · ');
}

function partWords(part: MarkPart, place: SourceLine['place']): string {
  switch (part.kind) {
    case 'passed':
      return passWords(part.check);
    case 'failed':
      return failWords(part.check, place);
    case 'unread':
      return part.status === undefined
        ? unreadWords(part.reason)
        : l10n.t('{0} ({1})', unreadWords(part.reason), part.status);
    case 'archived':
      return l10n.t('gone; archive copy');
    case 'nothing_quoted':
      return l10n.t('nothing quoted');
    case 'punctuation':
      return l10n.t('punctuation differs');
    case 'quote_too_short':
      return l10n.t('quote too short');
    case 'figures_open':
      return l10n.t('figures not judged');
    case 'support_open':
      return l10n.t('support not judged');
    case 'open':
      return l10n.t('not judged');
  }
}

function passWords(name: CheckName): string {
  switch (name) {
    case 'exists':
      return l10n.t('exists');
    case 'quote':
      return l10n.t('quote');
    case 'figures':
      return l10n.t('figures');
    case 'attribution':
      return l10n.t('attribution');
    case 'support':
      return l10n.t('supports');
  }
}

function failWords(name: CheckName, place: SourceLine['place']): string {
  switch (name) {
    case 'exists':
      return place === 'web' ? l10n.t('no such page') : l10n.t('no such file');
    case 'quote':
      return l10n.t('quote not found');
    case 'figures':
      return l10n.t('figure differs');
    case 'attribution':
      return l10n.t('said by another');
    case 'support':
      return l10n.t('claim not supported');
  }
}

function unreadWords(reason: UnreadReason): string {
  switch (reason) {
    case 'unread':
      return l10n.t('could not be read');
    case 'not_reached':
      return l10n.t('not reached');
    case 'blocked':
      return l10n.t('blocked');
    case 'robots':
      return l10n.t('not to be read by programs');
    case 'gone':
      return l10n.t('gone');
    case 'no_encryption':
      return l10n.t('no trusted connection');
    case 'too_large':
      return l10n.t('too large');
    case 'too_complex':
      return l10n.t('too complex');
    case 'deadline':
      return l10n.t('reading was given up');
    case 'unsupported':
      return l10n.t('kind is not read');
    case 'refused':
      return l10n.t('address refused');
  }
}

/** Where the record says nothing of single checks. */
export function statusWords(status: SourceStatus): string {
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

/** A line per check, in the order in which they are made. */
export function checkLines(checks: Checks | undefined, notes: Record<string, string> = {}): SourceLine['checks'] {
  if (checks === undefined) return [];
  return checkNames.map((name) => ({
    name: checkName(name),
    result: resultWord(checks[name]),
    note: notes[name] ?? '',
  }));
}

function checkName(name: CheckName): string {
  switch (name) {
    case 'exists':
      return l10n.t('Exists');
    case 'quote':
      return l10n.t('Quote');
    case 'figures':
      return l10n.t('Figures');
    case 'attribution':
      return l10n.t('Attribution');
    case 'support':
      return l10n.t('Support');
  }
}

function resultWord(result: CheckResult): string {
  switch (result) {
    case 'pass':
      return l10n.t('passed');
    case 'fail':
      return l10n.t('failed');
    case 'approximate':
      return l10n.t('nearly');
    case 'not_judged':
      return l10n.t('not judged');
    case 'not_applicable':
      return l10n.t('nothing to check');
    case 'same':
      return l10n.t('the claim is the quotation');
  }
}
