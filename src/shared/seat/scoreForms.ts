import * as l10n from '@vscode/l10n';
import { reasoningWords } from '../../debate/formats/dialectic/limits';
import type { TaskInputs } from '../../debate/tasks';
import type { SeatField } from '../protocol';
import { type SeatForm, requiredText, requiredLine, requiredChoice, decimalIn } from './form';
import { signed } from '../../debate/shortText';

/** Those who judge the arguments of a dialectic and report on them. The Judge sees labels: no ids, no sides. */

const reasonHint = (): string => l10n.t('At most {0} words.', reasoningWords);

export const scoresForm = ({ arguments: shown, earlier }: TaskInputs['scorer/score']): SeatForm => ({
  title: l10n.t('Your scores of this exchange'),
  fields: [
    ...shown.flatMap(({ label, title }, at): SeatField[] => [
      requiredText(`reasoning${at}`, l10n.t('{0}, “{1}”: why', label, title), { hint: reasonHint() }),
      requiredLine(`score${at}`, l10n.t('{0}: score', label), {
        hint: l10n.t('−1 to +1 in steps of 0.01. All of them together are exactly 0.'),
      }),
    ]),
    ...rescoreField(earlier),
  ],
  output: (answer) => ({
    scores: shown.map(({ label }, at) => ({
      argument_id: label,
      score: decimalIn(answer.text(`score${at}`)),
      reasoning: answer.text(`reasoning${at}`),
    })),
    rescores: answer.rows('rescores').map(({ label = '', score = '', reasoning = '' }) => ({
      argument_id: label,
      new_score: decimalIn(score),
      reasoning,
    })),
  }),
});

function rescoreField(earlier: TaskInputs['scorer/score']['earlier']): SeatField[] {
  const judged = earlier.flatMap(({ label, title, score }) =>
    score === undefined ? [] : [{ value: label, label: `${label} ${title} (${signed(score)})` }],
  );
  // One alone cannot keep the sum at 0.
  if (judged.length < 2) return [];
  return [
    {
      kind: 'rows',
      id: 'rescores',
      label: l10n.t('Earlier arguments that are worth another score now'),
      most: judged.length,
      add: l10n.t('Add New Score'),
      hint: l10n.t('Mostly none. Each changes by at most 0.5, and all changes together are exactly 0.'),
      fields: [
        requiredChoice('label', l10n.t('Argument'), judged),
        requiredLine('score', l10n.t('New score')),
        requiredText('reasoning', l10n.t('Why'), { hint: reasonHint() }),
      ],
    },
  ];
}

export const clashForm = ({ wordLimits: { min, max } }: TaskInputs['reporter/clash']): SeatForm => ({
  title: l10n.t('The report'),
  fields: [
    requiredText('question', l10n.t('The question'), {
      hint: l10n.t('One paragraph. The whole report has {0} to {1} words.', min, max),
    }),
    requiredText('clash', l10n.t('The clash'), {
      hint: l10n.t('Two or three paragraphs. Name arguments by their ids.'),
    }),
    {
      kind: 'rows',
      id: 'turning_points',
      label: l10n.t('Turning points'),
      hint: l10n.t('One to four.'),
      most: 4,
      add: l10n.t('Add Turning Point'),
      isRequired: true,
      fields: [
        requiredLine('title', l10n.t('Title'), { hint: l10n.t('At most {0} words.', 10) }),
        requiredText('text', l10n.t('Text'), { hint: l10n.t('One to three sentences.') }),
      ],
    },
    requiredText('verdict', l10n.t('The verdict'), {
      hint: l10n.t('One or two paragraphs. Totals and graph are added.'),
    }),
  ],
  output: (answer) => ({
    question: answer.text('question'),
    clash: answer.text('clash'),
    turning_points: answer.rows('turning_points').map(({ title = '', text = '' }) => ({ title, text })),
    verdict: answer.text('verdict'),
  }),
});
