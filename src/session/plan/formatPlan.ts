import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { Debater, JudgeSeat } from '../../debate/log/entryData';
import { standardFormat } from '../../debate/formats/formatName';
import { formats } from '../../debate/formats/registry';
import { defined } from '../../debate/log/objects';
import { ownOptions, wishKey } from '../../debate/flow/options';
import { performing } from '../../debate/flow/seats';
import type { Format } from '../../debate/flow/step';
import type { GivenDebater } from './configFiles';
import { motionTermsSchema } from './motionFile';
import { checkedOptions, checkedTopic } from './plan';
import { PlanError } from './planError';

export const wishesSchema = z.object({
  /** Options of all formats by their keys (`panel.order`): each takes its own, and what another one takes stays for it. */
  options: z.record(z.string(), z.unknown()).default({}),
  /** Definitions and scope of a motion. */
  terms: motionTermsSchema.optional(),
  /** How many judges read a debate in both orders, or the model of each. */
  judges: z.union([z.number(), z.array(z.string())]).optional(),
  /** How many plain answers are asked for before the debate. */
  plainAnswer: z.number().optional(),
});

export type FormatWishes = z.input<typeof wishesSchema> & { isOffline?: boolean };

type Options = Record<string, unknown>;

/** @throws PlanError `options` where one does not fit, or nobody could heed it offline */
export function optionsFor(
  format: Format,
  topic: string,
  wishes: FormatWishes,
  { judges = [], ...more }: { judges?: readonly JudgeSeat[]; brief?: boolean; baseline?: number } = {},
): Options {
  const { options: wished = {}, isOffline = false } = wishes;
  const given = ownOptions(format).flatMap((option): [string, unknown][] => {
    const { name, usual, isOptional, needsModels } = option;
    const value = wished[wishKey(format, option)];
    // What is usual needs no word in the record.
    if (value === undefined || (isOptional && value === usual)) return [];
    if (isOffline && needsModels !== undefined) throw new PlanError('options', needsModels.refusal);
    return [[name, value]];
  });
  const whole = completed(format, Object.fromEntries(given), { topic, terms: wishes.terms });
  return checkedOptions(format, { ...defined(whole), ...(judges.length > 0 && { judges }), ...more });
}

/** The wishes without those that only models can heed. */
export const withoutModels = ({ options = {}, terms }: FormatWishes): FormatWishes => ({
  terms,
  options: Object.fromEntries(Object.entries(options).filter(([key]) => !ofModels.has(key))),
});

const ofModels: ReadonlySet<string> = new Set(
  formats.flatMap((format) =>
    ownOptions(format).flatMap((option) => (option.needsModels === undefined ? [] : [wishKey(format, option)])),
  ),
);

/** The topic is the motion where none is given. A seed is drawn where one is needed, and left out where none is. */
function completed(
  format: Format,
  given: Options,
  { topic, terms }: Pick<FormatWishes, 'terms'> & { topic: string },
): Options {
  const seeds = ownOptions(format).flatMap(({ name, seeds: isNeeded }) =>
    isNeeded === undefined
      ? []
      : [[name, isNeeded(given) ? (given[name] ?? randomBytes(8).toString('hex')) : undefined] as const],
  );
  const whole = { ...given, ...Object.fromEntries(seeds) };
  if (format.motion === undefined) return whole;
  const { motion } = given;
  return {
    ...whole,
    motion: typeof motion === 'string' ? checkedTopic(motion, 'motion') : topic.trim(),
    definitions: terms?.definitions,
    scope: terms?.scope,
  };
}

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
