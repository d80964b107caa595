import { dialecticFacts, type ArgumentFact } from '../../formats/dialectic/facts';
import { isImported } from '../../imported';
import { error, type Fault, type LintRecord } from './lintRecord';

/**
 * Whether another program wrote the entry: all of a log without a setup of ours, and what an imported record holds from before it was
 * gone on with. Its writers had other limits, or none.
 */
export function isForeign({ state }: LintRecord, seq: number): boolean {
  if (state.setup === undefined) return true;
  return isImported(state, seq);
}

/** An error in a record of ours, a warning in what others wrote. */
export function structureFault(record: LintRecord, seq: number, message: string): Fault {
  const fault = error('structure', seq, message);
  return isForeign(record, seq) ? { ...fault, severity: 'warning' } : fault;
}

/** The argument of this id as the record has it. */
export const argumentNamed = ({ state }: LintRecord, id: string): ArgumentFact | undefined =>
  state.factsOf(dialecticFacts).arguments.get(id);
