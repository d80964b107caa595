import type { TextLayout, TextPart } from '../../debate/sourceText';
import { isBibliographyHeading, looksLikeEntry } from './bibliographyWords';

interface Line {
  start: number;
  end: number;
  text: string;
}

/**
 * The bibliographies of a text that keeps its order: they are marked where they stand, and what comes after one is body again.
 * Undefined where there is none. In Markdown a heading is one by its marks and its section ends with the next; elsewhere it is a line
 * alone, and every entry below has to look like one.
 */
export function textLayout(text: string, { isMarkdown }: { isMarkdown: boolean }): TextLayout | undefined {
  const lines = linesOf(text);
  const found: TextPart[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const rank = isMarkdown ? markdownRank(lines, at) : plainRank(lines, at);
    if (rank === undefined || !isBibliographyHeading(lines[at]?.text ?? '')) continue;
    const section = isMarkdown
      ? { isEnd: (line: number) => (markdownRank(lines, line) ?? 7) <= rank, isBeside: (line: number) => markdownRank(lines, line) !== undefined, isEntries: (block: string) => looksLikeEntry(block.slice(0, 1_400)) }
      : { isEnd: (line: number) => isOtherHeading(lines, line), isBeside: () => false, isEntries: areEntries };
    const last = lastEntry(lines, at, section);
    if (last === undefined) continue;
    found.push({ kind: 'bibliography', start: lines[at]?.start ?? 0, end: lines[last]?.end ?? text.length });
    at = last;
  }
  return found.length === 0 ? undefined : { parts: withBody(found, text.length) };
}

interface Section {
  isEnd: (line: number) => boolean;
  /** A heading within it. */
  isBeside: (line: number) => boolean;
  isEntries: (block: string) => boolean;
}

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  for (let start = 0; start <= text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    lines.push({ start, end, text: text.slice(start, Math.min(end, start + 2_000)) });
    start = end + 1;
  }
  return lines;
}

/** 1 to 6; undefined for what is no heading. */
function markdownRank(lines: readonly Line[], at: number): number | undefined {
  const hashes = /^ {0,3}(#{1,6})\s/.exec(lines[at]?.text ?? '')?.[1];
  if (hashes !== undefined) return hashes.length;
  const [, underline] = /^ {0,3}(=|-){3,}\s*$/.exec(lines[at + 1]?.text ?? '') ?? [];
  if (underline === undefined || (lines[at]?.text ?? '').trim() === '') return undefined;
  return underline === '=' ? 1 : 2;
}

/** In plain text only a line of its own: a sentence may begin with “References”. */
function plainRank(lines: readonly Line[], at: number): number | undefined {
  const text = lines[at]?.text.trim() ?? '';
  return text !== '' && text.length <= 60 && /^[\s\d.IVX)]*\p{Lu}/u.test(text) ? 1 : undefined;
}

const otherHeading =
  /^(?:(?:\d+(?:\.\d+)*|[A-Z])[.)]?\s+)?(?:appendi(?:x|ces)|annex(?:es)?|acknowledge?ments?|supplement|author(?:s|’s|'s)?\b|about the|biograph|notes?\b|index\b|glossary|list of (?:tables|figures)|anhang|danksagung|annexe|apéndice)/i;

const isOtherHeading = (lines: readonly Line[], at: number): boolean => {
  const text = lines[at]?.text.trim() ?? '';
  return text.length <= 80 && otherHeading.test(text);
};

/** The last line of the entries below a heading. What does not look like one is the text again. */
function lastEntry(lines: readonly Line[], heading: number, { isEnd, isBeside, isEntries }: Section): number | undefined {
  const isBlank = (at: number): boolean => /^\s*(?:[=-]{3,}\s*)?$/.test(lines[at]?.text ?? '') || isBeside(at);
  let last: number | undefined;
  for (let at = heading + 1; at < lines.length && !isEnd(at); ) {
    let end = at + 1;
    while (end < lines.length && !isBlank(end) && !isEnd(end)) end += 1;
    if (!isBlank(at)) {
      const block = lines.slice(at, end).map(({ text }) => text).join('\n');
      if (!isEntries(block)) break;
      last = end - 1;
    }
    at = isBlank(at) ? at + 1 : end;
  }
  return last;
}

const entryStart = /^\s*(?:[-*+•–]\s|\[?\d{1,3}[\].)]\s|\[\p{L}[^\]\n]{1,30}\]|\p{Lu}[\p{L}'’-]+(?:,|\s\p{Lu}\b)|https?:)/u;

/** A paragraph of entries: it begins as one does, and most of what begins so has a year or an address. */
function areEntries(block: string): boolean {
  if (!entryStart.test(block)) return false;
  const entries = block.split(new RegExp(`\\n(?=${entryStart.source.slice(1)})`, 'u'));
  return entries.filter(looksLikeEntry).length * 2 >= entries.length;
}

function withBody(found: readonly TextPart[], length: number): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const part of found) {
    if (part.start > end) parts.push({ kind: 'body', start: end, end: part.start });
    parts.push(part);
    end = part.end;
  }
  if (end < length) parts.push({ kind: 'body', start: end, end: length });
  return parts;
}
