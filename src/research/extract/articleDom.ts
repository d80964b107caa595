import { inlineNames } from './markupRules';
import { TreeElement, TreeText, visit, type TreeDocument } from './markupTree';

type ArticleNode = ArticleElement | ArticleText;

/**
 * A copy of a page with what `@mozilla/readability` uses of its own parser's DOM (`JSDOMParser`): it moves and removes
 * nodes and renames tags in place. Each text knows its original.
 */
abstract class Linked {
  parentNode: ArticleElement | null = null;
  previousSibling: ArticleNode | null = null;
  nextSibling: ArticleNode | null = null;

  get nextElementSibling(): ArticleElement | null {
    let next = this.nextSibling;
    while (next instanceof ArticleText) next = next.nextSibling;
    return next;
  }

  get previousElementSibling(): ArticleElement | null {
    let previous = this.previousSibling;
    while (previous instanceof ArticleText) previous = previous.previousSibling;
    return previous;
  }
}

export class ArticleText extends Linked {
  readonly nodeType = 3;
  readonly nodeName = '#text';
  readonly childNodes: readonly never[] = [];

  constructor(
    public textContent: string,
    /** The page's own texts: entities are separate texts there. */
    readonly origins: TreeText[] = [],
  ) {
    super();
  }

  remove(): void {
    this.parentNode?.removeChild(this);
  }
}

/** Not those that hide an element: invisible elements are removed earlier. */
const asked = new Set(
  'id class role itemprop itemscope itemtype rel href dir lang rowspan colspan summary datatable'.split(' '),
);
const none: ReadonlyMap<string, string> = new Map();

/** Its link would count as leading nowhere, and become another element. */
const isScript = (name: string, value: string): boolean => name === 'href' && /^\s*javascript:/i.test(value);

export class ArticleElement extends Linked {
  readonly nodeType = 1;
  readonly children: ArticleElement[] = [];
  firstChild: ArticleNode | null = null;
  lastChild: ArticleNode | null = null;
  tagName: string;
  #childNodes: ArticleNode[] | undefined;
  readonly #given: ReadonlyMap<string, string>;
  #changed: Map<string, string> | undefined;
  #kept: ArticleElement | undefined;

  constructor(
    public localName: string,
    given: ReadonlyMap<string, string> = none,
    changed?: ReadonlyMap<string, string>,
  ) {
    super();
    this.tagName = localName.toUpperCase();
    this.#given = given;
    this.#changed = changed === undefined ? undefined : new Map(changed);
  }

  get nodeName(): string {
    return this.tagName;
  }

