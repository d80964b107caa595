import * as z from 'zod';
import type { DebateState } from '../../state';
import type { Debater } from '../../entryData';
import { drawn } from '../common/drawn';

/** Who speaks when: as the lineup stands, one place further each round, or drawn anew for each round from a seed. */
export const speakingOrders = ['lineup', 'rotate', 'drawn'] as const;

/** What the setup of a panel records as `options`; the lineup's order where it says nothing. */
export const panelOptions = z
  .looseObject({ order: z.enum(speakingOrders).optional(), seed: z.string().min(1).optional() })
  .refine(({ order, seed }) => order !== 'drawn' || seed !== undefined, {
    path: ['seed'],
    message: 'an order that is drawn needs a seed',
  });

/** The debaters in the order of a round; 0 for the openings. Closings go in the reverse of the openings. Rule 3. */
export function speakersOf({ setup, debaters }: Pick<DebateState, 'setup' | 'debaters'>, round: number): Debater[] {
  const { order, seed = '' } = panelOptions.safeParse(setup?.options ?? {}).data ?? {};
  if (order === 'drawn') return drawn(debaters, `${seed}/${round === 0 ? 'opening' : `r${round}`}`);
  const first = order === 'rotate' && debaters.length > 0 ? round % debaters.length : 0;
  return [...debaters.slice(first), ...debaters.slice(0, first)];
}

/** Whether it is another than the lineup's, so that it has to be said. */
export const isOrdered = ({ setup }: Pick<DebateState, 'setup'>): boolean => {
  const { order = 'lineup' } = panelOptions.safeParse(setup?.options ?? {}).data ?? {};
  return order !== 'lineup';
};
