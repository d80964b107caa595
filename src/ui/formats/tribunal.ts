import * as l10n from '@vscode/l10n';
import { tribunalOptions } from '../../debate/formats/tribunal/options';
import type { FormatUi, SettingWords } from './formatUi';

export const tribunalUi: FormatUi = {
  offer: () => ({
    label: l10n.t('Tribunal'),
    detail: l10n.t(
      'An advocate and a critic before a judge, who rules on every issue: to test one proposal to its limits.',
    ),
  }),
  forModels: () => 'an Advocate and a Critic of one proposition, a Judge rules issue by issue',
  title: () => l10n.t('Tribunal: an advocate, a critic and a judge'),
  questions: () => ['rounds', 'model'],
  settings,
  started: () => [
    l10n.t('Format: tribunal; an Advocate and a Critic argue, the Judge recommends how many rounds and rules'),
  ],
};

function settings(options: Record<string, unknown>): SettingWords {
  const { rounds, order, handover } = tribunalOptions.parse(options);
  return [
    {
      label: l10n.t('Rounds'),
      value:
        rounds === 'auto'
          ? l10n.t('As many as the Judge recommends; the sides are not told')
          : l10n.t('{0}; the sides are not told', rounds),
    },
    {
      label: l10n.t('Order'),
      value:
        order === 'advocate-first'
          ? l10n.t('Advocate, Critic, Judge in every round')
          : l10n.t('Advocate, Critic, Judge; from the second round on the Critic begins'),
    },
    {
      label: l10n.t('The other side sees'),
      value:
        handover === 'raw'
          ? l10n.t('Everything, research log and self-assessment included')
          : l10n.t('The public argument with its citations'),
    },
  ];
}
