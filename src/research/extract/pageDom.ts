import type { Work } from './work';

/** So much of the DOM as is used here; the browser's types are not there in a program for Node.js. */
export interface PageNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly nodeValue: string | null;
  readonly textContent: string | null;
  readonly firstChild: PageNode | null;
  readonly nextSibling: PageNode | null;
  readonly parentNode: PageNode | null;
}

export interface PageElement extends PageNode {
  readonly localName: string;
  readonly parentElement: PageElement | null;
  readonly nextElementSibling: PageElement | null;
  readonly firstElementChild: PageElement | null;
  readonly lastElementChild: PageElement | null;
  getAttribute(name: string): string | null;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): ArrayLike<PageElement> & Iterable<PageElement>;
  remove(): void;
  replaceWith(text: string): void;
  before(text: string): void;
}

export interface PageDocument extends PageNode {
  readonly body: PageElement;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): ArrayLike<PageElement> & Iterable<PageElement>;
}

/**
 * All that stands below an element. Counted, because elements that lie in each other would be read again and again.
 *
 * @throws TooComplex
 */
export function textOf(element: PageElement, work: Work): string {
  const text = element.textContent ?? '';
  work.count('steps', text.length);
  return text;
}

/** What stands somewhere below an element of another kind, in one pass: a selector that asks for ancestors takes the square of the depth. */
export function elementsWithin(document: PageDocument, outer: string, inner: string): PageElement[] {
  const inside = new Set(document.querySelectorAll(outer));
  if (inside.size === 0) return [];
  const outermost = new Set(inside);
  for (const element of document.querySelectorAll('*')) {
    const above = element.parentElement;
    if (above === null || !inside.has(above)) continue;
    inside.add(element);
    outermost.delete(element);
  }
  return [...document.querySelectorAll(inner)].filter((element) => inside.has(element) && !outermost.has(element));
}
