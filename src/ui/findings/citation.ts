import * as l10n from '@vscode/l10n';
import type { Source } from '../../debate/log/entry';
import type { VerificationData, VerificationStatus } from '../../debate/log/entryData';
import { findingOn, headerOf, isRedacted, type DebateState } from '../../debate/fold/state';
import type { RecordView } from '../../debate/fold/view';
import type { SourceLine } from '../../shared/protocol';
import { sourceOutcome, type SourceOutcome } from './sourceOutcome';
import { statusWords } from '../../projections/sourceWords';
import { isOnWeb, type CitedUrl } from './citedUrls';

/** A source as an entry cites it. */
export interface CitationTarget {
  folder: string;
  seq: number;
  url: string;
}

/** A citation as anyone may see it. */
export interface CitationFacts {
  readonly seq: number;
  /** The address as it stands in the log: the key of results and snapshots, not for showing. */
  readonly url: string;
  readonly shownUrl: string;
  readonly topic: string;
  readonly speaker: string;
  readonly title: string;
  readonly quote: string | undefined;
  readonly claim: string | undefined;
  /** Undefined where nobody has checked it yet. */
  readonly status: VerificationStatus | undefined;
  /** Verified, and nobody judged what it is quoted for: `words` say so. */
  readonly isQuoted: boolean;
  /** The words on its mark in the panel: `quote · figures`, `figure differs`. */
  readonly words: string;
  readonly isVouched: boolean;
  readonly checks: SourceLine['checks'];
  readonly explanation: string;
  /** Whether what was kept of it is what its body says. */
  readonly proof: SourceLine['proof'];
  /** What became of the file since it was cited; undefined where it is as it was. */
  readonly changed: string | undefined;
  readonly result: number | undefined;
  readonly passage: NonNullable<VerificationData['passage']> | undefined;
  /** Hash of the text in which `passage` counts. */
  readonly snapshot: string | undefined;
}

/**
 * The one named, or the one that it is about: results, rulings and challenges name the source of another entry.
 * Undefined when neither does, or there is no such entry.
 */
export function citingEntry(state: DebateState, seq: number, url: string): number | undefined {
  const header = headerOf(state, seq);
  if (header === undefined) return undefined;
  const cites = (candidate: number | null): candidate is number =>
    candidate !== null &&
    (headerOf(state, candidate)?.urls.includes(url) === true || findingOn(state, candidate, url) !== undefined);
  return [seq, header.target, header.rebuttalTo].find(cites);
}

/** What the Verifier has settled for the source needs nobody's word. */
export const canVouch = ({ status, isVouched }: Pick<CitedUrl, 'status'> & { isVouched: boolean }): boolean =>
  !isVouched && status !== 'verified';

export const sourcesTaken = {
  // An invented page is nowhere to be opened; what a redacted entry cites is not.
  openInBrowser: ({ url, status, isRedacted }) => isOnWeb(url) && status !== 'fabricated' && !isRedacted,
  checkAgain: ({ isCited }) => isCited,
  vouch: ({ isCited, finding, status }) =>
    isCited && finding?.check !== undefined && canVouch({ status, isVouched: finding.vouched }),
} as const satisfies Record<string, (source: CitedUrl) => boolean>;

/** The entry must not be redacted. */
export function factsOf(view: RecordView, seq: number, url: string): CitationFacts {
  const { state } = view;
  const finding = findingOn(state, seq, url);
  const {
    status,
    isQuoted = false,
    words = statusWords(l10n, { status: 'pending' }),
    checks = [],
    explanation = '',
    proof,
    changed,
    result,
  }: Partial<SourceOutcome> = finding === undefined ? {} : sourceOutcome(view, finding);
  const { title = '', quote, claim }: Partial<Source> = sourceOf(view, seq, url) ?? {};
  return {
    seq,
    url,
    shownUrl: view.mask.text(url),
    topic: view.mask.text(state.setup?.topic ?? ''),
    speaker: view.mask.text(headerOf(state, seq)?.speaker ?? ''),
    title,
    quote,
    claim,
    status,
    isQuoted,
    words,
    isVouched: finding?.vouched === true,
    checks,
    explanation,
    proof,
    changed,
    result: finding?.seq,
    passage: result?.passage ?? undefined,
    snapshot: result?.snapshot ?? undefined,
  };
}

/** By its place among the sources: a masked URL is not the one that stands in the log. */
function sourceOf(view: RecordView, seq: number, url: string): Source | undefined {
  const at = headerOf(view.state, seq)?.urls.indexOf(url) ?? -1;
  return at < 0 || isRedacted(view.state, seq) ? undefined : view.visible(seq)?.sources?.[at];
}
