import { isLined, plainLine } from '../../matching/text/linedText';
import { firstUnits } from '../../matching/text/shortText';
import type { PartKind, TextLayout } from '../../matching/text/sourceText';
import { fileKind } from '../fileKind';
import type { EvidencePort } from './evidencePaths';

/** A file, or one page of a document; lines count from 1. */
export interface EvidencePart {
  lines: string[];
  page?: number;
  /** Kind of each line, if the markup's empty lines should be hidden. */
  kinds?: PartKind[];
}

/** Pages of a document, or the whole file if it has none. */
export async function evidenceParts(evidence: EvidencePort, path: string): Promise<EvidencePart[]> {
  const text = await evidence.text(path);
  const kind = fileKind(path);
  // Facts are read only for kinds that may have them; other files would be read twice for nothing.
  const { layout, extractor } = (kind === 'pdf' || kind === 'html' ? await evidence.document?.(path) : undefined) ?? {};
  if (isLined({ extractor: extractor?.name }))
    return [{ lines: linesOf(text).map(plainLine), kinds: kindsOfLines(text, layout) }];
  const pages = layout?.pages;
  if (pages === undefined) return [{ lines: linesOf(text) }];
  return pages.map(({ page, start, end }) => ({ page, lines: linesOf(text.slice(start, end)) }));
}

/** Kinds of lines, each by its first visible character. */
function kindsOfLines(text: string, layout: TextLayout | undefined): PartKind[] {
  const parts = (layout?.parts ?? []).filter(({ kind }) => kind !== 'body');
  let [at, next] = [0, 0];
  return linesOf(text).map((line) => {
    const said = at + Math.max(0, line.search(/[^\s\u2062\u2063]/));
    at += line.length;
    at += text.startsWith('\r\n', at) ? 2 : 1;
    while ((parts[next]?.end ?? Infinity) <= said) next += 1;
    const part = parts[next];
    return part !== undefined && part.start <= said ? part.kind : 'body';
  });
}

/** Lines as addresses count them, ended by LF, CR LF or CR. */
const linesOf = (text: string): string[] => text.split(/\r\n|\n|\r/);

/** Lines with their numbers, by which they can be cited. Very long ones are cut and marked. */
export function numbered(lines: readonly string[], first: number): string {
  return lines.map((line, index) => `${first + index}: ${cut(line)}`).join('\n');
}

/** Numbered lines, with a note before a line that begins a part that is not the file's own. */
export function numberedParts(
  { lines, kinds }: { lines: readonly string[]; kinds: readonly PartKind[] },
  { start, end }: { start: number; end: number },
): string {
  const shown: string[] = [];
  let before: PartKind = 'body';
  for (let number = start; number <= end; number += 1) {
    const line = lines[number - 1] ?? '';
    if (line === '') continue;
    const kind = kinds[number - 1] ?? 'body';
    if (kind !== before) shown.push(kind === 'body' ? `[${ownWords}]` : `[${partWords[kind]}]`);
    shown.push(`${number}: ${cut(line)}`);
    before = kind;
  }
  return shown.join('\n');
}

const longestLine = 2_000;

function cut(line: string): string {
  return line.length <= longestLine
    ? line
    : `${firstUnits(line, longestLine)}… (${line.length - longestLine} more characters)`;
}

/** Bytes of UTF-8, which across scripts measure tokens better than characters do. */
const windowBytes = 11_000;

interface TextWindow {
  text: string;
  /** Offset of the next part; undefined at the end. */
  next: number | undefined;
}

/** Cuts a window that ends with a line or a word if possible; undefined beyond the end. */
export function textWindow(text: string, offset: number, bytes = windowBytes): TextWindow | undefined {
  if (offset >= text.length && offset > 0) return undefined;
  const ahead = text.slice(offset, offset + bytes);
  const fitting = fits(ahead, bytes);
  if (offset + fitting >= text.length) return { text: ahead, next: undefined };
  const end = breakBefore(ahead, fitting);
  return { text: ahead.slice(0, end), next: offset + end };
}

/** UTF-16 code units that fit, without splitting a surrogate pair. */
function fits(text: string, bytes: number): number {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytes));
  return read;
}

function breakBefore(text: string, end: number): number {
  const part = text.slice(0, end);
  const earliest = end * 0.8;
  for (const mark of ['\n\n', '\n', ' ']) {
    const at = part.lastIndexOf(mark);
    if (at > earliest) return at + mark.length;
  }
  return end;
}

interface Mark {
  at: number;
  words: string;
}

/**
 * The window's text. Lines in brackets mark where text begins that is not the page's own, and where its pages begin.
 */
export function markedText(text: string, window: MarkedWindow): string {
  const { start, end } = window;
  let marked = '';
  let from = start;
  for (const { at, words } of marksIn(window)) {
    marked += `${text.slice(from, at)}${marked === '' && at === start ? '' : '\n'}[${words}]\n`;
    from = at;
  }
  return marked + text.slice(from, end);
}

interface MarkedWindow {
  start: number;
  end: number;
  layout: TextLayout | undefined;
  url: string;
}

function marksIn({ start, end, layout, url }: MarkedWindow): Mark[] {
  const pages = (layout?.pages ?? []).filter((page) => page.start < end && page.end > start);
  const marks = [
    ...pages.map((page) => ({
      at: Math.max(page.start, start),
      words: `Page ${page.page}. Cite as: ${url}#page=${page.page}`,
    })),
    ...partMarks(layout, { start, end }),
  ];
  return marks.sort((a, b) => a.at - b.at);
}

const ownWords = 'The page’s own words go on.';

const partWords: Readonly<Record<Exclude<PartKind, 'body'>, string>> = {
  beside: 'What stands beside the article follows, such as titles and captions: quote the article itself.',
  bibliography: 'A list of other works follows. It is not the page’s own words: quote those works themselves.',
  comments: 'Comments of readers follow. They are not the page’s own words.',
  notice: 'Notices about cookies and the like follow. They are not the page’s own words.',
  navigation: 'Menus follow. They are not the page’s own words.',
};

/** Marks of changes of kind, and of the window's first kind unless that is the body. */
function partMarks(layout: TextLayout | undefined, { start, end }: { start: number; end: number }): Mark[] {
  const marks: Mark[] = [];
  let before: PartKind = 'body';
  for (const part of layout?.parts ?? []) {
    if (part.start >= end) break;
    const isSeen = part.end > start;
    if (isSeen && part.kind !== before) {
      const words = part.kind === 'body' ? ownWords : partWords[part.kind];
      if (part.kind !== 'body' || part.start > start) marks.push({ at: Math.max(part.start, start), words });
    }
    before = part.kind;
    // A window may begin within a part.
    if (!isSeen) before = 'body';
  }
  return marks;
}
