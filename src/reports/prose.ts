import { parseSourceUrl } from '../debate/sourceUrl';
import { readableUrl } from './citedSources';
import { code } from './markdown';
import { linkSeqs, noLinks, type SeqLinks } from './seqLinks';

/**
 * Markdown that somebody else wrote, as it may stand in a paragraph of our documents: code spans stay as they are, raw
 * HTML and links to anything but the web are shown as text, images become links, mentions of entries become links.
 */
export function safeProse(text: string, links: SeqLinks): string {
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
    // At the start of a line, a tag begins a block of HTML even inside a code span: then this is none.
    return /\n[ \t>]*</.test(span) ? literally('\\`'.repeat(found.length)) : { out: span, end };
  }
  if (found.startsWith('\\')) return literally(found);
  if (found === '<') {
    const autolink = matchAt(/<https?:\/\/[^\s<>]*>/iy, text, at);
    return autolink === undefined ? literally('&lt;') : { out: autolink[0], end: at + autolink[0].length };
  }
  // Closes no link that we let pass: its destination is no web address.
  if (found === ']') return literally(']\\');
  if (!found.endsWith('[')) return literally(found);
  const link = matchAt(webLink, text, at + found.length - 1);
  if (link === undefined) return cited(text, at, found) ?? literally(found === '[' ? '[' : '\\![');
  const [whole, label = '', destination = ''] = link;
  return { out: `[${safeProse(label, noLinks)}]${destination}`, end: at + found.length - 1 + whole.length };
}

/** A citation of the evidence leads nowhere outside the panel: its label is shown, and the place where the label does not name the file. */
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

/** `[label](workspace:path#L3-L9)`; without its brackets the label may begin no block. */
const evidenceLink = /\[((?:\p{L}|`[^`\n]+`)(?:[^[\]\\`<\n]|`[^`\n]*`){0,500})\]\((workspace:[^\s()<>]+)\)/iuy;

/** `[label](https://…)` with an optional title; the label may hold code spans and brackets in pairs. */
const webLink =
  /\[((?:[^[\]\\`]|\\[^\n]|`[^`\n]*`|\[[^[\]\n]*\]){0,2000})\](\(\s?<?https?:\/\/[^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*>?(?:\s+(?:"[^"\n]*"|'[^'\n]*'))?\s?\))/iy;

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

/** A code span is closed by the next run of as many backticks; `unclosed` keeps the lengths that have none. */
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
