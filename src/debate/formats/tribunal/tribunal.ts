import { factKind } from '../../facts';
import type { Format } from '../../step';
import { tribunalFacts } from './facts';
import { mostRounds, tribunalOptions } from './options';

/** Moderator, Advocate, Critic, Judge: `formats.md`, tribunal. */
export const tribunal: Format = {
  ...{ name: 'tribunal', host: 'moderator', roles: ['judge', 'verifier'] },
  seats: [
    {
      name: 'advocate',
      persona: 'The Advocate, who makes the strongest honest case for the proposition',
      starting_position: 'The proposition stands.',
      incentives: 'To find every weakness before the Critic does, and to mend it.',
    },
    {
      name: 'critic',
      persona: 'The Critic, who tests the proposition for every weakness',
      starting_position: 'The proposition does not stand as it is.',
      incentives: 'To raise objections that matter, and to give up those that were answered.',
    },
  ],
  options: tribunalOptions,
  facts: [factKind(tribunalFacts)],
  limits: (options) => {
    const { rounds } = tribunalOptions.parse(options);
    return { min_rounds: 1, max_rounds: rounds === 'auto' ? mostRounds : rounds };
  },
  decide: () => [],
  open: () => [],
  standing: ({ round, conclusion }) => ({ phase: 'setup', round, outcome: conclusion?.outcome ?? null }),
};
