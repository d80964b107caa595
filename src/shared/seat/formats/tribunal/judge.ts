import * as l10n from '@vscode/l10n';
import { dataOf } from '../../../../debate/log/codec';
import { factVerdicts, rulingVerdicts, severities } from '../../../../debate/log/entryData';
import { plainLine } from '../../../../matching/text/shortText';
import type { CheckedSource, TaskInputs, VisibleEntry } from '../../../../debate/flow/tasks';
import type { TrackerRow, TribunalInputs } from '../../../../debate/flow/tasks/tribunal';
import type { SeatField, SeatInput, SeatOption } from '../../../protocol';
import {
  type FormAnswer,
  type SeatPrompt,
  decimalIn,
  given,
  guided,
  linesField,
  numberIn,
  optionalChoice,
  optionalText,
  part,
  plainOptions,
  requiredChoice,
  requiredDecimal,
  requiredLine,
  requiredText,
  type SeatForm,
  type SeatTasks,
} from '../../form';
import { answerFields, answerIn } from '../../answerFields';

export const judgeTasks: SeatTasks<Extract<keyof TribunalInputs, `judge/${string}`>> = {
  'judge/recommend_rounds': {
    form: ({ min, max }) => ({
      title: l10n.t('How many rounds does it need?'),
      fields: [
        requiredChoice(
          'rounds',
          l10n.t('Rounds'),
          plainOptions(Array.from({ length: max - min + 1 }, (_, at) => String(min + at))),
          { hint: l10n.t('The two sides are not told.') },
        ),
        requiredLine('reason', l10n.t('Why, in a line')),
      ],
      output: (answer) => ({ rounds: answer.number('rounds'), reason: answer.text('reason') }),
    }),
    prompt: ({ brief }) => [part(l10n.t('The proposition'), [brief.topic])],
  },
  'judge/assess': {
    form: assessmentForm,
    prompt: ({ defense, critique, missing, uncovered, final, tracker, checked, guidance, round }) => [
      part(
        l10n.t('The last round'),
        final === undefined
          ? []
          : [
              l10n.t(
                'Round {0} of {1}: the ruling is asked for next. The two sides do not know it.',
                round,
                final.total,
              ),
            ],
      ),
      part(l10n.t('Missing in this round'), missing),
      part(l10n.t('Rounds that no assessment covers'), uncovered.map(String)),
      part(l10n.t('Said in this round'), [defense, critique].flatMap(contributionLines)),
      trackerPart(tracker),
      checkedPart(checked),
      guided(guidance),
    ],
    rules: () => [
      l10n.t(
        'Only what rests on a verified source, or what the other side granted, is a fact. A new issue needs a severity.',
      ),
      l10n.t('Both sides read it: say nothing of how many rounds there are, or whether one is the last.'),
    ],
  },
  'judge/rule': {
    form: rulingForm,
    prompt: ruling,
    rules: () => [
      l10n.t(
        'Weigh how it was argued, not what you believe. Every issue has one verdict, and reasons name entries by seq.',
      ),
    ],
    isDecision: true,
  },
};

/** What it wants answered; its words stand in the record. */
export function contributionLines(entry: VisibleEntry | undefined): string[] {
  if (entry === undefined) return [];
  const place = l10n.t('{0}, seq {1}', entry.speaker, entry.seq);
  if (entry.redacted !== undefined) return [l10n.t('{0}: struck', place)];
  const objections = dataOf(entry, 'critique')?.objections ?? [];
  return [place, ...objections.map(({ severity, title, text }) => `${severity}: ${plainLine(title ?? text)}`)];
}

export const trackerPart = (tracker: readonly TrackerRow[]): SeatPrompt[number] =>
  part(
    l10n.t('Issues'),
    tracker.map(({ id, title, status, severity, history }) => {
      const reason = history.at(-1)?.reason;
      return [
        `${id} ${plainLine(title)}`,
        [status, severity].filter((word) => word !== undefined).join(', '),
        ...(reason === undefined ? [] : [plainLine(reason)]),
      ].join(' · ');
    }),
  );

