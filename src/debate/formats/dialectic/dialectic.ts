import { factKind } from '../../facts';
import type { Format } from '../../step';
import { dialecticFacts } from './facts';
import { dialecticOptions } from './options';

/** Proposition, Opposition, Judge: `formats.md`, dialectic. */
export const dialectic: Format = {
  ...{ name: 'dialectic', host: 'moderator', roles: ['judge', 'verifier', 'reporter'] },
  seats: [
    {
      name: 'proposition',
      persona: 'The Proposition, which argues for the motion',
      starting_position: 'The motion stands.',
      incentives: 'To win each exchange by the strength of the argument.',
    },
    {
      name: 'opposition',
      persona: 'The Opposition, which argues against the motion',
      starting_position: 'The motion falls.',
      incentives: 'To win each exchange by the strength of the argument.',
    },
  ],
  options: dialecticOptions,
  facts: [factKind(dialecticFacts)],
  limits: (options) => ({ min_rounds: 1, max_rounds: dialecticOptions.parse(options).exchanges }),
  decide: () => [],
  open: () => [],
  standing: ({ round }) => ({ phase: 'setup', round, outcome: null }),
};
