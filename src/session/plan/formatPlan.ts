import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { Debater, JudgeSeat } from '../../debate/log/entryData';
import { ofFormat, standardFormat } from '../../debate/formats/formatName';
import type { FormatName } from '../../debate/formats/registry';
import { defined } from '../../debate/log/objects';
import { performing } from '../../debate/flow/seats';
import type { Format } from '../../debate/flow/step';
import type { GivenDebater } from './configFiles';
import { motionTermsSchema } from './motionFile';
import { checkedOptions, checkedTopic } from './plan';
import { PlanError } from './planError';

/** Each format takes what is its own; what another one takes stays for it. */
export const wishesSchema = z.object({
  rounds: z.union([z.literal('auto'), z.number()]).optional(),
  order: z.string().optional(),
  speakingOrder: z.string().optional(),
  handover: z.string().optional(),
  openings: z.string().optional(),
  /** A panel's Chair names on what the outcome hangs. */
  crux: z.boolean().optional(),
  motion: z.string().optional(),
  terms: motionTermsSchema.optional(),
  exchanges: z.number().optional(),
  judgePasses: z.number().optional(),
  /** How many judges read a debate in both orders, or the model of each. */
  judges: z.union([z.number(), z.array(z.string())]).optional(),
  /** How many plain answers are asked for before the debate. */
  plainAnswer: z.number().optional(),
  seed: z.string().optional(),
});

export type FormatWishes = z.infer<typeof wishesSchema> & {
  /** Then a topic is kept as given, whatever style is wished. */
  isOffline?: boolean;
};

type OptionWishes = (wishes: FormatWishes, debate: { format: Format; topic: string }) => Record<string, unknown>;

export function optionsFor(
  format: Format,
  topic: string,
  wishes: FormatWishes,
  { judges = [], ...more }: { judges?: readonly JudgeSeat[]; brief?: boolean; baseline?: number } = {},
): Record<string, unknown> {
  const given = ofFormat(optionWishes, format.name, roundsWish)(wishes, { format, topic });
  return checkedOptions(format, { ...defined(given), ...(judges.length > 0 && { judges }), ...more });
}

const roundsWish: OptionWishes = ({ rounds }, { format: { options } }) =>
  options instanceof z.ZodObject && 'rounds' in options.shape ? { rounds } : {};

/** The lineup's order needs no word; for a draw without a seed one is found, and recorded. */
function panelWishes({ speakingOrder: order, seed, openings = 'open', crux = false, isOffline = false }: FormatWishes) {
  if (crux && isOffline)
    throw new PlanError(
      'options',
      'Offline nobody can say what the outcome depends on. Leave --crux out, or let models debate.',
    );
  if (openings !== 'open' && isOffline)
    throw new PlanError(
      'options',
      'Offline, documents open with their best passage: no opening is sealed. Leave --openings out, or let models debate.',
    );
  return {
    ...(order === undefined || order === 'lineup' ? {} : { order }),
    ...(order === 'drawn' ? { seed: seed ?? randomBytes(8).toString('hex') } : {}),
    ...(openings === 'open' ? {} : { openings }),
    ...(crux ? { crux } : {}),
  };
}

const tribunalWishes: OptionWishes = ({ rounds, order, handover }) => ({ rounds, order, handover });

function dialecticWishes(
  { motion, terms, exchanges, judgePasses, seed }: FormatWishes,
  { topic }: { topic: string },
): Record<string, unknown> {
  return {
    motion: motion === undefined ? topic.trim() : checkedTopic(motion, 'motion'),
    exchanges,
    judge_passes: judgePasses,
    seed,
    definitions: terms?.definitions,
    scope: terms?.scope,
  };
}

const optionWishes: Readonly<Record<FormatName, OptionWishes>> = {
  panel: panelWishes,
  tribunal: tribunalWishes,
  dialectic: dialecticWishes,
};

/**
 * Seats the format's debaters on one model. Given words replace ours. @throws PlanError `seats` when somebody else is
 * named.
 */
export function seatedDebaters(
  { name, seats = [] }: Format,
  model: string,
  given: readonly GivenDebater[] = [],
): Debater[] {
  const names = seats.map((seat) => seat.name);
  const stranger = given.find((debater) => !names.includes(debater.name));
  if (stranger !== undefined) {
    throw new PlanError(
      'seats',
      `A ${name} is held by ${names.join(' and ')}; "${stranger.name}" has no seat in it. Leave the lineup out, or name those two.`,
    );
  }
  return seats.map((seat) => {
    const {
      persona,
      starting_position: position,
      incentives,
      model: own = '',
    } = given.find((debater) => debater.name === seat.name) ?? { name: '' };
    const seatModel = filled(own) ?? model;
    return {
      name: seat.name,
      persona: filled(persona) ?? seat.persona,
      starting_position: filled(position) ?? seat.starting_position,
      incentives: filled(incentives) ?? seat.incentives,
      model: seatModel,
    };
  });
}

const filled = (text: string | undefined): string | undefined =>
  text === undefined || text.trim() === '' ? undefined : text;

/** The seats that only a reader can take and that nobody takes: offline a tribunal or a dialectic has none. */
export function emptySeats(
  { seats = [], roles }: Pick<Format, 'seats' | 'roles'>,
  { provider, modelOf }: { provider: string; modelOf: (seat: string) => string | undefined },
): string[] {
  const needed =
    seats.length === 0 ? [] : [...seats.map(({ name }) => name), ...roles.filter((role) => role === 'judge')];
  return needed.filter((seat) => performing(modelOf(seat) ?? provider, provider) === 'offline');
}

/** @throws PlanError `offline_format` */
export function refuseEmptySeats(
  format: Pick<Format, 'name' | 'seats' | 'roles'>,
  seating: Parameters<typeof emptySeats>[1],
): void {
  const empty = emptySeats(format, seating);
  if (empty.length > 0) throw new PlanError('offline_format', emptySeatsWords(format, empty));
}

export const emptySeatsWords = (
  { name, seats = [] }: Pick<Format, 'name' | 'seats'>,
  empty: readonly string[],
): string =>
  empty.length > seats.length
    ? `Offline there is no ${name}: nobody can argue its sides. It needs a model, people in its seats (${empty.join(', ')}), or its sample. In a ${standardFormat} your documents can speak instead.`
    : `Nobody takes the ${empty.length === 1 ? 'seat' : 'seats'} ${empty.join(', ')} of this ${name}. Offline each needs a model or a person; or play the sample.`;
