import { mostAncestors, selectorTest } from './treeSelector';
import type { Work } from './work';

interface OffsetRange {
  start: number;
  end: number;
}

/**
 * A page with the offsets in the file of each element and text, `[start, end)` in UTF-16 code units: the used part of a
 * DOM. Nothing recurses, for pages may be nested to any depth.
 */
export abstract class MarkupNode {
  parent: TreeParent | null = null;
  previous: MarkupNode | null = null;
  next: MarkupNode | null = null;

  get parentElement(): TreeElement | null {
    return this.parent instanceof TreeElement ? this.parent : null;
  }

  get nextElementSibling(): TreeElement | null {
    let node = this.next;
    while (node !== null && !(node instanceof TreeElement)) node = node.next;
    return node;
  }

  get previousElementSibling(): TreeElement | null {
    let node = this.previous;
    while (node !== null && !(node instanceof TreeElement)) node = node.previous;
    return node;
  }

  remove(): void {
    const { parent, previous, next } = this;
    if (parent === null) return;
    if (previous === null) parent.first = next;
    else previous.next = next;
    if (next === null) parent.last = previous;
    else next.previous = previous;
    this.parent = this.previous = this.next = null;
  }
}

export class TreeText extends MarkupNode {
  constructor(
    public nodeValue: string,
    readonly span: OffsetRange,
  ) {
    super();
  }
}

export abstract class TreeParent extends MarkupNode {
  first: MarkupNode | null = null;
  last: MarkupNode | null = null;

  get textContent(): string {
    const texts: string[] = [];
    visit(this, (node) => {
      if (node instanceof TreeText) texts.push(node.nodeValue);
      return false;
    });
    return texts.join('');
  }

  append(node: MarkupNode): void {
    node.parent = this;
    node.previous = this.last;
    node.next = null;
    if (this.last === null) this.first = node;
    else this.last.next = node;
    this.last = node;
  }

  querySelectorAll(selector: string): TreeElement[] {
    const test = selectorTest(selector);
    const found: TreeElement[] = [];
    visit(this, (node) => {
      if (node instanceof TreeElement && test(node)) found.push(node);
      return false;
    });
    return found;
  }

  querySelector(selector: string): TreeElement | null {
    const test = selectorTest(selector);
    let found: TreeElement | null = null;
    visit(this, (node) => {
      if (node instanceof TreeElement && test(node)) found = node;
      return found !== null;
    });
    return found;
  }
}

export class TreeElement extends TreeParent {
  constructor(
    readonly localName: string,
    public attributes: ReadonlyMap<string, string>,
    /** The range of its first tag, and of all of it. */
    readonly tag: OffsetRange,
    readonly span: OffsetRange,
  ) {
    super();
  }

  get firstElementChild(): TreeElement | null {
    return this.first instanceof TreeElement ? this.first : (this.first?.nextElementSibling ?? null);
  }

  get lastElementChild(): TreeElement | null {
    return this.last instanceof TreeElement ? this.last : (this.last?.previousElementSibling ?? null);
  }

  getAttribute(name: string): string | null {
    return this.attributes.get(name) ?? null;
  }

  /** The text replaces the whole element. */
  replaceWith(text: string): void {
    this.#put(text, this.span);
    this.remove();
  }

  /** The text replaces its first tag. */
  before(text: string): void {
    this.#put(text, this.tag);
  }

  #put(value: string, { start, end }: OffsetRange): void {
    const { parent, previous } = this;
    if (parent === null) return;
    const text = new TreeText(value, { start, end });
    text.parent = parent;
    text.previous = previous;
    text.next = this;
    if (previous === null) parent.first = text;
    else previous.next = text;
    this.previous = text;
  }
}

export class TreeDocument extends TreeParent {
  /** They exist once; later tags add their attributes. */
  readonly html: TreeElement;
  readonly body: TreeElement;

  constructor(length: number) {
    super();
    const tag = { start: 0, end: 0 };
    this.html = new TreeElement('html', new Map(), tag, { start: 0, end: length });
    this.body = new TreeElement('body', new Map(), tag, { start: 0, end: length });
    this.append(this.html);
    this.html.append(this.body);
  }
}

/** Everything below a node, in order, until `look` answers true. It must move nothing. */
export function visit(root: TreeParent, look: (node: MarkupNode) => boolean): void {
  let node: MarkupNode | null = root.first;
  while (node !== null) {
    if (look(node)) return;
    if (node instanceof TreeParent && node.first !== null) {
      node = node.first;
      continue;
    }
    let up: MarkupNode = node;
    while (up.next === null) {
      if (up.parent === null || up.parent === root) return;
      up = up.parent;
    }
    node = up.next;
  }
}

/** Its white space is the author's, line ends too. */
export function isPreformatted(text: TreeText): boolean {
  let [above, left] = [text.parentElement, mostAncestors];
  for (; above !== null && left > 0; above = above.parentElement, left -= 1) if (above.localName === 'pre') return true;
  return false;
}

/**
 * Counted, because nested elements would be read again and again.
 *
 * @throws SourceTooComplex
 */
export function textOf(element: TreeElement, work: Work): string {
  const text = element.textContent;
  work.count('steps', text.length);
  return text;
}

/** In one pass: a selector for ancestors takes the square of the depth. */
export function elementsWithin(document: TreeDocument, outer: string, inner: string): TreeElement[] {
  const inside = new Set(document.querySelectorAll(outer));
  if (inside.size === 0) return [];
  const outermost = new Set(inside);
  for (const element of document.querySelectorAll('*')) {
    const above = element.parentElement;
    if (above === null || !inside.has(above)) continue;
    inside.add(element);
    outermost.delete(element);
  }
  return document.querySelectorAll(inner).filter((element) => inside.has(element) && !outermost.has(element));
}
