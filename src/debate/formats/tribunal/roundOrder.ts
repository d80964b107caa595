import { isOutOfTime } from '../common/time';
import { hasStep, type DebateState } from '../../state';
import { mostRounds, optionsOf } from './options';
import { tribunalFacts, type TribunalRound } from './facts';
import type { SideName } from './contribution';

/** Where a tribunal stands: its round, the number of rounds, who speaks in which order, and whether the rounds are over. */

export const sideId = (round: number, side: SideName): string => `r${round}/${side}`;
export const judgeId = (round: number): string => `r${round}/judge`;

/** The advocate makes its case before anybody can criticise it; after that as the options say. */
export function orderOf(state: DebateState, round: number): readonly [SideName, SideName] {
  const isAdvocates = round === 1 || optionsOf(state).order === 'advocate-first';
  return isAdvocates ? ['advocate', 'critic'] : ['critic', 'advocate'];
}

export const factsOfRound = (state: DebateState, round: number): TribunalRound | undefined =>
  state.factsOf(tribunalFacts).rounds.find((candidate) => candidate.round === round);

/** Seq of a round's announcement. What the user says later is for the next round. */
export const startOf = (state: DebateState, round: number): number => factsOfRound(state, round)?.start ?? 0;

/** The number of rounds; before it is settled the highest there may be. */
export const totalOf = (state: DebateState): number => state.factsOf(tribunalFacts).total ?? mostRounds;

/** The planned rounds end with this one, or the user wants the end: whoever assesses it knows. */
export const isLastRound = (state: DebateState, round: number): boolean =>
  round >= totalOf(state) || state.concludeRequested;

export const isRoundOver = (state: DebateState, round: number): boolean => hasStep(state, judgeId(round));

export type Occasion = 'final' | 'early' | 'concluded';

/** Why the ruling is due now; undefined while rounds are to be held. */
export function rulingOccasion(state: DebateState): Occasion | undefined {
  const round = state.round;
  const { endedBy } = state.factsOf(tribunalFacts);
  if (round > 0 && isRoundOver(state, round)) {
    if (round >= totalOf(state)) return 'final';
    if (endedBy !== undefined) return 'early';
    if (state.concludeRequested || isOutOfTime(state)) return 'concluded';
    return undefined;
  }
  return state.concludeRequested && !owesAssessment(state, round) ? 'concluded' : undefined;
}

/** Without any issue there is nothing to rule on: what was objected to is assessed first. */
function owesAssessment(state: DebateState, round: number): boolean {
  const { tracker } = state.factsOf(tribunalFacts);
  return tracker.length === 0 && factsOfRound(state, round)?.critique !== undefined;
}

/** Of a round that was begun: whether the wish to conclude leaves its other turns out. */
export const isCutShort = (state: DebateState): boolean => state.concludeRequested;
