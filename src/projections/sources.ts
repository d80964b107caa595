import {
  allCitations,
  sourceCounts,
  type Citation,
  type SourceCounts,
  shownCitation,
  shownFinding,
} from '../debate/fold/citations';
import { dataOf } from '../debate/log/codec';
import type { VerificationData } from '../debate/log/entryData';
import {
  allFindings,
  type DebateState,
  type Finding,
  findingOn,
  isCorrected,
  isRedacted,
  settlementOf,
  type Ruling,
} from '../debate/fold/state';
import type { RecordView } from '../debate/fold/view';
import type { FoundSource } from './sourceWords';

/** Marks for readers who see no colours. */
export const marks = { verified: '✓', unreliable: '⚠', fabricated: '✗', unverified: '?' } as const;

/**
 * Counts the sources with what is known of their snapshots by now: the one count of all surfaces. Documents count from
 * the record alone.
 */
export const sourceTally = (
  view: RecordView,
  citations: readonly Citation[] = allCitations(view.state),
): SourceCounts => sourceCounts(citations.map((one) => shownCitation(view, one)));

/** How a source stands by its result, as it may be shown. */
export function foundAs(view: RecordView, finding: Finding | undefined): FoundSource {
  if (finding === undefined) return { status: 'pending' };
  const { status, quoted } = shownFinding(view, finding);
  const settled = settlementOf(view.state, finding.target, finding.url);
  return {
    status,
    isQuoted: status === 'verified' && quoted === true,
    ...(settled !== undefined && status !== 'verified' && { settled }),
  };
}

/** The one that verified if there are several. */
export function correctionOf(
  state: DebateState,
  { seq, url }: Pick<Citation, 'seq' | 'url'>,
): DebateState['corrections'][number] | undefined {
  const all = state.corrections.filter(
    (item) => item.seq === seq && item.oldUrl === url && !isRedacted(state, item.by),
  );
  return (
    all.find(({ by, newUrl }) => newUrl !== undefined && findingOn(state, by, newUrl)?.status === 'verified') ??
    all.at(-1)
  );
}

/** The entries with sources of which nobody answered whether they support what is said; once for each source. */
export const unansweredIn = (state: DebateState): number[] =>
  allFindings(state)
    .filter(({ unanswered, status }) => unanswered === true && status === 'unverified')
    .map(({ target }) => target);

export const rulingOn = (state: DebateState, seq: number, url: string): Ruling | undefined =>
  state.rulings.findLast((ruling) => ruling.target === seq && ruling.url === url);

/** The entry that settled it: the correction that replaced it, or the latest ruling about it. */
export const settledBy = (state: DebateState, seq: number, url: string): number | undefined =>
  (isCorrected(state, seq, url) ? correctionOf(state, { seq, url })?.by : undefined) ?? rulingOn(state, seq, url)?.seq;

/** What the user said for a source. */
interface Vouch {
  seq: number;
  /** `YYYY-MM-DD`; undefined if the log does not say when. */
  day: string | undefined;
}

/** The latest word of the user; entries are read only where there is one. */
export function vouchOf(view: RecordView, { vouched, target, url }: Finding): Vouch | undefined {
  if (!vouched) return undefined;
  const header = view.state.headers.findLast(({ seq, type, speaker, target: about }) => {
    if (type !== 'verification_result' || speaker !== 'user' || about !== target) return false;
    const entry = view.raw(seq);
    return entry !== undefined && dataOf(entry, 'verification_result')?.url === url;
  });
  if (header === undefined) return undefined;
  const day = Math.abs(header.time) < 8.64e15 ? new Date(header.time).toISOString().slice(0, 10) : undefined;
  return { seq: header.seq, day };
}

/** Of the check itself: a word of the user, which checks nothing, may have come after it. */
export function checkOf(view: RecordView, { check }: Finding): VerificationData | undefined {
  const entry = view.visible(check);
  return dataOf(entry, 'verification_result');
}

/** Nothing for an entry that was redacted, or a result that was. */
export function explanationOf(view: RecordView, finding: Finding): string {
  const { target, check = target } = finding;
  if (isRedacted(view.state, target) || isRedacted(view.state, check)) return '';
  return checkOf(view, finding)?.explanation ?? view.mask.text(finding.explanation);
}
