import { turnDataOf } from '../debate/codec';
import { panelFacts, type PanelFacts } from '../debate/formats/panel/facts';
import { isStruck, type DebateState } from '../debate/state';
import type { RecordView } from '../debate/view';

/** A claim that one debater granted another. */
export type Concession = PanelFacts['concessions'][number];

/** A redacted entry concedes nothing. The claims are as they were written: for counting, not for showing. */
export const standingConcessions = (state: DebateState): Concession[] =>
  state.factsOf(panelFacts).concessions.filter(({ at }) => !isStruck(state, at));

/** With the claims as anyone may see them, from the entries. */
export function shownConcessions(view: RecordView): Concession[] {
  const ats = [...new Set(standingConcessions(view.state).map(({ at }) => at))];
  return ats.flatMap((at) => {
    const entry = view.visible(at);
    if (entry === undefined) return [];
    return (turnDataOf(entry)?.concedes ?? []).map(({ seq, claim }) => ({ by: entry.speaker, at, seq, claim }));
  });
}
