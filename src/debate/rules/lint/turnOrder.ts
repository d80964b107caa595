import { error, leniently, type Fault, type LintRecord, type LintRule } from './lintRecord';
import { turnPlaces, type TurnPlace } from './turnPlaces';

/** The turns of one opening phase, round or closing phase. */
interface Group {
  readonly name: string;
  readonly lineup: readonly string[];
  readonly places: TurnPlace[];
  /** The entry that shows that everybody should have spoken; undefined while turns may be still to come. */
  readonly end: number | undefined;
  /** The order cannot be judged: a turn is out of its phase, or the next round was not announced and its turns are here. */
  readonly isBlurred: boolean;
}

/** Rule 3: one turn each, in lineup order; closings in the reverse. A `skipped` ruling counts as the turn. */
export const turnOrder: LintRule = (record) =>
  groupsOf(record).flatMap((group) => [
    ...(group.isBlurred ? [] : [...disorder(group), ...repetitions(group)]),
    ...absences(group, record),
  ]);

function groupsOf(record: LintRecord): Group[] {
  const { state, rounds } = record;
  const lineup = state.debaters.map((debater) => debater.name);
  const conclusion = state.concludeRequested ? undefined : state.conclusion?.seq;
  const opening: Group = {
    name: 'The opening phase',
    lineup,
    places: [],
    isBlurred: false,
    end: rounds[0]?.start ?? conclusion,
  };
  const closing: Group = {
    name: 'The closing phase',
    lineup: lineup.toReversed(),
    places: [],
    isBlurred: false,
    end: conclusion,
  };
  const perRound = new Map(
    rounds.map(({ number, end }, index): [number, Group] => {
      const next = rounds[index + 1];
      const isBlurred = !record.isOwn && next !== undefined && next.number !== number + 1;
      return [number, { name: `Round ${number}`, lineup, places: [], end, isBlurred }];
    }),
  );
  for (const place of turnPlaces(state)) {
    // Rule 4 has it.
    if (state.conclusion !== undefined && place.seq > state.conclusion.seq) continue;
    const group = place.stage === 'opening' ? opening : place.stage === 'closing' ? closing : perRound.get(place.round);
    group?.places.push(place);
  }
  return [opening, ...perRound.values(), closing].map((group) => withoutMisplaced(group, record));
}

/** A turn that rule 4 sets aside counts as held, but says nothing about the order. */
function withoutMisplaced(group: Group, { outOfPhase }: LintRecord): Group {
  return group.places.some((place) => outOfPhase.has(place.seq)) ? { ...group, isBlurred: true } : group;
}

function disorder({ name, lineup, places }: Group): Fault[] {
  const indices = new Map(lineup.map((debater, index) => [debater, index]));
  const spoke = new Set<string>();
  let highest = -1;
  for (const { debater, seq } of places) {
    const index = indices.get(debater) ?? highest;
    if (index < highest && !spoke.has(debater)) {
      const order = [...new Set(places.map((place) => place.debater))].join(', ');
      return [error('3', seq, `${name} was spoken in the order ${order}; the order is ${lineup.join(', ')}.`)];
    }
    highest = Math.max(highest, index);
    spoke.add(debater);
  }
  return [];
}

function repetitions({ name, places }: Group): Fault[] {
  const spoke = new Set<string>();
  return places.flatMap(({ debater, seq }) => {
    const isSecond = spoke.has(debater);
    spoke.add(debater);
    return isSecond ? [error('3', seq, `${name} has a second turn of ${debater}; each debater has one.`)] : [];
  });
}

function absences({ name, lineup, places, end }: Group, record: LintRecord): Fault[] {
  if (end === undefined) return [];
  const spoke = new Set(places.map((place) => place.debater));
  return lineup
    .filter((debater) => !spoke.has(debater))
    .map((debater) => {
      const mend = 'A turn that could not be taken is ruled skipped (ruling of kind "skipped").';
      return leniently(record, error('3', end, `${name} ended without a turn of ${debater}. ${mend}`));
    });
}
