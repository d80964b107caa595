import * as z from 'zod';
import { formatNamed } from '../../debate/formats/registry';
import { motionStyles } from '../../debate/formats/dialectic/options';
import { mostRounds } from '../../debate/formats/tribunal/options';
import type { Format } from '../../debate/step';

/** What the flow offers: the formats, and a panel in one or two rounds. */
export const startFormats = ['panel', 'panel-short', 'tribunal', 'dialectic'] as const;
export type StartFormat = (typeof startFormats)[number];

export const isPanel = (format: StartFormat): boolean => format === 'panel' || format === 'panel-short';

export function formatIn(format: StartFormat): Format {
  const found = formatNamed(isPanel(format) ? 'panel' : format);
  if (found === undefined) throw new Error(`There is no format ${format}.`);
  return found;
}

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
