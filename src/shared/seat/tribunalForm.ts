import * as l10n from '@vscode/l10n';
import { dataOf } from '../../debate/codec';
import { defenceStatuses, objectionAreas, severities } from '../../debate/entryData';
import type { TaskInputs } from '../../debate/tasks';
import type { SeatField, SeatOption, SeatValues } from '../protocol';
import {
  given,
  linesField,
  linesOf,
  plainOptions,
  redactionsField,
  type SeatForm,
  requiredLine,
  requiredChoice,
  requiredText,
  numberIn,
  type Answer,
} from './form';
import { sourceOf, sourcesField } from './debaterForm';

/** The contributions of the two sides of a tribunal. Neither is told how many rounds there are to be. */

type CasePoints = TaskInputs['advocate/defend' | 'critic/critique'];

const mostPoints = 20;

export const defenceForm = (input: TaskInputs['advocate/defend']): SeatForm => ({
  title: l10n.t('Your defence in round {0}', input.round),
  fields: [
    ...argumentFields(input),
    {
      kind: 'rows',
      id: 'assessments',
      label: l10n.t('The Critic’s points'),
      most: mostPoints,
      add: l10n.t('Add Point'),
      hint: l10n.t('Your own judgement of each: DEFENDED, NEEDS TIGHTENING or VULNERABLE.'),
      fields: [
        requiredLine('point', l10n.t('The point, fairly put')),
        issueInput(input),
        requiredChoice('status', l10n.t('Your case here is'), plainOptions(defenceStatuses)),
        { kind: 'text', id: 'answer', label: l10n.t('What you say to it') },
      ],
    },
    linesField('preemptive_rebuttals', l10n.t('Objections met before they are raised')),
    linesField('evidence_strengthening', l10n.t('Claims that now rest on more, and on what')),
    linesField('assumption_defence', l10n.t('Assumptions of the case, and why each holds')),
    requiredText('scope_and_framing', l10n.t('What the proposition claims, and what it does not')),
    ...researchFields(input),
  ],
  values: pointsToAnswer(input),
  output: (answer) => ({
    ...contribution(answer),
    preemptive_rebuttals: linesOf(answer.text('preemptive_rebuttals')),
    evidence_strengthening: linesOf(answer.text('evidence_strengthening')),
    assumption_defence: linesOf(answer.text('assumption_defence')),
    assessments: answer.rows('assessments').map(({ point = '', issue = '', status = '', answer: words = '' }) => ({
      point,
      status,
      ...(issue === '' ? {} : { issue }),
      ...(words === '' ? {} : { answer: words }),
    })),
    scope_and_framing: answer.text('scope_and_framing'),
  }),
});

export const critiqueForm = (input: TaskInputs['critic/critique']): SeatForm => ({
  title: l10n.t('Your critique in round {0}', input.round),
  fields: [
    ...argumentFields(input),
    {
      kind: 'rows',
      id: 'objections',
      label: l10n.t('Objections'),
      most: mostPoints,
      add: l10n.t('Add Objection'),
      isRequired: true,
      fields: [
        requiredChoice('area', l10n.t('Area'), plainOptions(objectionAreas)),
        { kind: 'text', id: 'title', label: l10n.t('Title'), hint: l10n.t('At most {0} words.', 10), isLine: true },
        requiredText('text', l10n.t('What is wrong, why it matters, and what would answer it')),
        requiredChoice('severity', l10n.t('Severity'), plainOptions(severities)),
        issueInput(input),
      ],
    },
    ...researchFields(input),
  ],
  output: (answer) => ({
    ...contribution(answer),
    objections: answer.rows('objections').map(({ area = '', title = '', text = '', severity = '', issue = '' }) => ({
      area,
      text,
      severity,
      ...(title === '' ? {} : { title }),
      ...(issue === '' ? {} : { issue }),
    })),
  }),
});

const argumentFields = (input: CasePoints): SeatField[] => [
  requiredText('argument', l10n.t('What you say'), {
    hint: l10n.t(
      'Markdown. Write the address of a source where you use it, or give below the very sentence that it supports.',
    ),
  }),
  sourcesField(input),
  ...redactionsField(input.mustAcknowledge),
];

/** The other side never sees it; the Judge does. */
const researchFields = ({ brief }: CasePoints): SeatField[] => [
  linesField(
    'queries',
    l10n.t('Research log: what you searched for'),
    l10n.t('One a line. Where nothing was searched, read or found, say in your text that it is closed book.'),
  ),
  linesField(
    'files_read',
    l10n.t('Research log: what you read'),
    brief.evidence.files.length === 0
      ? l10n.t('One a line: addresses.')
      : l10n.t('One a line: files of the evidence, or addresses.'),
  ),
  linesField('key_findings', l10n.t('Research log: what you found, and what you did not')),
];

const contribution = (answer: Answer): Record<string, unknown> => ({
  argument: answer.text('argument'),
  sources: answer.rows('sources').map(sourceOf),
  ...given('acknowledges', answer.ticked('acknowledges').map(numberIn)),
  research_log: {
    queries: linesOf(answer.text('queries')),
    files_read: linesOf(answer.text('files_read')),
    key_findings: linesOf(answer.text('key_findings')),
  },
});

const issueInput = ({ tracker }: CasePoints) => ({
  ...({ kind: 'choice', id: 'issue', label: l10n.t('Issue') } as const),
  options: [
    { value: '', label: l10n.t('None of the tracker') },
    ...tracker.map(({ id, title }): SeatOption => ({ value: id, label: `${id} ${title}` })),
  ],
});

/** Each objection that waits for an answer has its row. */
function pointsToAnswer({ answerTo, tracker }: TaskInputs['advocate/defend']): SeatValues {
  const objections =
    answerTo === undefined || answerTo.struck !== undefined ? [] : (dataOf(answerTo, 'critique')?.objections ?? []);
  if (objections.length === 0) return {};
  const known = (issue: string | undefined): string => (tracker.some(({ id }) => id === issue) ? (issue ?? '') : '');
  return {
    assessments: objections
      .slice(0, mostPoints)
      .map(({ title, text, issue }) => ({ point: title ?? text, issue: known(issue), status: '', answer: '' })),
  };
}
