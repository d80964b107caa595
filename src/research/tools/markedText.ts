import type { PartKind, TextLayout } from '../../debate/sourceText';

interface Mark {
  at: number;
  words: string;
}

/**
 * A window of a page's text for a model: a line in brackets marks where text begins that is not the page's own, and
 * where its pages begin.
 */
export function markedText(
  text: string,
  window: { start: number; end: number; layout: TextLayout | undefined; url: string },
): string {
  const { start, end } = window;
  let marked = '';
  let from = start;
  for (const { at, words } of marksIn(window)) {
    marked += `${text.slice(from, at)}${marked === '' && at === start ? '' : '\n'}[${words}]\n`;
    from = at;
  }
  return marked + text.slice(from, end);
}

function marksIn({
  start,
  end,
  layout,
  url,
}: {
  start: number;
  end: number;
  layout: TextLayout | undefined;
  url: string;
}): Mark[] {
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

export const ownWords = 'The page’s own words go on.';

export const partWords: Readonly<Record<Exclude<PartKind, 'body'>, string>> = {
  beside: 'What stands beside the article follows, such as titles and captions: quote the article itself.',
  bibliography: 'A list of other works follows. It is not the page’s own words: quote those works themselves.',
  comments: 'Comments of readers follow. They are not the page’s own words.',
  notice: 'Notices about cookies and the like follow. They are not the page’s own words.',
  navigation: 'Menus follow. They are not the page’s own words.',
};

/** Marks a change of kind; at the start of the window, its kind unless that is the body. */
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
