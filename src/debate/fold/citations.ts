import type { VerificationStatus } from '../log/entryData';
import { withoutFragment } from '../../matching/text/sourceUrl';
import {
  findingOn,
  citesSources,
  headerOf,
  isRedacted,
  owedSources,
  settlementOf,
  type DebateState,
  type Finding,
  type Header,
  type Settlement,
} from './state';
import { has } from './versions';
import type { RecordView } from './view';

/** One source of one entry, which every count counts; an address that an entry cites twice is one. */
export interface Citation {
  readonly seq: number;
  readonly speaker: string;
  /** As the log has it: the key of findings, not for showing. */
  readonly url: string;
  readonly finding: Finding | undefined;
  /** False for a result on an address that the entry does not cite. */
  readonly isCited: boolean;
  readonly isRedacted: boolean;
  /** How its author set it right under rule 17; records of earlier versions count by the result alone. */
  readonly settled: Settlement | undefined;
  /** A result is due (rule 16). */
  readonly isOwed: boolean;
}

/** What was verified needs no correction; an invented source is struck, not corrected. */
function countedSettlement(state: DebateState, seq: number, finding: Finding | undefined): Settlement | undefined {
  const isOpen = finding?.status === 'unreliable' || finding?.status === 'unverified';
  return isOpen && has(state, 'corrections') ? settlementOf(state, seq, finding.url) : undefined;
}

/** The sources that the entry cites, then others that have a result. */
export function citationsOf(state: DebateState, header: Header): Citation[] {
  const { seq, speaker } = header;
  const found = state.findings.get(seq);
  if (found === undefined && (header.urls.length === 0 || !citesSources(header))) return [];
  const owed = owedSources(header);
  return [...new Set([...header.urls, ...(found?.keys() ?? [])])].map((url) => ({
    seq,
    speaker,
    url,
    finding: found?.get(url),
    settled: countedSettlement(state, seq, found?.get(url)),
    isCited: header.urls.includes(url),
    isRedacted: isRedacted(state, seq),
    isOwed: owed.includes(url),
  }));
}

/** In the order of the record. If the log has a seq twice, the first entry counts. */
export const allCitations = (state: DebateState): Citation[] =>
  state.headers
    .filter((header) => headerOf(state, header.seq) === header)
    .flatMap((header) => citationsOf(state, header));

/** Neither checked nor to be checked unasked (rule 16). */
export const beyondOwed = (state: DebateState): Citation[] =>
  allCitations(state).filter(({ isCited, isOwed, finding }) => isCited && !isOwed && finding === undefined);

export interface SourceCounts extends Record<VerificationStatus | Settlement, number> {
  cited: number;
  /** Of the verified: nobody judged support. */
  quoted: number;
  unchecked: number;
  /** Of all that are cited: those of redacted entries. */
  redacted: number;
}

type Counted = Pick<Citation, 'finding' | 'isCited' | 'isRedacted'> & Partial<Pick<Citation, 'settled'>>;

/** Counts what is cited: `verified` to `unchecked` add up to it. */
export function sourceCounts(citations: readonly Counted[]): SourceCounts {
  const counts: SourceCounts = {
    cited: 0,
    verified: 0,
    quoted: 0,
    unreliable: 0,
    fabricated: 0,
    unverified: 0,
    corrected: 0,
    withdrawn: 0,
    unchecked: 0,
    redacted: 0,
  };
  for (const { finding, isCited, isRedacted: isGone, settled } of citations) {
    if (!isCited) continue;
    counts.cited += 1;
    if (isGone) counts.redacted += 1;
    counts[settled ?? finding?.status ?? 'unchecked'] += 1;
    if (finding?.status === 'verified' && finding.quoted === true) counts.quoted += 1;
  }
  return counts;
}

/** What was corrected or withdrawn stands by itself, in records whose version counts it so. */
export function verificationCounts(
  state: DebateState,
): Record<VerificationStatus, number> & Partial<Record<Settlement, number>> {
  const { verified, unreliable, fabricated, unverified, corrected, withdrawn } = sourceCounts(allCitations(state));
  const counts = { verified, unreliable, fabricated, unverified };
  return has(state, 'corrections') ? { ...counts, corrected, withdrawn } : counts;
}

/** Whether a snapshot's text is what this program extracts from the body beside it. */
export type Proof = 'proven' | 'not_provable' | 'does_not_fit';

export interface SnapshotProof {
  proof: Proof;
  /** For people, with the file's name; undefined if it is proven. */
  reason?: string;
  /** The machine may be the reason: another look may find something else. */
  isPassing?: true;
  /** A file that was kept is gone. */
  isMissing?: true;
}

/** Undefined if nobody has checked the snapshot, or nothing was kept. */
export const proofOn = ({ proofs }: RecordView, url: string): SnapshotProof | undefined =>
  proofs.size === 0 ? undefined : proofs.get(withoutFragment(url));

/** As it may be shown: an altered text verifies nothing and blames nobody. An invented source has no text. */
export function shownFinding(view: RecordView, finding: Finding): Finding {
  if (finding.status === 'fabricated' || proofOn(view, finding.url)?.proof !== 'does_not_fit') return finding;
  return { ...finding, status: 'unverified' };
}

export function shownFindingOn(view: RecordView, seq: number, url: string): Finding | undefined {
  const finding = findingOn(view.state, seq, url);
  return finding && shownFinding(view, finding);
}

export const shownCitation = (view: RecordView, citation: Citation): Citation =>
  citation.finding === undefined ? citation : { ...citation, finding: shownFinding(view, citation.finding) };
