import * as l10n from '@vscode/l10n';
import { argumentTypes } from '../../debate/entry';
import type { Debater } from '../../debate/entryData';
import type { Brief, ClosingInput, OpeningInput, SpeakerInput, TurnInput, VisibleEntry } from '../../debate/tasks';
import { maximumSources } from '../../debate/rules/spokenRules';
import type { SeatField, SeatOption } from '../protocol';
import {
  addressField,
  entryOptions,
  frameworkFields,
  given,
  redactionOption,
  requiredChoice,
  requiredLine,
  requiredText,
  type SeatForm,
  numberIn,
  type Answer,
} from './form';

/** The speeches of a debater: one statement, and at most one challenge or question that rides on it. */

export const openingForm = (input: OpeningInput): SeatForm =>
  speechForm(input, { title: l10n.t('Your opening statement'), type: 'opening_statement' });

export const closingForm = (input: ClosingInput): SeatForm =>
  speechForm(input, { title: l10n.t('Your closing statement'), type: 'closing_statement' });

export const turnForm = (input: TurnInput): SeatForm =>
  speechForm(input, { title: l10n.t('Your turn in round {0}', input.round), type: undefined });

function speechForm(input: SpeakerInput, { title, type }: { title: string; type: string | undefined }): SeatForm {
  const others = argumentsOfOthers(input);
  return {
    title,
    fields: [
      ...(type === undefined ? typeFields(others) : []),
      requiredText('content', l10n.t('What you say'), {
        hint: l10n.t('Markdown. “seq 4” becomes a link to that entry.'),
      }),
      sourcesField(input),
      ...acknowledgedFields(input),
      ...concededFields(others),
      frameworksField(),
      ...riderFields(others),
    ],
    output: (answer) => ({ entries: [statement(answer, type ?? answer.text('type')), ...rider(answer)] }),
  };
}

function argumentsOfOthers({ record, you, brief }: SpeakerInput): VisibleEntry[] {
  const names = new Set(brief.debaters.map(({ name }: Debater) => name).filter((name) => name !== you.name));
  return record.filter(
    (entry) => names.has(entry.speaker) && argumentTypes.has(entry.type) && entry.struck === undefined,
  );
}

function typeFields(others: readonly VisibleEntry[]): SeatField[] {
  const options: SeatOption[] = [
    { value: 'new_point', label: l10n.t('A new point') },
    ...(others.length === 0 ? [] : [{ value: 'rebuttal', label: l10n.t('A rebuttal') }]),
    { value: 'conjecture', label: l10n.t('A conjecture') },
  ];
  return [
    requiredChoice('type', l10n.t('What it is'), options),
    {
      kind: 'choice',
      id: 'rebuts',
      label: l10n.t('Rebuts'),
      options: entryOptions(others),
      isRequired: true,
      when: { field: 'type', is: ['rebuttal'] },
    },
  ];
}

export function sourcesField({ brief }: { brief: Brief }): SeatField {
  return {
    kind: 'rows',
    id: 'sources',
    label: l10n.t('Sources'),
    most: maximumSources,
    add: l10n.t('Add Source'),
    fields: [
      addressField(brief),
      { kind: 'text', id: 'title', label: l10n.t('Title'), isLine: true },
      { kind: 'text', id: 'quote', label: l10n.t('Quote, word for word') },
      { kind: 'text', id: 'claim', label: l10n.t('Your claim that it supports'), isLine: true },
    ],
  };
}

/** What has to be taken up: redactions of one's own entries, frameworks of others. */
function acknowledgedFields({ mustAcknowledge, frameworks }: SpeakerInput): SeatField[] {
  const options = [
    ...mustAcknowledge.map(redactionOption),
    ...frameworks.map(({ seq, by, name }) => ({
      value: String(seq),
      label: l10n.t('The framework “{0}” of {1} (seq {2})', name, by, seq),
    })),
  ];
  if (options.length === 0) return [];
  const hint = l10n.t('Take each up in what you say, or say that you leave it for later.');
  return [{ kind: 'checks', id: 'acknowledges', label: l10n.t('Taken up'), hint, options }];
}

function concededFields(others: readonly VisibleEntry[]): SeatField[] {
  if (others.length === 0) return [];
  return [
    {
      kind: 'rows',
      id: 'concedes',
      label: l10n.t('You concede'),
      most: 8,
      add: l10n.t('Add Concession'),
      fields: [
        requiredChoice('seq', l10n.t('To'), entryOptions(others)),
        requiredLine('claim', l10n.t('The claim that you grant')),
      ],
    },
  ];
}

const frameworksField = (): SeatField => ({
  kind: 'rows',
  id: 'introduces',
  label: l10n.t('A framework that you introduce'),
  most: 3,
  add: l10n.t('Add Framework'),
  fields: frameworkFields(),
});

function riderFields(others: readonly VisibleEntry[]): SeatField[] {
  const cited = entryOptions(others.filter(({ sources }) => (sources ?? []).length > 0)).flatMap(({ value, label }) => {
    const entry = others.find(({ seq }) => String(seq) === value);
    return (entry?.sources ?? []).map(({ url }) => ({ value: `${value} ${url}`, label: `${url} — ${label}` }));
  });
  const options: SeatOption[] = [
    { value: '', label: l10n.t('Nothing') },
    { value: 'clarification_request', label: l10n.t('A question to the Chair') },
    ...(cited.length === 0 ? [] : [{ value: 'source_challenge', label: l10n.t('A challenge of a source') }]),
  ];
  const onChallenge = { field: 'rider', is: ['source_challenge'] };
  return [
    { kind: 'choice', id: 'rider', label: l10n.t('Besides'), options },
    requiredText('question', l10n.t('Your question'), { when: { field: 'rider', is: ['clarification_request'] } }),
    {
      kind: 'choice',
      id: 'challenged',
      label: l10n.t('The source'),
      options: cited,
      isRequired: true,
      when: onChallenge,
    },
    requiredLine('challengedClaim', l10n.t('The claim that it fails to support, word for word'), { when: onChallenge }),
    requiredText('challenge', l10n.t('Why it does not'), { when: onChallenge }),
  ];
}

function statement(answer: Answer, type: string): Record<string, unknown> {
  return {
    type,
    content: answer.text('content'),
    ...given('sources', answer.rows('sources').map(sourceOf)),
    ...given('acknowledges', answer.ticked('acknowledges').map(numberIn)),
    ...given(
      'concedes',
      answer.rows('concedes').map(({ seq = '', claim = '' }) => ({ seq: numberIn(seq), claim })),
    ),
    ...given(
      'introduces',
      answer.rows('introduces').map(({ name = '', description = '' }) => ({ name, description })),
    ),
    ...(type === 'rebuttal' ? { rebuttal_to_seq: answer.number('rebuts') } : {}),
  };
}

export function sourceOf({ url = '', title = '', quote = '', claim = '' }: Readonly<Record<string, string>>) {
  return {
    url,
    title: title === '' ? url : title,
    ...(quote === '' ? {} : { quote }),
    ...(claim === '' ? {} : { claim }),
  };
}

function rider(answer: Answer): Record<string, unknown>[] {
  const type = answer.text('rider');
  if (type === 'clarification_request') return [{ type, content: answer.text('question') }];
  if (type !== 'source_challenge') return [];
  const [seq = '', ...url] = answer.text('challenged').split(' ');
  return [
    {
      type,
      content: answer.text('challenge'),
      target_seq: numberIn(seq),
      url: url.join(' '),
      claim: answer.text('challengedClaim'),
    },
  ];
}
