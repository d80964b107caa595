import * as l10n from '@vscode/l10n';
import { dataOf } from '../../../../debate/log/codec';
import type { TaskInputs, TaskKind } from '../../../../debate/flow/tasks';
import { mostPoints, type TribunalInputs } from '../../../../debate/flow/tasks/tribunal';
import type { SeatValues } from '../../../protocol';
import { derivedForm } from '../../derivedForm';
import {
  addressesIn,
  arguing,
  jsonForm,
  part,
  redactionOptions,
  type SeatForm,
  type SeatPrompt,
  type SeatTasks,
  sourceRule,
  titledSources,
  you,
} from '../../form';
import { contributionLines, issueOptions, judgeTasks, trackerPart } from './judge';

/** Neither side is told how many rounds there are to be. */
export const tribunal: SeatTasks<keyof TribunalInputs> = {
  'juror/issues': {
    form: ({ tracker }) =>
      jsonForm(l10n.t('Your verdicts on the issues'), {
        issues: tracker.map(({ id }) => ({ issue: id, reasons: [{ text: '', seqs: [] }], verdict: '' })),
      }),
    prompt: ({ tracker }) => [trackerPart(tracker)],
  },
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
    form: (input) => sideForm('critic/critique', l10n.t('Your critique in round {0}', input.round), input),
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

function defenceForm(input: TaskInputs['advocate/defend']): SeatForm {
  return {
    ...sideForm('advocate/defend', l10n.t('Your defence in round {0}', input.round), input),
    values: pointsToAnswer(input),
  };
}

function sideForm(kind: TaskKind, title: string, { brief, mustAcknowledge, tracker }: CasePoints): SeatForm {
  const issues = issueOptions(tracker);
  return titledSources(
    derivedForm(kind, title, {
      addresses: addressesIn(brief),
      options: {
        acknowledges: redactionOptions(mustAcknowledge),
        'assessments.issue': issues,
        'objections.issue': issues,
      },
      hints: {
        'research_log.files_read':
          brief.evidence.files.length === 0
            ? l10n.t('One a line: addresses.')
            : l10n.t('One a line: files of the evidence, or addresses.'),
      },
    }),
  );
}

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
