import { joined, sentenceCase } from '../grammar';
import type { Stance } from '../leaning';
import type { Motion } from '../motion';

/** The two who argue: the Advocate for the proposition, the Critic against it. */
export type Side = 'advocate' | 'critic';

export const directionOf = (side: Side): 1 | -1 => (side === 'advocate' ? 1 : -1);

/**
 * Where a side stands on each option of the motion. The seats' own positions name no option, so it follows from the side:
 * for what the topic proposes, and of things to choose from for the first that it names.
 */
export function sideLeaning(motion: Motion, direction: 1 | -1): Stance {
  const { options, kind, sign } = motion;
  if (options.length === 1) return [direction * sign];
  if (kind === 'change') return options.map((_, at) => (at === options.length - 1 ? direction : -direction));
  return options.map((_, at) => (at === 0 ? direction : -direction / (options.length - 1)));
}

/** The proposition that a side stands for, as a sentence: the topic as a statement, or its contrary. */
export function propositionOf({ kind, options, affirmative, negative }: Motion, direction: 1 | -1): string {
  const [first, ...others] = options.map(({ phrase }) => phrase);
  if (kind !== 'choice' || first === undefined) return direction > 0 ? affirmative : negative;
  return sentenceCase(`${first} ${direction > 0 ? 'is to be preferred' : 'is not to be preferred'} to ${joined(others, 'and to')}.`);
}

/** From here on a passage counts as speaking for a side; what is nearer to nothing is even-handed. */
export const leans = (help: number): boolean => help > 0.3;
