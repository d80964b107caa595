import type { Citation } from './citations';
import { withoutFragment } from './sourceUrl';
import type { Finding } from './state';
import type { RecordView } from './view';

/** Whether the text of a snapshot is what this program takes out of the body beside it. */
export type Proof = 'proven' | 'not_provable' | 'does_not_fit';

export interface SnapshotProof {
  proof: Proof;
  /** For people: why, with the file's name; undefined where it is proven. */
  reason?: string;
}

/** What is known of the snapshot of this file or page; undefined where nobody has looked at it, or nothing was kept. */
export const proofOn = ({ proofs }: RecordView, url: string): SnapshotProof | undefined =>
  proofs.size === 0 ? undefined : proofs.get(withoutFragment(url));

/** The finding as it may be shown: by a text that somebody changed nothing is verified, and nobody is in the wrong. What was invented has no text. */
export function shownFinding(view: RecordView, finding: Finding): Finding {
  if (finding.status === 'fabricated' || proofOn(view, finding.url)?.proof !== 'does_not_fit') return finding;
  return { ...finding, status: 'unverified' };
}

export const shownCitation = (view: RecordView, citation: Citation): Citation =>
  citation.finding === undefined ? citation : { ...citation, finding: shownFinding(view, citation.finding) };
