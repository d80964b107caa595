import * as l10n from '@vscode/l10n';
import { argumentLimits } from '../../../../debate/formats/dialectic/options';
import { signed } from '../../../../matching/text/shortText';
import type { TaskInputs } from '../../../../debate/flow/tasks';
import type { DialecticInputs, KnownArgument } from '../../../../debate/flow/tasks/dialectic';
import type { SeatOption } from '../../../protocol';
import { derivedForm } from '../../derivedForm';
import { addressesIn, arguing, jsonForm, part, redactionOptions, type SeatForm, type SeatTasks, you } from '../../form';
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
function openingForm({ brief, mustAcknowledge }: TaskInputs['side/open']): SeatForm {
  const groups = Array.from({ length: argumentLimits.openings }, (_, index) => ({
    named: (label: string) => l10n.t('Argument {0}: {1}', index + 1, label),
  }));
  return derivedForm('side/open', l10n.t('Your opening arguments'), {
    addresses: addressesIn(brief),
    options: { acknowledges: redactionOptions(mustAcknowledge) },
    groups: { arguments: groups },
  });
}

function rebuttalForm({ brief, exchange, opponent, own, mustAcknowledge }: TaskInputs['side/rebut']): SeatForm {
  return derivedForm('side/rebut', l10n.t('Your argument in exchange {0}', exchange), {
    addresses: addressesIn(brief),
    options: {
      'argument.attacks.target_id': targetOptions(opponent),
      'argument.defends.target_id': targetOptions(own),
      acknowledges: redactionOptions(mustAcknowledge),
    },
  });
}

/** The newest first; what is redacted is not answered. */
const targetOptions = (known: readonly KnownArgument[]): SeatOption[] =>
  known
    .filter(({ redacted }) => redacted === undefined)
    .map(targetOption)
    .reverse();

const targetOption = ({ argument: { id, title }, score }: KnownArgument): SeatOption => ({
  value: id,
  label: score === undefined ? `${id} ${title}` : `${id} ${title} (${signed(score)})`,
});
