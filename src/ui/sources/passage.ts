import { collapsed } from '../../matching/text/shortText';
import { findQuote, normaliseText } from '../../matching/quote/quote';
import { type LineRange, percentEncoded } from '../../matching/text/sourceUrl';
import { TextLines, type BeyondEnd, type PositionRange } from './textSpans';

export interface LocatedPassage {
  readonly span: PositionRange;
  /**
   * `checked`: where the Verifier found the quotation; `quote`: where it stands now; `near`: the best place that could be found for a
   * quotation whose words differ; `lines`, `page`: what was cited of it; `top`: nothing says where.
   */
  readonly basis: 'checked' | 'quote' | 'near' | 'lines' | 'page' | 'top';
  readonly beyondEnd?: BeyondEnd | undefined;
}

export interface CitedPosition {
  /** UTF-16 offsets in the text that the Verifier checked. */
  readonly checked?: { readonly start: number; readonly end: number } | undefined;
  readonly quote?: string | undefined;
  readonly lines?: LineRange | undefined;
  /** UTF-16 offsets of the page that was cited. */
  readonly page?: { readonly start: number; readonly end: number } | undefined;
}

/** Lines around those cited in which a quotation is looked for before the whole text is. */
const nearLines = 20;

/** The Verifier's own offsets where they fit, else as in any text. */
export function passageInChecked(text: string, place: CitedPosition): LocatedPassage {
  const { checked } = place;
  const isGood = checked !== undefined && checked.start < checked.end && checked.end <= text.length;
  if (!isGood) return passageIn(text, place);
  return { span: new TextLines(text).span(checked.start, checked.end), basis: 'checked' };
}

/**
 * Finds the passage in a text that may have changed: the quotation, nearest to the cited lines first, else these lines.
 */
export function passageIn(text: string, { quote, lines: cited, page }: CitedPosition): LocatedPassage {
  const lines = new TextLines(text);
  const found = quote === undefined || quote.trim() === '' ? undefined : findNear(lines, quote, { cited, page });
  if (found !== undefined) return found;
  if (page !== undefined) return { span: lines.span(page.start, page.start), basis: 'page' };
  if (cited === undefined) return { span: lines.span(0, 0), basis: 'top' };
  const { span, beyondEnd } = lines.lines(cited);
  return { span, basis: 'lines', beyondEnd };
}

interface CitedPart {
  cited: LineRange | undefined;
  page: CitedPosition['page'];
}

function findNear(lines: TextLines, quote: string, { cited, page }: CitedPart): LocatedPassage | undefined {
  const normal = normaliseText(lines.text);
  const within = (range: { start: number; end: number } | undefined): LocatedPassage | undefined => {
    const match = findQuote(normal, quote, range);
    if (match.start === undefined) return undefined;
    return { span: lines.span(match.start, match.end), basis: match.kind === 'exact' ? 'quote' : 'near' };
  };
  if (cited === undefined) {
    const onPage = page && within(page);
    return onPage?.basis === 'quote' ? onPage : within(undefined);
  }
  const at = within(lines.offsets(cited.start - 1, cited.end - 1));
  if (at?.basis === 'quote') return at;
  const near = within(lines.offsets(cited.start - 1 - nearLines, cited.end - 1 + nearLines));
  if (near?.basis === 'quote') return near;
  // A place whose words differ, at the lines that were cited, says more than one far away.
  const anywhere = within(undefined);
  return anywhere?.basis === 'quote' ? anywhere : (at ?? near ?? anywhere);
}

/** Characters; of a longer quotation so many words at each end are named: enough to be found, short enough for an address. */
const longestWhole = 200;
const endWords = 6;

/**
 * A string, because the editor's `Uri` encodes the fragment again and destroys it. Without a quotation, or with a
 * fragment directive in it already, the address stays as it is.
 */
export function withTextFragment(url: string, quote: string | undefined): string {
  const text = firstPart(quote ?? '');
  if (text === '' || url.includes(':~:')) return url;
  const words = text.split(' ');
  const isWhole = text.length <= longestWhole || words.length < endWords * 3;
  const directive = isWhole
    ? encoded(text)
    : `${encoded(words.slice(0, endWords).join(' '))},${encoded(words.slice(-endWords).join(' '))}`;
  return `${url}${url.includes('#') ? '' : '#'}:~:text=${directive}`;
}

/** An ellipsis leaves out words that stand in the page: the longest part without one is looked for. */
function firstPart(quote: string): string {
  const parts = quote
    .replace(/^\s*["“„«‹'‘‚]|["”“»›'’‘]\s*$/gu, '')
    .split(/[[(]?(?:…|\.\s?\.\s?\.)[\])]?/u)
    .map(collapsed);
  return parts.reduce((best, part) => (part.length > best.length ? part : best), '');
}

/** `-`, `,` and `&` mean something in a directive. */
const encoded = (text: string): string => percentEncoded(text).replaceAll('-', '%2D');
