import * as l10n from '@vscode/l10n';
import * as z from 'zod';
import { answerFields } from '../../../../debate/log/entryData';
import { criteria, highestPoints, leastLead } from '../../../../debate/formats/panel/points';
import { plainLine } from '../../../../matching/text/shortText';
import type { DebaterLedger, PanelKind } from '../../../../debate/flow/tasks/panel';
import type { SeatOption } from '../../../protocol';
import {
  jsonForm,
  lineAt,
  numberAndWords,
  optionalChoice,
  part,
  requiredLine,
  requiredText,
  type SeatForm,
  type SeatTask,
  type SeatTasks,
} from '../../form';
import { derivedForm, fieldsOf, type FormSource, valueOf } from '../../derivedForm';

const debater = { name: '', persona: '', starting_position: '', incentives: '' };
const lineup = { form: (): SeatForm => jsonForm(l10n.t('The lineup'), { debaters: [debater, debater] }) };

const answering = z.looseObject(answerFields);
const isConcluded = { field: 'isVoid', is: [''] };
const unlessVoid: FormSource = {
  when: { 'answer.text': isConcluded, 'answer.seqs': isConcluded, agreed: isConcluded, open: isConcluded },
};

const conclude: SeatTask<'chair/conclude'> = {
  form({ brief }) {
    const names = brief.debaters.map(({ name }) => name);
    return {
      title: l10n.t('Your decision as the Chair'),
      fields: [
        ...names.flatMap((name, index) => [
          ...criteria.map((criterion, at) =>
            requiredLine(`points${index}.${at}`, pointsLabel(name, criterion), {
              hint: l10n.t('0 to {0}, and why if you like.', highestPoints),
            }),
          ),
          requiredText(`evaluation${index}`, l10n.t('How {0} argued', name)),
        ]),
        optionalChoice('isVoid', l10n.t('Can the debate be concluded fairly?'), [
          l10n.t('Yes'),
          { value: 'yes', label: l10n.t('No: it ends void') },
        ]),
        requiredText('void', l10n.t('Why nothing fair can be concluded'), { when: { field: 'isVoid', is: ['yes'] } }),
        requiredText('reason', l10n.t('What decided between the cases, in a sentence or two')),
        ...fieldsOf(answering, unlessVoid),
      ],
      output: (answer) => ({
        evaluations: names.map((name, index) => ({
          debater: name,
          text: answer.text(`evaluation${index}`),
          criteria: Object.fromEntries(
            criteria.map((criterion, at) => {
              const { number: points, words: text } = numberAndWords(answer.text(`points${index}.${at}`));
              return [criterion, { points, text }];
            }),
          ),
        })),
        reason: answer.text('reason'),
        ...(answer.text('isVoid') === 'yes'
          ? { void: { reason: answer.text('void') } }
          : valueOf(answering, answer, unlessVoid)),
      }),
    };
  },
  prompt: ({ ledgers, barred }) => [
    part(l10n.t('Cannot win, for a fabricated source'), barred),
    part(l10n.t('What the code counted'), ledgers.map(ledgerLine)),
  ],
  rules: ({ barred }) => [
    l10n.t('Weigh how it was argued, not what you believe. Every debater is evaluated.'),
    l10n.t(
      'Points are whole numbers from 0 to {0}. They are added for you: the highest total wins if it leads by {1}.',
      highestPoints,
      leastLead,
    ),
    ...(barred.length > 1
      ? [l10n.t('More than one debater has a fabricated source that stands: the outcome is void whatever is chosen.')]
      : []),
  ],
  isDecision: true,
};

function pointsLabel(name: string, criterion: (typeof criteria)[number]): string {
  return {
    sourced_arguments: l10n.t('{0}: sourced arguments', name),
    rebuttals: l10n.t('{0}: rebuttals', name),
    verifier_findings: l10n.t('{0}: findings on the sources', name),
    rules: l10n.t('{0}: rules', name),
    persona_consistency: l10n.t('{0}: consistency of the persona', name),
  }[criterion];
}

