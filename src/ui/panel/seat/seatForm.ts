import * as l10n from '@vscode/l10n';
import type { TaskInputs, TaskKind, TaskRequest } from '../../../debate/tasks';
import { openingArgumentsForm, rebuttalForm } from './argumentForm';
import { closingForm, openingForm, turnForm } from './debaterForm';
import type { FormMakers, SeatForm } from './form';
import { assessmentForm, roundsForm, rulingForm } from './judgeForms';
import { jsonForm, plainForm } from './plainForm';
import {
  audienceConclusionForm,
  challengeForm,
  chooseQuestionsForm,
  clarificationForm,
  conclusionForm,
  documentReviewForm,
  goOnForm,
  questionsForm,
  reviewForm,
  unresolvedForm,
} from './roleForms';
import { clashForm, scoresForm } from './scoreForms';
import { critiqueForm, defenceForm } from './tribunalForm';

/** How a person is asked for what a model would be asked for. */
export function seatForm<K extends TaskKind>({ kind, input }: Pick<TaskRequest<K>, 'kind' | 'input'>): SeatForm {
  const make = makers[kind];
  return make === undefined ? plainForm(kind) : make(input);
}

const supportForm = ({ title, url }: TaskInputs['verifier/support']): SeatForm => ({
  title: l10n.t('Does {0} support the claim?', title === '' ? url : title),
  fields: [
    {
      kind: 'choice',
      id: 'answer',
      label: l10n.t('The passage'),
      isRequired: true,
      options: [
        { value: 'supports', label: l10n.t('supports the claim') },
        { value: 'contradicts', label: l10n.t('contradicts it') },
        { value: 'does_not_say', label: l10n.t('does not say') },
      ],
    },
    { kind: 'text', id: 'explanation', label: l10n.t('Why'), isRequired: true },
  ],
  output: (answer) => ({ answer: answer.text('answer'), explanation: answer.text('explanation') }),
});

const blogForm = ({ wordLimits: { min, max } }: TaskInputs['reporter/blog_post']): SeatForm => ({
  title: l10n.t('The blog post'),
  fields: [
    { kind: 'text', id: 'title', label: l10n.t('Title'), isLine: true, isRequired: true },
    {
      kind: 'text',
      id: 'body',
      label: l10n.t('Text'),
      hint: l10n.t('Markdown, {0} to {1} words.', min, max),
      isRequired: true,
    },
  ],
  output: (answer) => ({ title: answer.text('title'), body: answer.text('body') }),
});

const point = { text: '', seqs: [] };
const debater = { name: '', persona: '', starting_position: '', incentives: '' };
const sentences = ['', '', ''];
const lineupForm = (): SeatForm => jsonForm(l10n.t('The lineup'), { debaters: [debater, debater] });

/** Of a kind that is not here the answer is asked for as JSON. */
const makers: Partial<FormMakers> = {
  'debater/opening': openingForm,
  'debater/turn': turnForm,
  'debater/closing': closingForm,
  'audience/questions': questionsForm,
  'audience/conclusion': audienceConclusionForm,
  'chair/conclude': conclusionForm,
  'chair/go_on': goOnForm,
  'chair/choose_questions': chooseQuestionsForm,
  'chair/rule_on_challenge': challengeForm,
  'chair/answer_clarification': clarificationForm,
  'chair/review_turn': reviewForm,
  'chair/name_unresolved': unresolvedForm,
  'chair/review_documents': documentReviewForm,
  'chair/propose_lineup': lineupForm,
  'chair/revise_lineup': lineupForm,
  'moderator/propose_motions': () => jsonForm(l10n.t('Motions'), { motions: [''] }),
  'verifier/support': supportForm,
  'reporter/blog_post': blogForm,
  'reporter/summary': ({ brief }) =>
    jsonForm(l10n.t('The summary'), {
      key_arguments: brief.debaters.map(({ name }) => ({ debater: name, arguments: [point] })),
      exchanges: [point],
      flow: '',
    }),
  'advocate/defend': defenceForm,
  'critic/critique': critiqueForm,
  'judge/recommend_rounds': roundsForm,
  'judge/assess': assessmentForm,
  'judge/rule': rulingForm,
  'side/open': openingArgumentsForm,
  'side/rebut': rebuttalForm,
  'scorer/score': scoresForm,
  'reporter/clash': clashForm,
  'assessor/report': () =>
    jsonForm(l10n.t('The Assessor’s report'), {
      overall: { rating: 'Good', reasons: '' },
      roles: [{ role: '', strengths: [''], improvements: [''], suggestions: [''] }],
      execution: sentences,
      output: sentences,
    }),
};
