import * as l10n from '@vscode/l10n';
import type { FormatUi } from './formatUi';

export const panelUi: FormatUi = {
  offer: () => ({
    label: l10n.t('Panel'),
    detail: l10n.t('A Chair, two to eight debaters, an audience; every source is checked.'),
  }),
  short: () => ({ label: l10n.t('Panel, short'), detail: l10n.t('The same in one or two rounds.') }),
  forModels: () => 'several debaters in rounds, a Chair decides who wins',
  started: ({ isShort, hints }) => [
    isShort ? l10n.t('Length: one or two rounds') : l10n.t('Length: as many rounds as your settings say'),
    hints === '' ? l10n.t('Debaters: proposed by the Chair') : l10n.t('Debaters: {0}', hints),
  ],
  steps: [
    { step: /\/review$/, doing: () => l10n.t('is reviewing the turn') },
    { step: /^opening\/end$|^r\d+\/start$|^closing\/end$/, doing: () => l10n.t('is moving on') },
    { step: /^opening\/([^/]+)/, doing: () => l10n.t('is writing its opening statement'), by: (name) => name },
    { step: /^r\d+\/crux$/, doing: () => l10n.t('is naming what the outcome hangs on') },
    { step: /^r\d+\/turn\/([^/]+)/, doing: () => l10n.t('is writing'), by: (name) => name },
    { step: /^r\d+\/relay$/, doing: () => l10n.t('is relaying findings') },
    { step: /^r\d+\/audience$/, doing: () => l10n.t('is thinking of questions'), by: () => l10n.t('the audience') },
    { step: /^r\d+\/questions$/, doing: () => l10n.t('is choosing questions') },
    { step: /^r\d+\/go-on$/, doing: () => l10n.t('is judging whether to go on') },
    { step: /^unresolved$/, doing: () => l10n.t('is naming unresolved points') },
    { step: /^closing\/([^/]+)/, doing: () => l10n.t('is writing its closing statement'), by: (name) => name },
    { step: /^conclusion$/, doing: () => l10n.t('is concluding') },
    { step: /^audience-conclusion$/, doing: () => l10n.t('is concluding'), by: () => l10n.t('the audience') },
    {
      step: /^documents(?:\/revision)?$/,
      doing: () => l10n.t('is writing documents'),
      by: () => l10n.t('the reporter'),
    },
    { step: /^documents\//, doing: () => l10n.t('is writing documents') },
    { step: /^assessor-report$/, doing: () => l10n.t('is assessing the debate'), by: () => l10n.t('the assessor') },
  ],
};
