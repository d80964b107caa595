import type { Token } from 'markdown-it';
import { figuresIn, unlessTooComplex } from '../../matching/figures/figures';
import { TooComplex } from '../../matching/text/matchingSteps';
import { sentenceEnds } from '../../matching/text/text';
import { footnote, type FootnoteEnv, type InlineLink, type InlineText, inlineText, markdownParser } from './inlineText';
import { type QuotedWords, quotedWords } from './quotedWords';

/** Words of a document that rest on a source. Offsets count UTF-16 code units of the document. */
export interface DocumentCitation {
  readonly form: 'block' | 'quotation' | 'figure';
  /** The quoted words; undefined where only figures are cited. */
  readonly quote?: string;
  /** The sentence that cites, without dates, ordinals and marks; the quotation where several sources share a sentence. */
  readonly statement: string;
  /** The address as it is written. */
  readonly target: string;
  /** Where the quotation or the sentence stands. */
  readonly start: number;
  readonly end: number;
  /** 1-based. */
  readonly line: number;
  readonly column: number;
  /** First and last line of its block, 1-based. */
  readonly block: { readonly first: number; readonly last: number };
}

export type UncheckedReason = 'no_address' | 'doi' | 'skipped' | 'too_many' | 'too_long';

/** A passage that looks like a citation and is not checked. */
export interface UncheckedPassage {
  readonly why: UncheckedReason;
  /** What the author gave as the reason to skip it. */
  readonly said?: string;
  readonly line: number;
  readonly column: number;
}

export interface DocumentCitations {
  readonly citations: readonly DocumentCitation[];
  readonly unchecked: readonly UncheckedPassage[];
}

/** UTF-16 code units; a longer paragraph is not read. */
const longestBlock = 100_000;

/** More in one document are counted, not checked. */
const mostCitations = 10_000;

/** The citations of a Markdown document, in order, and the passages that cannot be checked. */
export function citationsIn(document: string): DocumentCitations {
  const reader = new DocumentReader(document);
  const { citations, unchecked } = reader.read();
  const beyond = citations
    .slice(mostCitations)
    .map(({ line, column }): UncheckedPassage => ({ why: 'too_many', line, column }));
  return { citations: citations.slice(0, mostCitations), unchecked: [...unchecked, ...beyond] };
}

interface Block {
  token: Token;
  text: InlineText;
  /** First and last line, 0-based, the last one excluded. */
  lines: [number, number];
  /** The source in a later cell of the row: right behind what ends its cell. */
  beside?: InlineLink | undefined;
}

const skipComment = /^\s*<!--\s*check:\s*skip\b([^>]*?)-->\s*$/;

/** American style puts a comma of the citing sentence inside the marks. */
const commaInside = /[,;:]$/;

class DocumentReader {
  readonly #lineStarts: number[] = [0];
  readonly #lines: readonly string[];
  readonly #citations: DocumentCitation[] = [];
  readonly #unchecked: UncheckedPassage[] = [];
  /** Why a line, counted from 0, is left out. */
  readonly #skipped = new Map<number, string>();
  readonly #env: FootnoteEnv = {};

  constructor(document: string) {
    for (const { index, 0: end } of document.matchAll(/\r\n|\n|\r/g)) this.#lineStarts.push(index + end.length);
    this.#lines = document.split(/\r\n|\n|\r/);
  }

  read(): { citations: DocumentCitation[]; unchecked: UncheckedPassage[] } {
    const tokens = markdownParser.parse(withoutFrontMatter(this.#lines).join('\n'), this.#env);
    this.#readSkips(tokens);
    this.#readBlocks(tokens);
    const isSkipped = ({ line }: { line: number }): boolean => this.#skipped.has(line - 1);
    const kept = this.#citations.filter((citation) => !isSkipped(citation));
    const skipped = this.#citations.filter(isSkipped).map(({ line, column }): UncheckedPassage => {
      const said = this.#skipped.get(line - 1) ?? '';
      return { why: 'skipped', line, column, ...(said === '' ? {} : { said }) };
    });
    const unchecked = this.#unchecked.filter((passage) => !isSkipped(passage));
    return { citations: kept, unchecked: [...unchecked, ...skipped] };
  }

