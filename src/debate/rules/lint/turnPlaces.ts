import { headerOf, type DebateState, type Turn } from '../../state';
import { argumentTypes } from '../../entry';
import { stageOf, stages, type Stage } from './phaseOrder';

/** Where a turn stands in the order of speaking. */
export interface TurnPlace {
  readonly debater: string;
  readonly stage: Stage;
  /** 0 outside the rounds. */
  readonly round: number;
  readonly seq: number;
}

/** The turns in order. Challenges and questions that interrupt, as the ancestors allow them, are no turns. */
export function turnPlaces(state: DebateState): TurnPlace[] {
  const seen = new Set<number>();
  return state.turns.flatMap((turn) => {
    const place = placeOf(state, turn);
    // A copied line makes no second turn.
    if (place === undefined || seen.has(place.seq)) return [];
    seen.add(place.seq);
    return [place];
  });
}

function placeOf(state: DebateState, turn: Turn): TurnPlace | undefined {
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

/** The round that a step's id names (`r2/turn/sre`). */
export function roundOfStep(id: string | undefined): number | undefined {
  const digits = id === undefined ? undefined : /^r(\d+)\//.exec(id)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
