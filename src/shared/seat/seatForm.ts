import * as l10n from '@vscode/l10n';
import * as z from 'zod';
import { issuesOf } from '../../debate/entry';
import { isStruck } from '../../debate/state';
import { type TaskInputs, type TaskKind, type TaskRequest, taskOutputs, type VisibleEntry } from '../../debate/tasks';
import type { RecordView } from '../../debate/view';
import type { Seat, SeatField, SeatInput, SeatValues } from '../protocol';

import { type FormMakers, type SeatForm, Answer } from './form';
import { openingArgumentsForm, rebuttalForm } from './argumentForm';
import { seatCue } from './cue';
import { closingForm, openingForm, turnForm } from './debaterForm';
import { assessmentForm, roundsForm, rulingForm } from './judgeForms';
import {
  audienceConclusionForm,
  challengeForm,
  chooseQuestionsForm,
  clarificationForm,
  conclusionForm,
  cruxForm,
  documentReviewForm,
  goOnForm,
  questionsForm,
  reviewForm,
  unresolvedForm,
} from './roleForms';
import { seatRules } from './rules';
import { clashForm, scoresForm } from './scoreForms';
import { critiqueForm, defenceForm } from './tribunalForm';
import { jsonOf } from '../../debate/objects';
import { requiredChoice, requiredText, requiredLine } from './form';

/** How a person is asked for what a model would be asked for. */
export function seatForm<K extends TaskKind>({ kind, input }: Pick<TaskRequest<K>, 'kind' | 'input'>): SeatForm {
  const make = makers[kind];
  return make === undefined ? plainForm(kind) : make(input);
}

const supportForm = ({ title, url }: TaskInputs['verifier/support']): SeatForm => ({
  title: l10n.t('Does {0} support the claim?', title === '' ? url : title),
  fields: [
    requiredChoice('answer', l10n.t('The passage'), [
      { value: 'supports', label: l10n.t('supports the claim') },
      { value: 'contradicts', label: l10n.t('contradicts it') },
      { value: 'does_not_say', label: l10n.t('does not say') },
    ]),
    requiredText('explanation', l10n.t('Why')),
  ],
  output: (answer) => ({ answer: answer.text('answer'), explanation: answer.text('explanation') }),
});

const blogForm = ({ wordLimits: { min, max } }: TaskInputs['reporter/blog_post']): SeatForm => ({
  title: l10n.t('The blog post'),
  fields: [
    requiredLine('title', l10n.t('Title')),
    requiredText('body', l10n.t('Text'), { hint: l10n.t('Markdown, {0} to {1} words.', min, max) }),
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
  'chair/name_crux': cruxForm,
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

/** An answer that is too rich for a form: as JSON, with its shape to begin with. */
const jsonForm = (title: string, shape: unknown): SeatForm => ({
  title,
  fields: [requiredText('json', l10n.t('Answer as JSON'))],
  values: { json: JSON.stringify(shape, undefined, 2) },
  output: (answer) => jsonOf(answer.text('json')),
});

/** Of a task for which nobody made a form: what its schema asks for, empty. */
const plainForm = (kind: TaskKind): SeatForm => jsonForm(kind, emptyOf(taskOutputs[kind]));

function emptyOf(schema: z.core.$ZodType): unknown {
  if (schema instanceof z.ZodObject) {
    const shape = Object.entries<z.core.$ZodType>(schema.shape);
    return Object.fromEntries(
      shape.filter(([, value]) => !(value instanceof z.ZodOptional)).map(([name, value]) => [name, emptyOf(value)]),
    );
  }
  if (schema instanceof z.ZodArray) return [emptyOf(schema.element)];
  if (schema instanceof z.ZodNullable) return null;
  if (schema instanceof z.ZodDefault) return emptyOf(schema.unwrap());
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodNumber) return 0;
  return schema instanceof z.ZodBoolean ? false : '';
}

/** A task that a person is asked to do. */
export interface AskedSeat {
  readonly request: TaskRequest;
  /** What was wrong with the answer before, in words for its author. */
  readonly problems: readonly string[];
  /** How often an answer was refused so far. */
  readonly refusals: number;
  /** What was typed before. */
  readonly values: SeatValues | undefined;
  /** An answer was given: it is held against the rules, or was taken and is not in the log yet. */
  readonly isChecking: boolean;
}

/** The seat that the page asks for first. What it quotes may have been struck since it was asked. */
export function seatOf(seats: readonly AskedSeat[], view: RecordView): Seat | undefined {
  const [asked] = seats;
  if (asked === undefined) return undefined;
  const { problems, refusals, isChecking, values } = asked;
  const request = asAnyoneMaySee(asked.request, view);
  const { id, agent, kind } = request;
  const form = seatForm(request);
  const seat: Seat = {
    id,
    agent,
    kind,
    title: form.title,
    cue: seatCue(request),
    rules: seatRules(request),
    problems: problems.map(inFormWords),
    refusals,
    fields: form.fields,
    isChecking,
    behind: seats.length - 1,
    values: values ?? form.values ?? {},
    // Without a decision there is no end of the debate: it can rest instead.
    canSkip: kind !== 'chair/conclude' && kind !== 'judge/rule',
  };
  return view.mask.value(seat);
}

/** The gate speaks of the fields of an answer, which a person never sees. */
const inFormWords = (problem: string): string =>
  problem
    .replace(/: acknowledges must hold \d+\.$/, () => l10n.t(': tick it under “Taken up”.'))
    .replace(/\b(?:opening_statement|new_point|closing_statement|source_challenge|clarification_request)\b/g, (type) =>
      type.replace('_', ' '),
    );

/** Entries that were struck since the task was given are no entries to answer or to quote. */
function asAnyoneMaySee(request: TaskRequest, { state }: RecordView): TaskRequest {
  const { input } = request;
  if (state.redactions.size === 0 || !('record' in input)) return request;
  const record = input.record.filter(({ seq, struck }: VisibleEntry) => struck !== undefined || !isStruck(state, seq));
  return { ...request, input: { ...input, record } };
}

/** The output of a task, as a person gave it; or what is missing in it, in words for that person. */
type SeatAnswer = { output: unknown } | { problems: string[] };

export function seatAnswer(request: Pick<TaskRequest, 'kind' | 'input'>, values: SeatValues): SeatAnswer {
  const form = seatForm(request);
  const answer = new Answer(form.fields, values);
  const problems = form.fields.flatMap((field) => (answer.isAsked(field) ? missingIn(answer, field) : []));
  if (problems.length > 0) return { problems };
  const output = form.output(answer);
  const parsed = taskOutputs[request.kind].safeParse(output);
  return parsed.success
    ? { output }
    : { problems: output === undefined ? [l10n.t('This is no valid JSON.')] : issuesOf(parsed.error) };
}

function missingIn(answer: Answer, field: SeatField): string[] {
  if (field.isRequired === true && answer.isEmpty(field)) return [missing(field)];
  if (field.kind !== 'rows') return [];
  const lacking = answer
    .rows(field.id)
    .flatMap((row, index) =>
      field.fields
        .filter((input) => input.isRequired === true && (row[input.id] ?? '') === '')
        .map((input) => ({ input, number: index + 1 })),
    );
  return lacking.map(({ input, number }) =>
    l10n.t('{0}, {1}: “{2}” is still empty.', field.label, number, input.label),
  );
}

const missing = ({ label, kind }: Pick<SeatField | SeatInput, 'label' | 'kind'>): string =>
  kind === 'choice' ? l10n.t('“{0}” is still to be chosen.', label) : l10n.t('“{0}” is still empty.', label);
