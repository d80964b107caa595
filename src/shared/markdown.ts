import type { Token } from 'markdown-it';
import MarkdownIt from 'markdown-it';
import * as l10n from '@vscode/l10n';
import { shownReferences } from '../debate/log/seqReferences';
import { isOwnLine, partEnd } from './foldedText';
import { parseSourceUrl } from '../matching/text/sourceUrl';
import { withPlaces } from '../projections/sourcePlace';
import { matchesOf } from '../matching/text/matches';
import type { ContentForm } from '../projections/contentForm';

/**
 * Markdown of any author as a tree of known elements: it contains no HTML, takes over no attribute, and loads nothing.
 * Code that renders the tree needs to trust this file only.
 */
export type MarkdownNode =
  | string
  | { readonly tag: MarkdownTag; readonly children: readonly MarkdownNode[]; readonly start?: number }
  | { readonly tag: 'seq'; readonly seq: number; readonly text: string }
  | { readonly tag: 'mention'; readonly word: string }
  /** Link that the editor opens after asking. */
  | { readonly tag: 'web'; readonly url: string; readonly children: readonly MarkdownNode[] }
  | { readonly tag: 'source'; readonly index: number; readonly children: readonly MarkdownNode[] };

const tags = [
  ...(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'ul', 'ol', 'li', 'pre', 'code', 'hr', 'br'] as const),
  ...(['em', 'strong', 's', 'table', 'thead', 'tbody', 'tr', 'th', 'td'] as const),
] as const;
type MarkdownTag = (typeof tags)[number];
const known: ReadonlySet<string> = new Set(tags);
const isKnown = (tag: string): tag is MarkdownTag => known.has(tag);

/** UTF-16 code units; a longer text is shown unformatted, because formatting would block the page. */
export const longestMarkdown = 256 * 1024;

const deepest = 60;
const options = { html: false, linkify: true, typographer: false, maxNesting: deepest };
const parsers = {
  markdown: parserOf(new MarkdownIt({ ...options, breaks: false })),
  text: parserOf(new MarkdownIt('zero', { ...options, breaks: true }).enable(['linkify', 'newline'])),
  lines: parserOf(new MarkdownIt('zero', { ...options, breaks: true }).enable(['linkify', 'newline', 'list'])),
};

/** A parser that links web addresses only. */
function parserOf(parser: InstanceType<typeof MarkdownIt>): InstanceType<typeof MarkdownIt> {
  // `linkNode` judges addresses, and still shows a refused one as text.
  parser.validateLink = () => true;
  // Addresses are linked only if they have their scheme.
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  for (const scheme of ['ftp:', '//', 'mailto:']) parser.linkify.add(scheme, null);
  // A mention may continue in the next line, so both lines become one text.
  parser.core.ruler.before('text_join', 'soft_breaks', ({ tokens }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? []))
      if (token.type === 'softbreak') Object.assign(token, { type: 'text', content: '\n' });
  });
  return parser;
}

interface MarkdownOptions {
  /** Form of the text; default: Markdown. */
  readonly form?: ContentForm | undefined;
  /** Addresses of the sources, in the entry's order. */
  readonly sources?: readonly string[];
  readonly isMention?: (word: string) => boolean;
}

/** Returns undefined for a text that is too long or nested too deeply; it is then shown as plain text. */
export function markdownTree(text: string, options: MarkdownOptions = {}): readonly MarkdownNode[] | undefined {
  if (text.length > longestMarkdown) return undefined;
  const { form = 'markdown' } = options;
  const parser = parsers[form];
  const sources = new Map((options.sources ?? []).map((url, index) => [parser.normalizeLink(url), index]));
  const tokens = parser.parse(text, {});
  // The parser drops content below this depth.
  return tokens.some((token) => token.level >= deepest - 1)
    ? undefined
    : new TreeBuilder(sources, options.isMention).build(tokens);
}

interface Open {
  readonly token: Token | undefined;
  readonly children: MarkdownNode[];
}

