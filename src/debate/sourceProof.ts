import type { Citation } from './citations';
import { withoutFragment } from './sourceUrl';
import type { Finding } from './state';
import type { RecordView } from './view';

/** Whether a snapshot's text is what this program extracts from the body beside it. */
export type Proof = 'proven' | 'not_provable' | 'does_not_fit';

export interface SnapshotProof {
  proof: Proof;
  /** For people: the reason, with the file's name; undefined if it is proven. */
  reason?: string;
}

/** The proof of this file's or page's snapshot; undefined if nobody has checked it, or nothing was kept. */
export const proofOn = ({ proofs }: RecordView, url: string): SnapshotProof | undefined =>
  proofs.size === 0 ? undefined : proofs.get(withoutFragment(url));

/**
 * The finding as it may be shown: an altered text verifies nothing and blames nobody. An invented source has no text.
 */
export function shownFinding(view: RecordView, finding: Finding): Finding {
  if (finding.status === 'fabricated' || proofOn(view, finding.url)?.proof !== 'does_not_fit') return finding;
  return { ...finding, status: 'unverified' };
}

export const shownCitation = (view: RecordView, citation: Citation): Citation =>
  citation.finding === undefined ? citation : { ...citation, finding: shownFinding(view, citation.finding) };
