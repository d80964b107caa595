import MarkdownIt from 'markdown-it';
import type { VisibleEntry } from '../debate/flow/tasks';
import { contentForm, entryContent, withListsEnded } from '../projections/contentForm';
import { code, longestRun, plainText } from './markdown';
import { linkSeqs, noLinks, type SeqLinks } from './seqLinks';
import { parseSourceUrl } from '../matching/text/sourceUrl';
import { readableUrl } from '../projections/sourcePlace';
import { withoutTurns } from '../matching/text/shortText';
import { matchAt } from '../matching/text/text';

/**
 * Makes foreign Markdown safe for a paragraph of ours: code spans stay, raw HTML and non-web links become text, images
 * become links.
 */
function safeProse(text: string, links: SeqLinks): string {
  const unclosed = new Set<number>();
  let out = '';
  let index = 0;
  special.lastIndex = 0;
  for (let match = special.exec(text); match !== null; match = special.exec(text)) {
    out += linkSeqs(text.slice(index, match.index), links);
    const piece = pieceAt(text, { at: match.index, found: match[0], unclosed });
    out += piece.out;
    index = piece.end;
    special.lastIndex = index;
  }
  return out + linkSeqs(text.slice(index), links);
}

const special = /`+|\\[^\n]|<|!?\[|\](?=\()|(?<![\p{L}\p{N}])https?:\/\/[^\s<>`\\![\]]*/giu;

interface ProsePiece {
  out: string;
  end: number;
}

function pieceAt(
  text: string,
  { at, found, unclosed }: { at: number; found: string; unclosed: Set<number> },
): ProsePiece {
  const literally = (out: string): ProsePiece => ({ out, end: at + found.length });
  if (found.startsWith('`')) {
    const end = codeSpanEnd(text, at, found.length, unclosed);
    if (end === undefined) return literally(found);
    const span = text.slice(at, end);
    // A tag at a line's start begins a block of HTML even inside a code span.
    return /\n[ \t>]*</.test(span) ? literally('\\`'.repeat(found.length)) : { out: span, end };
  }
  if (found.startsWith('\\')) return literally(found);
  if (found === '<') {
    const autolink = matchAt(/<https?:\/\/[^\s<>]*>/iy, text, at);
    return autolink === undefined ? literally('&lt;') : { out: autolink[0], end: at + autolink[0].length };
  }
  // An escaped bracket closes no link that is kept.
  if (found === ']') return literally(']\\');
  if (!found.endsWith('[')) return literally(found);
  const link = matchAt(webLink, text, at + found.length - 1);
  if (link === undefined) return cited(text, at, found) ?? literally(found === '[' ? '[' : '\\![');
  const [whole, label = '', destination = ''] = link;
  return { out: `[${safeProse(label, noLinks)}]${destination}`, end: at + found.length - 1 + whole.length };
}

/**
 * A citation of the evidence: it leads nowhere outside the panel, so its label is shown, and its place if the label
 * does not name the file.
 */
function cited(text: string, at: number, found: string): ProsePiece | undefined {
  const link = found === '[' ? matchAt(evidenceLink, text, at) : undefined;
  const [whole = '', label = '', address = ''] = link ?? [];
  const place = link === undefined ? undefined : parseSourceUrl(address);
  if (place?.kind !== 'workspace') return undefined;
  const file = place.path.slice(place.path.lastIndexOf('/') + 1);
  const saysLines = place.lines === undefined || /\blines? \d/.test(label);
  const isNamed = saysLines && (label.includes(file) || /^lines? \d/.test(label));
  return {
    out: `${safeProse(label, noLinks)}${isNamed ? '' : ` (${code(readableUrl(address))})`}`,
    end: at + whole.length,
  };
}

