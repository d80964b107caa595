import * as l10n from '@vscode/l10n';
import type { FormatUi } from './formatUi';

export const panelUi: FormatUi = {
  offer: () => ({
    label: l10n.t('Panel'),
    detail: l10n.t('A Chair, two to eight debaters, an audience; every source is checked.'),
  }),
  short: () => ({ label: l10n.t('Panel, short'), detail: l10n.t('The same in one or two rounds.') }),
  forModels: () => 'several debaters in rounds, a Chair decides who wins',
  title: () => l10n.t('Panel: the Chair, the debaters and an audience'),
  questions: () => ['debaters', 'model'],
  settings: () => [],
  started: ({ isShort, hints }) => [
    isShort ? l10n.t('Length: one or two rounds') : l10n.t('Length: as many rounds as your settings say'),
    hints === '' ? l10n.t('Debaters: proposed by the Chair') : l10n.t('Debaters: {0}', hints),
  ],
};