function ledgerLine(ledger: DebaterLedger): string {
  const { name, turns, cited, verification, quoted, rebutted, unanswered, infractions, concessions } = ledger;
  const { verified, unreliable, fabricated } = verification;
  return [
    l10n.t('{0}: turns {1}', name, turns),
    l10n.t('sources {0} (verified {1}, unreliable {2}, fabricated {3})', cited, verified, unreliable, fabricated),
    ...(quoted === 0 ? [] : [l10n.t('of the verified, {0} quoted only', quoted)]),
    l10n.t('arguments answered {0}, unanswered {1}', rebutted.length, unanswered.length),
    l10n.t('concessions {0}, infractions {1}', concessions, infractions.length),
  ].join('; ');
}

export const chairTasks: SeatTasks<Extract<PanelKind, `chair/${string}`>> = {
  'chair/propose_lineup': lineup,
  'chair/revise_lineup': lineup,
  'chair/conclude': conclude,
  'chair/word_conclusion': {
    form: () =>
      jsonForm(l10n.t('The conclusion in words'), {
        reason: '',
        answer: { text: '', seqs: [] },
        agreed: [],
        open: [],
      }),
    prompt: ({ outcome, tally }) => [part(l10n.t('What the judges decided'), [outcome, tally])],
  },
  'chair/go_on': {
    form: ({ round }) => derivedForm('chair/go_on', l10n.t('After round {0}: does the debate go on?', round)),
  },
  'chair/choose_questions': {
    form: ({ questions }) =>
      derivedForm('chair/choose_questions', l10n.t('Which questions of the audience are worth a debater’s time?'), {
        options: {
          chosen: questions.map(({ to, question }, index) => ({
            value: String(index),
            label: l10n.t('To {0}: {1}', to, question),
          })),
        },
      }),
  },
  'chair/rule_on_challenge': {
    form: ({ challenge }) =>
      derivedForm('chair/rule_on_challenge', l10n.t('Your ruling on the challenge at seq {0}', challenge.seq)),
    prompt: ({ challenge, target, url, claim, finding }) => [
      part(l10n.t('The challenge'), [
        l10n.t(
          '{0} in seq {1} challenges {2} of seq {3}, said to support “{4}”',
          challenge.speaker,
          challenge.seq,
          url,
          target.seq,
          claim,
        ),
      ]),
      part(l10n.t('The Verifier’s finding'), [l10n.t('{0}: {1}', finding.status, finding.explanation)]),
    ],
  },
  'chair/answer_clarification': {
    form: ({ request }) => derivedForm('chair/answer_clarification', l10n.t('Your answer to seq {0}', request.seq)),
    prompt: ({ request }) => [
      part(l10n.t('The question'), [
        l10n.t('{0}, seq {1}: {2}', request.speaker, request.seq, plainLine(request.content)),
      ]),
    ],
  },
  'chair/review_turn': {
    form: ({ speaker }) => derivedForm('chair/review_turn', l10n.t('Your review of the turn of {0}', speaker.name)),
    prompt: ({ speaker: { name }, entries }) => [
      part(
        l10n.t('The turn of {0}', name),
        entries.map(({ seq, content }) => lineAt({ seq, text: content })),
      ),
    ],
  },
  'chair/name_unresolved': {
    form: () => ({
      ...derivedForm('chair/name_unresolved', l10n.t('What remains unresolved before the closing statements?')),
      values: onePoint,
    }),
  },
  'chair/name_crux': {
    form: ({ round }) => ({
      ...derivedForm('chair/name_crux', l10n.t('On what does the outcome hang, before round {0}?', round)),
      values: onePoint,
    }),
  },
  'chair/review_documents': {
    form: ({ documents }) =>
      derivedForm('chair/review_documents', l10n.t('Does the Reporter take a side?'), {
        options: { 'problems.document': nameOptions(documents) },
      }),
  },
};

const onePoint = { points: [{ text: '', seqs: '' }] };

export const nameOptions = (named: readonly { name: string }[]): SeatOption[] =>
  named.map(({ name }) => ({ value: name, label: name }));
