import type { Debater, Side } from '../../entryData';
import type { DebateState } from '../../state';
import type { TaskInputs } from '../../tasks';
import type { KnownArgument } from '../../tasks/dialectic';
import type { RecordView } from '../../view';
import { arguingInput, guidanceSince } from '../common/arguing';
import { briefOf } from '../common/brief';
import { knownArgument, otherSide } from './arguments';
import { blindArguments, blindText, type Showing } from './blind';
import { dialecticFacts } from './facts';
import { motionOf } from './options';

/** What each agent of a dialectic is told when it is asked: built from the folded state alone. */

export function openingCue(view: RecordView, side: Side): TaskInputs['side/open'] {
  const { state } = view;
  const exchange = state.factsOf(dialecticFacts).exchange;
  return {
    ...arguingInput(view, seatOf(state, side)),
    record: recordBefore(view, exchange),
    side,
    motion: motionOf(state),
    exchange,
  };
}

export function rebuttalCue(view: RecordView, side: Side): TaskInputs['side/rebut'] {
  const cue = openingCue(view, side);
  const known = knownBefore(view, cue.exchange);
  const of = (wanted: Side): KnownArgument[] => known.filter(({ argument }) => argument.side === wanted);
  return { ...cue, own: of(side), opponent: of(otherSide(side)) };
}

export const knownBefore = (view: RecordView, exchange: number): KnownArgument[] =>
  [...view.state.factsOf(dialecticFacts).arguments.values()]
    .filter((fact) => fact.exchange < exchange)
    .map((fact) => knownArgument(view, fact));

/** Both sides argue blind: what either said in this exchange, and that it did, is not among what a side is given. */
function recordBefore(view: RecordView, exchange: number): TaskInputs['side/open']['record'] {
  const now = [...view.state.factsOf(dialecticFacts).arguments.values()]
    .filter((fact) => fact.exchange >= exchange)
    .map(({ seq }) => seq);
  return now.length === 0
    ? view.all()
    : view.all().filter((entry) => !now.includes(entry.seq) && !now.includes(entry.target_seq ?? -1));
}

const seatOf = ({ debaters }: DebateState, side: Side): Debater =>
  debaters.find(({ name }) => name === side) ?? {
    name: side,
    persona: '',
    starting_position: '',
    incentives: '',
    model: '',
  };

/** Labels for ids and no sides, in the guidance of the user too; nobody's seat is described. */
export function scoringCue(view: RecordView, showing: Showing): TaskInputs['scorer/score'] {
  const { state } = view;
  const brief = briefOf(state);
  const last = Math.max(-1, ...state.factsOf(dialecticFacts).judgments.values());
  return {
    brief: { ...brief, debaters: [], guidance: brief.guidance.map((text) => blindText(text, showing)) },
    motion: motionOf(state),
    ...blindArguments(view, showing),
    guidance: guidanceSince(view, last).map(({ seq, text }) => ({ seq, text: blindText(text, showing) })),
  };
}
