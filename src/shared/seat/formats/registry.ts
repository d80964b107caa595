import * as l10n from '@vscode/l10n';
import type { SharedKind, TaskKind } from '../../../debate/flow/tasks';
import { derivedForm } from '../derivedForm';
import { outcomeIn } from '../../../projections/outcome';
import { outcomeWords } from '../../../projections/words';
import { jsonForm, part, type SeatTasks } from '../form';
import { dialectic } from './dialectic/dialectic';
import { panel } from './panel/panel';
import { tribunal } from './tribunal/tribunal';

const point = { text: '', seqs: [] };

/** What debates of every format have. */
const shared: SeatTasks<SharedKind> = {
  'verifier/support': {
    form: ({ title, url }) =>
      derivedForm('verifier/support', l10n.t('Does {0} support the claim?', title === '' ? url : title)),
    prompt: ({ claim, passage, note }) => [
      part(l10n.t('The claim'), [claim]),
      part(l10n.t('The passage'), [passage]),
      part(l10n.t('Figures'), note === undefined ? [] : [note]),
    ],
  },
  'reporter/brief': {
    form: () =>
      jsonForm(l10n.t('The decision brief'), {
        cruxes: [{ text: '', seqs: [], for: [], against: [] }],
        options: [{ name: '', for: [], against: [] }],
        assumptions: [point],
        would_change: [point],
        minority: [point],
        next: [point],
      }),
    prompt: ({ outcome }) => [part(l10n.t('Outcome'), [outcomeWords(l10n, outcomeIn({ outcome }))])],
  },
  'voter/choose': {
    form: () => derivedForm('voter/choose', l10n.t('Your plain answer')),
    prompt: ({ positions }) => [
      part(
        l10n.t('Positions'),
        positions.map(({ label, text }) => `${label}: ${text}`),
      ),
    ],
  },
};

/** Forms by kind of task. Other kinds are asked for as JSON. */
export const seatTasks: Partial<SeatTasks<TaskKind>> = { ...shared, ...panel, ...tribunal, ...dialectic };