export const issueInput = (id: string, none: string, tracker: readonly TrackerRow[]): SeatInput =>
  optionalChoice(id, l10n.t('Issue'), [
    none,
    ...tracker.map((row) => ({ value: row.id, label: `${row.id} ${row.title}` })),
  ]);

const checkedPart = (checked: readonly CheckedSource[]): SeatPrompt[number] =>
  part(
    l10n.t('Sources, as the Verifier left them'),
    checked.map(
      ({ seq, speaker, url, readAs, explanation }) =>
        `${l10n.t('{0}, seq {1}', speaker, seq)}: ${url} · ${[readAs, plainLine(explanation)].filter((word) => word !== '').join(' · ')}`,
    ),
  );

function ruling({ occasion, tracker, checked, guidance, metrics }: TaskInputs['judge/rule']): SeatPrompt {
  const words = {
    final: l10n.t('All rounds that were planned are held.'),
    early: l10n.t('You ended the rounds.'),
    concluded: l10n.t('The user ended the rounds, or the time for them is spent.'),
  };
  const { citations: cited, issues } = metrics;
  return [
    part(l10n.t('Why now'), [words[occasion]]),
    trackerPart(tracker),
    checkedPart(checked),
    part(l10n.t('What the code counted'), [
      l10n.t(
        'Citations: {0} confirmed, {1} disputed, {2} unverifiable, {3} fabricated',
        cited.confirmed,
        cited.disputed,
        cited.unverifiable,
        cited.fabricated,
      ),
      ...(cited.quoted === undefined ? [] : [l10n.t('Of the confirmed, {0} quoted only', cited.quoted)]),
      l10n.t(
        'Issues: {0}, of them {1} resolved, {2} open, {3} stalled',
        issues.total,
        issues.resolved,
        issues.open,
        issues.stalled,
      ),
    ]),
    guided(guidance),
  ];
}

function assessmentForm({ round, checked, tracker, final }: TaskInputs['judge/assess']): SeatForm {
  return {
    title: l10n.t('Your assessment of round {0}', round),
    fields: [
      factField(checked),
      requiredText('argumentAdvocate', l10n.t('How the Advocate argued')),
      requiredText('argumentCritic', l10n.t('How the Critic argued')),
      requiredText('evidenceAdvocate', l10n.t('What the Advocate’s evidence is worth')),
      requiredText('evidenceCritic', l10n.t('What the Critic’s evidence is worth')),
      issuesField(tracker),
      requiredDecimal('scoreAdvocate', l10n.t('Score of the Advocate'), { hint: l10n.t('0 to 10.') }),
      requiredDecimal('scoreCritic', l10n.t('Score of the Critic'), { hint: l10n.t('0 to 10.') }),
      requiredText('scoreReason', l10n.t('Why these scores')),
      ...(final === undefined ? endFields() : []),
    ],
    // Known issues come with a row: else the Judge alone would forget them.
    values: {
      issues: tracker.map(({ id, title, status, severity = '' }) => ({
        id,
        title,
        status: status === 'resolved' ? status : 'open',
        severity,
        argued: 'yes',
        reason: '',
      })),
      end: 'no',
    },
    output: assessment,
  };
}

const factField = (checked: readonly CheckedSource[]): SeatField => ({
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
    optionalChoice('source', l10n.t('Rests on'), [
      l10n.t('No source'),
      ...checked.map(({ seq, url, speaker, readAs }) => ({
        value: `${seq} ${url}`,
        label: `seq ${seq}, ${speaker}: ${url} (${readAs})`,
      })),
    ]),
    requiredChoice('verdict', l10n.t('Verdict'), plainOptions(factVerdicts)),
    optionalText('explanation', l10n.t('Why')),
  ],
});