  /** `<!-- check: skip WHY -->` leaves out the block behind it. */
  #readSkips(tokens: readonly Token[]): void {
    for (const [index, { type, content, level }] of tokens.entries()) {
      const why = type === 'html_block' ? skipComment.exec(content)?.[1]?.trim() : undefined;
      if (why === undefined) continue;
      let next = index + 1;
      while ((tokens[next]?.level ?? 0) > level) next += 1;
      const [first, end] = tokens[next]?.map ?? [0, 0];
      for (let line = first; line < end; line += 1) this.#skipped.set(line, why);
    }
  }

  #readBlocks(tokens: readonly Token[]): void {
    for (let index = 0; index < tokens.length; index += 1) {
      const token = tokens[index];
      if (token?.type === 'blockquote_open') index = this.#readQuote(tokens, index);
      else if (token?.type === 'inline' && tokens[index - 1]?.type !== 'heading_open')
        this.#readSentences({ ...this.#block(tokens, index), beside: sourceBeside(tokens, index) });
    }
  }

  /** The block of an inline token; a cell of a table has the lines of its row. */
  #block(tokens: readonly Token[], index: number): Block {
    const token = tokens[index] as Token;
    const above = tokens
      .slice(Math.max(0, index - 400), index)
      .findLast(({ map, nesting }) => map !== null && nesting === 1);
    const lines = token.map ?? above?.map ?? [0, 0];
    const places = this.#placesOf(token, lines, index > 1 && token.map === null ? tokens[index - 1] : undefined);
    const text = inlineText({ token, placeOf: places, footnoteAddress: (label) => this.#footnoteAddress(label) });
    return { token, text, lines };
  }

  /** The parser cuts the lead of each line: the content's line is the end of the document's. */
  #placesOf({ content }: Token, [first]: [number, number], cell: Token | undefined): (offset: number) => number {
    const starts: { from: number; at: number }[] = [];
    let from = 0;
    for (const [index, text] of content.split('\n').entries()) {
      const line = this.#lines[first + index] ?? '';
      const found = cell === undefined ? line.lastIndexOf(text) : this.#cellAt(line, text, first);
      starts.push({ from, at: (this.#lineStarts[first + index] ?? 0) + Math.max(0, found) });
      from += text.length + 1;
    }
    return (offset) => {
      const start = starts.findLast((one) => one.from <= offset) ?? { from: 0, at: 0 };
      return start.at + offset - start.from;
    };
  }

  #cellLine = { line: -1, from: 0 };

  /** Cells of a row come in order. */
  #cellAt(line: string, text: string, number: number): number {
    if (this.#cellLine.line !== number) this.#cellLine = { line: number, from: 0 };
    const found = line.indexOf(text, this.#cellLine.from);
    if (found >= 0) this.#cellLine.from = found + text.length;
    return found;
  }

  #footnoteAddress(label: string): string | undefined {
    const token = this.#env.footnotes?.get(label.toLowerCase());
    if (token === undefined) return undefined;
    const { links } = inlineText({ token, placeOf: () => 0, footnoteAddress: () => undefined });
    return links.find(({ href }) => href !== undefined && isAddress(href))?.href;
  }

  /** Reads a block quote whose last line, or the paragraph behind it, names its source. Returns the index of its end. */
  #readQuote(tokens: readonly Token[], from: number): number {
    const level = tokens[from]?.level ?? 0;
    const end = tokens.findIndex(
      (token, at) => at > from && token.type === 'blockquote_close' && token.level === level,
    );
    const to = end < 0 ? tokens.length - 1 : end;
    const inside: Block[] = [];
    for (let at = from + 1; at < to; at += 1) {
      const isHeading = tokens[at - 1]?.type === 'heading_open';
      if (tokens[at]?.type === 'inline' && !isHeading) inside.push(this.#block(tokens, at));
    }
    const isParagraph = tokens[to + 1]?.type === 'paragraph_open' && tokens[to + 2]?.type === 'inline';
    const next = isParagraph ? this.#block(tokens, to + 2) : undefined;
    const quoted = isCallout(inside) ? undefined : (quotedInside(inside) ?? quotedBefore(inside, next));
    if (quoted === undefined) for (const block of inside) this.#readSentences(block);
    else this.#addQuote(quoted, inside);
    return to;
  }

  #addQuote({ pieces, link }: QuotedPieces, inside: readonly Block[]): void {
    const [first] = pieces;
    const last = pieces.at(-1);
    if (first === undefined || last === undefined) return;
    const quote = pieces.map(({ text, start, end }) => text.text.slice(start, end).trim()).join('\n\n');
    if (quote.trim() === '') return;
    const start = placeAt(first.text, first.start);
    const end = placeAt(last.text, last.end - 1) + 1;
    const lines: [number, number] = [inside[0]?.lines[0] ?? 0, inside.at(-1)?.lines[1] ?? 0];
    this.#add({ form: 'block', quote, statement: quote, start, end }, link, lines);
  }

  #readSentences(block: Block): void {
    const { text } = block;
    if (text.text.length > longestBlock) {
      this.#unchecked.push({ why: 'too_long', ...this.#position(text.places[0] ?? 0) });
      return;
    }
    const quotes = quotedWords(text);
    for (const sentence of sentencesOf(text, quotes)) this.#readSentence(block, sentence);
  }

  #readSentence({ token, text, lines, beside }: Block, { start, end, quotes, links, after }: Sentence): void {
    for (const quoted of quotes) {
      if (links.some((link) => link.start < quoted.end && link.end > quoted.start)) continue;
      const link = nearestLink(text, quoted, links, after) ?? (isLast(text, quoted) ? beside : undefined);
      if (link === undefined) {
        this.#addUnchecked(text, quoted, { start, end });
        continue;
      }
      const words = text.text.slice(quoted.start, quoted.end);
      const quote = words.trim().replace(commaInside, '');
      const isAlone = links.length === 1 && quotes.length === 1;
      const statement = isAlone ? statementOf(text, { start, end }, { links, quoted }) : quote;
      const last = quoted.start + words.trimEnd().replace(commaInside, '').length - 1;
      const [from, to] = [placeAt(text, quoted.start), placeAt(text, last) + 1];
      this.#add({ form: 'quotation', quote, statement, start: from, end: to }, link, lines);
    }
    const [link, ...others] = links;
    // The numbers of a footnote are those of pages and years.
    if (quotes.length > 0 || link === undefined || others.length > 0 || token.info === footnote) return;
    const statement = statementOf(text, { start, end }, { links });
    if (!hasFigures(statement)) return;
    const from = start + text.text.slice(start, end).search(/\S/);
    const [first, last] = [placeAt(text, from), placeAt(text, end - 1) + 1];
    this.#add({ form: 'figure', statement, start: first, end: last }, link, lines);
  }

  /** A mark without an address, or the number of a paper. */
  #addUnchecked(
    { text, places }: InlineText,
    quoted: QuotedWords,
    { start, end }: { start: number; end: number },
  ): void {
    const rest = text.slice(quoted.end, end + 12);
    const isMarked = /^[\s\p{P}]{0,4}\[\d{1,4}\]/u.test(rest) || /\[\d{1,4}\]/.test(text.slice(start, end));
    const hasDoi = /(?<![\p{L}\p{N}])doi:\s?10\.\d{4,9}\//iu.test(text.slice(start, end));
    const at = this.#position(places[quoted.start] ?? 0);
    if (hasDoi) this.#unchecked.push({ why: 'doi', ...at });
    else if (isMarked) this.#unchecked.push({ why: 'no_address', ...at });
  }

  #add(
    found: Pick<DocumentCitation, 'form' | 'quote' | 'statement' | 'start' | 'end'>,
    { href }: InlineLink,
    [first, last]: [number, number],
  ): void {
    const at = this.#position(found.start);
    if (href === undefined) this.#unchecked.push({ why: 'no_address', ...at });
    else if (isAddress(href))
      this.#citations.push({ ...found, ...at, target: href, block: { first: first + 1, last } });
  }

  #position(offset: number): { line: number; column: number } {
    const starts = this.#lineStarts;
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  }
}

