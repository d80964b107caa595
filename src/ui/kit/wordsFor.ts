import * as l10n from '@vscode/l10n';
import { PlanError } from '../../session/plan/planError';
import { errorText, own } from '../../debate/log/objects';

/** Messages of refusals with fixed words, in the user's language, which the session does not know. */
const fixed: Readonly<Record<string, () => string>> = {
  topic_empty: () => l10n.t('The topic is empty. Say what is to be debated.'),
  not_running: () => l10n.t('Nobody runs this debate, so there is nothing to stop.'),
  no_change: () => l10n.t('Say which limit is to change.'),
  revision_empty: () => l10n.t('Say what is to change about the lineup.'),
  lineup: () =>
    l10n.t('No lineup could be made of that. Name the debaters, for example "a data engineer, an auditor".'),
  motions: () => l10n.t('No motion could be made of the topic. Say it as a sentence that can be affirmed and denied.'),
  lineup_answer: () =>
    l10n.t('The model’s answer gives no lineup. Try again, choose another model, or name the debaters yourself.'),
  motions_answer: () =>
    l10n.t('The model’s answer gives no motion. Try again, choose another model, or give the motion yourself.'),
  no_evidence: () => l10n.t('Offline, your documents speak, so there has to be evidence.'),
  subject_empty: () => l10n.t('The selection holds no text. Select what is to be debated.'),
};

/** Message in the user's language if it exists there. */
export function wordsFor(error: unknown): string {
  const words = error instanceof PlanError ? own(fixed, error.code)?.() : undefined;
  if (words === undefined) return errorText(error);
  const detail = error instanceof PlanError ? error.detail : undefined;
  return detail === undefined ? words : `${words} ${detail}`;
}
