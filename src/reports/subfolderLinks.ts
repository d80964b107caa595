import { headerOf, type DebateState } from '../debate/state';
import type { SeqLinks } from './seqLinks';

/** Links from a document in a folder of its own into the transcript. */
export function linksFromSubfolder(state: DebateState): SeqLinks {
  return { href: (seq) => (headerOf(state, seq) === undefined ? undefined : `../transcript.md#seq-${seq}`) };
}
