import * as z from 'zod';
import { formatNamed, formats } from '../../debate/formats/registry';
import { motionStyles } from '../../debate/formats/dialectic/options';
import { mostRounds } from '../../debate/formats/tribunal/options';
import type { Format } from '../../debate/step';

/** What the flow offers: the formats, and a panel in one or two rounds. */
export const startFormats: readonly string[] = formats.flatMap(({ name }) =>
  name === 'panel' ? ['panel', 'panel-short'] : [name],
);
/** One of `startFormats`. */
export type StartFormat = string;
export const startFormat = z.string().refine((name) => startFormats.includes(name));

export const isPanel = (format: StartFormat): boolean => format === 'panel' || format === 'panel-short';

export function formatIn(format: StartFormat): Format {
  const found = formatNamed(isPanel(format) ? 'panel' : format);
  if (found === undefined) throw new Error(`There is no format ${format}.`);
  return found;
}

/** Whether the flow asks for more than its name: what was answered for another format is none of its own. */
export const hasDetails = (format: StartFormat): boolean => format === 'tribunal' || format === 'dialectic';

/** What the flow asks of a tribunal or a dialectic. */
export const formatChoices = z.object({
  rounds: z.union([z.literal('auto'), z.int().min(1).max(mostRounds)]).optional(),
  exchanges: z.int().min(1).max(1_000).optional(),
  style: z.enum(motionStyles).optional(),
  /** In the user's own words; belongs to one topic. */
  motion: z.string().optional(),
  /** A file with definitions and scope, absolute; belongs to one topic. */
  termsFile: z.string().optional(),
});
export type FormatChoices = z.infer<typeof formatChoices>;
