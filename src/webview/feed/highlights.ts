import type { TextSearch } from '../finding';

const all = 'rostrum-find';
const currentOnly = 'rostrum-find-current';
/** More marks than anybody looks at in one entry only cost time. */
const longest = 500;

/** Marks what is sought in the entries that are in the page. The text is not touched; browsers without this mark nothing. */
export class Highlights {
  readonly #onShown: (at: number, occurrence: DOMRect) => void;
  #frame = 0;
  #shown = '';

  /** `onShown`: where the hit that is shown stands; told once for each. */
  constructor(onShown: (at: number, occurrence: DOMRect) => void) {
    this.#onShown = onShown;
  }

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
    // The host may count a hit that is not written out, such as in an address.
    const shown = here[Math.min(occurrence, here.length - 1)];
    CSS.highlights.set(all, new Highlight(...others, ...here.filter((range) => range !== shown)));
    CSS.highlights.set(currentOnly, new Highlight(...(shown === undefined ? [] : [shown])));
    const key = `${query} ${at} ${occurrence}`;
    if (shown === undefined || key === this.#shown) return;
    this.#shown = key;
    this.#onShown(at, shown.getBoundingClientRect());
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
  const { text, nodes } = textOf(article);
  const sought = folded(query);
  const ranges: Range[] = [];
  for (
    let from = text.indexOf(sought);
    from !== -1 && ranges.length < longest;
    from = text.indexOf(sought, from + sought.length)
  ) {
    const range = rangeOf(nodes, from, from + sought.length);
    if (range !== undefined) ranges.push(range);
  }
  return ranges;
}

interface NodePiece {
  readonly node: Text;
  readonly start: number;
}

function textOf(article: HTMLElement): { text: string; nodes: NodePiece[] } {
  const nodes: NodePiece[] = [];
  let text = '';
  for (const part of article.querySelectorAll('.text, .source-line, .why, .asides')) {
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (!(node instanceof Text)) continue;
      nodes.push({ node, start: text.length });
      text += folded(node.data);
    }
    // What is sought does not run from one part into the next.
    text += '\u0000';
  }
  return { text, nodes };
}

/** Lower case and plain spaces, with every character in its place: a few letters have longer lower cases. */
function folded(text: string): string {
  const lower = text.toLowerCase();
  return (lower.length === text.length ? lower : text).replace(/\s/g, ' ');
}

function rangeOf(nodes: readonly NodePiece[], start: number, end: number): Range | undefined {
  const first = nodes.findLast((piece) => piece.start <= start);
  const last = nodes.findLast((piece) => piece.start < end);
  if (first === undefined || last === undefined) return undefined;
  const range = document.createRange();
  range.setStart(first.node, Math.min(start - first.start, first.node.length));
  range.setEnd(last.node, Math.min(end - last.start, last.node.length));
  return range;
}

/**
 * One entry of the list can be reached by Tab, and within it everything; the others are passed over, or the way through
 * a screen of entries to the footer would take hundreds of presses.
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
