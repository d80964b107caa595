import type { Debater } from '../../entryData';
import { drawn } from '../common/drawn';
import { optionsOf, type WithOptions } from './options';

/** The debaters in the order of a round; 0 for the openings. Closings go in the reverse of the openings. Rule 3. */
export function speakersOf(
  { setup, debaters }: WithOptions & { debaters: readonly Debater[] },
  round: number,
): Debater[] {
  const { order, seed = '' } = optionsOf({ setup });
  if (order === 'drawn') return drawn(debaters, `${seed}/${round === 0 ? 'opening' : `r${round}`}`);
  const first = order === 'rotate' && debaters.length > 0 ? round % debaters.length : 0;
  return [...debaters.slice(first), ...debaters.slice(0, first)];
}

/** Whether it is another than the lineup's, so that it has to be said. */
export const isOrdered = (debate: WithOptions): boolean => (optionsOf(debate).order ?? 'lineup') !== 'lineup';
