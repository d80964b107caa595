import * as l10n from '@vscode/l10n';
import { attackTypes, defenceTypes, type AttackType, type DefenceType } from '../../debate/entryData';
import { argumentLimits } from '../../debate/formats/dialectic/limits';
import type { Brief, TaskInputs } from '../../debate/tasks';
import type { KnownArgument } from '../../debate/tasks/dialectic';
import type { SeatField, SeatInput, SeatOption } from '../protocol';
import {
  addressField,
  given,
  redactionsField,
  requiredChoice,
  requiredLine,
  requiredText,
  type SeatForm,
  numberIn,
  type Answer,
} from './form';
import { signed } from '../../debate/shortText';

/** The arguments of a side of a dialectic, part by part. Limits stand in the hints; the gate counts. */

const { title: titleLimit, claim, grounds, warrant, backing, qualifier, attacks, defends, openings } = argumentLimits;

export const openingArgumentsForm = (input: TaskInputs['side/open']): SeatForm => ({
  title: l10n.t('Your opening arguments'),
  fields: [
    ...Array.from({ length: openings }, (_, at) =>
      toulminFields(input.brief, { at: `a${at}.`, named: (label) => l10n.t('Argument {0}: {1}', at + 1, label) }),
    ).flat(),
    ...redactionsField(input.mustAcknowledge),
  ],
  output: (answer) => ({
    arguments: Array.from({ length: openings }, (_, at) => toulminIn(answer, `a${at}.`)),
    ...acknowledged(answer),
  }),
});

export const rebuttalForm = (input: TaskInputs['side/rebut']): SeatForm => ({
  title: l10n.t('Your argument in exchange {0}', input.exchange),
  fields: [
    ...toulminFields(input.brief, { at: '', named: (label) => label }),
    ...relationField(
      { id: 'attacks', label: l10n.t('Attacks'), add: l10n.t('Add Attack'), limits: attacks, types: attackOptions() },
      input.opponent,
    ),
    ...relationField(
      {
        id: 'defends',
        label: l10n.t('Defences of your own'),
        add: l10n.t('Add Defence'),
        limits: defends,
        types: defenceOptions(),
      },
      input.own,
    ),
    ...redactionsField(input.mustAcknowledge),
  ],
  output: (answer) => ({
    argument: {
      ...toulminIn(answer, ''),
      attacks: relationsIn(answer, 'attacks'),
      defends: relationsIn(answer, 'defends'),
    },
    ...acknowledged(answer),
  }),
});

const words = (most: number): string => l10n.t('At most {0} words.', most);

interface FieldGroup {
  /** Stands before the id of each field. */
  at: string;
  named: (label: string) => string;
}

function toulminFields(brief: Brief, { at, named }: FieldGroup): SeatField[] {
  return [
    requiredLine(`${at}title`, named(l10n.t('Title')), {
      hint: l10n.t('{0} to {1} words.', titleLimit.min, titleLimit.max),
    }),
    requiredLine(`${at}claim`, named(l10n.t('Claim')), { hint: l10n.t('One sentence of at most {0} words.', claim) }),
    {
      kind: 'rows',
      id: `${at}grounds`,
      label: named(l10n.t('Grounds')),
      hint: l10n.t('One to three, each on a passage of its own.'),
      most: grounds.max,
      add: l10n.t('Add Ground'),
      isRequired: true,
      fields: groundFields(brief),
    },
    requiredText(`${at}warrant`, named(l10n.t('Warrant')), {
      hint: l10n.t('Why the grounds carry the claim. At most {0} words.', warrant),
    }),
    {
      kind: 'text',
      id: `${at}backing`,
      label: named(l10n.t('Backing')),
      hint: l10n.t('Why the warrant holds; may be left out. At most {0} words.', backing),
    },
    {
      kind: 'text',
      id: `${at}qualifier`,
      label: named(l10n.t('Qualifier')),
      hint: l10n.t('How far the claim goes; may be left out. At most {0} words.', qualifier),
      isLine: true,
    },
  ];
}

const groundFields = (brief: Brief): SeatInput[] => [
  requiredLine('source', l10n.t('What it is'), { hint: l10n.t('Author, title, year.') }),
  addressField(brief),
  requiredText('quote', l10n.t('Quote, word for word')),
  requiredText('content', l10n.t('What it says that bears on the claim'), { hint: words(grounds.content) }),
  requiredLine('relevance', l10n.t('Why that matters here'), { hint: words(grounds.relevance) }),
];

interface Relation {
  id: string;
  label: string;
  add: string;
  limits: { max: number; content: number };
  types: SeatOption[];
}

function relationField({ id, label, add, limits, types }: Relation, known: readonly KnownArgument[]): SeatField[] {
  const targets = known.filter(({ struck }) => struck === undefined).map(targetOption);
  if (targets.length === 0) return [];
  return [
    {
      kind: 'rows',
      id,
      label,
      hint: l10n.t('{0} at most; none twice in the same way.', limits.max),
      most: limits.max,
      add,
      fields: [
        requiredChoice('target_id', l10n.t('Argument'), targets.reverse()),
        requiredChoice('type', l10n.t('Its way'), types),
        requiredText('content', l10n.t('What you say of it'), { hint: words(limits.content) }),
      ],
    },
  ];
}

function targetOption({ argument: { id, title }, score }: KnownArgument): SeatOption {
  return { value: id, label: score === undefined ? `${id} ${title}` : `${id} ${title} (${signed(score)})` };
}

function attackOptions(): SeatOption[] {
  const labels: Record<AttackType, string> = {
    claim_attack: l10n.t('against its claim'),
    grounds_attack: l10n.t('against its grounds'),
    warrant_attack: l10n.t('against its warrant'),
    backing_attack: l10n.t('against its backing, where it has one'),
  };
  return attackTypes.map((value) => ({ value, label: labels[value] }));
}

function defenceOptions(): SeatOption[] {
  const labels: Record<DefenceType, string> = {
    reinforce: l10n.t('reinforce it'),
    clarify: l10n.t('clarify it'),
    concede_and_pivot: l10n.t('concede, and go on from there'),
  };
  return defenceTypes.map((value) => ({ value, label: labels[value] }));
}

function toulminIn(answer: Answer, at: string): Record<string, unknown> {
  const optional = (name: string): Record<string, string> =>
    answer.text(`${at}${name}`) === '' ? {} : { [name]: answer.text(`${at}${name}`) };
  return {
    title: answer.text(`${at}title`),
    claim: answer.text(`${at}claim`),
    grounds: answer.rows(`${at}grounds`).map(({ source = '', url = '', quote = '', content = '', relevance = '' }) => ({
      source,
      content,
      relevance,
      url,
      quote,
    })),
    warrant: answer.text(`${at}warrant`),
    ...optional('backing'),
    ...optional('qualifier'),
  };
}

const relationsIn = (answer: Answer, id: string): Record<string, string>[] =>
  answer.rows(id).map(({ target_id: target = '', type = '', content = '' }) => ({ target_id: target, type, content }));

const acknowledged = (answer: Answer): Record<string, readonly number[]> =>
  given('acknowledges', answer.ticked('acknowledges').map(numberIn));
