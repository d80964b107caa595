import type { Reading } from '../../debate/linedText';
import type { Segment } from './segments';

/** Stands for what may not be quoted; a sentence that holds it is dropped. */
const mask = '\u0001';

const tag = /<\/?[a-z][^<>]*>|<![^<>]*>/gi;

/** Comments and tags in prose, blotted out; line ends stay, so that every offset and line stays. */
export function maskTags(text: string): string {
  if (!/[<&]/.test(text)) return text;
  return text.replace(/<!--[\s\S]*?(?:-->|$)/g, blot).replace(tag, blot);
}

/** The paragraphs of a page's body under their headings; what its menus and its bibliography say is nobody's statement here. */
export function htmlSegments({ text, body, headings }: Reading): Segment[] {
  const own = headings.filter(({ end }) => end <= body.end);
  const segments: Segment[] = [];
  let [at, heading]: [number, string | undefined] = [body.start, undefined];
  for (const next of [...own, { start: body.end, end: body.end }]) {
    segments.push(...paragraphs(text, { start: at, end: next.start }).map((span) => ({ ...span, heading, isItem: false })));
    heading = text.slice(next.start, next.end).replace(/\s+/g, ' ').trim();
    at = next.end;
  }
  return segments;
}

function paragraphs(text: string, { start, end }: { start: number; end: number }): { start: number; end: number }[] {
  return Array.from(text.slice(start, end).matchAll(/(?:[^\n]|\n(?!\n))+/g), ({ 0: words, index }) => ({ start: start + index, end: start + index + words.length }));
}

const blot = (found: string): string => found.replace(/[^\n]/g, mask);
