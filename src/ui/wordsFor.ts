import * as l10n from '@vscode/l10n';
import { PlanError } from '../session/planError';
import { errorText, own } from '../debate/objects';

/** Refusals of the session whose words are always the same, in the user's language; it knows none itself. */
const fixed: Readonly<Record<string, () => string>> = {
  topic_empty: () => l10n.t('The topic is empty. Say what is to be debated.'),
  not_running: () => l10n.t('Nobody runs this debate, so there is nothing to stop.'),
  no_change: () => l10n.t('Say which limit is to change.'),
  revision_empty: () => l10n.t('Say what is to change about the lineup.'),
  lineup: () =>
    l10n.t('No lineup could be made of that. Name the debaters, for example "a data engineer, an auditor".'),
  motions: () => l10n.t('No motion could be made of the topic. Say it as a sentence that can be affirmed and denied.'),
  no_evidence: () =>
    l10n.t('Offline, your documents speak, so there has to be evidence.'),
  subject_empty: () => l10n.t('The selection holds no text. Select what is to be debated.'),
};

/** In the user's language where they are known in it. */
export const wordsFor = (error: unknown): string =>
  (error instanceof PlanError ? own(fixed, error.code)?.() : undefined) ?? errorText(error);
