import type { TreeDocument, TreeElement } from './markupTree';

/** The content of an element and everything below it. Characters exclude white space. */
export interface ElementFacts {
  characters: number;
  /** Of these, inside links. */
  linked: number;
  links: number;
  /** List items. */
  items: number;
  /** A landmark of the page's own content: `main`, a heading of the first rank, an article. */
  hasMain: boolean;
  hasTitle: boolean;
  hasArticle: boolean;
  images: number;
  /** Buttons, and links of a word or two. */
  controls: number;
  /** Short separate texts: times, and those of a few words, such as names. */
  stamps: number;
  names: number;
  /** The highest rank of the headings, 1 to 6; 7 if there is none. */
  rank: number;
}

const textNode = 3;
const nothing: ElementFacts = {
  characters: 0,
  linked: 0,
  links: 0,
  items: 0,
  images: 0,
  controls: 0,
  stamps: 0,
  names: 0,
  hasMain: false,
  hasTitle: false,
  hasArticle: false,
  rank: 7,
};

/** In one pass, for pages of tens of thousands of elements, however deep. */
export class PageElements {
  /** As they are on the page. */
  readonly all: readonly TreeElement[];
  readonly #facts = new Map<TreeElement, ElementFacts>();

  constructor(document: TreeDocument) {
    // Without selectors for ancestors: in deep pages they would take the square of the depth.
    this.all = [document.body, ...document.body.querySelectorAll('*')];
    const linked = this.#insideLinks();
    // Descendants come later: from the end, everything below an element is known at its turn.
    for (const element of [...this.all].reverse()) {
      const facts = this.#own(element);
      const own = ownCharacters(element);
      facts.characters += own;
      if (linked.has(element)) facts.linked += own;
      countShort(element, facts);
      const above = element.parentElement;
      if (above !== null) add(this.#own(above), facts);
    }
  }

  of(element: TreeElement): ElementFacts {
    return this.#facts.get(element) ?? nothing;
  }

  #own(element: TreeElement): ElementFacts {
    const known = this.#facts.get(element);
    if (known !== undefined) return known;
    const { localName } = element;
    const facts: ElementFacts = {
      ...nothing,
      links: localName === 'a' ? 1 : 0,
      items: localName === 'li' || localName === 'dt' || localName === 'dd' ? 1 : 0,
      hasMain: localName === 'main' || element.getAttribute('role') === 'main',
      hasTitle: localName === 'h1',
      hasArticle: localName === 'article' || element.getAttribute('itemprop') === 'articleBody',
      rank: rankOf(localName),
    };
    this.#facts.set(element, facts);
    return facts;
  }

  #insideLinks(): ReadonlySet<TreeElement> {
    const inside = new Set<TreeElement>();
    for (const element of this.all) {
      if (element.localName === 'a' || (element.parentElement !== null && inside.has(element.parentElement)))
        inside.add(element);
    }
    return inside;
  }
}

export function rankOf(localName: string): number {
  return /^h[1-6]$/.test(localName) ? Number(localName[1]) : 7;
}

function add(above: ElementFacts, below: ElementFacts): void {
  above.characters += below.characters;
  above.linked += below.linked;
  above.links += below.links;
  above.items += below.items;
  above.images += below.images;
  above.controls += below.controls;
  above.stamps += below.stamps;
  above.names += below.names;
  above.hasMain ||= below.hasMain;
  above.hasTitle ||= below.hasTitle;
  above.hasArticle ||= below.hasArticle;
  above.rank = Math.min(above.rank, below.rank);
}

const shortText = 30;
/** A time of day, a year, or one small number among words ("3 days ago"), in any language. */
const isStamp = (text: string): boolean => /^\D*\d{1,2}\D+$|\d[:.h]\d\d|(?:19|20)\d\d/.test(text);

/** For an element whose descendants are done. */
function countShort(element: TreeElement, facts: ElementFacts): void {
  const { localName, firstElementChild } = element;
  if (localName === 'img' || localName === 'picture') facts.images += 1;
  if (localName === 'button') facts.controls += 1;
  if (localName === 'time') facts.stamps += 1;
  if (firstElementChild !== null || facts.characters === 0 || facts.characters > shortText) return;
  const text = element.textContent.trim();
  if (localName === 'a' && facts.characters <= 12) facts.controls += 1;
  if (localName !== 'time' && isStamp(text)) facts.stamps += 1;
  else if (!/[\d!?…:;]/.test(text)) facts.names += 1;
}

function ownCharacters(element: TreeElement): number {
  let count = 0;
  for (let child = element.firstChild; child !== null; child = child.nextSibling) {
    if (child.nodeType === textNode) count += (child.nodeValue ?? '').replace(/\s+/g, '').length;
  }
  return count;
}