/** A place in the same document is no source; other schemes cannot be read. */
function isAddress(href: string): boolean {
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(href)?.[1]?.toLowerCase();
  if (scheme !== undefined) return scheme === 'http' || scheme === 'https' || scheme === 'workspace';
  return href !== '' && !href.startsWith('#') && !href.startsWith('//') && !href.startsWith('?');
}

const isSource = ({ href, isMark }: InlineLink): boolean => (href === undefined ? isMark : isAddress(href));

const placeAt = ({ places }: InlineText, index: number): number => places[index] ?? (places.at(-1) ?? -1) + 1;

/** Lines between `---` at the beginning, emptied so that all others keep their numbers. */
function withoutFrontMatter(lines: readonly string[]): readonly string[] {
  if (!/^---\s*$/.test(lines[0] ?? '')) return lines;
  const end = lines.findIndex((line, index) => index > 0 && /^(?:---|\.\.\.)\s*$/.test(line));
  return end < 0 ? lines : lines.map((line, index) => (index <= end ? '' : line));
}

/** Notes and warnings are no quotations. */
const isCallout = ([first]: readonly Block[]): boolean =>
  first === undefined || first.text.startsBold || /^\[![A-Za-z]+\]/.test(first.text.text);

interface QuotedPieces {
  pieces: readonly { text: InlineText; start: number; end: number }[];
  link: InlineLink;
}

