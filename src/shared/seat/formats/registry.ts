import * as l10n from '@vscode/l10n';
import type { TaskKind } from '../../../debate/flow/tasks';
import { part, requiredChoice, requiredText, type SeatTasks } from '../form';
import { dialectic } from './dialectic/dialectic';
import { panel } from './panel/panel';
import { tribunal } from './tribunal/tribunal';

/** What debates of every format have. */
const shared: SeatTasks<'verifier/support'> = {
  'verifier/support': {
    form: ({ title, url }) => ({
      title: l10n.t('Does {0} support the claim?', title === '' ? url : title),
      fields: [
        requiredChoice('answer', l10n.t('The passage'), [
          { value: 'supports', label: l10n.t('supports the claim') },
          { value: 'contradicts', label: l10n.t('contradicts it') },
          { value: 'does_not_say', label: l10n.t('does not say') },
        ]),
        requiredText('explanation', l10n.t('Why')),
      ],
    }),
    prompt: ({ claim, passage, note }) => [
      part(l10n.t('The claim'), [claim]),
      part(l10n.t('The passage'), [passage]),
      part(l10n.t('Figures'), note === undefined ? [] : [note]),
    ],
  },
};

/** By kind of task. Others are asked for as JSON. */
export const seatTasks: Partial<SeatTasks<TaskKind>> = { ...shared, ...panel, ...tribunal, ...dialectic };
