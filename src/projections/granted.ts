import { speechFacts } from '../debate/formats/common/speech';
import { headerOf, isRedacted } from '../debate/fold/state';
import type { RecordView } from '../debate/fold/view';
import { shownConcessions } from './formats/declared';

/** What one debater granted another, by the entry `at`. Texts and names are masked. */
export interface GrantedClaim {
  by: string;
  at: number;
  /** Whose claim it is, and where it stands; undefined where only the Chair's review names the words. */
  of: { speaker: string; seq: number } | undefined;
  claim: string;
}

/** Where a debater stood at last, in its own words. */
export interface LastPosition {
  by: string;
  at: number;
  text: string;
}

/** Concessions of entries that stand, without those whose claim was struck since. */
export function grantedIn(view: RecordView): GrantedClaim[] {
  const { state, mask } = view;
  return shownConcessions(view)
    .filter(({ seq }) => !isRedacted(state, seq))
    .map(({ by, at, seq, claim, isByReview }) => {
      const speaker = headerOf(state, seq)?.speaker;
      const of = isByReview === true || speaker === undefined ? undefined : { speaker: mask.text(speaker), seq };
      return { by: mask.text(by), at, of, claim };
    });
}

/** The last position that each debater declared in an entry that stands, in the order of the lineup. */
export function lastPositions({ state, mask }: RecordView): LastPosition[] {
  const { positions } = state.factsOf(speechFacts);
  return state.debaters.flatMap(({ name }) => {
    const last = positions.findLast(({ by, at }) => by === name && !isRedacted(state, at));
    return last === undefined ? [] : [{ by: mask.text(name), at: last.at, text: mask.text(last.text) }];
  });
}
