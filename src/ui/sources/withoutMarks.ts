import MarkdownIt from 'markdown-it';

/** Knows what a text marks as emphasis, code or escaped, and nothing else: all other signs of Markdown are text. */
const parser = new MarkdownIt('zero').enable(['emphasis', 'strikethrough', 'backticks', 'escape', 'fence']);

const marks: ReadonlySet<string> = new Set('*_~`\\');
const isSpace = (sign: string | undefined): boolean => sign !== undefined && /\s/.test(sign);

/** Pieces of a Markdown text without the marks that a reader does not see. Signs that only look like marks stay. */
export function withoutMarks(pieces: readonly string[]): string[] {
  const visible = visibleText(pieces.join(''));
  let next = 0;
  return pieces.map((piece) =>
    piece
      .split('')
      .filter((sign) => {
        const shown = visible[next];
        const isShown = sign === shown || (isSpace(sign) && isSpace(shown));
        if (isShown) next += 1;
        return isShown || !marks.has(sign);
      })
      .join(''),
  );
}

const visibleText = (text: string): string =>
  parser
    .parse(text, {})
    .map(({ type, markup, info, content, children }) =>
      type === 'fence'
        ? `${markup}${info}\n${content}${markup}`
        : (children ?? []).map((child) => child.content).join(''),
    )
    .join('');
