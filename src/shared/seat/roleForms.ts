import * as l10n from '@vscode/l10n';
import { outcomeIn } from '../../projections/outcome';
import { outcomeWords } from '../../projections/words';
import { argumentTypes } from '../../debate/entry';
import { cruxWords } from '../../debate/rules/cruxGate';
import type { TaskInputs, VisibleEntry } from '../../debate/tasks';
import type { SeatField, SeatOption } from '../protocol';
import {
  entryOptions,
  frameworkFields,
  type SeatForm,
  requiredText,
  requiredChoice,
  requiredLine,
  numberIn,
  numbersIn,
} from './form';

/** The audience's and the Chair's part in a debate, the final decision among it. */

const reasonField = (label: string): SeatField => requiredText('reason', label);

const nameOptions = (debaters: readonly { name: string }[]): SeatOption[] =>
  debaters.map(({ name }) => ({ value: name, label: name }));

const standingArguments = (record: readonly VisibleEntry[]): VisibleEntry[] =>
  record.filter(({ type, struck }) => argumentTypes.has(type) && struck === undefined);

export const questionsForm = ({ brief, round }: TaskInputs['audience/questions']): SeatForm => ({
  title: l10n.t('Your questions as the audience in round {0}', round),
  fields: [
    {
      kind: 'rows',
      id: 'questions',
      label: l10n.t('Questions'),
      hint: l10n.t('Two at most; none is an answer, too.'),
      most: 2,
      add: l10n.t('Add Question'),
      fields: [
        requiredChoice('to', l10n.t('To'), nameOptions(brief.debaters)),
        requiredText('question', l10n.t('Question')),
      ],
    },
  ],
  output: (answer) => ({ questions: answer.rows('questions').map(({ to = '', question = '' }) => ({ to, question })) }),
});

export const audienceConclusionForm = ({ record }: TaskInputs['audience/conclusion']): SeatForm => ({
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
});

export const conclusionForm = ({ brief, barred }: TaskInputs['chair/conclude']): SeatForm => {
  const names = brief.debaters.map(({ name }) => name);
  const winners = names.filter((name) => !barred.includes(name));
  return {
    title: l10n.t('Your decision as the Chair'),
    fields: [
      requiredChoice(
        'outcome',
        l10n.t('Outcome'),
        [...winners.map((name) => `${name}_wins`), 'draw', 'void'].map((outcome) => ({
          value: outcome,
          label: outcomeWords(l10n, outcomeIn({ outcome })),
        })),
      ),
      reasonField(l10n.t('Why, in a sentence or two')),
      ...names.map((name, index): SeatField => requiredText(`evaluation${index}`, l10n.t('How {0} argued', name))),
    ],
    output: (answer) => ({
      outcome: answer.text('outcome'),
      reason: answer.text('reason'),
      evaluations: names.map((debater, index) => ({
        debater,
        criteria: { evaluation: answer.text(`evaluation${index}`) },
      })),
    }),
  };
};

export const goOnForm = ({ round }: TaskInputs['chair/go_on']): SeatForm => ({
  title: l10n.t('After round {0}: does the debate go on?', round),
  fields: [
    requiredChoice('goOn', l10n.t('Another round'), [
      { value: 'yes', label: l10n.t('Yes') },
      { value: 'no', label: l10n.t('No, on to the closing statements') },
    ]),
    reasonField(l10n.t('Why')),
  ],
  output: (answer) => ({ go_on: answer.text('goOn') === 'yes', reason: answer.text('reason') }),
});

export const chooseQuestionsForm = ({ questions }: TaskInputs['chair/choose_questions']): SeatForm => ({
  title: l10n.t('Which questions of the audience are worth a debater’s time?'),
  fields: [
    {
      kind: 'checks',
      id: 'chosen',
      label: l10n.t('Questions'),
      options: questions.map(({ to, question }, index) => ({
        value: String(index),
        label: l10n.t('To {0}: {1}', to, question),
      })),
    },
    { kind: 'text', id: 'reason', label: l10n.t('Why'), isLine: true },
  ],
  output: (answer) => {
    const reason = answer.text('reason');
    return { chosen: answer.ticked('chosen').map(numberIn), ...(reason === '' ? {} : { reason }) };
  },
});

