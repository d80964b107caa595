import {
  allCitations,
  citationsOf,
  shownFindingOn,
  sourceCounts,
  type Citation,
  type SourceCounts,
} from '../debate/fold/citations';
import { dataOf } from '../debate/log/codec';
import type { Source } from '../debate/log/entry';
import type { VerificationData, VerificationStatus } from '../debate/log/entryData';
import { sameTextAs } from '../debate/fold/origins';
import { isOnlyQuoted } from '../debate/log/sourceMark';
import { parseSourceUrl } from '../matching/text/sourceUrl';
import {
  type DebateState,
  type Finding,
  headerOf,
  isCorrected,
  isRedacted,
  owedSources,
  settlementOf,
} from '../debate/fold/state';
import type { RecordView } from '../debate/fold/view';
import { code, inline, link, linkLabel } from './markdown';
import { seqLink, type SeqLinks } from './seqLinks';
import { checkOf, correctionOf, marks, vouchOf } from '../projections/sources';
import { readableUrl } from '../projections/sourcePlace';
import { english } from '../projections/vocabulary';
import { bareAddress, checkedWords } from '../projections/words';
import { cutText } from '../matching/text/shortText';

/** A source as an entry cites it, with its current result. */
export interface ReportedSource extends Citation {
  /** The masked source. Undefined for a redacted entry, and for results on a URL that the entry does not cite. */
  readonly source: Source | undefined;
  readonly isCorrected: boolean;
}

/** The claim of a source, if it says more than the quotation itself. */
export function claimBeyondQuote({ quote, claim }: Pick<Source, 'quote' | 'claim'>): string | undefined {
  const bare = (text: string): string => text.trim().replace(/^[“"„«]|[”"»]$/gu, '');
  return claim === undefined || claim === '' || (quote !== undefined && bare(claim) === bare(quote))
    ? undefined
    : claim;
}

export const citedSources = (view: RecordView): ReportedSource[] =>
  allCitations(view.state).map(({ seq, url }) => citedSource(view, seq, url));

/** One source of an entry, by its URL in the log. */
export function citedSource(view: RecordView, seq: number, url: string, index?: number): ReportedSource {
  const { state } = view;
  const header = headerOf(state, seq);
  const at = index ?? header?.urls.indexOf(url) ?? -1;
  return {
    seq,
    url,
    speaker: header?.speaker ?? '',
    source: view.visible(seq)?.sources?.[at],
    finding: shownFindingOn(view, seq, url),
    isCited: at >= 0,
    isRedacted: isRedacted(state, seq),
    settled: header === undefined ? undefined : citationsOf(state, header).find((one) => one.url === url)?.settled,
    isCorrected: isCorrected(state, seq, url),
    isOwed: header !== undefined && owedSources(header).includes(url),
  };
}

export function resultOf(view: RecordView, finding: Finding): VerificationData | undefined {
  const entry = view.visible(finding.seq);
  return dataOf(entry, 'verification_result');
}

const countTitles = [
  'Cited',
  '✓ verified',
  '✓ quoted only',
  '⚠ unreliable',
  '✗ fabricated',
  '? unverified',
  'corrected',
  'withdrawn',
  'not checked',
] as const;

/** Columns of counts. Corrected and withdrawn sources have columns only if `all` has some. */
function shownCounts(counts: SourceCounts, all: SourceCounts): [string, string][] {
  const { cited, verified, quoted, unreliable, fabricated, unverified, corrected, withdrawn, unchecked } = counts;
  const cells = [
    ...[cited, verified - quoted, quoted, unreliable, fabricated, unverified],
    ...[corrected, withdrawn, unchecked],
  ];
  return countTitles.flatMap((title, index): [string, string][] => {
    const isEmpty = (title === 'corrected' && all.corrected === 0) || (title === 'withdrawn' && all.withdrawn === 0);
    return isEmpty ? [] : [[title, String(cells[index] ?? 0)]];
  });
}

