import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { lineupWords } from '../agents/extractive/phrases';
import type { Debater } from '../debate/entryData';
import { ofFormat } from '../debate/formats/formatName';
import type { FormatName } from '../debate/formats/registry';
import { defined } from '../debate/objects';
import { performing } from '../debate/seats';
import type { Format } from '../debate/step';
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
  seed: z.string().optional(),
});

export type FormatWishes = z.infer<typeof wishesSchema> & {
  /** Then a topic is kept as given, whatever style is wished. */
  isOffline?: boolean;
};

type OptionWishes = (wishes: FormatWishes, debate: { format: Format; topic: string }) => Record<string, unknown>;

export function optionsFor(format: Format, topic: string, wishes: FormatWishes): Record<string, unknown> {
  const given = ofFormat(optionWishes, format.name, roundsWish)(wishes, { format, topic });
  return checkedOptions(format, defined(given));
}

const roundsWish: OptionWishes = ({ rounds }, { format: { options } }) =>
  options instanceof z.ZodObject && 'rounds' in options.shape ? { rounds } : {};

/** The lineup's order needs no word; for a draw without a seed one is found, and recorded. */
function panelWishes({ speakingOrder: order, seed, openings = 'open', crux = false, isOffline = false }: FormatWishes) {
  if (crux && isOffline)
    throw new PlanError(
      'options',
      'Offline nobody weighs what the outcome hangs on. Leave --crux out, or let models debate.',
    );
  if (openings !== 'open' && isOffline)
    throw new PlanError(
      'options',
      'Offline the passages are dealt to the openers in turn, each once: no opening is sealed. Leave --openings out, or let models debate.',
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

/** On one model. What was given of them replaces our words. @throws PlanError `seats` when somebody else is named. */
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
    const words = seatModel === 'offline' ? unweighedSeat : seat;
    return {
      name: seat.name,
      persona: filled(persona) ?? words.persona,
      starting_position: filled(position) ?? words.starting_position,
      incentives: filled(incentives) ?? words.incentives,
      model: seatModel,
    };
  });
}

/** Who only quotes makes no case. */
const unweighedSeat = {
  persona: 'Performed by code: it quotes the proposal and the evidence, and judges nothing',
  starting_position: 'It takes no position.',
  incentives: 'None.',
};

/**
 * What code says of its own seats is not true of a person or a model. Theirs are the words of the format or, where nobody described them,
 * that nobody did.
 */
export function asSeated(debater: Debater, { seats = [] }: Format, provider: string): Debater {
  const by = performing(debater.model, provider);
  if (by !== 'human' && by !== 'model') return debater;
  const words = seats.find(({ name }) => name === debater.name) ?? undescribed;
  const said = (field: keyof typeof wordsOfCode): string =>
    wordsOfCode[field].includes(debater[field]) ? words[field] : debater[field];
  return {
    ...debater,
    persona: said('persona'),
    starting_position: said('starting_position'),
    incentives: said('incentives'),
  };
}

const wordsOfCode = {
  persona: [lineupWords.persona, unweighedSeat.persona],
  starting_position: [unweighedSeat.starting_position],
  incentives: [lineupWords.incentives, unweighedSeat.incentives],
};

const undescribed = {
  persona: 'Nobody described this seat',
  starting_position: 'Nobody named one',
  incentives: 'Nobody named any',
};

const filled = (text: string | undefined): string | undefined =>
  text === undefined || text.trim() === '' ? undefined : text;
