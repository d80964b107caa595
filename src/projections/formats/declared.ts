import { turnDataOf } from '../../debate/log/codec';
import { speechFacts, type SpeechFacts } from '../../debate/formats/common/speech';
import { isRedacted, type DebateState } from '../../debate/fold/state';
import type { RecordView } from '../../debate/fold/view';

/** A claim that one debater granted another. */
export type Concession = SpeechFacts['concessions'][number];

/** Those of redacted entries too. The claims are as they were written: not for showing. */
export const allConcessions = (state: DebateState): readonly Concession[] => state.factsOf(speechFacts).concessions;

/** A redacted entry concedes nothing. */
export const standingConcessions = (state: DebateState): Concession[] =>
  allConcessions(state).filter(({ at }) => !isRedacted(state, at));

/** The claims as anyone may see them. */
export function shownConcessions(view: RecordView): Concession[] {
  const standing = standingConcessions(view.state);
  const ats = [...new Set(standing.map(({ at }) => at))];
  return ats
    .flatMap((at) => view.visible(at) ?? [])
    .flatMap((entry) => [
      ...(turnDataOf(entry)?.concedes ?? []).map(({ seq, claim }) => ({
        by: entry.speaker,
        at: entry.seq,
        seq,
        claim,
      })),
      ...standing
        .filter(({ at, isByReview }) => at === entry.seq && isByReview === true)
        .map((one) => ({ ...one, claim: view.mask.text(one.claim) })),
    ]);
}

export function frameworkAt({ state, mask }: RecordView, at: number): string | undefined {
  const found = [...state.factsOf(speechFacts).frameworks.values()].find(({ seq }) => seq === at);
  return found === undefined ? undefined : mask.text(found.name);
}
