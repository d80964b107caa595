import * as z from 'zod';
import type { DebateState } from '../../state';

export const mostRounds = 10;

/** What the setup of a tribunal records as `options`. */
export const tribunalOptions = z.looseObject({
  /** `auto`: the Judge recommends a number before the first round. */
  rounds: z.union([z.literal('auto'), z.int().min(1).max(mostRounds)]).default('auto'),
  /** Who opens the second and later rounds; the first is the Advocate's. */
  order: z.enum(['critic-first', 'advocate-first']).default('critic-first'),
  /** What a side is given of the other: the public argument, or everything. */
  handover: z.enum(['public', 'raw']).default('public'),
});
type TribunalOptions = z.infer<typeof tribunalOptions>;

/** The options of the record; the defaults where it says nothing, or nothing that can be used. */
export function optionsOf({ setup }: DebateState): TribunalOptions {
  const parsed = tribunalOptions.safeParse(setup?.options ?? {});
  return parsed.success ? parsed.data : tribunalOptions.parse({});
}
