import * as l10n from '@vscode/l10n';
import type { Format } from '../../debate/step';
import { wordsFor } from '../run/workingList';

/** Who is next and at what, by the ids of the steps that would run now: `sre is writing`, `the Chair is concluding`. */
export function nextWords(steps: readonly string[], host: Format['host'] = 'chair'): string {
  const isBeside = (id: string): boolean => id.startsWith('verify/');
  const main = steps.filter((id) => !isBeside(id));
  const checks = steps.length - main.length;
  const waiting =
    checks === 0
      ? []
      : [checks === 1 ? l10n.t('1 source is to be checked') : l10n.t('{0} sources are to be checked', checks)];
  return [...main.map((id) => mainWords(id, host)), ...waiting].join('; ');
}

/** Both sides argue at once: no other step is done by two who are worth naming. */
const mainWords = (id: string, host: Format['host']): string =>
  /^e\d+\/arguments$/.test(id) ? l10n.t('both sides are arguing') : `${agentOf(id, host)} ${wordsFor(id)}`;

function agentOf(step: string, host: Format['host']): string {
  const debater = /^(?:opening|closing|r\d+\/turn)\/([^/]+)$/.exec(step)?.[1];
  // `opening/end` and `closing/end` are the Chair's.
  if (debater !== undefined && !/^(?:opening|closing)\/end$/.test(step)) return debater;
  if (/^r\d+\/audience$|^audience-conclusion$/.test(step)) return l10n.t('the audience');
  const side = /^r\d+\/(advocate|critic)$/.exec(step)?.[1];
  if (side !== undefined) return side;
  if (/^(?:plan|ruling|r\d+\/judge|e\d+\/judgment)$/.test(step)) return l10n.t('the Judge');
  if (/^documents(?:\/revision)?$|^report\/e\d+$/.test(step)) return l10n.t('the reporter');
  if (step === 'assessor-report') return l10n.t('the assessor');
  if (step === 'ready') return l10n.t('everybody');
  return host === 'chair' ? l10n.t('the Chair') : l10n.t('the Moderator');
}
