import * as l10n from '@vscode/l10n';
import { attackTypes, defenceTypes, type AttackType, type DefenceType } from '../../../../debate/log/entryData';
import { argumentLimits } from '../../../../debate/formats/dialectic/options';
import { signed } from '../../../../matching/text/shortText';
import type { Brief, TaskInputs } from '../../../../debate/flow/tasks';
import type { DialecticInputs, KnownArgument } from '../../../../debate/flow/tasks/dialectic';
import type { SeatField, SeatInput, SeatOption } from '../../../protocol';
import {
  acknowledged,
  acknowledgedField,
  addressField,
  type FormAnswer,
  arguing,
  given,
  jsonForm,
  optionalText,
  part,
  requiredChoice,
  requiredLine,
  requiredText,
  type SeatForm,
  type SeatTasks,
  you,
} from '../../form';
import { judgedTasks, knownLine, motionParts } from './judged';

const blindRule = (): string =>
  l10n.t('The Judge knows no sides, ids or scores of yours: write “this argument”, and name neither side.');

export const dialectic: SeatTasks<keyof DialecticInputs | 'moderator/propose_motions'> = {
  'moderator/propose_motions': { form: () => jsonForm(l10n.t('Motions'), { motions: [''] }) },
  'side/open': {
    form: openingForm,
    prompt: (input) => [...motionParts(input.motion), ...arguing(input), you(input)],
    rules: () => [
      l10n.t(
        'Three arguments on different terrain: other passages, other warrants. They attack and defend nothing yet.',
      ),
      blindRule(),
    ],
  },
  'side/rebut': {
    form: rebuttalForm,
    prompt: (input) => [
      ...arguing(input),
      part(l10n.t('Arguments of the other side'), input.opponent.map(knownLine)),
      part(l10n.t('Your arguments so far'), input.own.map(knownLine)),
      ...motionParts(input.motion),
      you(input),
    ],
    rules: () => [
      l10n.t(
        'One argument that says something none of yours has said yet. Attacks name arguments of the other side, defences your own.',
      ),
      blindRule(),
    ],
  },
  ...judgedTasks,
};

/** Part by part. Limits stand in the hints; the gate counts. */
const { title: titleLimit, claim, grounds, warrant, backing, qualifier, attacks, defends, openings } = argumentLimits;

function openingForm({ brief, mustAcknowledge }: TaskInputs['side/open']): SeatForm {
  const places = Array.from({ length: openings }, (_, at) => `a${at}.`);
  return {
    title: l10n.t('Your opening arguments'),
    fields: [
      ...places.flatMap((at, index) =>
        toulminFields(brief, { at, named: (label) => l10n.t('Argument {0}: {1}', index + 1, label) }),
      ),
      ...acknowledgedField(mustAcknowledge),
    ],
    output: (answer) => ({ arguments: places.map((at) => toulminIn(answer, at)), ...acknowledged(answer) }),
  };
}

function rebuttalForm({ brief, exchange, opponent, own, mustAcknowledge }: TaskInputs['side/rebut']): SeatForm {
  return {
    title: l10n.t('Your argument in exchange {0}', exchange),
    fields: [
      ...toulminFields(brief, { at: '', named: (label) => label }),
      ...relationField(
        { id: 'attacks', label: l10n.t('Attacks'), add: l10n.t('Add Attack'), limits: attacks, types: attackOptions() },
        opponent,
      ),
      ...relationField(
        {
          id: 'defends',
          label: l10n.t('Defences of your own'),
          add: l10n.t('Add Defence'),
          limits: defends,
          types: defenceOptions(),
        },
        own,
      ),
      ...acknowledgedField(mustAcknowledge),
    ],
    output: (answer) => ({
      argument: { ...toulminIn(answer, ''), attacks: answer.rows('attacks'), defends: answer.rows('defends') },
      ...acknowledged(answer),
    }),
  };
}

const words = (most: number): { hint: string } => ({ hint: l10n.t('At most {0} words.', most) });

interface FieldGroup {
  /** Stands before the id of each field. */
  at: string;
  named: (label: string) => string;
}

const toulminFields = (brief: Brief, { at, named }: FieldGroup): SeatField[] => [
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
  optionalText(`${at}backing`, named(l10n.t('Backing')), {
    hint: l10n.t('Why the warrant holds; may be left out. At most {0} words.', backing),
  }),
  optionalText(`${at}qualifier`, named(l10n.t('Qualifier')), {
    hint: l10n.t('How far the claim goes; may be left out. At most {0} words.', qualifier),
    isLine: true,
  }),
];

const groundFields = (brief: Brief): SeatInput[] => [
  requiredLine('source', l10n.t('What it is'), { hint: l10n.t('Author, title, year.') }),
  addressField(brief),
  requiredText('quote', l10n.t('Quote, word for word')),
  requiredText('content', l10n.t('What it says that bears on the claim'), words(grounds.content)),
  requiredLine('relevance', l10n.t('Why that matters here'), words(grounds.relevance)),
];

interface Relation {
  id: string;
  label: string;
  add: string;
  limits: { max: number; content: number };
  types: SeatOption[];
}

function relationField({ id, label, add, limits, types }: Relation, known: readonly KnownArgument[]): SeatField[] {
  const targets = known.filter(({ redacted }) => redacted === undefined).map(targetOption);
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
        requiredText('content', l10n.t('What you say of it'), words(limits.content)),
      ],
    },
  ];
}

const targetOption = ({ argument: { id, title }, score }: KnownArgument): SeatOption => ({
  value: id,
  label: score === undefined ? `${id} ${title}` : `${id} ${title} (${signed(score)})`,
});

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

const toulminIn = (answer: FormAnswer, at: string): Record<string, unknown> => ({
  title: answer.text(`${at}title`),
  claim: answer.text(`${at}claim`),
  grounds: answer.rows(`${at}grounds`),
  warrant: answer.text(`${at}warrant`),
  ...given({ backing: answer.text(`${at}backing`), qualifier: answer.text(`${at}qualifier`) }),
});
