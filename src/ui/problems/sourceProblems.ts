import { rulingOn } from '../../projections/sources';
import { changeOn } from '../../debate/sourceChange';
import { proofOn } from '../../debate/sourceProof';
import { headerOf, isCorrected, isStruck } from '../../debate/state';
import type { RecordView } from '../../debate/view';
import { sourceOutcome } from '../panel/sourceOutcome';
import { citedUrls, type CitedUrl } from '../views/citedUrls';

export const troubled = ['does_not_fit', 'fabricated', 'unreliable', 'changed', 'not_provable', 'unverified'] as const;
export type TroubledStatus = (typeof troubled)[number];

/** A source that somebody should look at. No words of struck entries stand in it, except in `url`. */
export interface SourceProblem {
  readonly status: TroubledStatus;
  /** The entry that cites it. */
  readonly seq: number;
  /** As it stands in the log, not for showing. */
  readonly url: string;
  /** The entry whose line bears the problem: the one that cites, or the redaction that struck it. */
  readonly at: number;
  /** What was found, in short: `quote not found`. */
  readonly words: string;
  readonly shownUrl: string;
  /** That what was kept of it is not proven, and why: a sentence. Where that is the problem. */
  readonly unproven?: string;
  /** What became of the file since it was cited: sentences. */
  readonly changed?: string;
  readonly isStruck: boolean;
  /** Seq of the result in force. */
  readonly result: number;
  /** The ruling on it, or the redaction of its entry. */
  readonly ruling: { readonly seq: number; readonly reason: string } | undefined;
}

/** More than anybody reads; the worst come first. */
const most = 500;

/** What the Verifier has found that is not set right: by a correction, or, of what nobody could check, by a user who read it. What was kept that is not proven, and files that have changed since. */
export function sourceProblems(view: RecordView): SourceProblem[] {
  const found = citedUrls(view).map((cited) => ({ cited, status: troubleOf(view, cited) }));
  return troubled
    .flatMap((status) => found.filter((one) => one.status === status).map(({ cited }) => ({ cited, status })))
    .slice(0, most)
    .flatMap(({ cited, status }) => problem(view, cited, status) ?? []);
}

/** What is wrong with a debate's sources, as its row counts it. */
export interface TroubleCounts {
  /** Found fabricated or unreliable and not corrected since, or resting on what does not fit. */
  grave: number;
  /** Verified by files that are not what they were. */
  changed: number;
}

export function troubleCounts(view: RecordView): TroubleCounts {
  const found = citedUrls(view).map((cited) => troubleOf(view, cited));
  return {
    grave: found.filter((status) => grave.has(status)).length,
    changed: found.filter((status) => status === 'changed').length,
  };
}

const grave: ReadonlySet<TroubledStatus | undefined> = new Set(['does_not_fit', 'fabricated', 'unreliable']);

function troubleOf(view: RecordView, { seq, url, finding }: CitedUrl): TroubledStatus | undefined {
  const { state } = view;
  if (finding === undefined || headerOf(state, seq) === undefined) return undefined;
  const { status, vouched } = finding;
  const proof = proofOn(view, url)?.proof;
  if (proof === 'does_not_fit' && status !== 'fabricated') return 'does_not_fit';
  const changed = changeOn(view, seq, url) === undefined ? undefined : 'changed';
  if (status === 'verified') return changed ?? (proof === 'not_provable' ? proof : undefined);
  const isSettled = isCorrected(state, seq, url) || (status === 'unverified' && (vouched || isStruck(state, seq)));
  return isSettled ? changed : status;
}

function problem(view: RecordView, { seq, url, finding }: CitedUrl, status: TroubledStatus): SourceProblem | undefined {
  if (finding === undefined) return undefined;
  const { state, mask } = view;
  const redaction = state.redactions.get(seq);
  const { words, proof, changed } = sourceOutcome(view, finding);
  return {
    status,
    seq,
    url,
    words,
    isStruck: redaction !== undefined,
    result: finding.seq,
    at: redaction?.by ?? seq,
    shownUrl: mask.text(url),
    ...(isUnproven(status) && proof !== undefined ? { unproven: proof.words } : {}),
    ...(changed === undefined ? {} : { changed }),
    ruling:
      redaction === undefined
        ? shownRuling(view, seq, url)
        : { seq: redaction.by, reason: mask.text(redaction.reason) },
  };
}

export const isUnproven = (status: TroubledStatus): status is 'does_not_fit' | 'not_provable' =>
  status === 'does_not_fit' || status === 'not_provable';

function shownRuling({ state, mask }: RecordView, seq: number, url: string): SourceProblem['ruling'] {
  const ruling = rulingOn(state, seq, url);
  return ruling === undefined ? undefined : { seq: ruling.seq, reason: mask.text(ruling.reason) };
}