/** Matches `[label](workspace:path#L3-L9)`; without its brackets the label must not begin a block. */
const evidenceLink = /\[((?:\p{L}|`[^`\n]+`)(?:[^[\]\\`<\n]|`[^`\n]*`){0,500})\]\((workspace:[^\s()<>]+)\)/iuy;

/** Matches `[label](https://…)` with an optional title. */
const webLink =
  /\[((?:[^[\]\\`]|\\[^\n]|`[^`\n]*`|\[[^[\]\n]*\]){0,2000})\](\(\s?<?https?:\/\/[^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*>?(?:\s+(?:"[^"\n]*"|'[^'\n]*'))?\s?\))/iy;

/** `unclosed`: lengths of runs of backticks that have no closing run. */
function codeSpanEnd(text: string, at: number, length: number, unclosed: Set<number>): number | undefined {
  if (unclosed.has(length)) return undefined;
  const runs = /`+/g;
  runs.lastIndex = at + length;
  for (let run = runs.exec(text); run !== null; run = runs.exec(text)) {
    if (run[0].length === length) return run.index + length;
  }
  unclosed.add(length);
  return undefined;
}

/** An entry's content for our documents, in the form that its type has. */
export function entryMarkdown(
  entry: Pick<VisibleEntry, 'type' | 'content' | 'data'>,
  options: ContentOptions = {},
): string {
  const form = contentForm(entry);
  if (form === 'markdown') return safeContent(entryContent(entry), options);
  return form === 'lines'
    ? plainText(withListsEnded(entry.content), { links: options.links, hasLists: true })
    : plainText(entry.content, { links: options.links });
}

interface ContentOptions {
  links?: SeqLinks;
  /** `flat` turns headings, which could pose as the document's, into bold paragraphs. */
  headings?: 'flat' | 'keep';
}

/**
 * Makes an entry's content safe for our documents: lists, tables, code and emphasis stay. Content that could break out
 * or act on its own does not: headings, open fences, link definitions, raw HTML, images, non-web links.
 */
export function safeContent(content: string, options: ContentOptions = {}): string {
  const text = plainLines(content);
  const how = { links: options.links ?? noLinks, flat: options.headings !== 'keep' };
  const made = rewritten(text, { ...how, parser: withTables });
  if (!how.flat || isContained(made)) return made;
  // A table's row in one viewer is a heading or a fence in another.
  const plainer = rewritten(text, { ...how, parser: withoutTables });
  if (isContained(plainer)) return plainer;
  // Nesting that cannot be analysed is shown as it was written.
  const fence = '~'.repeat(Math.max(3, longestRun(text, '~') + 1));
  return `${fence}text\n${guarded(text)}\n${fence}`;
}

type BlockParser = ReturnType<typeof blockParser>;

/**
 * Parses block structure only. Link definitions count as text, since those of one entry would otherwise apply to all
 * others.
 */
function blockParser(leftOut: readonly string[]) {
  const parser = new MarkdownIt({ html: false });
  parser.core.ruler.enableOnly(['normalize', 'block']);
  parser.block.ruler.disable([...leftOut, 'reference']);
  return parser;
}

const withTables = blockParser([]);
const withoutTables = blockParser(['table']);

/** A block of the content; `end` is the line behind it. */
interface ContentBlock {
  kind: 'prose' | 'table' | 'code' | 'atx' | 'setext';
  start: number;
  end: number;
  /** Line that would close a fence still open at the end. */
  open?: string;
}

function blocksOf(text: string, lines: readonly string[], parser: BlockParser): ContentBlock[] {
  const blocks: ContentBlock[] = [];
  let coveredTo = 0;
  for (const token of parser.parse(text, {})) {
    const [start, end] = token.map ?? [0, 0];
    if (token.map === null || start < coveredTo) continue;
    const kind = kindOf(token.type, token.markup);
    if (kind === undefined) continue;
    const isOpen =
      token.type === 'fence' && token.level === 0 && end >= lines.length && !isClosed(lines, start, token.markup);
    blocks.push({ kind, start, end, ...(isOpen ? { open: token.markup } : {}) });
    coveredTo = end;
  }
  return blocks;
}

function kindOf(type: string, markup: string): ContentBlock['kind'] | undefined {
  switch (type) {
    case 'heading_open':
      return markup.startsWith('#') ? 'atx' : 'setext';
    case 'table_open':
      return 'table';
    case 'fence':
    case 'code_block':
      return 'code';
    case 'inline':
      return 'prose';
    default:
      return undefined;
  }
}

function isClosed(lines: readonly string[], start: number, markup: string): boolean {
  const closing = new RegExp(`^ {0,3}${markup}${markup.charAt(0)}*[ \\t]*$`);
  return lines.length - 1 > start && closing.test(lines.at(-1) ?? '');
}

/**
 * Whether a heading that follows remains a heading, in viewers with tables and without. Parses only if a line looks
 * like a heading or a fence.
 */
const isContained = (text: string): boolean =>
  !/^[ \t>*+\-\d.)]*(?:#{1,6}(?:[ \t]|$)|(?:=+|-)[ \t]*$|```|~~~)/m.test(text) ||
  [withTables, withoutTables].every((parser) => {
    const tokens = parser.parse(`${text}\n\n# After`, {});
    return tokens.filter(({ type }) => type === 'heading_open').length === 1 && tokens.at(-1)?.type === 'heading_close';
  });

function rewritten(text: string, how: { links: SeqLinks; flat: boolean; parser: BlockParser }): string {
  const { links, flat, parser } = how;
  const lines = text.split('\n');
  const out: string[] = [];
  let next = 0;
  let closing = '';
  const copyTo = (line: number): void => {
    while (next < line) out.push(lines[next++] ?? '');
  };
  for (const { kind, start, end, open } of blocksOf(text, lines, parser)) {
    copyTo(start);
    const made = rewrittenBlock(lines.slice(start, end), kind, links);
    const isFlattened = flat && (kind === 'atx' || kind === 'setext');
    const neighbours = { before: out.at(-1), after: lines[end] };
    for (const line of isFlattened ? flatHeading(made, kind, neighbours) : made) out.push(line);
    if (open !== undefined) closing = `\n${open}`;
    next = end;
  }
  copyTo(lines.length);
  return out.join('\n') + closing;
}

function rewrittenBlock(block: readonly string[], kind: ContentBlock['kind'], links: SeqLinks): string[] {
  switch (kind) {
    case 'code':
      return block.map(guarded);
    case 'table':
      return safeRows(block, links);
    case 'prose':
      if (block.some((line) => isDelimiterRow(line))) return safeRows(block, links);
      return safeProse(withoutDefinition(block.join('\n')), links).split('\n');
    case 'atx':
    case 'setext':
      return safeProse(block.join('\n'), links).split('\n');
  }
}

/** A code span ends with its cell. */
const safeRows = (rows: readonly string[], links: SeqLinks): string[] =>
  rows.map((row) =>
    withoutDefinition(row)
      .split(/(?<!\\)\|/)
      .map((cell) => safeProse(cell, links))
      .join('|'),
  );

const isDelimiterRow = (line: string): boolean =>
  /^[ \t>|:-]*$/.test(line) && line.includes('-', line.lastIndexOf('>') + 1);

/** Escapes `[label]: target` at a paragraph's start, which would turn every `[label]` of the document into a link. */
const withoutDefinition = (paragraph: string): string => paragraph.replace(definition, '$1\\[');

/** Marks of quotes and lists before a line's words. */
const container = /(?:[ \t]|>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))*/;
const definition = new RegExp(`^(${container.source})\\[(?=(?:[^\\]\\\\]|\\\\[^])*\\]:)`);
const atx = new RegExp(`^(${container.source})(#{1,6})(?=[ \\t]|$)(.*)$`);
// What follows the marks always matches, so nothing is ever tried twice.
// oxlint-disable-next-line regexp/no-super-linear-backtracking
const setext = new RegExp(`^(${container.source})()(.*)$`);

interface Neighbours {
  before: string | undefined;
  after: string | undefined;
}

function flatHeading(lines: readonly string[], kind: 'atx' | 'setext', { before, after }: Neighbours): string[] {
  const [first = '', ...others] = lines;
  const [, lead = '', hashes = '', words = ''] = kind === 'atx' ? (atx.exec(first) ?? []) : (setext.exec(first) ?? []);
  if (kind === 'atx' && hashes === '') return [...lines];
  const bare = kind === 'atx' ? words.trim().replace(/(?<=^|[ \t])#+$/, '') : words;
  const title = bold([bare, ...others.slice(0, -1)].join('\n')) ?? `\\${hashes} ${bare.trim()}`;
  const quote = lead.slice(0, lead.lastIndexOf('>') + 1);
  const opensItem = /[-*+\d]/.test(lead.slice(quote.length));
  return [
    ...(opensItem || isBlank(before) ? [] : [quote]),
    ...`${lead}${title}`.split('\n'),
    ...(isBlank(after) ? [] : [quote]),
  ];
}

const isBlank = (line: string | undefined): boolean => line === undefined || /^[\s>]*$/.test(line);

/** Bold words; undefined if only escaped hashes keep them from becoming something else. */
function bold(words: string): string | undefined {
  const text = words.trim();
  if (text === '') return '';
  if (!/[*\\]/.test(text)) return `**${text}**`;
  if (!/[_`\\]/.test(text)) return `__${text}__`;
  return /^[\p{L}“"(]/u.test(text) ? text : undefined;
}

/** Code that reads like an entry's heading would mislead programs that look for one. */
const guarded = (line: string): string => line.replace(/^(?=#{1,6} \[(?:seq \d|FACT-CHECK))/gm, ' ');

/** Uses `\n` for every kind of line end, and removes invisible characters that act on others. */
function plainLines(content: string): string {
  return withoutTurns(content)
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(/(?![\n\t])\p{Cc}/gu, '')
    .trimEnd()
    .replace(/^(?:[ \t]*\n)+/, '');
}
