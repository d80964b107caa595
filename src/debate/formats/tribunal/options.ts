import * as z from 'zod';
import type { DebateState } from '../../fold/state';
import { judgingOptions } from '../../flow/judges';
import { option } from '../../flow/options';

export const mostRounds = 10;

export const tribunalOptions = z.looseObject({
  /** `auto`: the Judge recommends a number before the first round. */
  rounds: option(z.union([z.literal('auto'), z.int().min(1).max(mostRounds)]).default('auto'), {
    label: (l10n) => l10n.t('Rounds'),
    hint: (l10n) => l10n.t('The sides are not told.'),
    choices: (l10n) => ({
      auto: l10n.t('As many as the Judge recommends'),
      ...Object.fromEntries(Array.from({ length: mostRounds }, (_, at) => [String(at + 1), String(at + 1)])),
    }),
    placeholder: 'N|auto',
  }),
  /** Who opens the second and later rounds; the first is the Advocate's. */
  order: option(z.enum(['critic-first', 'advocate-first']).default('critic-first'), {
    label: (l10n) => l10n.t('Order'),
    choices: (l10n) => ({
      'critic-first': l10n.t('Advocate, Critic, Judge; from the second round on the Critic begins'),
      'advocate-first': l10n.t('Advocate, Critic, Judge in every round'),
    }),
    isSetting: true,
  }),
  /** What a side is given of the other: the public argument, or everything. */
  handover: option(z.enum(['public', 'raw']).default('public'), {
    label: (l10n) => l10n.t('The other side sees'),
    choices: (l10n) => ({
      public: l10n.t('The public argument with its citations'),
      raw: l10n.t('Everything, research log and self-assessment included'),
    }),
    isSetting: true,
  }),
  ...judgingOptions,
});
/** The defaults where the record says nothing, or nothing that can be used. */
export const optionsOf = ({ setup }: DebateState): z.infer<typeof tribunalOptions> =>
  tribunalOptions.safeParse(setup?.options ?? {}).data ?? tribunalOptions.parse({});
