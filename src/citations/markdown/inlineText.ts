import type { Env, StateBlock, StateInline, Token } from 'markdown-it';
import MarkdownIt from 'markdown-it';

/** Where a link or a footnote mark stands in an `InlineText`; `start` and `end` count its `text`. */
export interface InlineLink {
  readonly start: number;
  readonly end: number;
  /** The address as it is written; undefined for a mark whose footnote names none. */
  readonly href: string | undefined;
  /** A footnote mark or a number in brackets, not words. */
  readonly isMark: boolean;
}

/** The words of a paragraph, a cell or a list item as a reader sees them, each with its place in the document. */
export interface InlineText {
  readonly text: string;
  /** Offset in the document of each UTF-16 code unit of `text`. */
  readonly places: readonly number[];
  /** Ranges of `text` that are code. */
  readonly code: readonly { start: number; end: number }[];
  readonly links: readonly InlineLink[];
  /** Ends of lines, as indices of `text`. */
  readonly breaks: readonly number[];
  readonly startsBold: boolean;
}

export interface FootnoteEnv extends Env {
  /** The footnotes' texts by their labels. */
  footnotes?: Map<string, Token>;
}

interface TokenPlace {
  at: number;
}

const deepest = 60;

export const markdownParser = new MarkdownIt({ html: true, linkify: false, typographer: false, maxNesting: deepest });

/** Remembers where each token begins in its block's text, which the parser itself does not. */
class PlacedState extends markdownParser.inline.State {
  override pushPending(): Token {
    const { pending, pos } = this;
    const token = super.pushPending();
    token.meta = { at: Math.max(0, this.src.lastIndexOf(pending, pos - pending.length)) } satisfies TokenPlace;
    return token;
  }

  override push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
    const token = super.push(type, tag, nesting);
    token.meta = { at: this.pos } satisfies TokenPlace;
    return token;
  }
}

markdownParser.inline.State = PlacedState;
markdownParser.validateLink = () => true;
// Joined tokens would lose their places.
markdownParser.inline.ruler2.disable('fragments_join');
markdownParser.core.ruler.disable('text_join');
markdownParser.inline.ruler.before('link', 'footnote_mark', footnoteMark);
markdownParser.block.ruler.before('reference', 'footnote_definition', footnoteDefinition, {
  alt: ['paragraph', 'reference', 'blockquote', 'list'],
});

const markPattern = /\[\^([^\]\s]{1,80})\]/y;

function footnoteMark(state: StateInline, silent: boolean): boolean {
  markPattern.lastIndex = state.pos;
  const [all, label = ''] = markPattern.exec(state.src) ?? [];
  if (all === undefined) return false;
  if (!silent) state.push('footnote_mark', '', 0).info = label;
  state.pos += all.length;
  return true;
}

/** `info` of a footnote's own text. */
export const footnote = 'footnote';

const definitionPattern = /^\[\^([^\]\s]{1,80})\]:[ \t]*/;

/** Reads `[^1]: …` with the lines that follow it up to an empty one. */
function footnoteDefinition(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const lineOf = (line: number): string =>
    state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
  const [lead, label = ''] = definitionPattern.exec(lineOf(startLine)) ?? [];
  if (lead === undefined) return false;
  if (silent) return true;
  let next = startLine + 1;
  while (next < endLine && !state.isEmpty(next) && !definitionPattern.test(lineOf(next))) next += 1;
  const lines = Array.from({ length: next - startLine }, (_, index) => lineOf(startLine + index));
  const content = [(lines[0] ?? '').slice(lead.length), ...lines.slice(1)].join('\n').trim();
  const open = state.push('paragraph_open', 'p', 1);
  open.map = [startLine, next];
  const inline = state.push('inline', '', 0);
  Object.assign(inline, { content, map: [startLine, next], children: [], info: footnote });
  const notes = ((state.env as FootnoteEnv).footnotes ??= new Map<string, Token>());
  if (!notes.has(label.toLowerCase())) notes.set(label.toLowerCase(), inline);
  state.push('paragraph_close', 'p', -1);
  state.line = next;
  return true;
}

