import { collapsed } from '../../matching/text/shortText';
import * as z from 'zod';
import { isLined, readLined } from '../../matching/text/linedText';
import { findQuote, normaliseText, type NormalisedText } from '../../matching/quote/quote';
import type { TextLayout } from '../../matching/text/sourceText';
import type { CitedSource } from '../../debate/flow/tasks';
import { formatWorkspaceUrl } from '../../matching/text/sourceUrl';
import { sentences, wordCount, type TextRange } from '../../matching/text/text';
import { fileKind } from '../../research/fileKind';
import { markdownTitle } from '../../research/markdownTitle';
import { foundPassage, type FoundPassage, type Searchable } from '../../research/tools/evidenceIndex';
import type { EvidencePort } from '../../research/tools/evidencePaths';
import { commentIn, readLines, type LineOfText } from './lines';
import { cellsOf, csvRows, flatObjects, jsonStrings, tableRows, type RowCells, type TableRow } from './rows';

/** A sentence, a row of a table, or a flat object of JSON. */
export interface EvidencePassage extends FoundPassage {
  /** Address as a source names it: file, lines or page. */
  url: string;
  title: string;
  /** Verbatim text, with each run of white space as one space; a row follows its table's header if that is near. */
  quote: string;
  heading?: string;
  /** The main section that contains it. */
  section?: string;
  header?: string | undefined;
  /** The columns and cells of a row, or the keys and values of a record. */
  columns?: string[];
  cells?: string[];
}

/** A source whose claim is the quotation itself, so that it is checked with its figures. */
export const sourceOf = ({ url, title, quote }: EvidencePassage): CitedSource => ({ url, title, quote, claim: quote });

export const passageSchema = foundPassage.extend({
  url: z.string(),
  title: z.string(),
  quote: z.string(),
  heading: z.string().exactOptional(),
  section: z.string().exactOptional(),
  header: z.string().exactOptional(),
  columns: z.array(z.string()).exactOptional(),
  cells: z.array(z.string()).exactOptional(),
});

interface EvidenceDocument {
  path: string;
  title: string;
  /** Text of the document; for markup not the file's own. */
  text: string;
  layout: TextLayout | undefined;
  lines: readonly LineOfText[];
  /** Returns the 1-based lines of the file. */
  place(span: TextRange): { start: number; end: number };
}

/** Passages in order. Rejects if the file cannot be read. */
export async function passagesOf(port: EvidencePort, path: string): Promise<Searchable<EvidencePassage>[]> {
  const document = await readDocument(port, path);
  const found = [...prose(document), ...rows(document)];
  return found
    .sort((one, other) => one.at - other.at)
    .map(({ text, heading, passage }) => ({ passage, text, ...(heading === '' ? {} : { heading }) }));
}

async function readDocument(port: EvidencePort, path: string): Promise<EvidenceDocument> {
  const text = await port.text(path);
  const kind = fileKind(path) ?? 'text';
  const { title, layout, extractor } = (await port.document?.(path)) ?? {};
  const named =
    title ?? (kind === 'markdown' ? markdownTitle(text) : undefined) ?? path.slice(path.lastIndexOf('/') + 1);
  const own = readLines(text, kind).map((line) =>
    isTitle(text, line, { title, layout }) ? { ...line, kind: 'heading' as const } : line,
  );
  const place = ({ start, end }: TextRange) => ({
    start: lineAt(own, start) + 1,
    end: lineAt(own, Math.max(start, end - 1)) + 1,
  });
  if (!isLined({ extractor: extractor?.name })) return { path, title: named, text, layout, lines: own, place };
  const reading = readLined(text, layout);
  const body = reading.text.slice(0, reading.body.end);
  return {
    path,
    title: named,
    text: body,
    layout: undefined,
    lines: readLines(body, 'html', reading.headings),
    place: (span) => place(reading.toLined(span)),
  };
}

/** Whether the line is a title, which a reader would take as the beginning of the first sentence. */
const isTitle = (
  text: string,
  { start, end }: TextRange,
  { title, layout }: { title?: string | undefined; layout?: TextLayout | undefined },
): boolean =>
  layout?.pages !== undefined &&
  title !== undefined &&
  collapsed(text.slice(start, end)).toLowerCase() === collapsed(title).toLowerCase();

