import * as l10n from '@vscode/l10n';
import { factVerdicts, rulingVerdicts, severities } from '../../debate/entryData';
import type { TaskInputs } from '../../debate/tasks';
import type { SeatField, SeatOption } from '../protocol';
import {
  linesField,
  linesOf,
  plainOptions,
  type SeatForm,
  requiredLine,
  requiredChoice,
  requiredText,
  decimalIn,
  numberIn,
  type Answer,
} from './form';

/** The Judge of a tribunal. */

const required = (id: string, label: string, hint?: string): SeatField => ({
  kind: 'text',
  id,
  label,
  isRequired: true,
  ...(hint === undefined ? {} : { hint }),
});

export const roundsForm = ({ min, max }: TaskInputs['judge/recommend_rounds']): SeatForm => ({
  title: l10n.t('How many rounds does it need?'),
  fields: [
    {
      kind: 'choice',
      id: 'rounds',
      label: l10n.t('Rounds'),
      hint: l10n.t('The two sides are not told.'),
      isRequired: true,
      options: plainOptions(Array.from({ length: max - min + 1 }, (_, at) => String(min + at))),
    },
    requiredLine('reason', l10n.t('Why, in a line')),
  ],
  output: (answer) => ({ rounds: answer.number('rounds'), reason: answer.text('reason') }),
});

const roomForIssues = 30;

export const assessmentForm = (input: TaskInputs['judge/assess']): SeatForm => ({
  title: l10n.t('Your assessment of round {0}', input.round),
  fields: [
    factField(input),
    ...evaluationFields(),
    issuesField(input),
    scoreField('scoreAdvocate', l10n.t('Score of the Advocate')),
    scoreField('scoreCritic', l10n.t('Score of the Critic')),
    required('scoreReason', l10n.t('Why these scores')),
    ...(input.final === undefined ? endFields() : []),
  ],
  // What is known comes with its row: an issue that is left out would be forgotten by nobody but the Judge.
  values: {
    issues: input.tracker.map(({ id, title, status, severity }) => ({
      id,
      title,
      status: status === 'resolved' ? 'resolved' : 'open',
      severity: severity ?? '',
      argued: 'yes',
      reason: '',
    })),
    end: 'no',
  },
  output: assessment,
});

const sourceKey = (seq: number, url: string): string => `${seq} ${url}`;

const factField = ({ checked }: TaskInputs['judge/assess']): SeatField => ({
  kind: 'rows',
  id: 'facts',
  label: l10n.t('Fact check'),
  most: 40,
  add: l10n.t('Add Claim'),
  hint: l10n.t(
    'CONFIRMED, DISPUTED and FABRICATED follow what the Verifier found. What you leave out is filled in from that.',
  ),
  fields: [
    requiredLine('claim', l10n.t('The claim')),
    {
      kind: 'choice',
      id: 'source',
      label: l10n.t('Rests on'),
      options: [
        { value: '', label: l10n.t('No source') },
        ...checked.map(({ seq, url, speaker, status }): SeatOption => ({
          value: sourceKey(seq, url),
          label: `seq ${seq}, ${speaker}: ${url} (${status})`,
        })),
      ],
    },
    requiredChoice('verdict', l10n.t('Verdict'), plainOptions(factVerdicts)),
    { kind: 'text', id: 'explanation', label: l10n.t('Why') },
  ],
});

const evaluationFields = (): SeatField[] => [
  required('argumentAdvocate', l10n.t('How the Advocate argued')),
  required('argumentCritic', l10n.t('How the Critic argued')),
  required('evidenceAdvocate', l10n.t('What the Advocate’s evidence is worth')),
  required('evidenceCritic', l10n.t('What the Critic’s evidence is worth')),
];

const issuesField = ({ tracker }: TaskInputs['judge/assess']): SeatField => ({
  kind: 'rows',
  id: 'issues',
  label: l10n.t('Issues'),
  most: tracker.length + roomForIssues,
  add: l10n.t('Add Issue'),
  hint: l10n.t('All of the tracker, then the new ones. Whether one is stalled is counted.'),
  fields: [
    {
      kind: 'choice',
      id: 'id',
      label: l10n.t('Issue'),
      options: [
        { value: '', label: l10n.t('A new one') },
        ...tracker.map(({ id, title }): SeatOption => ({ value: id, label: `${id} ${title}` })),
      ],
    },
    requiredLine('title', l10n.t('Title'), { hint: l10n.t('At most {0} words.', 12) }),
    requiredChoice('status', l10n.t('Status'), [
      { value: 'open', label: l10n.t('open') },
      { value: 'resolved', label: l10n.t('resolved') },
    ]),
    {
      kind: 'choice',
      id: 'severity',
      label: l10n.t('Severity'),
      options: [{ value: '', label: l10n.t('As before') }, ...plainOptions(severities)],
    },
    requiredChoice('argued', l10n.t('Argued in this round'), yesOrNo()),
    requiredText('reason', l10n.t('What this round did to it')),
  ],
});

