import type { PageSpan } from './sourceText';

const blankLine = /\n[^\S\n]*\n\s*/g;
/** A paragraph that ends so leads on to the next, or is done. */
const ended = /[.!?:;,…。！？：；、)\]"'“”’»›—–-]\s*$/u;
const opens = /^["'“„«(]?[\p{Lu}\p{N}]/u;
const row = /\S\t\s*\S/;

/**
 * The words at a seam that a passage `[start, end)` runs over as if there was none: from a heading or a caption into the text below, from one row of a
 * table into the next. Each half stands there, and nobody wrote them as one. A sentence may go on over the edge of a page.
 */
export function seamIn(
  text: string,
  { start, end }: { start: number; end: number },
  pages: readonly PageSpan[] = [],
): string | undefined {
  const passage = text.slice(start, end);
  for (const match of passage.matchAll(blankLine)) {
    const [before, after] = [start + match.index, start + match.index + match[0].length];
    const isEdge = pages.some((page) => page.end >= before && page.end <= after);
    if (
      !isEdge &&
      !ended.test(passage.slice(0, match.index)) &&
      opens.test(passage.slice(match.index + match[0].length))
    )
      return around(text, before, after);
  }
  for (const match of passage.matchAll(/\n/g)) {
    const at = start + match.index;
    if (row.test(lineAt(text, at)) || row.test(lineAt(text, at + 1))) return around(text, at, at + 1);
  }
  return undefined;
}

/** The line that ends at an offset, or goes over it. */
function lineAt(text: string, at: number): string {
  const end = text.indexOf('\n', at);
  return text.slice(text.lastIndexOf('\n', at - 1) + 1, end < 0 ? text.length : end);
}

const around = (text: string, before: number, after: number): string => {
  const [left, right] = [text.slice(Math.max(0, before - 40), before), text.slice(after, after + 40)];
  return `${left.slice(left.lastIndexOf('\n') + 1).trim()} | ${(right.split('\n')[0] ?? '').trim()}`;
};
