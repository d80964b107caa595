import { collapsed } from '../../matching/text/shortText';
import { regionKind, type RegionKind, PageElements, rankOf } from './regionKind';
import { textOf, type TreeDocument, type TreeElement } from './markupTree';
import { beginsAsEntry, isBibliographyHeading, isNotesHeading, isTeaserHeading, looksLikeEntry } from './textLayout';
import type { Work } from './work';

/** Finds the regions by their elements; what is not recognised belongs to the body. */
export function findRegions(document: TreeDocument, work: Work): { kind: RegionKind; element: TreeElement }[] {
  return new Regions(document, work).find();
}

/** What the body keeps, or half of all: a page that is only a list of works is that list. */
const leastBody = 200;

/** Limits for frames around only a heading, and perhaps something like “[edit]”. */
const mostFrames = 8;
const besideHeading = 12;

/** Average length of a headline, and of a comment with its name and time. */
const headlineCharacters = 18;
const leastComment = 30;

const isList = ({ localName }: TreeElement): boolean => /^(?:ul|ol|div|section|aside|nav|footer)$/.test(localName);

const hostIn = (href: string): string | undefined => /^(?:https?:)?\/\/([^/?#]+)/i.exec(href)?.[1]?.toLowerCase();

/** The most frequent name with its count; of several the first. */
function mostFrequent(names: readonly string[]): [string, number] | undefined {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0];
}

class Regions {
  readonly #elements: PageElements;
  readonly #found: { kind: RegionKind; element: TreeElement }[] = [];
  readonly #inside = new Set<TreeElement>();
  #left: number;
  #host: { name: string | undefined } | undefined;

  constructor(
    document: TreeDocument,
    private readonly work: Work,
  ) {
    this.#elements = new PageElements(document);
    const [body] = this.#elements.all;
    this.#left = body === undefined ? 0 : this.#elements.of(body).characters;
  }

  find(): { kind: RegionKind; element: TreeElement }[] {
    this.#findByName();
    this.#findByHeading();
    this.#findByShape();
    return this.#found;
  }

  /** What is in no region yet. */
  *#outside(): Generator<TreeElement> {
    for (const element of this.#elements.all) {
      if (element.parentElement !== null && this.#inside.has(element.parentElement)) this.#inside.add(element);
      if (!this.#inside.has(element)) yield element;
    }
  }

  #findByName(): void {
    const content = new Set<TreeElement>();
    const margin = new Set<TreeElement>();
    for (const element of this.#outside()) {
      const above = element.parentElement;
      if (isContent(element) || (above !== null && content.has(above))) content.add(element);
      if (/^(?:header|footer)$/.test(element.localName) || (above !== null && margin.has(above))) margin.add(element);
      const place = { isInContent: content.has(element), isInMargin: margin.has(element) };
      const facts = this.#elements.of(element);
      const kind = regionKind({ element, facts, words: () => textOf(element, this.work) }, place);
      if (kind !== undefined) this.#mark(kind, [element]);
    }
  }

  #findByHeading(): void {
    for (const element of this.#outside()) {
      const isHeading = rankOf(element.localName) < 7 || element.getAttribute('role') === 'heading';
      if (!isHeading || this.#elements.of(element).characters > 60) continue;
      const words = this.#plain(element);
      const isNotes = isNotesHeading(words);
      const entries = isNotes || isBibliographyHeading(words) ? this.#entriesAfter(element) : [];
      if (entries.length > 1 && (!isNotes || this.#areWorks(entries))) this.#mark('bibliography', entries);
      const links = isTeaserHeading(words) ? this.#linksAfter(element) : [];
      if (links.length > 1) this.#mark('navigation', links);
    }
  }

  /**
   * Items of one shape: headlines of other articles, or comments, each with a name, a time and a picture or buttons.
   */
  #findByShape(): void {
    for (const element of this.#outside()) {
      if (!isList(element)) continue;
      const { characters, hasMain, hasTitle } = this.#elements.of(element);
      if (characters === 0 || hasMain || hasTitle) continue;
      const items = this.#itemsOf(element);
      if (this.#areHeadlines(items)) this.#mark('navigation', this.#withHeading(element));
      else if (this.#areComments(items)) this.#mark('comments', items);
    }
  }

  /** A list's elements with content, most of which are of one kind. */
  #itemsOf(list: TreeElement): TreeElement[] {
    const items: TreeElement[] = [];
    for (let child = list.firstElementChild; child !== null; child = child.nextElementSibling) {
      this.work.count('steps');
      if (this.#elements.of(child).characters > 0 && !this.#inside.has(child)) items.push(child);
    }
    const [name, count] = mostFrequent(items.map(({ localName }) => localName)) ?? ['', 0];
    return count * 4 >= items.length * 3 ? items.filter(({ localName }) => localName === name) : [];
  }

  #areHeadlines(items: readonly TreeElement[]): boolean {
    if (items.length < 3) return false;
    const facts = items.map((item) => this.#elements.of(item));
    const length = facts.reduce((sum, { linked }) => sum + linked, 0) / items.length;
    return (
      length >= headlineCharacters &&
      facts.every(({ characters, linked, links }) => links > 0 && links <= 3 && linked >= characters * 0.6) &&
      items.every((item) => this.#leadsOn(item))
    );
  }

  /** Whether the items are comments and under half of the page: a thread that is the page itself is its body. */
  #areComments(items: readonly TreeElement[]): boolean {
    const facts = items.map((item) => this.#elements.of(item));
    const characters = facts.reduce((sum, own) => sum + own.characters, 0);
    return (
      items.length >= 2 &&
      characters * 2 < this.#left &&
      facts.every(
        ({ stamps, names, images, controls, rank }) => stamps > 0 && names > 0 && images + controls > 0 && rank > 3,
      ) &&
      facts.every((own) => own.characters >= leastComment && own.linked * 2 < own.characters)
    );
  }

  /** Whether the item leads to the same site: the one that most links lead to, if they have hosts. */
  #leadsOn(item: TreeElement): boolean {
    const link = item.localName === 'a' ? item : item.querySelector('a[href]');
    const href = link?.getAttribute('href') ?? '';
    const host = hostIn(href);
    return href !== '' && !href.startsWith('#') && (host === undefined || host === this.#ownHost());
  }

  #ownHost(): string | undefined {
    if (this.#host !== undefined) return this.#host.name;
    const links = this.#elements.all.filter(({ localName }) => localName === 'a');
    const hosts = links.flatMap((link) => hostIn(link.getAttribute('href') ?? '') ?? []);
    this.#host = { name: mostFrequent(hosts)?.[0] };
    return this.#host.name;
  }

  /** The heading of a list. */
  #withHeading(list: TreeElement): TreeElement[] {
    const before = list.previousElementSibling;
    if (before === null || this.#inside.has(before)) return [list];
    const rank = rankOf(before.localName);
    return rank > 1 && rank < 7 ? [before, list] : [list];
  }

  /** The heading with its frame, and the entries that follow it. */
  #entriesAfter(heading: TreeElement): TreeElement[] {
    const rank = Math.min(rankOf(heading.localName), 6);
    let top = heading;
    for (
      let frames = 0;
      frames < mostFrames && top.parentElement !== null && this.#isFrame(top.parentElement, heading);
      frames += 1
    )
      top = top.parentElement;
    const entries = [top];
    let isProof = false;
    for (let next = top.nextElementSibling; next !== null; next = next.nextElementSibling) {
      this.work.count('steps');
      if (this.#inside.has(next)) continue;
      const facts = this.#elements.of(next);
      if (facts.rank <= rank || facts.hasArticle) break;
      const words = facts.characters > 100_000 ? '' : this.#plain(next);
      const isList = facts.items > 0 || next.localName === 'table';
      const isSubheading = rankOf(next.localName) < 7;
      if (facts.characters > 0 && !isList && !isSubheading && !looksLikeEntry(words)) break;
      isProof ||= looksLikeEntry(words.slice(0, 1_400)) || facts.characters > 100_000;
      entries.push(next);
    }
    // The heading of something else may follow.
    while (rankOf(entries.at(-1)?.localName ?? '') < 7) entries.pop();
    return isProof ? entries : [];
  }

  /** The heading and the pure lists of links below it. */
  #linksAfter(heading: TreeElement): TreeElement[] {
    const found = [heading];
    for (
      let next = heading.nextElementSibling;
      next !== null && !this.#inside.has(next);
      next = next.nextElementSibling
    ) {
      this.work.count('steps');
      const { characters, linked, links } = this.#elements.of(next);
      if (links === 0 || linked < characters * 0.6) break;
      found.push(next);
    }
    return found;
  }

  #isFrame(element: TreeElement, heading: TreeElement): boolean {
    return (
      !/^(?:body|main|article)$/.test(element.localName) &&
      this.#elements.of(element).characters - this.#elements.of(heading).characters <= besideHeading
    );
  }

  #plain(element: TreeElement): string {
    return collapsed(textOf(element, this.work));
  }

  /** Most of the entries are titles of works, not the author's notes. */
  #areWorks(entries: readonly TreeElement[]): boolean {
    const items = entries.flatMap((entry) => [...entry.querySelectorAll('li, dd, p')]).map((item) => this.#plain(item));
    return items.length > 0 && items.filter(beginsAsEntry).length * 2 > items.length;
  }

  #mark(kind: RegionKind, elements: readonly TreeElement[]): void {
    const characters = elements.reduce((sum, element) => sum + this.#elements.of(element).characters, 0);
    const left = this.#left - characters;
    if (left < leastBody && left < characters) return;
    this.#left = left;
    for (const element of elements) {
      this.#inside.add(element);
      this.#found.push({ kind, element });
    }
  }
}

const isContent = (element: TreeElement): boolean =>
  element.localName === 'main' || element.localName === 'article' || element.getAttribute('role') === 'main';
