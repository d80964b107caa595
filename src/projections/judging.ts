import { newerVersionReason } from '../debate/fold/versions';
import { isImported } from '../debate/fold/imported';
import { isExtractive, namedPerformer, performing, providerInForce, seatsAt } from '../debate/flow/seats';
import type { DebateState } from '../debate/fold/state';
import type { JudgedBy, Judging } from './formats/formatProjection';

/** Who judged, by what the record names for the seat as each deciding entry was written. */
export const judgingOf = (
  state: DebateState,
  role: Judging['role'],
  decisive: Iterable<number> = state.conclusion === undefined ? [] : [state.conclusion.seq],
): Judging => ({ role, by: [...new Set([...decisive].flatMap((seq) => performerOf(state, role, seq) ?? []))] });

function performerOf(state: DebateState, role: Judging['role'], decisive: number): JudgedBy | undefined {
  const { conclusion, setup, version } = state;
  // A setup that cannot be read does not say, nor does a newer version's: it may mean something else by the same words.
  if (newerVersionReason(state) !== undefined || (setup === undefined && version > 0)) return undefined;
  if (setup === undefined || isImported(state, decisive)) return 'elsewhere';
  const seats = seatsAt(state, decisive);
  const kind = role === 'chair' ? 'chair/conclude' : undefined;
  if (conclusion?.undecided === 'nobody_weighed' || isExtractive(seats, role, kind)) return 'nobody';
  const by = performing(namedPerformer(seats, role, kind), providerInForce(seats));
  return by === undefined || by === 'offline' ? 'nobody' : by;
}