/** A dash between words, or at the beginning of a line, names who said it. */
const dash = /(?<=^|\s)(?:[—–―]|--)/g;

/** The last line of the quote names the source: what stands before it is quoted. */
function quotedInside(inside: readonly Block[]): QuotedPieces | undefined {
  const last = inside.at(-1);
  if (last === undefined) return undefined;
  const { text } = last;
  const lineStart = (text.breaks.at(-1) ?? -1) + 1;
  const link = text.links.filter(isSource).find(({ start }) => start >= lineStart);
  if (link === undefined) return undefined;
  const before = text.text.slice(0, link.start);
  const marks = [...before.matchAll(dash)].filter(({ index }) => index >= lineStart);
  const isOnOwnLine = lineStart > 0 && before.slice(lineStart).trim() === '';
  const [first] = marks;
  const cut =
    (first?.index === lineStart ? first : marks.at(-1))?.index ?? (isOnOwnLine ? lineStart : openedAt(before));
  // A sentence with a quotation of its own is prose.
  if (marks.length === 0 && !isOnOwnLine && quotedWords(text).some(({ start, end }) => start > 1 && end <= cut))
    return undefined;
  const pieces = [
    ...inside.slice(0, -1).map((block) => ({ text: block.text, start: 0, end: block.text.text.length })),
    ...(text.text.slice(0, cut).trim() === ''
      ? []
      : [{ text, start: 0, end: text.text.slice(0, cut).trimEnd().length }]),
  ];
  return pieces.length === 0 ? undefined : { pieces: pieces.map(unquoted), link };
}

