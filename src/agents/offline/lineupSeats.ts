import type { Hint } from './hint';
import { domainsOf } from './domains';
import { asSentence, joined, lowerFirst, sentenceCase } from './grammar';
import { leaningOf, type Stance } from './leaning';
import type { Motion } from './motion';

export type Seat = Hint;
export type FullSeat = Required<Omit<Hint, 'model'>> & Pick<Hint, 'model'>;

/** What a seat will argue: an option of a choice, or for (1), against (-1) or under conditions (0) in a change. */
type Side = number;

const eager =
  /\b(?:invest|venture|founder|entrepreneur|vendor|innovat|optimis|promot|advocat|evangelis|enthusias|proponent|believer|champion|pioneer|progressive|reform|cto|product|accelerat)/i;
const wary =
  /\b(?:safety|secur|union|labou?r|regulat|risk|complian|scepti|skepti|critic|tradition|audit|oppon|detractor|conservativ|cautio|reliab|sre|operations|lawyer|legal|ethic|privacy|doom|pessimis|finance|cfo|accountant)/i;

/** Every seat with a name, a persona, a position and incentives; positions differ and cover both sides. */
export function completed(seats: readonly Seat[], motion: Motion): FullSeat[] {
  const sides = motion.kind === 'choice' ? optionSides(seats, motion) : changeSides(seats, motion);
  const taken = new Set<string>();
  return seats.map((seat, at) => {
    const side = sides[at] ?? 0;
    const role = roleOf(motion, side, seats.length > fewestForNumbers ? at : 0);
    const persona = seat.persona ?? (seat.name === undefined ? role.persona : namedPersona(seat.name, role.persona));
    const incentives = seat.incentives ?? incentivesOf(persona, seat, role);
    const position =
      seat.starting_position === undefined ? undefined : asSentence(expanded(seat.starting_position, motion));
    const starting_position =
      position ?? distinct(positionOf(motion, { side, incentives, isPersona: seat.persona !== undefined }), taken);
    taken.add(starting_position.toLowerCase());
    const name = seat.name ?? (seat.persona === undefined ? role.name : nameFrom(seat.persona));
    const full = { name, persona: sentenceCase(persona), starting_position, incentives };
    return seat.model === undefined ? full : { ...full, model: seat.model };
  });
}

const fewestForNumbers = 3;

interface Role {
  name: string;
  persona: string;
  incentives: string;
}

function roleOf(motion: Motion, side: Side, number: number): Role {
  const option = motion.options[side];
  if (motion.kind === 'choice' && option !== undefined) {
    const incentives = `That the strengths of ${option.phrase} be seen and the weaknesses of the alternatives be named`;
    return {
      name: `${option.phrase.replace(/^(?:an?|the) /, '')}-advocate`,
      persona: `An advocate of ${option.phrase}`,
      incentives,
    };
  }
  if (side > 0)
    return {
      name: number < 2 ? 'proponent' : 'advocate',
      persona: forPersona(motion),
      incentives: 'The gains that the change makes possible',
    };
  if (side < 0)
    return {
      name: number < 2 ? 'opponent' : 'sceptic',
      persona: againstPersona(motion),
      incentives: 'Continuity for those who depend on what works today',
    };
  return {
    name: number < 4 ? 'pragmatist' : 'realist',
    persona: 'A pragmatist who has to make the decision work',
    incentives: 'A decision that can be carried out step by step and reversed if it fails',
  };
}

function forPersona({ kind, options, sign }: Motion): string {
  const about = options.at(-1)?.phrase;
  if (about === undefined || kind === 'open') return 'A proponent of the motion';
  return sign > 0 ? `An advocate of ${about}` : `A critic of ${about}`;
}

function againstPersona({ kind, options }: Motion): string {
  const kept = options.length > 1 ? options[0]?.phrase : undefined;
  return kind === 'open' || kept === undefined ? 'An opponent of the motion' : `A defender of ${kept}`;
}

const namedPersona = (name: string, role: string): string => `${sentenceCase(name)}, ${lowerFirst(role)}`;

function incentivesOf(persona: string, seat: Seat, role: Role): string {
  const aims = domainsOf(`${persona} ${seat.starting_position ?? ''}`)
    .slice(0, 1)
    .map(({ aim }) => aim);
  return seat.persona === undefined && seat.starting_position === undefined
    ? role.incentives
    : aims.length === 0
      ? role.incentives
      : sentenceCase(joined(aims));
}

/** Stated leanings first, then what a persona is likely to hold, then whatever balances the table. */
function changeSides(seats: readonly Seat[], motion: Motion): Side[] {
  const stated = seats.map((seat) => directionOf(seat, motion));
  const sides = stated.map((side, at) => side ?? likely(seats[at]?.persona));
  const balance = (): number => sides.reduce<number>((sum, side) => sum + (side ?? 0), 0);
  sides.forEach((side, at) => {
    if (side === undefined) sides[at] = nextSide(sides, balance());
  });
  for (const needed of [1, -1]) {
    if (sides.includes(needed)) continue;
    const at = sides.findLastIndex((_, index) => stated[index] === undefined);
    if (at >= 0) sides[at] = needed;
  }
  return sides.map((side) => side ?? 0);
}

