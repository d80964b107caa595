import { turnDataOf } from '../../debate/codec';
import { speechFacts, type SpeechFacts } from '../../debate/formats/common/speech';
import { isRedacted, type DebateState } from '../../debate/state';
import type { RecordView } from '../../debate/view';

/** What turns declare beside their words, and what the Chair says of them. */

/** A claim that one debater granted another. */
export type Concession = SpeechFacts['concessions'][number];

/** Those of redacted entries too, in the order of the record. The claims are as they were written: not for showing. */
export const allConcessions = (state: DebateState): readonly Concession[] => state.factsOf(speechFacts).concessions;

/** A redacted entry concedes nothing. */
export const standingConcessions = (state: DebateState): Concession[] =>
  allConcessions(state).filter(({ at }) => !isRedacted(state, at));

/** With the claims as anyone may see them, from the entries. */
export function shownConcessions(view: RecordView): Concession[] {
  const ats = [...new Set(standingConcessions(view.state).map(({ at }) => at))];
  return ats.flatMap((at) => {
    const entry = view.visible(at);
    if (entry === undefined) return [];
    return (turnDataOf(entry)?.concedes ?? []).map(({ seq, claim }) => ({ by: entry.speaker, at, seq, claim }));
  });
}

/** The name of the framework that an entry introduces. */
export function frameworkAt({ state, mask }: RecordView, at: number): string | undefined {
  const found = [...state.factsOf(speechFacts).frameworks.values()].find(({ seq }) => seq === at);
  return found === undefined ? undefined : mask.text(found.name);
}
