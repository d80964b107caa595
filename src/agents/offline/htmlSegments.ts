import type { Segment } from './segments';

/** Stands for what may not be quoted; a sentence that holds it is dropped. */
const mask = '\u0001';

const hidden = /<!--[\s\S]*?(?:-->|$)|<(script|style|pre|code|template|noscript|head)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
const tag = /<\/?[a-z][^<>]*>|<![^<>]*>/gi;
const entity = /&(?:[a-z]\w{1,30}|#\d{1,7}|#x[\da-f]{1,6});/gi;
const inline =
  /^<\/?(?:a|abbr|b|bdi|bdo|cite|code|data|dfn|em|i|kbd|mark|q|s|small|span|strong|sub|sup|time|u|var|wbr)\b/i;
const headingTag = /<h([1-6])\b[^>]*>([\s\S]*?)<\/h\1\s*>/gi;

/** Comments and tags in prose, blotted out; line ends stay, so that every offset and line stays. */
export function maskTags(text: string): string {
  if (!/[<&]/.test(text)) return text;
  return text.replace(/<!--[\s\S]*?(?:-->|$)/g, blot).replace(tag, blot);
}

/** Text between block tags. A sentence with a tag or an entity in it cannot be quoted verbatim and is blotted. */
export function htmlSegments(text: string): Segment[] {
  const headings = [...text.matchAll(headingTag)].map((found) => ({
    start: found.index,
    end: found.index + found[0].length,
    text:
      found[2]
        ?.replace(/<[^>]*>/g, '')
        .replace(/\s+/g, ' ')
        .trim() ?? '',
  }));
  const masked = text
    .replace(hidden, blank)
    .replace(headingTag, blank)
    .replace(entity, blot)
    .replace(tag, (found) => (inline.test(found) ? blot(found) : blank(found)));
  const edges = [0, ...headings.flatMap(({ start, end }) => [start, end]), text.length];
  return edges.slice(1).flatMap((end, at) => {
    const start = edges[at] ?? 0;
    if (start >= end) return [];
    const heading = headings.findLast((candidate) => candidate.end <= start)?.text;
    return pieces(masked, start, end).map((piece) => ({ ...piece, heading, isItem: false }));
  });
}

/** Blanked tags leave NUL runs; each stretch between them is a segment of its own. */
function pieces(masked: string, start: number, end: number): { start: number; end: number; masked: string }[] {
  const found: { start: number; end: number; masked: string }[] = [];
  for (const match of masked.slice(start, end).matchAll(/[^\0]+/g)) {
    if (match[0].trim() === '') continue;
    const from = start + match.index;
    found.push({ start: from, end: from + match[0].length, masked: match[0] });
  }
  return found;
}

const blot = (found: string): string => found.replace(/[^\n]/g, mask);
const blank = (found: string): string => '\0'.repeat(found.length);
