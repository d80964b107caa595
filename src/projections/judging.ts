import { isImported } from '../debate/imported';
import { isExtractive, namedPerformer, performing, providerInForce } from '../debate/seats';
import type { DebateState } from '../debate/state';
import type { JudgedBy, Judging } from './formats/formatProjection';

/** Who weighed, by what the record names for the seat that concludes; `decisive`: the entry that does. */
export const judgingOf = (
  state: DebateState,
  role: Judging['role'],
  decisive: number | undefined = state.conclusion?.seq,
): Judging => ({ role, by: performerOf(state, role, decisive) });

function performerOf(state: DebateState, role: Judging['role'], decisive: number | undefined): JudgedBy {
  const { conclusion, setup } = state;
  if (setup === undefined || (decisive !== undefined && isImported(state, decisive))) return 'elsewhere';
  const kind = role === 'chair' ? 'chair/conclude' : undefined;
  const isUnweighed = conclusion?.undecided === 'nobody_weighed' || conclusion?.isExtractive === true;
  if (isUnweighed || isExtractive(state, role, kind)) return 'nobody';
  const by = performing(namedPerformer(state, role, kind), providerInForce(state));
  return by === undefined || by === 'offline' ? 'nobody' : by;
}
