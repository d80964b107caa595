import { isDocumentEntry } from '../../debate/flow/seats';
import * as l10n from '@vscode/l10n';
import type { Source } from '../../debate/log/entry';
import { parseSourceUrl, type SourceUrl } from '../../matching/text/sourceUrl';
import { findingOn, owedSources, type Finding, type Header } from '../../debate/fold/state';
import type { VisibleEntry } from '../../debate/flow/tasks';
import type { RecordView } from '../../debate/fold/view';
import { settledBy, vouchOf } from '../../projections/sources';
import { sourcePlace } from '../../projections/sourcePlace';
import { bareAddress } from '../../projections/words';
import type { SourceLine } from '../../shared/protocol';
import { sourceOutcome } from '../findings/sourceOutcome';
import { statusWords } from '../../projections/sourceWords';
import { collapsed, cutText } from '../../matching/text/shortText';

const longestQuote = 4_096;
const longestExplanation = 8_192;

interface Cited {
  /** The address as it stands in the log: the key of results, not for showing. */
  key: string;
  source: Pick<Source, 'url' | 'title' | 'quote' | 'claim'>;
}

/** The source lines as anyone may see them. */
export function sourceLinesOf(
  view: RecordView,
  header: Header,
  entry: VisibleEntry,
  isBeingChecked: boolean,
): SourceLine[] {
  if (entry.redacted !== undefined) return [];
  return citedBy(view, header, entry).map((cited, index) => sourceLine(view, header, { cited, index, isBeingChecked }));
}

/** The address as it stands in the log. */
export const sourceKeyAt = (view: RecordView, header: Header, entry: VisibleEntry, index: number): string | undefined =>
  entry.redacted === undefined ? citedBy(view, header, entry)[index]?.key : undefined;

/** Those that it cites, then those that were checked although it does not. */
function citedBy(view: RecordView, header: Header, entry: VisibleEntry): Cited[] {
  const cited = (entry.sources ?? []).map((source, index) => ({ key: header.urls[index] ?? source.url, source }));
  const found = [...(view.state.findings.get(header.seq)?.keys() ?? [])].filter((url) => !header.urls.includes(url));
  return [...cited, ...found.map((url) => ({ key: url, source: { url: view.mask.text(url), title: '' } }))];
}

function sourceLine(
  view: RecordView,
  header: Header,
  { cited, index, isBeingChecked }: { cited: Cited; index: number; isBeingChecked: boolean },
): SourceLine {
  const { key, source } = cited;
  const { url, quote, claim } = source;
  const parsed = parseSourceUrl(url);
  const finding = findingOn(view.state, header.seq, key);
  const isOwed = owedSources(header).includes(key);
  return {
    index,
    url,
    place: parsed.kind,
    label: labelOf(parsed, source),
    quote: isDocumentEntry(view.state, header) ? undefined : quote && cutText(quote, longestQuote),
    claim: claim && cutText(claim, longestQuote),
    ...(finding === undefined ? unchecked(isOwed, isBeingChecked) : checked(view, finding)),
    ruling: settledBy(view.state, header.seq, key),
  };
}

type ShownResult = Omit<SourceLine, 'index' | 'url' | 'place' | 'label' | 'quote' | 'claim' | 'ruling'>;

function checked(view: RecordView, finding: Finding): ShownResult {
  const found = sourceOutcome(view, finding);
  return {
    ...found,
    result: finding.seq,
    isVouched: finding.vouched,
    vouchedOn: vouchOf(view, finding)?.day,
    explanation: cutText(found.explanation, longestExplanation),
    checks: found.checks.map((check) => ({ ...check, note: cutText(check.note, longestQuote) })),
  };
}

function unchecked(isOwed: boolean, isBeingChecked: boolean): ShownResult {
  const isNow = isOwed && isBeingChecked;
  const explanation = isOwed
    ? l10n.t('The Verifier has not looked at it yet.')
    : l10n.t('Only the first five sources of an entry are checked, unless one is challenged.');
  const words = isNow ? l10n.t('being checked') : statusWords(l10n, { status: 'pending' });
  return { status: 'pending', words, explanation, checks: [], isVouched: false };
}

const longestLabel = 70;

/** `docs/load-test.md:18–21`, the title of a page, or what was written where neither can be made of it. */
function labelOf({ kind }: SourceUrl, { url, title }: { url: string; title: string }): string {
  if (kind === 'workspace') return sourcePlace(l10n, url);
  if (title.trim() !== '') return cutText(collapsed(title), 2 * longestLabel);
  return cutText(bareAddress(url), longestLabel);
}