/** A bracket before the link belongs to the link. */
function openedAt(before: string): number {
  let end = before.length;
  while (end > 0 && /[\s([]/.test(before[end - 1] ?? '')) end -= 1;
  return end;
}

/** The paragraph behind the quote names the source in its first sentence. */
function quotedBefore(inside: readonly Block[], next: Block | undefined): QuotedPieces | undefined {
  if (next === undefined || inside.length === 0) return undefined;
  const [first] = sentencesOf(next.text, quotedWords(next.text));
  const link = first?.quotes.length === 0 ? first.links[0] : undefined;
  if (link === undefined) return undefined;
  return { pieces: inside.map(({ text }) => unquoted({ text, start: 0, end: text.text.length })), link };
}

/** Quotation marks around all of it are not its words. */
function unquoted(piece: QuotedPieces['pieces'][number]): QuotedPieces['pieces'][number] {
  const words = piece.text.text.slice(piece.start, piece.end);
  const isMarked = /^["“„«「].*["”“»」]$/su.test(words) && !/["”“»」]/.test(words.slice(1, -1));
  return isMarked ? { ...piece, start: piece.start + 1, end: piece.end - 1 } : piece;
}

interface Sentence {
  start: number;
  end: number;
  quotes: readonly QuotedWords[];
  links: readonly InlineLink[];
  /** The first link behind the sentence. */
  after: InlineLink | undefined;
}

/** A quotation is never cut; a source in brackets behind the full stop belongs to the sentence before it. */
function sentencesOf(inline: InlineText, quotes: readonly QuotedWords[]): Sentence[] {
  const { text } = inline;
  const links = inline.links.filter(isSource);
  const isInside = (at: number): boolean =>
    [...quotes, ...links, ...inline.code].some(({ start, end }) => at > start && at < end);
  const ends = [...sentenceEnds(text, 0, text.length).filter((at) => !isInside(at)), text.length];
  const found: Sentence[] = [];
  let start = 0;
  for (const [index, at] of ends.entries()) {
    if (at <= start && text.length > 0) continue;
    const end = Math.max(at, trailingSource(text, at, { links, limit: ends[index + 1] ?? text.length }));
    found.push({
      start,
      end,
      quotes: quotes.filter((quote) => quote.start >= start && quote.start < end),
      links: links.filter((link) => link.start >= start && link.start < end),
      after: links.find((link) => link.start >= end),
    });
    start = end;
  }
  return found;
}

function trailingSource(
  text: string,
  from: number,
  { links, limit }: { links: readonly InlineLink[]; limit: number },
): number {
  const link = links.find(({ start }) => start >= from);
  if (link === undefined || link.start > limit) return from;
  const lead = text.slice(from, link.start);
  const isAttached = /^\s*[([（]\s*$/.test(lead) || (link.isMark && /^\s*$/.test(lead));
  if (!isAttached) return from;
  const rest = /^[\s)\]）.。]*/.exec(text.slice(link.end))?.[0] ?? '';
  // Words behind it make it the subject of a sentence of its own.
  const isOpened = /[([（]/.test(lead) && !/[)\]）]/.test(rest);
  return isOpened ? from : link.end + rest.length;
}

/** The nearest link behind the words in their sentence, else before them, else right behind the sentence. */
function nearestLink(
  { text }: InlineText,
  quoted: QuotedWords,
  links: readonly InlineLink[],
  after: InlineLink | undefined,
): InlineLink | undefined {
  const inside = links.find(({ start }) => start >= quoted.end) ?? links.findLast(({ end }) => end <= quoted.start);
  if (inside !== undefined || after === undefined) return inside;
  return /^[\s\p{P}]*$/u.test(text.slice(quoted.end, after.start)) ? after : undefined;
}

/** Nothing but marks stands behind the words. */
const isLast = ({ text }: InlineText, { end }: QuotedWords): boolean => /^[\s\p{P}]*$/u.test(text.slice(end));

/** The first source in the cells behind a cell of a table, in its row. */
function sourceBeside(tokens: readonly Token[], index: number): InlineLink | undefined {
  if (tokens[index - 1]?.type !== 'td_open') return undefined;
  for (let at = index + 1; tokens[at] !== undefined && tokens[at]?.type !== 'tr_close'; at += 1) {
    const token = tokens[at];
    if (token?.type !== 'inline') continue;
    const { links } = inlineText({ token, placeOf: () => 0, footnoteAddress: () => undefined });
    const link = links.find(isSource);
    if (link !== undefined) return link;
  }
  return undefined;
}

const ordinal = /^\s*\d+(?:st|nd|rd|th)\s*$/;
const yearAlone = /^\s*(?:1[5-9]|20)\d\d\s*$/;
const issueOrDate = /#\d+|(?<![\d.,])(?:1[5-9]|20)\d\d(?:[-–/]\d{1,4}){1,2}(?!\d)/g;

/** The sentence without what is no figure of the source: dates, ordinals, code, marks, numbers of issues. */
function statementOf(
  { text, code }: InlineText,
  { start, end }: { start: number; end: number },
  { links, quoted }: { links: readonly InlineLink[]; quoted?: QuotedWords },
): string {
  const sentence = text.slice(start, end);
  const figures = unlessTooComplex(() => figuresIn(sentence));
  if (figures instanceof TooComplex) return '';
  const unmeant = figures.filter(
    ({ kind, raw, unit, measure }) =>
      kind === 'date' ||
      kind === 'time' ||
      ordinal.test(raw) ||
      (yearAlone.test(raw) && (unit ?? measure) === undefined),
  );
  const issues = Array.from(sentence.matchAll(issueOrDate), ({ index, 0: all }) => ({
    start: index,
    end: index + all.length,
  }));
  // The text of a link names its source.
  const own = [...code, ...links].map((range) => ({
    start: range.start - start,
    end: range.end - start,
  }));
  const isQuoted = (range: { start: number; end: number }): boolean =>
    quoted !== undefined && range.end + start > quoted.start && range.start + start < quoted.end;
  return blanked(
    sentence,
    [...unmeant, ...issues, ...own].filter((range) => !isQuoted(range)),
  ).trim();
}

function blanked(text: string, ranges: readonly { start: number; end: number }[]): string {
  const signs = text.split('');
  for (const { start, end } of ranges) signs.fill('…', Math.max(0, start), Math.max(0, end));
  return signs.join('').replace(/…{2,}/g, '…');
}

function hasFigures(statement: string): boolean {
  const figures = unlessTooComplex(() => figuresIn(statement));
  return !(figures instanceof TooComplex) && figures.length > 0;
}
