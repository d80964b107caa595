import { isDebaterName } from '../../debate/names';
import type { LineupInput, TaskOutput } from '../../debate/tasks';
import type { Hint } from './hint';
import { hintsOf } from './lineupHints';
import { motionOf, type Motion } from './motion';
import { completed, type Seat } from './lineupSeats';

export type ProposedLineup = TaskOutput<'chair/propose_lineup'>;
type ProposedDebater = ProposedLineup['debaters'][number];

export const fewestDebaters = 2;
export const mostDebaters = 8;

/** The lineup that the user's hints ask for; two adversaries, or one for each alternative, where there are none. */
export function proposeLineup({ topic, hints }: Pick<LineupInput, 'topic' | 'hints'>): ProposedLineup {
  const motion = motionOf(topic);
  const { seats, count } = hintsOf(hints);
  return lineupOf(seated(seats, count, motion), motion);
}

/** As many seats as were asked for; a lone persona gets an opponent. */
function seated(hints: readonly Hint[], count: number | undefined, motion: Motion): Seat[] {
  const given = hints.slice(0, mostDebaters);
  const standard = motion.kind === 'choice' ? motion.options.length : fewestDebaters;
  const wanted = Math.min(
    mostDebaters,
    Math.max(fewestDebaters, count ?? (given.length > 0 ? given.length : standard)),
  );
  const seats: Seat[] = given.slice(0, Math.max(wanted, fewestDebaters)).map((hint) => ({ ...hint }));
  while (seats.length < wanted) seats.push({});
  return seats;
}

/** Fills in what is missing and makes the names unique. */
export function lineupOf(seats: readonly Seat[], motion: Motion): ProposedLineup {
  const taken = new Set<string>();
  const debaters = completed(seats, motion).map((seat): ProposedDebater => {
    const name = uniqueName(seat.name, taken);
    taken.add(name.toLowerCase());
    const { persona, starting_position, incentives, model } = seat;
    return { name, persona, starting_position, incentives, ...(model === undefined ? {} : { model }) };
  });
  return { debaters };
}

/** A name of letters, digits and hyphens that is nobody else's and no role's. */
export function uniqueName(wanted: string, taken: ReadonlySet<string>): string {
  const slug = slugOfName(wanted);
  const base = slug === '' ? 'debater' : isDebaterName(slug) ? slug : `${slug.slice(0, 42)}-speaker`;
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : `-${number}`;
    const name = `${base.slice(0, 50 - suffix.length).replace(/-+$/, '')}${suffix}`;
    if (!taken.has(name.toLowerCase()) && isDebaterName(name)) return name;
  }
}

/** "Dr. Änne Weiß" → "Dr-Anne-Weiss"; lower case stays lower case. */
export function slugOfName(text: string): string {
  return text
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/['’]/g, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 50)
    .replace(/-+$/, '');
}