/** For, against, for …; from the third on one seat in three weighs conditions. */
function nextSide(sides: readonly (Side | undefined)[], balance: number): Side {
  if (sides.includes(1) && sides.includes(-1) && sides.length > 2 && !sides.includes(0)) return 0;
  return balance > 0 ? -1 : balance < 0 ? 1 : sides.includes(1) ? -1 : 1;
}

function directionOf(seat: Seat, motion: Motion): Side | undefined {
  const stance: Stance = leaningOf(
    { name: seat.name ?? '', persona: '', starting_position: expanded(seat.starting_position ?? '', motion) },
    motion,
  );
  const last = stance.at(-1) ?? 0;
  if (last === 0) return undefined;
  return Math.sign(last) * (motion.options.length === 1 ? motion.sign : 1);
}

function likely(persona: string | undefined): Side | undefined {
  if (persona === undefined) return undefined;
  const [pro, con] = [eager.test(persona), wary.test(persona)];
  return pro === con ? undefined : pro ? 1 : -1;
}

/** Each option gets an advocate before any gets a second. */
function optionSides(seats: readonly Seat[], motion: Motion): Side[] {
  const sides = seats.map((seat) => {
    const stance = leaningOf(
      { name: seat.name ?? '', persona: seat.persona ?? '', starting_position: seat.starting_position ?? '' },
      motion,
    );
    const most = Math.max(...stance);
    return most > 0 ? stance.indexOf(most) : undefined;
  });
  return sides.map((side, at) => {
    if (side !== undefined) return side;
    const counts = motion.options.map((_, option) => sides.filter((taken) => taken === option).length);
    const option = counts.indexOf(Math.min(...counts));
    sides[at] = option;
    return option;
  });
}

interface Holder {
  side: Side;
  incentives: string;
  /** Its aim is its own, and not that of the role. */
  isPersona: boolean;
}

function positionOf(motion: Motion, { side, incentives, isPersona }: Holder): string {
  const aim = lowerFirst(incentives.replace(/[.:].*$/, ''));
  if (motion.kind === 'choice') {
    const [own, others] = [
      motion.options[side]?.phrase ?? '',
      motion.options.filter((_, at) => at !== side).map(({ phrase }) => phrase),
    ];
    return `Choose ${own} rather than ${joined(others, 'or')}${motion.setting === '' ? '' : ` ${motion.setting}`}.`;
  }
  const statement = side < 0 ? motion.negative : motion.affirmative;
  if (side === 0)
    return `${bare(motion.affirmative)}, but only step by step and on condition that ${conditionOf(aim)}.`;
  return isPersona && aim !== '' && aim.length < 90
    ? `${bare(statement)}${side < 0 ? `: what counts first is ${aim}` : `, for the sake of ${aim}`}.`
    : statement;
}

const bare = (sentence: string): string => sentence.replace(/\.$/, '');
const conditionOf = (aim: string): string =>
  aim === '' || aim.startsWith('a decision') ? 'it can be reversed if it fails' : `it serves ${aim}`;

/** "for it", "against", "sceptical" say little by themselves; the topic is added. */
function expanded(position: string, motion: Motion): string {
  const flat = position
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.!]+$/, '');
  const isBareFor =
    /^(?:strongly |firmly )?(?:for|pro|in favou?r|supportive|yes|positive|optimistic)(?: (?:it|this|the motion|the topic|of it))?$/i.test(
      flat,
    );
  const isBareAgainst =
    /^(?:strongly |firmly )?(?:against|anti|con|opposed|no|negative|scepti\w+|skepti\w+|pessimistic|critical)(?: (?:it|this|the motion|the topic|to it|of it))?$/i.test(
      flat,
    );
  if (motion.kind !== 'choice' && isBareFor) return motion.affirmative;
  if (motion.kind !== 'choice' && isBareAgainst) return motion.negative;
  return flat;
}

/** What a further seat of the same mind looks at first. */
const angles = [
  'the people affected',
  'the cost',
  'what comes after',
  'those who carry it out',
  'those who were not asked',
  'the next ten years',
  'the first month',
  'the exceptions',
];

/** Two seats with one position would have nothing to say to each other. */
function distinct(position: string, taken: ReadonlySet<string>): string {
  if (!taken.has(position.toLowerCase())) return position;
  const longer = angles.map((angle) => `${bare(position)}, with an eye to ${angle}.`);
  return longer.find((candidate) => !taken.has(candidate.toLowerCase())) ?? position;
}

/** A short name from a persona: "a labour economist at a bank" → "labour-economist". */
function nameFrom(persona: string): string {
  const person = /^(?:(?:Dr|Prof|Mr|Mrs|Ms)\.?\s+)+\p{Lu}[^,;:(]*/u.exec(persona)?.[0];
  if (person !== undefined) return person.trim();
  const head =
    persona.split(/\s+(?:who|whose|that|which|with|from|at|of|for|in|on|and|against)\s|[,;:(.]/i)[0] ?? persona;
  const words = head
    .replace(/^(?:an?|the|our|my|some|one|someone)\s+/i, '')
    .split(/\s+/)
    .slice(-3);
  const name = words.join('-');
  return /^[\p{Lu}\d-]+$/u.test(name) ? name : name.toLowerCase();
}
