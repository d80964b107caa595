import { headerOf, isCorrected, isStruck, type DebateState } from '../../debate/state';
import { parseSourceUrl } from '../../debate/sourceUrl';
import type { RecordView } from '../../debate/view';
import { checkOf } from '../../reports/citedSources';
import { markWords } from '../panel/sourceWords';
import { citedUrls, type CitedUrl } from '../views/citedUrls';

export const troubled = ['fabricated', 'unreliable', 'unverified'] as const;
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
  readonly isStruck: boolean;
  /** Seq of the result in force. */
  readonly result: number;
  /** The ruling on it, or the redaction of its entry. */
  readonly ruling: { readonly seq: number; readonly reason: string } | undefined;
}

/** More than anybody reads; the worst come first. */
const most = 500;

/** What the Verifier has found that is not set right: by a correction, or, of what nobody could check, by a user who read it. */
export function sourceProblems(view: RecordView): SourceProblem[] {
  const { state } = view;
  const open = citedUrls(state).filter((cited) => isOpen(state, cited));
  return troubled
    .flatMap((status) => open.filter((cited) => cited.status === status).map((cited) => ({ cited, status })))
    .slice(0, most)
    .flatMap(({ cited, status }) => problem(view, cited, status) ?? []);
}

/** How many sources were found fabricated or unreliable and not corrected since. */
export const troubleCount = (state: DebateState): number =>
  citedUrls(state).filter((cited) => cited.status !== 'unverified' && isOpen(state, cited)).length;

function isOpen(state: DebateState, { seq, url, status, finding }: CitedUrl): boolean {
  if (finding === undefined || !troubled.some((one) => one === status) || headerOf(state, seq) === undefined) return false;
  if (status === 'unverified' && (finding.vouched || isStruck(state, seq))) return false;
  return !isCorrected(state, seq, url);
}

function problem(view: RecordView, { seq, url, finding }: CitedUrl, status: TroubledStatus): SourceProblem | undefined {
  if (finding === undefined) return undefined;
  const { state, mask } = view;
  const redaction = state.redactions.get(seq);
  const result = checkOf(view, finding);
  const words = result?.status === status ? markWords(status, result, parseSourceUrl(url).kind) : '';
  return {
    ...{ status, seq, url, words, isStruck: redaction !== undefined, result: finding.seq },
    at: redaction?.by ?? seq,
    shownUrl: mask.text(url),
    ruling: redaction === undefined ? rulingOn(view, seq, url) : { seq: redaction.by, reason: mask.text(redaction.reason) },
  };
}

function rulingOn({ state, mask }: RecordView, seq: number, url: string): SourceProblem['ruling'] {
  const ruling = state.rulings.findLast((one) => one.target === seq && one.url === url);
  return ruling === undefined ? undefined : { seq: ruling.seq, reason: mask.text(ruling.reason) };
}
