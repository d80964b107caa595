import * as l10n from '@vscode/l10n';
import type { CheckResult } from '../../debate/entryData';
import { checkNames, type CheckName, type Checks } from '../../debate/sourceMark';
import type { SourceLine, SourceStatus } from '../../shared/protocol';

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