/** Addresses that are written without being a link. */
const bareAddress = /(?:https?:\/\/|workspace:)[^\s<>"“”«»`|\\^{}]{1,2000}/gi;

/** What a reader takes for the sentence's sign, not for the address's. */
function withoutTail(address: string): string {
  let text = address;
  for (;;) {
    const last = text.slice(-1);
    const isOpened = last === ')' && text.split('(').length >= text.split(')').length;
    if (isOpened || !/[.,;:!?'’…)\]*_]/.test(last)) return text;
    text = text.slice(0, -1);
  }
}

interface InlineSource {
  /** The block's token. */
  token: Token;
  /** Turns an offset of the token's content into one of the document. */
  placeOf: (offset: number) => number;
  footnoteAddress: (label: string) => string | undefined;
}

export function inlineText({ token, placeOf, footnoteAddress }: InlineSource): InlineText {
  const writer = new InlineWriter(placeOf, footnoteAddress);
  for (const child of token.children ?? []) writer.write(child);
  return writer.result((token.children ?? []).find(({ type, content }) => type !== 'text' || content !== ''));
}

class InlineWriter {
  #text = '';
  readonly #places: number[] = [];
  readonly #code: { start: number; end: number }[] = [];
  readonly #links: InlineLink[] = [];
  readonly #open: { start: number; href: string }[] = [];
  readonly #breaks: number[] = [];
  #struck = 0;

  constructor(
    private readonly placeOf: (offset: number) => number,
    private readonly footnoteAddress: (label: string) => string | undefined,
  ) {}

  write(token: Token): void {
    const { at = 0 } = (token.meta ?? {}) as Partial<TokenPlace>;
    if (token.type === 's_open') this.#struck += 1;
    else if (token.type === 's_close') this.#struck -= 1;
    else if (this.#struck > 0) return;
    else this.#writeShown(token, at);
  }

  #writeShown(token: Token, at: number): void {
    switch (token.type) {
      case 'text':
        this.#add(token.content, (index) => at + index);
        return;
      case 'text_special':
        this.#add(token.content, () => at);
        return;
      case 'softbreak':
      case 'hardbreak':
        this.#breaks.push(this.#text.length);
        this.#add(' ', () => at);
        return;
      case 'code_inline': {
        const start = this.#text.length;
        this.#add(token.content, (index) => at + token.markup.length + index);
        this.#code.push({ start, end: this.#text.length });
        return;
      }
      case 'html_inline':
        if (/^<br/i.test(token.content)) this.#add(' ', () => at);
        return;
      case 'footnote_mark': {
        const start = this.#text.length;
        this.#add(`[^${token.info}]`, (index) => at + index);
        const href = this.footnoteAddress(token.info);
        this.#links.push({ start, end: this.#text.length, href, isMark: true });
        return;
      }
      case 'link_open':
        this.#open.push({ start: this.#text.length, href: String(token.attrGet('href') ?? '') });
        return;
      case 'link_close':
        this.#closeLink();
        return;
      default:
    }
  }

  #closeLink(): void {
    const opened = this.#open.pop();
    if (opened === undefined) return;
    const { start, href } = opened;
    const end = this.#text.length;
    this.#links.push({ start, end, href, isMark: !/\p{L}/u.test(this.#text.slice(start, end)) });
  }

  #add(words: string, at: (index: number) => number): void {
    for (let index = 0; index < words.length; index += 1) this.#places.push(this.placeOf(at(index)));
    this.#text += words;
  }

  result(first: Token | undefined): InlineText {
    const text = this.#text;
    const isCovered = (at: number): boolean =>
      [...this.#links, ...this.#code].some(({ start, end }) => at >= start && at < end);
    const bare = Array.from(text.matchAll(bareAddress), ({ 0: found, index }) => {
      const href = withoutTail(found);
      return { start: index, end: index + href.length, href, isMark: true };
    }).filter(({ start }) => !isCovered(start));
    return {
      text,
      places: this.#places,
      code: this.#code,
      links: [...this.#links, ...bare].sort((one, other) => one.start - other.start),
      breaks: this.#breaks,
      startsBold: first?.type === 'strong_open',
    };
  }
}
