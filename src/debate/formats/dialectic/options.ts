import * as z from 'zod';
import { formaliseMotion, motionStyles } from '../../motion';
import type { DebateState } from '../../state';
import type { Motion } from '../../tasks/dialectic';

/** What the setup of a dialectic records as `options`. */
export const dialecticOptions = z.looseObject({
  /** The motion, formalised; the topic where it is not given. */
  motion: z.string().trim().min(1).optional(),
  style: z.enum(motionStyles).default('as-given'),
  definitions: z
    .array(z.looseObject({ term: z.string().trim().min(1), meaning: z.string().trim().min(1) }))
    .default([]),
  scope: z.string().trim().min(1).optional(),
  /** How many exchanges are held before the debate waits, the opening one included. */
  exchanges: z.int().min(1).max(1_000).default(3),
  judge_passes: z.int().min(1).max(9).default(1),
  /** From which the order is drawn in which the Judge is shown the arguments. */
  seed: z.string().min(1).default('rostrum'),
});
type DialecticOptions = z.infer<typeof dialecticOptions>;

/** The options of the record; the defaults where it says nothing, or nothing that can be used. */
export function optionsOf({ setup }: DebateState): DialecticOptions {
  const parsed = dialecticOptions.safeParse(setup?.options ?? {});
  return parsed.success ? parsed.data : dialecticOptions.parse({});
}

export function motionOf(state: DebateState): Motion {
  const { motion, style, definitions, scope } = optionsOf(state);
  return { text: motion ?? formaliseMotion(state.setup?.topic ?? '', style), definitions, scope };
}

/** The motion with its terms, as people read it in the setup. Markdown. */
export function termsText({ text, definitions, scope }: Motion): string {
  const terms = definitions.map(({ term, meaning }) => `- **${term}**: ${meaning}`);
  return [
    `Motion: ${text}`,
    ...(terms.length === 0 ? [] : [`Definitions:\n\n${terms.join('\n')}`]),
    ...(scope === undefined ? [] : [`Scope: ${scope}`]),
  ].join('\n\n');
}
