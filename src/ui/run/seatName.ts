import * as l10n from '@vscode/l10n';
import { isReservedSpeaker } from '../../debate/names';

/** Whoever sits there, as it is said to people: roles of the system are words of the language, debaters have names. */
export function seatName(agent: string): string {
  if (!isReservedSpeaker(agent)) return agent;
  switch (agent) {
    case 'chair':
      return l10n.t('Chair');
    case 'audience':
      return l10n.t('Audience');
    case 'reporter':
      return l10n.t('Reporter');
    case 'verifier':
      return l10n.t('Verifier');
    case 'assessor':
      return l10n.t('Assessor');
    case 'moderator':
      return l10n.t('Moderator');
    case 'judge':
      return l10n.t('Judge');
    case 'user':
      return agent;
  }
}
