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

/** One source of one entry, on which every count is based; an address that an entry cites twice is one source. */
export interface Citation {
  readonly seq: number;
  readonly speaker: string;
  /** Address as the log has it: the key of findings, not for showing. */
  readonly url: string;
  readonly finding: Finding | undefined;
  /** Whether the entry cites the address; a result may be about another one. */
  readonly isCited: boolean;
  readonly isRedacted: boolean;
  /** How its author corrected it under rule 17; records of earlier versions count by the result alone. */
  readonly settled: Settlement | undefined;
  /** Whether a result is due (rule 16). */
  readonly isOwed: boolean;
}

/**
 * Corrections count only for sources that are neither verified nor invented: an invented source is redacted instead.
 */
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

/** All citations in the order of the record. If the log has a seq twice, the first entry counts. */
export const allCitations = (state: DebateState): Citation[] =>
  state.headers
    .filter((header) => headerOf(state, header.seq) === header)
    .flatMap((header) => citationsOf(state, header));

/** Citations that were not checked, and need not be unless the user asks (rule 16). */
export const beyondOwed = (state: DebateState): Citation[] =>
  allCitations(state).filter(({ isCited, isOwed, finding }) => isCited && !isOwed && finding === undefined);

export interface SourceCounts extends Record<VerificationStatus | Settlement, number> {
  cited: number;
  /** Verified sources whose support for the claim was not judged. */
  quoted: number;
  unchecked: number;
  /** Cited sources of redacted entries. */
  redacted: number;
}

type Counted = Pick<Citation, 'finding' | 'isCited' | 'isRedacted'> & Partial<Pick<Citation, 'settled'>>;

/** Counts the cited sources: `verified` to `unchecked` add up to `cited`. */
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

export type JudgedCounts = Record<VerificationStatus | 'quoted', number>;

/**
 * Counts for programs: `verified` counts only the sources whose support somebody judged, `quoted` the others that
 * stand.
 */
export const judgedCounts = (all: JudgedCounts): JudgedCounts => {
  const { verified, quoted, unreliable, fabricated, unverified } = all;
  return { verified: verified - quoted, quoted, unreliable, fabricated, unverified };
};

/** Counts by status. Corrected and withdrawn sources have counts of their own in records whose version has them. */
export function verificationCounts(state: DebateState): JudgedCounts & Partial<Record<Settlement, number>> {
  const all = sourceCounts(allCitations(state));
  const { corrected, withdrawn } = all;
  const counts = judgedCounts(all);
  return has(state, 'corrections') ? { ...counts, corrected, withdrawn } : counts;
}

/** Whether a snapshot's text is what this program extracts from the body beside it. */
export type Proof = 'proven' | 'not_provable' | 'does_not_fit';

export interface SnapshotProof {
  proof: Proof;
  /** Reason for people, with the file's name; undefined if the snapshot is proven. */
  reason?: string;
  /** Set if this machine may be the reason, so another look may find something else. */
  isPassing?: true;
  /** Set if a kept file is gone. */
  isMissing?: true;
}

/** Proof of a source's snapshot; undefined if it was not checked, or nothing was kept. */
export const proofOn = ({ proofs }: RecordView, url: string): SnapshotProof | undefined =>
  proofs.size === 0 ? undefined : proofs.get(withoutFragment(url));

/**
 * The finding as it may be shown: an altered text neither verifies a source nor blames an author. An invented source
 * has no text.
 */
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
