import type { Entry } from '../../../src/debate/log/entry';
import { evolve } from '../../../src/debate/fold/evolve';
import { StateAccumulator } from '../../../src/debate/fold/state';
import { createView, type RecordView } from '../../../src/debate/fold/view';

/** A record in memory only, folded and visible, for tests of results made from views. */
export function viewOf(entries: readonly Entry[]): RecordView {
  const state = new StateAccumulator();
  for (const entry of entries) evolve(state, entry);
  return createView(state, (seq) => entries[seq]);
}
