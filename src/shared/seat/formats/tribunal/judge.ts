import * as l10n from '@vscode/l10n';
import { dataOf } from '../../../../debate/log/codec';
import { factVerdicts, rulingVerdicts } from '../../../../debate/log/entryData';
import { plainLine } from '../../../../matching/text/shortText';
import type { CheckedSource, TaskInputs, VisibleEntry } from '../../../../debate/flow/tasks';
import {
  assessmentOfLast,
  tribunalTasks,
  type TrackerRow,
  type TribunalInputs,
} from '../../../../debate/flow/tasks/tribunal';
import type { SeatField, SeatOption } from '../../../protocol';
import { derivedForm, fieldsOf, type FormSource, valueOf } from '../../derivedForm';
import {
  type FormAnswer,
  type SeatPrompt,
  given,
  guided,
  numberIn,
  optionalChoice,
  optionalText,
  part,
  plainOptions,
  requiredChoice,
  requiredLine,
  type SeatForm,
  type SeatTasks,
} from '../../form';

export const judgeTasks: SeatTasks<Extract<keyof TribunalInputs, `judge/${string}`>> = {
  'judge/recommend_rounds': {
    form: ({ min, max }) =>
      derivedForm('judge/recommend_rounds', l10n.t('How many rounds does it need?'), {
        options: { rounds: plainOptions(Array.from({ length: max - min + 1 }, (_, at) => String(min + at))) },
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

export const issueOptions = (tracker: readonly TrackerRow[]): SeatOption[] =>
  tracker.map(({ id, title }) => ({ value: id, label: `${id} ${title}` }));

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

const roomForIssues = 30;

/** Only what was found is put together by hand: a person names a source and its entry in one. */
function assessmentForm({ round, checked, tracker, final }: TaskInputs['judge/assess']): SeatForm {
  const schema = final === undefined ? tribunalTasks['judge/assess'] : assessmentOfLast;
  const source: FormSource = {
    options: { 'issues.id': issueOptions(tracker) },
    most: { issues: tracker.length + roomForIssues },
    when: { end_reason: { field: 'end', is: ['yes'] } },
  };
  return {
    title: l10n.t('Your assessment of round {0}', round),
    fields: [factField(checked), ...fieldsOf(schema, source)],
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
    output: (answer) => ({ fact_check: factsIn(answer), ...valueOf(schema, answer, source) }),
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

const factsIn = (answer: FormAnswer): object[] =>
  answer.rows('facts').map(({ claim, source = '', verdict, explanation = '' }) => ({
    claim,
    verdict,
    ...sourceIn(source),
    ...given({ explanation }),
  }));

function sourceIn(key: string): { seq?: number; url?: string } {
  const [seq = '', ...url] = key.split(' ');
  return key === '' ? {} : { seq: numberIn(seq), url: url.join(' ') };
}

function rulingForm({ tracker }: TaskInputs['judge/rule']): SeatForm {
  return derivedForm('judge/rule', l10n.t('Your ruling'), {
    groups: { verdicts: tracker.map(({ id, title }) => ({ of: [id, title], given: { issue: id } })) },
    options: { 'verdicts.verdict': plainOptions(rulingVerdicts) },
  });
}
