import * as l10n from '@vscode/l10n';
import { dataOf } from '../../../../debate/log/codec';
import { defenceStatuses, objectionAreas, severities } from '../../../../debate/log/entryData';
import type { TaskInputs } from '../../../../debate/flow/tasks';
import type { TribunalInputs } from '../../../../debate/flow/tasks/tribunal';
import type { SeatField, SeatInput, SeatValues } from '../../../protocol';
import {
  acknowledged,
  acknowledgedField,
  type FormAnswer,
  arguing,
  type SeatPrompt,
  given,
  linesField,
  optionalText,
  part,
  plainOptions,
  requiredChoice,
  requiredLine,
  requiredText,
  type SeatForm,
  type SeatTasks,
  sourceRule,
  sourcesField,
  sourcesIn,
  you,
} from '../../form';
import { contributionLines, issueInput, judgeTasks, trackerPart } from './judge';

/** Neither side is told how many rounds there are to be. */
export const tribunal: SeatTasks<keyof TribunalInputs> = {
  'advocate/defend': {
    form: defenceForm,
    prompt: sidePrompt,
    rules: () => [
      l10n.t('Each point of the Critic is answered. Concede facts, not the proposition; you may narrow it.'),
      sourceRule(),
      logRule(),
    ],
  },
  'critic/critique': {
    form: critiqueForm,
    prompt: sidePrompt,
    rules: () => [
      l10n.t(
        'An objection says what is wrong, why it matters, and what would answer it. In later rounds a new one comes from the defence or from research.',
      ),
      sourceRule(),
      logRule(),
    ],
  },
  ...judgeTasks,
};

type CasePoints = TaskInputs['advocate/defend' | 'critic/critique'];

function sidePrompt(input: CasePoints): SeatPrompt {
  const { isOtherMissing, answerTo, tracker } = input;
  const missing = isOtherMissing
    ? [
        l10n.t(
          'The other side was to speak before you in this round and could not. Go on with what stands from before.',
        ),
      ]
    : [];
  return [
    ...arguing(input),
    part(l10n.t('To answer'), [...contributionLines(answerTo), ...missing]),
    trackerPart(tracker),
    you(input),
  ];
}

const logRule = (): string =>
  l10n.t(
    'The other side sees your text and its citations; the research log, the list of sources and your labels are for the Judge.',
  );

const mostPoints = 20;

function defenceForm(input: TaskInputs['advocate/defend']): SeatForm {
  return {
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
          ownIssue(input),
          requiredChoice('status', l10n.t('Your case here is'), plainOptions(defenceStatuses)),
          optionalText('answer', l10n.t('What you say to it')),
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
      preemptive_rebuttals: answer.lines('preemptive_rebuttals'),
      evidence_strengthening: answer.lines('evidence_strengthening'),
      assumption_defence: answer.lines('assumption_defence'),
      assessments: answer.rows('assessments').map(given),
      scope_and_framing: answer.text('scope_and_framing'),
    }),
  };
}

function critiqueForm(input: TaskInputs['critic/critique']): SeatForm {
  return {
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
          optionalText('title', l10n.t('Title'), { hint: l10n.t('At most {0} words.', 10), isLine: true }),
          requiredText('text', l10n.t('What is wrong, why it matters, and what would answer it')),
          requiredChoice('severity', l10n.t('Severity'), plainOptions(severities)),
          ownIssue(input),
        ],
      },
      ...researchFields(input),
    ],
    output: (answer) => ({ ...contribution(answer), objections: answer.rows('objections').map(given) }),
  };
}

const argumentFields = ({ brief, mustAcknowledge }: CasePoints): SeatField[] => [
  requiredText('argument', l10n.t('What you say'), {
    hint: l10n.t(
      'Markdown. Write the address of a source where you use it, or give below the very sentence that it supports.',
    ),
  }),
  sourcesField(brief),
  ...acknowledgedField(mustAcknowledge),
];

/** For the Judge alone. */
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

const contribution = (answer: FormAnswer): Record<string, unknown> => ({
  argument: answer.text('argument'),
  sources: sourcesIn(answer),
  ...acknowledged(answer),
  research_log: {
    queries: answer.lines('queries'),
    files_read: answer.lines('files_read'),
    key_findings: answer.lines('key_findings'),
  },
});

const ownIssue = ({ tracker }: CasePoints): SeatInput => issueInput('issue', l10n.t('None of the tracker'), tracker);

/** A row for each objection that waits for an answer. */
function pointsToAnswer({ answerTo, tracker }: TaskInputs['advocate/defend']): SeatValues {
  const objections =
    answerTo === undefined || answerTo.redacted !== undefined ? [] : (dataOf(answerTo, 'critique')?.objections ?? []);
  if (objections.length === 0) return {};
  const known = (issue = ''): string => (tracker.some(({ id }) => id === issue) ? issue : '');
  return {
    assessments: objections
      .slice(0, mostPoints)
      .map(({ title, text, issue }) => ({ point: title ?? text, issue: known(issue), status: '', answer: '' })),
  };
}
