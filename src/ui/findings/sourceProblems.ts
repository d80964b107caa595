import * as l10n from '@vscode/l10n';
import { proofOn } from '../../debate/fold/citations';
import { cutText, plainLine } from '../../matching/text/shortText';
import { changeOn, stillStands } from '../../debate/fold/sourceChange';
import { headerOf, isCorrected, isRedacted, type Finding } from '../../debate/fold/state';
import type { RecordView } from '../../debate/fold/view';
import { sourcePlace, withPlaces } from '../../projections/sourcePlace';
import { rulingOn } from '../../projections/sources';
import { statusWords } from '../../projections/sourceWords';
import type { DebateLog } from '../../record/debateLog';
import { sourceOutcome } from './sourceOutcome';
import { withoutFragment } from '../../matching/text/sourceUrl';
import { citedUrls, type CitedUrl } from './citedUrls';

export const issueStatuses = [
  'does_not_fit',
  'fabricated',
  'unreliable',
  'changed',
  'not_provable',
  'unverified',
  'still_stands',
] as const;
export type SourceIssueStatus = (typeof issueStatuses)[number];

/** A source that somebody should look at. No words of redacted entries stand in it, except in `url`. */
export interface SourceProblem {
  readonly status: SourceIssueStatus;
  readonly seq: number;
  /** The address as it stands in the log, not for showing. */
  readonly url: string;
  /** The entry whose line bears the problem: the one that cites, or the redaction that redacted it. */
  readonly at: number;
  /** What was found, in short: `quote not found`. */
  readonly words: string;
  readonly shownUrl: string;
  /** That what was kept of it is not proven, and why: a sentence. Where that is the problem. */
  readonly unproven?: string;
  /** What became of the file since it was cited: sentences. */
  readonly changed?: string;
  /** How many citations still stand in the same changed file; one problem tells of all. */
  readonly citations?: number;
  readonly isRedacted: boolean;
  /** Seq of the result in force. */
  readonly result: number;
  /** The ruling on it, or the redaction of its entry. */
  readonly ruling: { readonly seq: number; readonly reason: string } | undefined;
}

const most = 500;

/**
 * What the Verifier has found that is not set right: by a correction or, of what nobody could check, by a user who read
 * it; what was kept that is not proven; passages that have changed since; and each file whose change left what was cited.
 */
export function sourceProblems(view: RecordView): SourceProblem[] {
  const found = citedUrls(view).map((cited) => ({ cited, status: issueOf(view, cited) }));
  return issueStatuses
    .flatMap((status): CitedIssue[] => {
      const those = found.filter((one) => one.status === status).map(({ cited }) => cited);
      return status === 'still_stands'
        ? oneForEachFile(those).map((one) => ({ ...one, status }))
        : those.map((cited) => ({ cited, status }));
    })
    .slice(0, most)
    .flatMap((one) => problem(view, one) ?? []);
}

interface CitedIssue {
  cited: CitedUrl;
  status: SourceIssueStatus;
  citations?: number;
}

function oneForEachFile(cited: readonly CitedUrl[]): { cited: CitedUrl; citations: number }[] {
  const files = new Map<string, { cited: CitedUrl; citations: number }>();
  for (const one of cited) {
    const file = withoutFragment(one.url);
    const known = files.get(file) ?? { cited: one, citations: 0 };
    files.set(file, { ...known, citations: known.citations + 1 });
  }
  return [...files.values()];
}

export interface SourceIssueCounts {
  /** Found fabricated or unreliable and not corrected since, or resting on what does not fit. */
  grave: number;
  /** Passages of files that no longer read as they were cited. */
  changed: number;
}

export function countSourceIssues(view: RecordView, sources: readonly CitedUrl[] = citedUrls(view)): SourceIssueCounts {
  const found = sources.map((cited) => issueOf(view, cited));
  return {
    grave: found.filter((status) => grave.has(status)).length,
    changed: found.filter((status) => status === 'changed').length,
  };
}

const grave: ReadonlySet<SourceIssueStatus | undefined> = new Set(['does_not_fit', 'fabricated', 'unreliable']);

function issueOf(view: RecordView, { seq, url, key, finding }: CitedUrl): SourceIssueStatus | undefined {
  const { state } = view;
  if (finding === undefined || headerOf(state, seq) === undefined) return undefined;
  const { status, vouched } = finding;
  const proof = view.proofs.get(key)?.proof;
  if (proof === 'does_not_fit' && status !== 'fabricated') return 'does_not_fit';
  const change = changeOn(view, seq, url);
  const changed = change === undefined ? undefined : stillStands(change) ? 'still_stands' : 'changed';
  if (status === 'verified') return changed !== 'changed' && proof === 'not_provable' ? proof : changed;
  const isSettled = isCorrected(state, seq, url) || (status === 'unverified' && (vouched || isRedacted(state, seq)));
  return isSettled ? changed : status;
}