/** Builds the tree with a stack of its own, so that hostile nesting cannot overflow the browser's. */
class TreeBuilder {
  readonly #sources: ReadonlyMap<string, number>;
  readonly #isMention: MarkdownOptions['isMention'];
  readonly #stack: Open[] = [{ token: undefined, children: [] }];

  constructor(sources: ReadonlyMap<string, number>, isMention: MarkdownOptions['isMention']) {
    this.#sources = sources;
    this.#isMention = isMention;
  }

  build(tokens: readonly Token[]): readonly MarkdownNode[] {
    this.#addAll(tokens);
    while (this.#stack.length > 1) this.#close();
    return this.#stack[0]?.children ?? [];
  }

  #addAll(tokens: readonly Token[]): void {
    for (const token of tokens) {
      if (token.type === 'inline') this.#addAll(token.children ?? []);
      else if (token.hidden) continue;
      else if (token.nesting === 1) this.#stack.push({ token, children: [] });
      else if (token.nesting === -1) this.#close();
      else this.#add(this.#leaf(token));
    }
  }

  #add(nodes: readonly MarkdownNode[]): void {
    const children = this.#stack.at(-1)?.children;
    // A hostile text makes more nodes than a call takes arguments.
    for (const node of nodes) children?.push(node);
  }

  #close(): void {
    if (this.#stack.length < 2) return;
    const { token, children } = this.#stack.pop() ?? { token: undefined, children: [] };
    if (token === undefined) return;
    if (token.type === 'link_open') this.#add(linkNode(String(token.attrGet('href') ?? ''), children, this.#sources));
    else if (!isKnown(token.tag)) this.#add(children);
    else if (token.tag === 'ol') this.#add([{ tag: 'ol', children, start: Number(token.attrGet('start') ?? 1) }]);
    else this.#add([{ tag: token.tag, children }]);
  }

  #leaf(token: Token): readonly MarkdownNode[] {
    switch (token.type) {
      case 'text':
        return this.#isInLink()
          ? [withPlaces(l10n, token.content)]
          : withLinks(withPlaces(l10n, token.content), this.#isMention);
      case 'hardbreak':
        return [{ tag: 'br', children: [] }];
      case 'hr':
        return [{ tag: 'hr', children: [] }];
      case 'code_inline':
        return [{ tag: 'code', children: [token.content] }];
      case 'fence':
      case 'code_block':
        return [{ tag: 'pre', children: [{ tag: 'code', children: [token.content] }] }];
      case 'image':
        return imageText(token);
      default:
        return [token.content];
    }
  }

  #isInLink(): boolean {
    return this.#stack.some(({ token }) => token?.type === 'link_open');
  }
}

/** Text of a picture, which is never loaded: a request would tell a stranger that the record is read. */
function imageText(token: Token): readonly MarkdownNode[] {
  const url = String(token.attrGet('src') ?? '');
  return [token.content === '' ? url : `${token.content} (${url})`];
}

function linkNode(
  url: string,
  children: readonly MarkdownNode[],
  sources: ReadonlyMap<string, number>,
): MarkdownNode[] {
  const web = webUrl(url);
  const text = plainText(children);
  if (web !== undefined) return [{ tag: 'web', url: web.href, children }, ...otherHost(web, text)];
  const index = sources.get(url);
  if (index !== undefined) return [{ tag: 'source', index, children }];
  return url === '' || text === url || saysLines(text, url)
    ? [...children]
    : [...children, ` (${withPlaces(l10n, url)})`];
}

/** Whether a link's words are only its lines, like "L18–L19", as a document writes beside a file's name. */
function saysLines(text: string, url: string): boolean {
  const parsed = parseSourceUrl(url);
  if (parsed.kind !== 'workspace' || parsed.lines === undefined) return false;
  const { lines } = parsed;
  const last = lines.end === lines.start ? '' : `–L${lines.end}`;
  return text === `L${lines.start}${last}`;
}

