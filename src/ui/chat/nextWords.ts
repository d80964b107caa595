import * as l10n from '@vscode/l10n';
import { wordsFor } from '../run/workingList';

/** Who is next and at what, by the ids of the steps that would run now: `sre is writing`, `the Chair is concluding`. */
export function nextWords(steps: readonly string[]): string {
  const isBeside = (id: string): boolean => id.startsWith('verify/');
  const main = steps.filter((id) => !isBeside(id));
  const checks = steps.length - main.length;
  const waiting = checks === 0 ? [] : [checks === 1 ? l10n.t('1 source is to be checked') : l10n.t('{0} sources are to be checked', checks)];
  return [...main.map((id) => `${agentOf(id)} ${wordsFor(id)}`), ...waiting].join('; ');
}

function agentOf(step: string): string {
  const debater = /^(?:opening|closing|r\d+\/turn)\/([^/]+)$/.exec(step)?.[1];
  // `opening/end` and `closing/end` are the Chair's.
  if (debater !== undefined && !/^(?:opening|closing)\/end$/.test(step)) return debater;
  if (/^r\d+\/audience$|^audience-conclusion$/.test(step)) return l10n.t('the audience');
  if (/^documents(?:\/revision)?$/.test(step)) return l10n.t('the reporter');
  if (step === 'assessor-report') return l10n.t('the assessor');
  return step === 'ready' ? l10n.t('everybody') : l10n.t('the Chair');
}
