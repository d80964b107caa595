import * as z from 'zod';
import type { SetupData } from '../../log/entryData';
import { judgingOptions } from '../../flow/judges';

/** Who speaks when: in the lineup's order, rotated by one each round, or drawn again for each round from a seed. */
export const speakingOrders = ['lineup', 'rotate', 'drawn'] as const;

/** Whether each opener is told what those before it said, or nobody is told what any other says. */
export const openingModes = ['open', 'sealed'] as const;

export const panelOptions = z
  .looseObject({
    /** The lineup's order where it says nothing. */
    order: z.enum(speakingOrders).optional(),
    seed: z.string().min(1).optional(),
    /** Open where it says nothing. */
    openings: z.enum(openingModes).optional(),
    /** The Chair names the points on which the outcome depends, before each round but the first. */
    crux: z.boolean().optional(),
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
