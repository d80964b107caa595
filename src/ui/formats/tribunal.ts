import * as l10n from '@vscode/l10n';
import { mostRounds, tribunalOptions } from '../../debate/formats/tribunal/options';
import type { FormatUi, OptionField } from './formatUi';

export const tribunalUi: FormatUi = {
  offer: () => ({
    label: l10n.t('Tribunal'),
    detail: l10n.t('Tests one proposal: an advocate and a critic, a judge on every issue.'),
  }),
  forModels: () => 'an Advocate and a Critic of one proposition, a Judge rules issue by issue',
  questions: () => ['rounds', 'model'],
  fields,
  started: () => [
    l10n.t('Format: tribunal; an Advocate and a Critic argue, the Judge recommends how many rounds and rules'),
  ],
  steps: [
    { step: /^plan$/, doing: () => l10n.t('is weighing how many rounds it needs'), by: () => l10n.t('the Judge') },
    { step: /^r\d+\/start$/, doing: () => l10n.t('is moving on') },
    { step: /^r\d+\/(advocate)$/, doing: () => l10n.t('is writing its defence'), by: (side) => side },
    { step: /^r\d+\/(critic)$/, doing: () => l10n.t('is writing its critique'), by: (side) => side },
    { step: /^r\d+\/judge$/, doing: () => l10n.t('is assessing the round'), by: () => l10n.t('the Judge') },
    { step: /^ruling$/, doing: () => l10n.t('is ruling'), by: () => l10n.t('the Judge') },
  ],
};

function fields(options: Record<string, unknown>): OptionField[] {
  const { rounds, order, handover } = tribunalOptions.parse(options);
  const counts = Array.from({ length: mostRounds }, (_, index) => String(index + 1));
  return [
    {
      id: 'rounds',
      label: l10n.t('Rounds'),
      value: String(rounds),
      hint: l10n.t('The sides are not told.'),
      options: [
        { value: 'auto', label: l10n.t('As many as the Judge recommends') },
        ...counts.map((value) => ({ value, label: value })),
      ],
    },
    {
      id: 'order',
      label: l10n.t('Order'),
      value: order,
      options: [
        {
          value: 'critic-first',
          label: l10n.t('Advocate, Critic, Judge; from the second round on the Critic begins'),
        },
        { value: 'advocate-first', label: l10n.t('Advocate, Critic, Judge in every round') },
      ],
    },
    {
      id: 'handover',
      label: l10n.t('The other side sees'),
      value: handover,
      options: [
        { value: 'public', label: l10n.t('The public argument with its citations') },
        { value: 'raw', label: l10n.t('Everything, research log and self-assessment included') },
      ],
    },
  ];
}
