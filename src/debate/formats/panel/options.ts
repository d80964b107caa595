import * as z from 'zod';
import type { SetupData } from '../../log/entryData';
import { judgingOptions } from '../../flow/judges';
import { option } from '../../flow/options';

/** Who speaks when: in the lineup's order, rotated by one each round, or drawn again for each round from a seed. */
export const speakingOrders = ['lineup', 'rotate', 'drawn'] as const;

/** Whether each opener is told what those before it said, or nobody is told what any other says. */
export const openingModes = ['open', 'sealed'] as const;

export const panelOptions = z
  .looseObject({
    order: option(z.enum(speakingOrders).optional(), {
      label: (l10n) => l10n.t('Order'),
      choices: (l10n) => ({
        lineup: l10n.t('In the order of the lineup'),
        rotate: l10n.t('Rotate, so everyone starts once'),
        drawn: l10n.t('Random in each round'),
      }),
      usual: 'lineup',
      isSetting: true,
    }),
    seed: option(z.string().min(1).optional(), {
      placeholder: 'TEXT',
      help: 'for an order that is drawn',
      seeds: ({ order }) => order === 'drawn',
    }),
    openings: option(z.enum(openingModes).optional(), {
      label: (l10n) => l10n.t('Openings'),
      choices: (l10n) => ({
        open: l10n.t('Each debater sees the earlier openings'),
        sealed: l10n.t('Debaters do not see each other’s openings'),
      }),
      usual: 'open',
      help: 'nobody is told the others’ openings',
      isSetting: true,
      needsModels: {
        hint: (l10n) => l10n.t('Offline each document opens with its best passage.'),
        refusal:
          'Offline, documents open with their best passage: no opening is sealed. Leave --openings out, or let models debate.',
      },
    }),
    /** The Chair names the points on which the outcome depends, before each round but the first. */
    crux: option(z.boolean().optional(), {
      label: (l10n) => l10n.t('Crux'),
      choices: (l10n) => ({
        false: l10n.t('None'),
        true: l10n.t('From round 2, the Chair names the deciding points'),
      }),
      usual: false,
      help: 'from round 2 on the Chair names on what the outcome hangs',
      isSetting: true,
      needsModels: {
        hint: (l10n) => l10n.t('Not available offline.'),
        refusal: 'Offline nobody can say what the outcome depends on. Leave --crux out, or let models debate.',
      },
    }),
    ...judgingOptions,
  })
  .refine(({ order, seed }) => order !== 'drawn' || seed !== undefined, {
    path: ['seed'],
    message: 'an order that is drawn needs a seed',
  });

/** Also before its record is made. */
export interface WithOptions {
  setup?: Pick<SetupData, 'options'> | undefined;
}

/** None where they are not readable. */
export const optionsOf = ({ setup }: WithOptions): z.infer<typeof panelOptions> =>
  panelOptions.safeParse(setup?.options ?? {}).data ?? {};

export const isSealed = (debate: WithOptions): boolean => optionsOf(debate).openings === 'sealed';
