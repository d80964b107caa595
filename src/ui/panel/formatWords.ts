import * as l10n from '@vscode/l10n';
import type { AttackType, DefenceType, defenceStatuses, Severity } from '../../debate/entryData';

/** Words for what tribunals and dialectics rate. */

export function severityWord(severity: Severity): string {
  switch (severity) {
    case 'Critical':
      return l10n.t('critical');
    case 'Major':
      return l10n.t('major');
    case 'Minor':
      return l10n.t('minor');
  }
}

export function defenceStatusWord(status: (typeof defenceStatuses)[number]): string {
  switch (status) {
    case 'DEFENDED':
      return l10n.t('defended');
    case 'NEEDS TIGHTENING':
      return l10n.t('needs tightening');
    case 'VULNERABLE':
      return l10n.t('vulnerable');
  }
}

/** The part of an argument that is attacked. */
export function attackWord(type: AttackType): string {
  switch (type) {
    case 'claim_attack':
      return l10n.t('claim');
    case 'grounds_attack':
      return l10n.t('grounds');
    case 'warrant_attack':
      return l10n.t('warrant');
    case 'backing_attack':
      return l10n.t('backing');
  }
}

/** What is done for an own argument. */
export function defenceWord(type: DefenceType, target: string): string {
  switch (type) {
    case 'reinforce':
      return l10n.t('Reinforces {0}', target);
    case 'clarify':
      return l10n.t('Clarifies {0}', target);
    case 'concede_and_pivot':
      return l10n.t('Concedes {0} and pivots', target);
  }
}