/** Most entries of a long debate change none of hundreds of problems, so unchanged ones stay the same objects. */
function problem(view: RecordView, { cited, status, citations }: CitedIssue): SourceProblem | undefined {
  const { seq, url, finding } = cited;
  if (finding === undefined) return undefined;
  const { state, mask } = view;
  const parts = [
    status,
    citations,
    mask,
    state.redactions.get(seq),
    rulingOn(state, seq, url),
    changeOn(view, seq, url),
    proofOn(view, url),
  ];
  const before = known.get(finding);
  if (before?.parts.every((part, index) => part === parts[index])) return before.problem;
  const made = {
    ...problemOf(view, { seq, url, finding }, status),
    ...(citations === undefined ? {} : { citations }),
  };
  known.set(finding, { parts, problem: made });
  return made;
}

const known = new WeakMap<Finding, { parts: readonly unknown[]; problem: SourceProblem }>();

function problemOf(
  view: RecordView,
  { seq, url, finding }: { seq: number; url: string; finding: Finding },
  status: SourceIssueStatus,
): SourceProblem {
  const { state, mask } = view;
  const redaction = state.redactions.get(seq);
  const { words, proof, changed } = sourceOutcome(view, finding);
  return {
    status,
    seq,
    url,
    words,
    isRedacted: redaction !== undefined,
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

const isUnproven = (status: SourceIssueStatus): status is 'does_not_fit' | 'not_provable' =>
  status === 'does_not_fit' || status === 'not_provable';

function shownRuling({ state, mask }: RecordView, seq: number, url: string): SourceProblem['ruling'] {
  const ruling = rulingOn(state, seq, url);
  return ruling && { seq: ruling.seq, reason: mask.text(ruling.reason) };
}

/** Lines and characters of the log from 0 on, as the editor counts. */
export interface RangeInLine {
  line: number;
  start: number;
  end: number;
}

export interface PlacedProblem {
  status: SourceIssueStatus;
  seq: number;
  message: string;
  place: RangeInLine;
  related: { place: RangeInLine; message: string }[];
}

type PlacedLog = Pick<DebateLog, 'view' | 'lineOf' | 'textOf'>;

/** No words of redacted entries stand in it. */
export function placed(problem: SourceProblem, log: PlacedLog): PlacedProblem {
  const { status, at, seq, isRedacted, result, ruling, url } = problem;
  const found = shortened(log.view.visible(result)?.content ?? '');
  const related = [{ seq: result, message: l10n.t('Result in seq {0}: {1}', result, found) }];
  if (ruling !== undefined) related.push({ seq: ruling.seq, message: rulingWords(ruling, isRedacted) });
  return {
    status,
    seq,
    message: messageOf(problem),
    place: placeIn(log, at, isRedacted ? undefined : url),
    related: related.map((one) => ({ place: placeIn(log, one.seq, undefined), message: one.message })),
  };
}

function messageOf(problem: SourceProblem): string {
  const { status, changed, citations = 1, seq } = problem;
  const place = placeOf(problem);
  if (status === 'still_stands') {
    const file = plainLine(sourcePlace(l10n, withoutFragment(problem.shownUrl)));
    return citations === 1
      ? l10n.t('{0} has changed since it was cited. What entry {1} cites from it still stands.', file, seq)
      : l10n.t('{0} has changed since it was cited. What {1} citations take from it still stands.', file, citations);
  }
  const found = foundWords(problem);
  if (changed === undefined) return found;
  const words = l10n.t('changed: {0} — {1} (cited in seq {2})', plainLine(changed), place, seq);
  return found === '' ? words : `${found} ${plainLine(changed)}`;
}

const isOfFile = (status: SourceIssueStatus): status is 'changed' | 'still_stands' =>
  status === 'changed' || status === 'still_stands';

const placeOf = ({ shownUrl }: SourceProblem): string => plainLine(sourcePlace(l10n, shownUrl));

function foundWords(problem: SourceProblem): string {
  const { status, words, seq, unproven = '' } = problem;
  if (isOfFile(status)) return '';
  const place = placeOf(problem);
  if (isUnproven(status)) return l10n.t('{0} — {1} (cited in seq {2})', unproven, place, seq);
  const name = statusWords(l10n, { status });
  return words === '' || words === name
    ? l10n.t('{0} — {1} (cited in seq {2})', name, place, seq)
    : l10n.t('{0}: {1} — {2} (cited in seq {3})', name, words, place, seq);
}

const rulingWords = ({ seq, reason }: NonNullable<SourceProblem['ruling']>, isRedacted: boolean): string =>
  isRedacted
    ? l10n.t('Struck by seq {0}: {1}', seq, shortened(reason))
    : l10n.t('Ruling in seq {0}: {1}', seq, shortened(reason));

const longest = 300;
const shortened = (text: string): string => cutText(plainLine(withPlaces(l10n, text)), longest);

/** The address in the line of the entry; where it cannot be made out, the beginning of the line. */
function placeIn(log: PlacedLog, seq: number, url: string | undefined): RangeInLine {
  const line = Math.max(0, (log.lineOf(seq) ?? 1) - 1);
  const written = url === undefined ? undefined : JSON.stringify(url).slice(1, -1);
  const start = written === undefined ? -1 : (log.textOf(seq)?.indexOf(`"${written}"`) ?? -1);
  return written === undefined || start < 0
    ? { line, start: 0, end: 1 }
    : { line, start: start + 1, end: start + 1 + written.length };
}
