import * as z from 'zod';
import { motionStyles } from '../../debate/motion';
import { formatNamed, formats } from '../../debate/formats/registry';
import { mostRounds } from '../../debate/formats/tribunal/options';
import type { Format } from '../../debate/step';
import type { FormatOffer, FormatQuestion } from '../formats/formatUi';
import { formatUi } from '../formats/registry';

const short = '-short';

/** What the flow offers: the formats, and those that are also offered in one or two rounds so. */
export const startFormats: readonly string[] = formats.flatMap(({ name }) =>
  formatUi(name).short === undefined ? [name] : [name, `${name}${short}`],
);
/** One of `startFormats`. */
export type StartFormat = string;
export const startFormat = z.string().refine((name) => startFormats.includes(name));

export const isShort = (offered: StartFormat): boolean => offered.endsWith(short);

/** A format as the flow offers it: in one or two rounds where that is wished for, and there is such. */
export const startFormatOf = (format: string, wantsShort: boolean): StartFormat =>
  wantsShort && formatUi(format).short !== undefined ? `${format}${short}` : format;

export function formatOffered(offered: StartFormat): Format {
  const found = formatNamed(isShort(offered) ? offered.slice(0, -short.length) : offered);
  if (found === undefined) throw new Error(`There is no format ${offered}.`);
  return found;
}

export function offerOf(offered: StartFormat): FormatOffer {
  const format = formatOffered(offered);
  const ui = formatUi(format.name);
  return (isShort(offered) ? ui.short?.() : undefined) ?? ui.offer(format);
}

export function questionsOf(offered: StartFormat): readonly FormatQuestion[] {
  const format = formatOffered(offered);
  return formatUi(format.name).questions(format);
}

const general: ReadonlySet<FormatQuestion> = new Set(['debaters', 'model']);

/** Whether the flow asks for more than its name: what was answered for another format is none of its own. */
export const hasDetails = (format: StartFormat): boolean =>
  questionsOf(format).some((question) => !general.has(question));

/** What the flow asks of single formats. */
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
