import { turnDataOf } from '../../debate/codec';
import { speechFacts, type SpeechFacts } from '../../debate/formats/common/speech';
import { headerOf, isRedacted, type DebateState, type Turn } from '../../debate/state';
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

/** What the Chair named as not settled. */
export const unresolvedIn = ({ state, mask }: RecordView) =>
  (state.factsOf(speechFacts).unresolved ?? []).map(({ text, seqs }) => ({ text: mask.text(text), seqs }));

/** The Chair's summary of a turn. It covers all of it: it goes with any of its entries, and with the note that holds it. */
export function turnSummary({ state, mask }: RecordView, turn: Turn): string | undefined {
  const words = state.factsOf(speechFacts).summaries.get(turn);
  const isGone = [...state.redactions.keys()].some((redacted) => {
    if (turn.seqs.includes(redacted)) return true;
    const header = headerOf(state, redacted);
    return header?.kind === 'review' && turn.seqs.includes(header.target ?? -1);
  });
  return words === undefined || isGone ? undefined : mask.text(words);
}