  /** Kept until the next change: many are removed from the front one by one. */
  get childNodes(): readonly ArticleNode[] {
    if (this.#childNodes !== undefined) return this.#childNodes;
    this.#childNodes = [];
    for (let node = this.firstChild; node !== null; node = node.nextSibling) this.#childNodes.push(node);
    return this.#childNodes;
  }

  get firstElementChild(): ArticleElement | null {
    return this.children[0] ?? null;
  }

  get textContent(): string {
    let text = '';
    this.visit((node) => {
      if (node instanceof ArticleText) text += node.textContent;
    });
    return text;
  }

  get id(): string {
    return this.getAttribute('id') ?? '';
  }

  set id(value: string) {
    this.setAttribute('id', value);
  }

  get className(): string {
    return this.getAttribute('class') ?? '';
  }

  set className(value: string) {
    this.setAttribute('class', value);
  }

  get attributes(): { name: string; value: string; cloneNode(): unknown }[] {
    return [...this.#own()].map(([name, value]) => ({ name, value, cloneNode: () => ({ name, value }) }));
  }

  getAttribute(name: string): string | null {
    if (this.#changed !== undefined) return this.#changed.get(name) ?? null;
    const value = asked.has(name) ? this.#given.get(name) : undefined;
    return value === undefined || isScript(name, value) ? null : value;
  }

  hasAttribute(name: string): boolean {
    return this.getAttribute(name) !== null;
  }

  setAttribute(name: string, value: string): void {
    this.#own().set(name, value);
  }

  setAttributeNode({ name, value }: { name: string; value: string }): void {
    this.setAttribute(name, value);
  }

  removeAttribute(name: string): void {
    if (this.hasAttribute(name)) this.#own().delete(name);
  }

  #own(): Map<string, string> {
    this.#changed ??= new Map([...this.#given].filter(([name, value]) => asked.has(name) && !isScript(name, value)));
    return this.#changed;
  }

  /** No markup: reading keeps the element's content, setting restores it. Nothing else uses it. */
  get innerHTML(): string {
    this.#kept = this.copy();
    return '';
  }

  set innerHTML(_markup: string) {
    const kept = this.#kept?.copy();
    while (this.lastChild !== null) this.removeChild(this.lastChild);
    for (const child of kept?.childNodes ?? []) this.appendChild(child);
  }

  /** Everything below it, in order. */
  visit(look: (node: ArticleNode) => void): void {
    let node: ArticleNode | null = this.firstChild;
    while (node !== null) {
      look(node);
      node = (node instanceof ArticleElement ? node.firstChild : null) ?? this.#after(node);
    }
  }

  getElementsByTagName(tag: string): ArticleElement[] {
    const name = tag.toLowerCase();
    const found: ArticleElement[] = [];
    this.visit((node) => {
      if (node instanceof ArticleElement && (name === '*' || node.localName === name)) found.push(node);
    });
    return found;
  }

  appendChild<Node extends ArticleNode>(node: Node): Node {
    node.remove();
    this.#join(this.lastChild, node);
    this.#join(node, null);
    node.parentNode = this;
    if (node instanceof ArticleElement) this.children.push(node);
    return node;
  }

  appendText(text: TreeText): void {
    const last = this.lastChild;
    if (!(last instanceof ArticleText)) this.appendChild(new ArticleText(text.nodeValue, [text]));
    else {
      last.textContent += text.nodeValue;
      last.origins.push(text);
    }
  }

  removeChild<Node extends ArticleNode>(node: Node): Node {
    if (node instanceof ArticleElement) take(this.children, node);
    this.#join(node.previousSibling, node.nextSibling);
    node.parentNode = node.previousSibling = node.nextSibling = null;
    return node;
  }

  replaceChild<Node extends ArticleNode>(node: ArticleNode, old: Node): Node {
    node.remove();
    this.#join(old.previousSibling, node);
    this.#join(node, old.nextSibling);
    node.parentNode = this;
    old.parentNode = old.previousSibling = old.nextSibling = null;
    if (old instanceof ArticleElement || node instanceof ArticleElement)
      this.children.splice(
        0,
        this.children.length,
        ...this.childNodes.filter((child) => child instanceof ArticleElement),
      );
    return old;
  }

  remove(): void {
    this.parentNode?.removeChild(this);
  }

  copy(): ArticleElement {
    const root = new ArticleElement(this.localName, this.#given, this.#changed);
    const copies = new Map<ArticleElement, ArticleElement>([[this, root]]);
    this.visit((node) => {
      const own =
        node instanceof ArticleText
          ? new ArticleText(node.textContent, node.origins)
          : new ArticleElement(node.localName, node.#given, node.#changed);
      if (node instanceof ArticleElement && own instanceof ArticleElement) copies.set(node, own);
      if (node.parentNode !== null) copies.get(node.parentNode)?.appendChild(own);
    });
    return root;
  }

  #join(one: ArticleNode | null, other: ArticleNode | null): void {
    if (one === null) this.firstChild = other;
    else one.nextSibling = other;
    if (other === null) this.lastChild = one;
    else other.previousSibling = one;
    this.#childNodes = undefined;
  }

  #after(node: ArticleNode): ArticleNode | null {
    let at: ArticleNode = node;
    while (at.nextSibling === null) {
      if (at.parentNode === null || at.parentNode === this) return null;
      at = at.parentNode;
    }
    return at.nextSibling;
  }
}

/** Removals are mostly at one of the ends. */
function take<Node>(nodes: Node[], node: Node): void {
  if (nodes.at(-1) === node) nodes.pop();
  else nodes.splice(nodes.indexOf(node), 1);
}

const isByline = (element: TreeElement): boolean =>
  /byline|author|dateline|writtenby/i.test(
    `${element.getAttribute('class') ?? ''} ${element.getAttribute('id') ?? ''}`,
  );

/** An inline element is part of its sentence, whatever its name. */
function withoutNames(attributes: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  if (!attributes.has('class') && !attributes.has('id')) return attributes;
  return new Map([...attributes].filter(([name]) => name !== 'class' && name !== 'id'));
}

export class ArticleDocument {
  readonly documentElement = new ArticleElement('html');
  readonly body = new ArticleElement('body');
  readonly firstChild = Object.assign(this.documentElement, { __JSDOMParser__: true });
  readonly baseURI = 'https://page.invalid/';
  readonly documentURI = this.baseURI;

  constructor(
    { body }: TreeDocument,
    readonly title: string,
  ) {
    this.documentElement.appendChild(this.body);
    const copies = new Map<unknown, ArticleElement>([[body, this.body]]);
    visit(body, (node) => {
      const parent = copies.get(node.parent);
      if (node instanceof TreeText) parent?.appendText(node);
      if (!(node instanceof TreeElement)) return false;
      const isNamed = !inlineNames.has(node.localName) || isByline(node);
      const copy = new ArticleElement(node.localName, isNamed ? node.attributes : withoutNames(node.attributes));
      copies.set(node, copy);
      parent?.appendChild(copy);
      return false;
    });
  }

  createElement(name: string): ArticleElement {
    return new ArticleElement(name.toLowerCase());
  }

  createTextNode(text: string): ArticleText {
    return new ArticleText(text);
  }

  getElementsByTagName(tag: string): ArticleElement[] {
    return this.documentElement.getElementsByTagName(tag);
  }
}