/** Index of the line, counted from 0. */
function lineAt(lines: readonly LineOfText[], offset: number): number {
  let [low, high] = [0, lines.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((lines[middle]?.start ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return low;
}

interface SearchablePassage extends Searchable<EvidencePassage> {
  at: number;
}

const shortestQuote = 12;
const longestQuote = 420;
const fewestWords = 5;
const mostWords = 70;
/** Text that would look garbled, or could be mistaken for the record's own. */
const unquotable =
  /[\u0000-\u0008\u000e-\u001f\u007f\ufffd]|!\[|\{\{|\[REDACTED|\[CONJECTURE|(?<![\p{L}\p{N}_])seqs?\.?\s*#?\d|\n[^\S\n]*(?:>|[-*+•][^\S\n])|\p{L}-\r?\n|<\/?[a-z][a-z\d_-]*(?:\s[^<>]*)?>|<!--/iu;

function prose(document: EvidenceDocument): SearchablePassage[] {
  const { text, lines } = document;
  const kind = fileKind(document.path);
  if (kind === 'csv') return [];
  const spans =
    kind === 'json' ? jsonStrings(text) : kind === 'code' ? comments(document) : sentences(proseOnly(text, lines));
  return spans.flatMap(({ start, end }) => {
    const words = text.slice(start, end);
    if (!isStatement(words)) return [];
    return passageAt(document, { start, end }, { quote: collapsed(words) }) ?? [];
  });
}

/** Comments line by line, because a longer one has a marker in it. */
const comments = ({ text, lines }: EvidenceDocument): TextRange[] =>
  lines.flatMap((_, at) => commentIn(text, lines, at) ?? []);

/** The text with everything but prose blanked, at the same length. */
const proseOnly = (text: string, lines: readonly LineOfText[]): string =>
  lines
    .map(({ start, next, kind }) =>
      kind === 'prose' ? text.slice(start, next) : text.slice(start, next).replace(/[^\n]/g, ' '),
    )
    .join('');

/** Whether it is a whole sentence or item of a list, with enough words to make a statement. */
function isStatement(text: string): boolean {
  if (unquotable.test(text) || text.length > longestQuote || text.trim().length < shortestQuote) return false;
  const words = wordCount(text);
  if (words < fewestWords || words > mostWords || !/\p{L}{2}/u.test(text)) return false;
  return /[.!?…。！？]["'”’»›)\]*_]*$/u.test(text.trim()) || (!text.includes('\n') && /[\p{L}\p{N}%)]$/u.test(text));
}

/** `own`: the row itself, if its header is quoted as well. */
function passageAt(
  document: EvidenceDocument,
  span: TextRange,
  {
    quote,
    header,
    own = span,
    cells,
  }: { quote: string; header?: string; own?: TextRange; cells?: RowCells | undefined },
): SearchablePassage | undefined {
  const { path, title, layout, lines } = document;
  const isOthers =
    layout?.parts?.some(({ kind, start, end }) => kind !== 'body' && start < span.end && span.start < end) === true;
  const on = layout?.pages?.find(({ start, end }) => start <= span.start && span.end <= end);
  const page = on?.page;
  // A passage across two pages has no place to name; menus and other people's titles are not statements.
  if (isOthers || (layout?.pages !== undefined && (on === undefined || isSecondHalf(document.text, span, on))))
    return undefined;
  const place = document.place(span);
  const { heading = '', section = '' } = lines[lineAt(lines, own.start)] ?? {};
  const passage: EvidencePassage = {
    path,
    title,
    quote,
    ...place,
    url: formatWorkspaceUrl(page === undefined ? { path, lines: place } : { path, page }),
    page,
    ...(heading === '' ? {} : { heading }),
    ...(section === '' ? {} : { section }),
    header,
    ...cells,
  };
  return {
    at: own.start,
    passage,
    text: document.text.slice(own.start, own.end),
    heading: `${heading} ${title} ${header ?? ''}`.trim(),
  };
}

/** Whether the page continues a sentence of the page before: it begins in small letters. */
const isSecondHalf = (text: string, { start }: TextRange, page: TextRange): boolean =>
  text.slice(page.start, start).trim() === '' && /^\p{Ll}/u.test(text.slice(start));

/** Characters; a quotation may leave out no more. */
const farthestHeader = 900;

function rows(document: EvidenceDocument): SearchablePassage[] {
  const { text, lines, path } = document;
  let normal: NormalisedText | undefined;
  const kind = fileKind(path);
  const found: TableRow[] =
    kind === 'csv'
      ? csvRows(text)
      : kind === 'json'
        ? flatObjects(text)
        : kind === 'code'
          ? []
          : tableRows(text, lines);
  return found.flatMap((row) => {
    const own = collapsed(text.slice(row.start, row.end));
    if (unquotable.test(own) || own.length > longestQuote || !/[\p{L}\p{N}]/u.test(own)) return [];
    const named = row.header === undefined ? undefined : text.slice(row.header.start, row.header.end);
    const form = kind === 'csv' || kind === 'json' ? kind : 'table';
    const cells = cellsOf(text.slice(row.start, row.end), named, form);
    // A header of a megabyte would be repeated with each row.
    if (row.header === undefined || row.header.end - row.header.start > farthestHeader)
      return own.length < shortestQuote ? [] : (passageAt(document, row, { quote: own, cells }) ?? []);
    const header = collapsed(text.slice(row.header.start, row.header.end));
    const whole = { start: row.header.start, end: row.end };
    // Rows of a page's markup were not written as one piece.
    const isNext =
      text.slice(row.header.end, row.start).trim() === '' && !text.slice(row.start, row.end).includes('\t');
    const joined = `${header} ${isNext ? '' : '[…] '}${own}`;
    if (
      whole.end - whole.start <= farthestHeader &&
      findQuote((normal ??= normaliseText(text)), joined, whole).kind === 'exact'
    )
      return passageAt(document, whole, { quote: joined, header, own: row, cells }) ?? [];
    return own.length < shortestQuote ? [] : (passageAt(document, row, { quote: own, header, cells }) ?? []);
  });
}