function webUrl(url: string): URL | undefined {
  if (!/^https?:\/\//i.test(url)) return undefined;
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
}

/** The real host of a link whose words are another address. */
function otherHost(url: URL, text: string): MarkdownNode[] {
  const claimed = /^\s*(?:https?:\/\/)?((?:[\w-]+\.)+[a-z]{2,})(?:[/:?#]\S*)?\s*$/iu.exec(text)?.[1]?.toLowerCase();
  return claimed === undefined || url.host.toLowerCase().endsWith(claimed) ? [] : [` (${url.host})`];
}

export function plainText(nodes: readonly MarkdownNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node;
      if (node.tag === 'mention') return node.word;
      return node.tag === 'seq' ? node.text : plainText(node.children);
    })
    .join('');
}

/** Text as it is drawn, with `partEnd` around elements that are lines of their own. */
export function drawnText(nodes: readonly MarkdownNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string' || !('children' in node)) return plainText([node]);
      if (node.tag === 'br') return ' ';
      return isOwnLine(node.tag) ? `${partEnd}${drawnText(node.children)}${partEnd}` : drawnText(node.children);
    })
    .join('');
}

const holders: ReadonlySet<string> = new Set(['ul', 'ol', 'blockquote', 'table', 'thead', 'tbody', 'tr']);

function linesIn(node: MarkdownNode): MarkdownNode[] {
  if (typeof node === 'string' || !('children' in node)) return [node];
  const isHolder = holders.has(node.tag) || (node.tag === 'li' && node.children.some(isBlock));
  return isHolder ? node.children.flatMap(linesIn) : [node];
}

const isBlock = (node: MarkdownNode): boolean =>
  typeof node !== 'string' && (node.tag === 'p' || node.tag === 'pre' || holders.has(node.tag));

/** Text in one run: a heading leads to the text below it, and lines without a full stop stay separate. */
export function runningText(nodes: readonly MarkdownNode[]): string {
  const lines = nodes
    .flatMap(linesIn)
    .map((node) => ({
      isHeading: typeof node !== 'string' && /^h[1-6]$/.test(node.tag),
      text: plainText([node]).trim(),
    }))
    .filter(({ text }) => text !== '');
  return lines
    .map(({ isHeading, text }, index) => {
      const isLast = index === lines.length - 1;
      return isLast || /\p{Po}["”’»)]?$/u.test(text) ? text : `${text}${isHeading ? ':' : ' ·'}`;
    })
    .join(' ');
}

/** Cuts text at mentions of entries. The first number includes its word: `seq 4`, ` and `, `5`. */
export function withSeqs(text: string): MarkdownNode[] {
  const nodes: MarkdownNode[] = [];
  let done = 0;
  for (const reference of shownReferences(text)) {
    for (const [index, number] of reference.numbers.entries()) {
      const start = index === 0 ? reference.start : number.start;
      if (start > done) nodes.push(text.slice(done, start));
      nodes.push({ tag: 'seq', seq: number.seq, text: text.slice(start, number.end) });
      done = number.end;
    }
  }
  if (done < text.length) nodes.push(text.slice(done));
  return nodes;
}

export function withLinks(text: string, isMention: MarkdownOptions['isMention']): MarkdownNode[] {
  const nodes = withSeqs(text);
  return isMention === undefined
    ? nodes
    : nodes.flatMap((node) => (typeof node === 'string' ? withMentions(node, isMention) : [node]));
}

/** Whole words: `prop_001` is no part of `prop_0010`. */
const word = /[\p{L}\p{N}_-]+/gu;

function withMentions(text: string, isMention: (word: string) => boolean): MarkdownNode[] {
  const nodes: MarkdownNode[] = [];
  let done = 0;
  for (const { 0: found, index } of matchesOf(text, word)) {
    if (!isMention(found)) continue;
    if (index > done) nodes.push(text.slice(done, index));
    nodes.push({ tag: 'mention', word: found });
    done = index + found.length;
  }
  if (done < text.length) nodes.push(text.slice(done));
  return nodes;
}
