import type { PageNode } from './pageDom';

/**
 * The text below a node as a reader sees it: blocks on lines of their own, one empty line between paragraphs, white space
 * collapsed except in preformatted text, a tab between the cells of a row. Walks without recursion, for pages may be nested as deep as they like.
 */
export function blockText(root: PageNode, { everyElement = false }: { everyElement?: boolean } = {}): string {
  const writer = new BlockWriter();
  walk(root, {
    text: (value, isPreformatted) => writer.text(value, isPreformatted),
    edge: (name) => {
      if (name === 'br') writer.line();
      else if (everyElement || lines.has(name)) writer.line();
      else if (blocks.has(name)) writer.block();
      else if (cells.has(name)) writer.cell();
    },
  });
  return writer.end();
}

/** How deep the deepest element lies below a node. */
export function depthOf(root: PageNode): number {
  let deepest = 0;
  walk(root, { depth: (depth) => (deepest = Math.max(deepest, depth)) });
  return deepest;
}

const elementNode = 1;
const textNode = 3;
const cdataNode = 4;

const named = (names: string): ReadonlySet<string> => new Set(names.split(' '));
const blocks = named(
  'address article aside blockquote body center details dialog div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 ' +
    'header hgroup hr legend main nav ol p pre section summary table ul',
);
const lines = named('caption dd dt li option tr');
const cells = named('td th');

/** What the edges of an element are to a reader; undefined within a line. */
export function edgeOf(name: string): 'block' | 'line' | 'cell' | undefined {
  if (blocks.has(name)) return 'block';
  if (lines.has(name) || name === 'br') return 'line';
  return cells.has(name) ? 'cell' : undefined;
}

interface Visitor {
  text?: (value: string, isPreformatted: boolean) => void;
  /** Where an element begins and where it ends. */
  edge?: (name: string) => void;
  depth?: (depth: number) => void;
}

function walk(root: PageNode, { text, edge, depth }: Visitor): void {
  let node: PageNode | null = root;
  let level = 0;
  let preformatted = 0;
  const leave = (left: PageNode): void => {
    if (left.nodeType !== elementNode) return;
    const name = nameOf(left);
    if (name === 'pre') preformatted -= 1;
    edge?.(name);
  };
  while (node !== null) {
    if (node.nodeType === textNode || node.nodeType === cdataNode) text?.(node.nodeValue ?? '', preformatted > 0);
    if (node.nodeType === elementNode) {
      const name = nameOf(node);
      if (name === 'pre') preformatted += 1;
      edge?.(name);
      depth?.(level);
    }
    if (node.firstChild !== null) {
      node = node.firstChild;
      level += 1;
      continue;
    }
    while (node !== null && node !== root && node.nextSibling === null) {
      leave(node);
      node = node.parentNode;
      level -= 1;
    }
    if (node === null || node === root) {
      if (node !== null) leave(node);
      return;
    }
    leave(node);
    node = node.nextSibling;
  }
}

const nameOf = (node: PageNode): string => node.nodeName.toLowerCase();

class BlockWriter {
  readonly #parts: string[] = [];
  /** Line breaks that are due before the next text. */
  #breaks = 0;
  #space = false;
  #isCell = false;

  text(value: string, isPreformatted: boolean): void {
    if (isPreformatted) this.#write(value);
    else this.#collapsed(value);
  }

  line(): void {
    this.#breaks = Math.max(this.#breaks, 1);
    this.#space = false;
  }

  block(): void {
    this.#breaks = 2;
    this.#space = false;
  }

  /** Space enough that the figures of two cells do not become one, and that a row is known for one. */
  cell(): void {
    this.#isCell = true;
    this.#space = false;
  }

  end(): string {
    return this.#parts.join('').trim();
  }

  #collapsed(value: string): void {
    const text = value.replace(/[ \t\n\r\f]+/g, ' ');
    const inner = text.replace(/^ | $/g, '');
    if (text.startsWith(' ')) this.#space = true;
    if (inner === '') return;
    this.#write(inner);
    this.#space = text.endsWith(' ');
  }

  #write(text: string): void {
    if (text === '') return;
    if (this.#parts.length > 0)
      this.#parts.push(this.#breaks > 0 ? '\n'.repeat(this.#breaks) : this.#isCell ? '\t' : this.#space ? ' ' : '');
    this.#parts.push(text);
    this.#breaks = 0;
    this.#space = false;
    this.#isCell = false;
  }
}
