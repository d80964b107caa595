import * as l10n from '@vscode/l10n';
import type { CheckResult, VerificationData, VerificationStatus } from '../../debate/entryData';
import type { SourceLine, SourceStatus } from '../../shared/protocol';

type Checks = NonNullable<VerificationData['checks']>;
const checkNames = ['exists', 'quote', 'figures', 'attribution', 'support'] as const;
type CheckName = (typeof checkNames)[number];

/** The words on the mark of a source that was checked: what holds where it is verified, else what is wrong. */
export function markWords(status: VerificationStatus, checks: Checks | undefined, place: SourceLine['place']): string {
  const words = checks === undefined ? [] : wordsOf(status, checks, place);
  return words.length === 0 ? statusWords(status) : words.join(' · ');
}

function wordsOf(status: VerificationStatus, checks: Checks, place: SourceLine['place']): string[] {
  switch (status) {
    case 'verified':
      return checkNames.filter((name) => checks[name] === 'pass').flatMap((name) => passWords(name));
    case 'fabricated':
      return checks.exists === 'fail' ? [absentWords(place)] : [];
    case 'unreliable':
      return checkNames.filter((name) => checks[name] === 'fail').map((name) => failWords(name, place));
    case 'unverified':
      return openWords(checks);
  }
}

/** That it exists goes without saying, and where the claim is the quotation nothing was judged. */
function passWords(name: CheckName): string[] {
  switch (name) {
    case 'quote':
      return [l10n.t('quote')];
    case 'figures':
      return [l10n.t('figures')];
    case 'attribution':
      return [l10n.t('attribution')];
    case 'support':
      return [l10n.t('supports')];
    case 'exists':
      return [];
  }
}

const absentWords = (place: SourceLine['place']): string =>
  place === 'web' ? l10n.t('no such page') : l10n.t('no such file');

function failWords(name: CheckName, place: SourceLine['place']): string {
  switch (name) {
    case 'exists':
      return absentWords(place);
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

/** Why it is neither: the first thing that could not be decided. */
function openWords({ exists, quote, figures, support }: Checks): string[] {
  if (exists !== 'pass') return [l10n.t('could not be read')];
  if (quote === 'not_applicable') return [l10n.t('nothing quoted')];
  if (quote === 'approximate') return [l10n.t('punctuation differs')];
  if (quote === 'not_judged') return [l10n.t('quote too short')];
  if (figures === 'not_judged') return [l10n.t('figures not judged')];
  return support === 'not_judged' ? [l10n.t('support not judged')] : [l10n.t('not judged')];
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
      return l10n.t('not judged');
    case 'pending':
      return l10n.t('not checked');
  }
}

/** A line per check, in the order in which they are made. */
export function checkLines(checks: Checks | undefined, notes: Record<string, string> = {}): SourceLine['checks'] {
  if (checks === undefined) return [];
  return checkNames.map((name) => ({ name: checkName(name), result: resultWord(checks[name]), note: notes[name] ?? '' }));
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