export const challengeForm = ({ challenge }: TaskInputs['chair/rule_on_challenge']): SeatForm => ({
  title: l10n.t('Your ruling on the challenge at seq {0}', challenge.seq),
  fields: [reasonField(l10n.t('The ruling in words; the Verifier’s finding stands'))],
  output: (answer) => ({ reason: answer.text('reason') }),
});

export const clarificationForm = ({ request }: TaskInputs['chair/answer_clarification']): SeatForm => ({
  title: l10n.t('Your answer to seq {0}', request.seq),
  fields: [requiredText('answer', l10n.t('Answer'))],
  output: (answer) => ({ answer: answer.text('answer') }),
});

export const reviewForm = ({ speaker }: TaskInputs['chair/review_turn']): SeatForm => ({
  title: l10n.t('Your review of the turn of {0}', speaker.name),
  fields: [
    requiredText('summary', l10n.t('Summary'), { hint: l10n.t('30 words at most.') }),
    {
      kind: 'rows',
      id: 'infractions',
      label: l10n.t('Infractions'),
      most: 5,
      add: l10n.t('Add Infraction'),
      fields: [
        requiredChoice('rule', l10n.t('Rule'), [
          { value: '6', label: l10n.t('Rule 6: against the person') },
          { value: '7', label: l10n.t('Rule 7: another’s position is misrepresented') },
          { value: '11', label: l10n.t('Rule 11: a claim of fact without source or label') },
        ]),
        requiredLine('reason', l10n.t('Why')),
      ],
    },
    {
      kind: 'rows',
      id: 'frameworks',
      label: l10n.t('Frameworks that it introduces'),
      most: 3,
      add: l10n.t('Add Framework'),
      fields: frameworkFields(),
    },
  ],
  output: (answer) => ({
    summary: answer.text('summary'),
    infractions: answer.rows('infractions'),
    frameworks: answer.rows('frameworks'),
  }),
});

export const unresolvedForm = (): SeatForm => ({
  title: l10n.t('What remains unresolved before the closing statements?'),
  ...pointsForm(l10n.t('One to three.')),
});

export const cruxForm = ({ round }: TaskInputs['chair/name_crux']): SeatForm => ({
  title: l10n.t('On what does the outcome hang, before round {0}?', round),
  ...pointsForm(l10n.t('Two or three, each of at most {0} words and with entries of both sides.', cruxWords)),
});

const pointsForm = (hint: string): Omit<SeatForm, 'title'> => ({
  fields: [
    {
      kind: 'rows',
      id: 'points',
      label: l10n.t('Points'),
      hint,
      most: 3,
      add: l10n.t('Add Point'),
      isRequired: true,
      fields: [
        requiredText('text', l10n.t('Point')),
        { kind: 'text', id: 'seqs', label: l10n.t('Entries, such as 4, 12'), isLine: true },
      ],
    },
  ],
  values: { points: [{ text: '', seqs: '' }] },
  output: (answer) => ({
    points: answer.rows('points').map(({ text = '', seqs = '' }) => ({ text, seqs: numbersIn(seqs) })),
  }),
});

export const documentReviewForm = ({ documents }: TaskInputs['chair/review_documents']): SeatForm => ({
  title: l10n.t('Does the Reporter take a side?'),
  fields: [
    {
      kind: 'rows',
      id: 'problems',
      label: l10n.t('To be written again'),
      hint: l10n.t('None: they stand as they are.'),
      most: 10,
      add: l10n.t('Add Problem'),
      fields: [
        requiredChoice('document', l10n.t('Document'), nameOptions(documents)),
        requiredText('problem', l10n.t('Problem')),
      ],
    },
  ],
  output: (answer) => ({ problems: answer.rows('problems') }),
});
