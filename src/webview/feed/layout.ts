import type { VirtualItem } from '@tanstack/virtual-core';
import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core';

/** A stretch of the list: an item that is in the page, or the height of those that are not. */
export type Slot =
  | { readonly kind: 'item'; readonly key: number; readonly index: number }
  | { readonly kind: 'gap'; readonly key: string; readonly height: number };

interface ListShape {
  readonly count: number;
  readonly keyOf: (index: number) => number;
  readonly estimate: (index: number) => number;
  /** Items that stay in the page although they are out of sight. */
  readonly kept: readonly number[];
}

const overscan = 6;

/**
 * The items lie in the normal flow, with gaps before, between and behind them: the browser's scroll anchoring keeps
 * what is being read where it is. Browsers without that (Safari) get the scroll position corrected by the
 * virtualizer.
 */
export class ListLayout {
  readonly #virtualizer: Virtualizer<HTMLElement, HTMLElement>;
  #scroller: HTMLElement | null = null;
  #shape: ListShape = { count: 0, keyOf: (index) => index, estimate: () => 0, kept: [] };
  #shown: readonly number[] = [];

  constructor(private readonly onChange: () => void) {
    this.#virtualizer = new Virtualizer(this.#options());
    const isAnchored = CSS.supports('overflow-anchor', 'auto');
    this.#virtualizer.shouldAdjustScrollPositionOnItemSizeChange = (item, _delta, { scrollOffset }) =>
      !isAnchored && item.start < (scrollOffset ?? 0);
  }

  setShape(shape: ListShape): void {
    this.#shape = shape;
    this.#virtualizer.setOptions(this.#options());
    this.#shown = this.#virtualizer.getVirtualIndexes();
  }

  mount(scroller: HTMLElement): () => void {
    this.#scroller = scroller;
    const unmount = this.#virtualizer._didMount();
    this.#virtualizer._willUpdate();
    return () => {
      this.#scroller = null;
      unmount();
    };
  }

  committed(): void {
    this.#virtualizer._willUpdate();
  }

  readonly measure = (element: HTMLElement | null): void => this.#virtualizer.measureElement(element);

  /** The items that are seen, without those in the page around them. */
  inSight(): { first: number; last: number } {
    const range = this.#virtualizer.calculateRange();
    return { first: range?.startIndex ?? 0, last: range?.endIndex ?? -1 };
  }

  /** The browser tells of scrolling before the next frame only; after a jump the items are needed in this one. */
  scrolled(): void {
    this.#scroller?.dispatchEvent(new Event('scroll'));
  }

  slots(): Slot[] {
    const slots: Slot[] = [];
    let end = 0;
    let before: number | 'top' = 'top';
    for (const item of this.#virtualizer.getVirtualItems()) {
      if (item.start - end > 0.01) slots.push({ kind: 'gap', key: `gap:${before}`, height: item.start - end });
      const key = this.#shape.keyOf(item.index);
      slots.push({ kind: 'item', key, index: item.index });
      end = item.end;
      before = key;
    }
    slots.push({ kind: 'gap', key: 'end', height: Math.max(0, this.#virtualizer.getTotalSize() - end) });
    return slots;
  }

  #options() {
    const { count, keyOf, estimate, kept } = this.#shape;
    return {
      count,
      overscan,
      getItemKey: keyOf,
      estimateSize: estimate,
      getScrollElement: () => this.#scroller,
      scrollToFn: elementScroll,
      observeElementRect,
      observeElementOffset,
      measureElement: heightOf,
      // The size before the first layout is enough for a screen, so that the first paint shows entries.
      initialRect: { width: 800, height: 900 },
      rangeExtractor: (range: { startIndex: number; endIndex: number; count: number }) => withKept(range, kept),
      onChange: () => {
        const shown = this.#virtualizer.getVirtualIndexes();
        if (shown === this.#shown) return;
        this.#shown = shown;
        this.onChange();
      },
    };
  }
}

/**
 * The exact height: rounded ones would add up. Without an observer's entry the height known so far: to ask the browser
 * for it here would lay the page out once for every item.
 */
function heightOf(
  element: HTMLElement,
  entry: ResizeObserverEntry | undefined,
  list: Virtualizer<HTMLElement, HTMLElement>,
): number {
  const height = entry?.borderBoxSize[0]?.blockSize;
  if (height !== undefined) return height;
  const index = list.indexFromElement(element);
  const item: VirtualItem | undefined = list.measurementsCache[index];
  return item?.size ?? list.options.estimateSize(index);
}

function withKept(range: { startIndex: number; endIndex: number; count: number }, kept: readonly number[]): number[] {
  const first = Math.max(0, range.startIndex - overscan);
  const last = Math.min(range.count - 1, range.endIndex + overscan);
  const indexes = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const others = kept.filter((index) => index < range.count && (index < first || index > last));
  return others.length === 0 ? indexes : [...indexes, ...others].sort((a, b) => a - b);
}