const yesOrNo = (): SeatOption[] => [
  { value: 'yes', label: l10n.t('Yes') },
  { value: 'no', label: l10n.t('No') },
];

const scoreField = (id: string, label: string): SeatField => requiredLine(id, label, { hint: l10n.t('0 to 10.') });

const endFields = (): SeatField[] => [
  {
    kind: 'choice',
    id: 'end',
    label: l10n.t('End the rounds'),
    hint: l10n.t('Only where the sides repeat themselves and no open issue moved.'),
    options: yesOrNo(),
  },
  requiredText('end_reason', l10n.t('Why nothing is left to be gained'), { when: { field: 'end', is: ['yes'] } }),
];

function assessment(answer: Answer): unknown {
  const endReason = answer.text('end_reason');
  return {
    fact_check: answer.rows('facts').map(({ claim = '', source = '', verdict = '', explanation = '' }) => ({
      claim,
      verdict,
      ...sourceIn(source),
      ...(explanation === '' ? {} : { explanation }),
    })),
    argument_evaluation: { advocate: answer.text('argumentAdvocate'), critic: answer.text('argumentCritic') },
    evidence_quality: { advocate: answer.text('evidenceAdvocate'), critic: answer.text('evidenceCritic') },
    issues: answer
      .rows('issues')
      .map(({ id = '', title = '', status = '', severity = '', argued = '', reason = '' }) => ({
        ...(id === '' ? {} : { id }),
        title,
        status,
        argued: argued === 'yes',
        reason,
        ...(severity === '' ? {} : { severity }),
      })),
    round_score: {
      advocate: decimalIn(answer.text('scoreAdvocate')),
      critic: decimalIn(answer.text('scoreCritic')),
      reason: answer.text('scoreReason'),
    },
    end: answer.text('end') === 'yes',
    ...(endReason === '' ? {} : { end_reason: endReason }),
  };
}

function sourceIn(key: string): { seq?: number; url?: string } {
  const [seq = '', ...url] = key.split(' ');
  return key === '' ? {} : { seq: numberIn(seq), url: url.join(' ') };
}

export const rulingForm = ({ tracker }: TaskInputs['judge/rule']): SeatForm => ({
  title: l10n.t('Your ruling'),
  fields: [
    ...tracker.flatMap(({ id, title }, at): SeatField[] => [
      {
        kind: 'choice',
        id: `verdict${at}`,
        label: l10n.t('Verdict on {0} {1}', id, title),
        options: plainOptions(rulingVerdicts),
        isRequired: true,
        hint: l10n.t(
          'ACCEPTED: on this issue the proposition holds. REVISION REQUIRED: it holds if it is changed; say how.',
        ),
      },
      required(`quality${at}`, l10n.t('{0}: what the verdict rests on', id), l10n.t('One sentence.')),
      required(`reason${at}`, l10n.t('{0}: why', id), l10n.t('Two to four sentences.')),
    ]),
    linesField('agreements', l10n.t('What both sides hold')),
    linesField('concessions', l10n.t('What a side gave up, which one, and where')),
    linesField('dismissed', l10n.t('Arguments that count for nothing, and why')),
    linesField('unresolved', l10n.t('What could not be settled, and what would settle it')),
    required('overall', l10n.t('The verdict as a whole'), l10n.t('One to three paragraphs.')),
  ],
  output: (answer) => ({
    verdicts: tracker.map(({ id }, at) => ({
      issue: id,
      verdict: answer.text(`verdict${at}`),
      reason: answer.text(`reason${at}`),
      evidence_quality: answer.text(`quality${at}`),
    })),
    agreements: linesOf(answer.text('agreements')),
    concessions: linesOf(answer.text('concessions')),
    dismissed: linesOf(answer.text('dismissed')),
    unresolved: linesOf(answer.text('unresolved')),
    overall: answer.text('overall'),
  }),
});
