import { FoldedPieces, foldedText, isOwnLine, placesIn } from '../../shared/foldedText';
import type { TextSearch } from '../finding';

const all = 'rostrum-find';
const currentOnly = 'rostrum-find-current';
const longest = 500;

/** The text is not touched; browsers without this mark nothing. */
export class Highlights {
  #frame = 0;
  #shown = '';

  /** `onShown`: where the hit that is shown stands; told once for each. */
  constructor(private readonly onShown: (at: number, occurrence: DOMRect) => void) {}

  show(list: HTMLElement, finding: TextSearch): void {
    if (!isAble()) return;
    cancelAnimationFrame(this.#frame);
    if (finding.query === '') this.clear();
    // Once per frame, however often the list is drawn in between.
    else this.#frame = requestAnimationFrame(() => this.#mark(list, finding));
  }

  #mark(list: HTMLElement, { query, hits, current, occurrence }: TextSearch): void {
    const at = hits[current] ?? -1;
    const others: Range[] = [];
    const here: Range[] = [];
    for (const article of list.querySelectorAll<HTMLElement>('[data-at]')) {
      const ranges = rangesIn(article, query);
      if (article.dataset['at'] === String(at)) here.push(...ranges);
      else others.push(...ranges);
    }
    // The page may lack occurrences that the host counts in a long or cut text.
    const shown = here[Math.min(occurrence, here.length - 1)];
    CSS.highlights.set(all, new Highlight(...others, ...here.filter((range) => range !== shown)));
    CSS.highlights.set(currentOnly, new Highlight(...(shown === undefined ? [] : [shown])));
    const key = `${query} ${at} ${occurrence}`;
    if (shown === undefined || key === this.#shown) return;
    this.#shown = key;
    this.onShown(at, shown.getBoundingClientRect());
  }

  clear(): void {
    if (!isAble()) return;
    this.#shown = '';
    cancelAnimationFrame(this.#frame);
    CSS.highlights.delete(all);
    CSS.highlights.delete(currentOnly);
  }
}

const isAble = (): boolean => typeof Highlight === 'function' && 'highlights' in CSS;

/** What is sought may run across elements: `the **p95** latency`. */
function rangesIn(article: HTMLElement, query: string): Range[] {
  const sought = foldedText(query);
  const drawn = drawnIn(article);
  return placesIn(drawn.text, sought)
    .slice(0, longest)
    .flatMap((start) => {
      const [first, last] = [drawn.sourceOf(start), drawn.sourceOf(start + sought.length - 1)];
      if (first === undefined || last === undefined) return [];
      const range = document.createRange();
      range.setStart(first.source, Math.min(first.offset, first.source.length));
      range.setEnd(last.source, Math.min(last.offset + 1, last.source.length));
      return [range];
    });
}

/** What the host counts in, in the order it stands. */
const parts = '.speaker, .redacted-why, .text, .source-label, .quote, .asides';

function drawnIn(article: HTMLElement): FoldedPieces<Text> {
  const drawn = new FoldedPieces<Text>();
  for (const part of article.querySelectorAll(parts)) {
    addAll(drawn, part);
    drawn.endPart();
  }
  return drawn;
}

function addAll(drawn: FoldedPieces<Text>, element: Element): void {
  for (const node of element.childNodes) {
    if (node instanceof Text) drawn.add(node.data, node);
    if (!(node instanceof Element)) continue;
    const tag = node.localName;
    if (tag === 'br') drawn.gap();
    if (isOwnLine(tag)) drawn.endPart();
    addAll(drawn, node);
    if (isOwnLine(tag)) drawn.endPart();
  }
}

/**
 * One entry of the list can be reached by Tab, and all within it: else the way to the footer would take hundreds of
 * presses.
 */
export function setTabStops(list: HTMLElement, stop: number | undefined): void {
  for (const article of list.querySelectorAll<HTMLElement>('article')) {
    const isStop = stop !== undefined && article.dataset['at'] === String(stop);
    setTabIndex(article, isStop ? 0 : -1);
    for (const inner of article.querySelectorAll<HTMLElement>('[role="link"], button'))
      setTabIndex(inner, isStop ? 0 : -1);
    // A table that is wider than the page can be scrolled with the keys.
    for (const table of article.querySelectorAll<HTMLElement>('.md-table')) {
      setTabIndex(table, table.scrollWidth > table.clientWidth ? 0 : -1);
    }
  }
}

function setTabIndex(element: HTMLElement, index: number): void {
  if (element.getAttribute('tabindex') !== String(index)) element.tabIndex = index;
}
