import * as l10n from '@vscode/l10n';
import { outcomeIn } from '../../../../projections/outcome';
import { outcomeWords } from '../../../../projections/words';
import type { TaskInputs } from '../../../../debate/flow/tasks';
import type { PanelKind } from '../../../../debate/flow/tasks/panel';
import {
  type SeatPrompt,
  entryOptions,
  jsonForm,
  numberIn,
  part,
  requiredChoice,
  requiredText,
  type SeatForm,
  type SeatTasks,
} from '../../form';
import { derivedForm } from '../../derivedForm';
import { chairTasks, nameOptions } from './chair';
import { debaterTasks, spoke, standingArguments } from './debater';

const outcomePrompt = ({ outcome }: { outcome: string }): SeatPrompt => [
  part(l10n.t('Outcome'), [outcomeWords(l10n, outcomeIn({ outcome }))]),
];

const point = { text: '', seqs: [] };
const sentences = ['', '', ''];

export const panel: SeatTasks<PanelKind> = {
  ...debaterTasks,
  ...chairTasks,
  'audience/questions': {
    form: ({ brief, round }) =>
      derivedForm('audience/questions', l10n.t('Your questions as the audience in round {0}', round), {
        options: { 'questions.to': nameOptions(brief.debaters) },
      }),
    prompt: ({ turns }) => [part(l10n.t('Said in this round'), spoke(turns))],
  },
  'audience/conclusion': {
    form: audienceForm,
    prompt: outcomePrompt,
    rules: () => [l10n.t('200 to 400 words, which name two or three arguments that stand.')],
  },
  'juror/verdict': {
    form: ({ debaters }) =>
      jsonForm(l10n.t('Your verdict'), {
        reasons: [point],
        evaluations: debaters.map(({ label }) => ({ debater: label, criteria: {} })),
        void: null,
      }),
    prompt: ({ debaters }) => [
      part(
        l10n.t('Whose entries you read'),
        debaters.map(({ label, position }) => `${label}: ${position}`),
      ),
    ],
  },
  'reporter/summary': {
    form: ({ brief }) =>
      jsonForm(l10n.t('The summary'), {
        key_arguments: brief.debaters.map(({ name }) => ({ debater: name, arguments: [point] })),
        exchanges: [point],
        flow: '',
      }),
    prompt: outcomePrompt,
  },
  'reporter/blog_post': {
    form: ({ wordLimits: { min, max } }) =>
      derivedForm('reporter/blog_post', l10n.t('The blog post'), { of: [String(min), String(max)] }),
    prompt: ({ outcome, verified }) => [
      ...outcomePrompt({ outcome }),
      part(
        l10n.t('Sources that may be named'),
        verified.map(({ seq, title, url }) => l10n.t('{0}, {1} (seq {2})', title, url, seq)),
      ),
    ],
  },
  'assessor/report': {
    form: () =>
      jsonForm(l10n.t('The Assessor’s report'), {
        overall: { rating: 'Good', reasons: '' },
        roles: [{ role: '', strengths: [''], improvements: [''], suggestions: [''] }],
        execution: sentences,
        output: sentences,
      }),
    prompt: outcomePrompt,
  },
};

function audienceForm({ record }: TaskInputs['audience/conclusion']): SeatForm {
  return {
    title: l10n.t('Your conclusion as the audience'),
    fields: [
      requiredText('content', l10n.t('What you take from it'), {
        hint: l10n.t('200 to 400 words. Name each of the arguments below as “seq N”.'),
      }),
      {
        kind: 'rows',
        id: 'seqs',
        label: l10n.t('The arguments that counted'),
        hint: l10n.t('Two or three.'),
        most: 3,
        add: l10n.t('Add Argument'),
        isRequired: true,
        fields: [requiredChoice('seq', l10n.t('Argument'), entryOptions(standingArguments(record)))],
      },
    ],
    values: { seqs: [{ seq: '' }, { seq: '' }] },
    output: (answer) => ({
      content: answer.text('content'),
      seqs: answer.rows('seqs').map(({ seq = '' }) => numberIn(seq)),
    }),
  };
}
