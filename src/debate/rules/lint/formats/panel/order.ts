import { argumentTypes } from '../../../../log/entry';
import { closersOf } from '../../../../formats/panel/ending';
import { isQuotedOut } from '../../../../formats/panel/facts';
import { speakersOf } from '../../../../formats/panel/rounds';
import { spaced } from '../../../../../matching/text/shortText';
import { headerOf, type DebateState, type Header, type Turn } from '../../../../fold/state';
import { byDebater, error, leniently, type Fault, restingOnAll } from '../../lintRecord';
import { stageOf, stages, type LintedPanel, type PanelRule, type PanelStage } from './record';

const phaseWords: Record<PanelStage, string> = {
  opening: 'Openings are phase 1: they come before the first round.',
  rebuttal: 'Points, rebuttals and conjectures belong to the rounds: after the openings, before the closings.',
  closing: 'Closings are phase 3: they come after the last round.',
};

/** Rule 4: phase discipline, and no debater speaks after the conclusion. */
export const phaseDiscipline: PanelRule = (record) => [...misplaced(record), ...afterTheEnd(record)];

function misplaced({ state, outOfPhase }: LintedPanel): Fault[] {
  return [...outOfPhase].flatMap((seq) => {
    const header = headerOf(state, seq);
    const stage = header === undefined ? undefined : byDebater(header) ? stageOf(header) : 'rebuttal';
    if (header === undefined || stage === undefined) return [];
    if (!byDebater(header) && header.phase !== 'rebuttal') return [];
    return [error(seq, `${called(header)} stands outside its phase. ${phaseWords[stage]}`, '4')];
  });
}

function called({ type, speaker }: Header): string {
  return type === 'announcement' ? `The announcement of a round` : `The ${spaced(type)} of ${speaker}`;
}

function afterTheEnd({ state, headers }: LintedPanel): Fault[] {
  const end = state.conclusion?.seq;
  if (end === undefined) return [];
  return headers
    .filter((header) => header.seq > end && byDebater(header))
    .map(({ seq, type, speaker }) =>
      error(
        seq,
        `The ${spaced(type)} of ${speaker} comes after the conclusion (seq ${end}), when nobody has a turn any more.`,
        '4',
      ),
    );
}

interface TurnPosition {
  readonly debater: string;
  readonly stage: PanelStage;
  /** Number of the round; 0 outside the rounds. */
  readonly round: number;
  readonly seq: number;
}

/** The turns in order. Interrupting challenges and questions, which the ancestors have, are not turns. */
export function turnPlaces(state: DebateState): TurnPosition[] {
  const seen = new Set<number>();
  return state.turns.flatMap((turn) => {
    const place = placeOf(state, turn);
    // A copied line is not a second turn.
    if (place === undefined || seen.has(place.seq)) return [];
    seen.add(place.seq);
    return [place];
  });
}

function placeOf(state: DebateState, turn: Turn): TurnPosition | undefined {
  const { debater, phase, seqs } = turn;
  const first = seqs[0];
  if (first === undefined) return undefined;
  const argument = seqs
    .map((seq) => headerOf(state, seq))
    .find((header) => header !== undefined && argumentTypes.has(header.type));
  if (argument === undefined && !turn.skipped) return undefined;
  const stage = argument === undefined ? stages.find((known) => known === phase) : stageOf(argument);
  if (stage === undefined) return undefined;
  return { debater, stage, round: stage === 'rebuttal' ? (roundOfStep(turn.id) ?? turn.round) : 0, seq: first };
}

/** Round that a step's id names (`r2/turn/sre`). */
export function roundOfStep(id: string | undefined): number | undefined {
  const digits = id === undefined ? undefined : /^r(\d+)\//.exec(id)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** An opening phase, a round or a closing phase. */
interface Group {
  readonly name: string;
  readonly lineup: readonly string[];
  readonly places: TurnPosition[];
  /** Seq of the entry by which every debater should have spoken; undefined while turns may follow. */
  readonly end: number | undefined;
  /** Whether the order is unclear: a turn is out of its phase, or belongs to a round that was not announced. */
  readonly isBlurred: boolean;
}

/** Rule 3. A `skipped` ruling counts as the turn. */
export const turnOrder: PanelRule = (record) =>
  groupsOf(record).flatMap((group) => [
    ...(group.isBlurred ? [] : [...disorder(group), ...repetitions(group)]),
    ...restingOnAll(absences(group, record)),
  ]);

function groupsOf(record: LintedPanel): Group[] {
  const { state, rounds } = record;
  const lineupOf = (round: number): string[] =>
    speakersOf(state, round)
      .map(({ name }) => name)
      .filter((name) => !isQuotedOut(state, name, round));
  const conclusion = state.concludeRequested ? undefined : state.conclusion?.seq;
  const opening: Group = {
    name: 'The opening phase',
    lineup: lineupOf(0),
    places: [],
    isBlurred: false,
    end: rounds[0]?.start ?? conclusion,
  };
  const closing: Group = {
    name: 'The closing phase',
    lineup: closersOf(state).map(({ name }) => name),
    places: [],
    isBlurred: false,
    end: conclusion,
  };
  const perRound = new Map(
    rounds.map(({ number, end }, index): [number, Group] => {
      const next = rounds[index + 1];
      const isBlurred = !record.isOwn && next !== undefined && next.number !== number + 1;
      return [number, { name: `Round ${number}`, lineup: lineupOf(number), places: [], end, isBlurred }];
    }),
  );
  for (const place of turnPlaces(state)) {
    // Rule 4 reports turns after the conclusion.
    if (state.conclusion !== undefined && place.seq > state.conclusion.seq) continue;
    const group = place.stage === 'opening' ? opening : place.stage === 'closing' ? closing : perRound.get(place.round);
    group?.places.push(place);
  }
  return [opening, ...perRound.values(), closing].map((group) => withoutMisplaced(group, record));
}

/** A turn that rule 4 excludes counts as held, but not in the order. */
function withoutMisplaced(group: Group, { outOfPhase }: LintedPanel): Group {
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
      return [error(seq, `${name} was spoken in the order ${order}; the order is ${lineup.join(', ')}.`, '3')];
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
    return isSecond ? [error(seq, `${name} has a second turn of ${debater}; each debater has one.`, '3')] : [];
  });
}

function absences({ name, lineup, places, end }: Group, record: LintedPanel): Fault[] {
  if (end === undefined) return [];
  const spoke = new Set(places.map((place) => place.debater));
  return lineup
    .filter((debater) => !spoke.has(debater))
    .map((debater) => {
      const message = `${name} ended without a turn of ${debater}, and no ruling says that it was skipped.`;
      return leniently(record, error(end, message, '3'));
    });
}