/** A row of counts for each group of sources, below their titles; `all`: the sources that are grouped. */
export function countRows(
  all: readonly ReportedSource[],
  groups: readonly (readonly ReportedSource[])[],
): { titles: string[]; rows: string[][] } {
  const whole = sourceCounts(all);
  return {
    titles: shownCounts(whole, whole).map(([title]) => title),
    rows: groups.map((group) => shownCounts(sourceCounts(group), whole).map(([, count]) => count)),
  };
}

/** The status with its mark; `✓ quoted` if support was not judged. */
export const resultText = (status: VerificationStatus, result: Pick<VerificationData, 'checks'> | undefined): string =>
  `${marks[status]} ${isOnlyQuoted(status, result) ? 'quoted' : status}`;

/**
 * Status in words, like `✓ verified: exists · quote`, `⚠ unreliable: figure differs, corrected in seq 9`, `not
 * checked`.
 */
export function statusText(view: RecordView, cited: ReportedSource, links: SeqLinks): string {
  const { finding } = cited;
  if (finding === undefined) return cited.isOwed ? 'not checked' : 'not checked (beyond the first five)';
  const correction = correctionOf(view.state, cited);
  const settlement = settlementOf(view.state, cited.seq, cited.url);
  const same = sameTextAs(view.state, cited.url);
  const checked = isRedacted(view.state, finding.target)
    ? ''
    : checkedWords(english, finding.status, { url: cited.url, result: checkOf(view, finding) });
  const parts = [
    `${resultText(finding.status, checkOf(view, finding))}${checked === '' ? '' : `: ${checked}`}`,
    ...(same === undefined ? [] : [`same text as in ${seqLink(same, links)}`]),
    ...(settlement !== undefined && correction !== undefined
      ? [`${settlement} in ${seqLink(correction.by, links)}`]
      : []),
    ...(finding.vouched ? [vouchedText(view, finding)] : []),
  ];
  return parts.join(', ');
}

function vouchedText(view: RecordView, finding: Finding): string {
  const day = vouchOf(view, finding)?.day;
  return `vouched for by the user${day === undefined ? '' : ` (${day})`}`;
}

/** Path of the checked text, relative to the debate's folder. */
export function snapshotPath(view: RecordView, finding: Finding | undefined): string | undefined {
  const snapshot = finding === undefined ? undefined : resultOf(view, finding)?.snapshot;
  return typeof snapshot === 'string' && /^[0-9a-f]{64}$/.test(snapshot) ? `sources/${snapshot}.txt` : undefined;
}

/** The source as a link: to the web, or for an evidence file to the lines of its snapshot. */
export function sourceLink(view: RecordView, cited: ReportedSource, title = ''): string {
  if (cited.isRedacted && cited.finding === undefined) return '[REDACTED]';
  const url = view.mask.text(cited.url);
  const parsed = parseSourceUrl(url);
  const label = linkLabel(title);
  if (parsed.kind === 'web')
    return link(label === '' ? linkLabel(cutText(bareAddress(url), longestLabel)) : label, url);
  if (parsed.kind === 'invalid') return `${label === '' ? '' : `${inline(title)}, `}${code(url)}`;
  const snapshot = snapshotPath(view, cited.finding);
  const place = code(readableUrl(url));
  const target =
    snapshot === undefined ? undefined : `${snapshot}${parsed.lines === undefined ? '' : `#L${parsed.lines.start}`}`;
  const linkedPlace = target === undefined ? place : link(place, target);
  return label === '' || parsed.path.endsWith(title) ? linkedPlace : `${inline(title)}, ${linkedPlace}`;
}

const longestLabel = 70;

export const speakersOf = (state: DebateState, cited: readonly ReportedSource[]): string[] => [
  ...new Set([...state.debaters.map((debater) => debater.name), ...cited.map(({ speaker }) => speaker)]),
];