const roomForIssues = 30;

const issuesField = (tracker: readonly TrackerRow[]): SeatField => ({
  kind: 'rows',
  id: 'issues',
  label: l10n.t('Issues'),
  most: tracker.length + roomForIssues,
  add: l10n.t('Add Issue'),
  hint: l10n.t('All of the tracker, then the new ones. Whether one is stalled is counted.'),
  fields: [
    issueInput('id', l10n.t('A new one'), tracker),
    requiredLine('title', l10n.t('Title'), { hint: l10n.t('At most {0} words.', 12) }),
    requiredChoice('status', l10n.t('Status'), [
      { value: 'open', label: l10n.t('open') },
      { value: 'resolved', label: l10n.t('resolved') },
    ]),
    optionalChoice('severity', l10n.t('Severity'), [l10n.t('As before'), ...plainOptions(severities)]),
    requiredChoice('argued', l10n.t('Argued in this round'), yesOrNo()),
    requiredText('reason', l10n.t('What this round did to it')),
  ],
});

const yesOrNo = (): SeatOption[] => [
  { value: 'yes', label: l10n.t('Yes') },
  { value: 'no', label: l10n.t('No') },
];

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

const assessment = (answer: FormAnswer): unknown => ({
  fact_check: answer.rows('facts').map(({ claim, source = '', verdict, explanation = '' }) => ({
    claim,
    verdict,
    ...sourceIn(source),
    ...given({ explanation }),
  })),
  argument_evaluation: { advocate: answer.text('argumentAdvocate'), critic: answer.text('argumentCritic') },
  evidence_quality: { advocate: answer.text('evidenceAdvocate'), critic: answer.text('evidenceCritic') },
  issues: answer.rows('issues').map((row) => ({ ...given(row), argued: row['argued'] === 'yes' })),
  round_score: {
    advocate: decimalIn(answer.text('scoreAdvocate')),
    critic: decimalIn(answer.text('scoreCritic')),
    reason: answer.text('scoreReason'),
  },
  end: answer.text('end') === 'yes',
  ...given({ end_reason: answer.text('end_reason') }),
});

function sourceIn(key: string): { seq?: number; url?: string } {
  const [seq = '', ...url] = key.split(' ');
  return key === '' ? {} : { seq: numberIn(seq), url: url.join(' ') };
}

function rulingForm({ tracker }: TaskInputs['judge/rule']): SeatForm {
  return {
    title: l10n.t('Your ruling'),
    fields: [
      ...tracker.flatMap(({ id, title }, at): SeatField[] => [
        requiredChoice(`verdict${at}`, l10n.t('Verdict on {0} {1}', id, title), plainOptions(rulingVerdicts), {
          hint: l10n.t(
            'ACCEPTED: on this issue the proposition holds. REVISION REQUIRED: it holds if it is changed; say how.',
          ),
        }),
        requiredText(`quality${at}`, l10n.t('{0}: what the verdict rests on', id), { hint: l10n.t('One sentence.') }),
        requiredText(`reason${at}`, l10n.t('{0}: why', id), { hint: l10n.t('Two to four sentences.') }),
      ]),
      linesField('concessions', l10n.t('What a side gave up, which one, and where')),
      linesField('dismissed', l10n.t('Arguments that count for nothing, and why')),
      requiredText('overall', l10n.t('The verdict as a whole'), { hint: l10n.t('One to three paragraphs.') }),
      ...answerFields(),
    ],
    output: (answer) => ({
      verdicts: tracker.map(({ id }, at) => ({
        issue: id,
        verdict: answer.text(`verdict${at}`),
        reason: answer.text(`reason${at}`),
        evidence_quality: answer.text(`quality${at}`),
      })),
      concessions: answer.lines('concessions'),
      dismissed: answer.lines('dismissed'),
      overall: answer.text('overall'),
      ...answerIn(answer),
    }),
  };
}
