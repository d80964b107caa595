import type { ScrollAnchor } from '../jumps';
import type { FeedPort, Page } from '../page';
import type { State, Target } from '../state';
import { Highlights, setTabStops } from './highlights';
import {
  entryFrom,
  estimatedHeight,
  type FeedItems,
  headingOf,
  heightScale,
  indexFrom,
  indexOfEntry,
  noItems,
} from './items';
import { ListLayout } from './layout';
import { ScrollKeeper, topOf } from './scrollKeeper';

/** Waits for the page to have the focus: else that would be taken from wherever it is in the editor. */
class PatientFocus {
  #due: (() => void) | undefined;

  mount(): () => void {
    const onFocus = (): void => {
      this.#due?.();
      this.#due = undefined;
    };
    window.addEventListener('focus', onFocus);
    return () => window.removeEventListener('focus', onFocus);
  }

  move(move: () => void): void {
    this.#due = document.hasFocus() ? undefined : move;
    if (this.#due === undefined) move();
  }
}

interface Elements {
  readonly scroller: HTMLElement;
  readonly content: HTMLElement;
  readonly list: HTMLElement;
}

const flashFor = 1_600;

export class FeedView implements FeedPort {
  readonly layout: ListLayout;
  readonly #keeper: ScrollKeeper;
  readonly #highlights = new Highlights((at, occurrence) => this.#showOccurrence(at, occurrence));
  readonly #focus = new PatientFocus();
  #elements: Elements | undefined;
  #items = noItems;
  #state: State;
  #filters: State['filters'] | undefined;
  #target: Target | undefined;
  /** Where the reader was before the filters changed. */
  #anchor: ScrollAnchor | undefined;
  #colours = new Map<string, number>();

  constructor(
    private readonly page: Page,
    onChange: () => void,
  ) {
    this.#state = page.state;
    this.layout = new ListLayout(onChange);
    this.#keeper = new ScrollKeeper({
      elementOf: (at) => this.#elementOf(at),
      onWrite: () => this.layout.scrolled(),
      top: () => this.top(),
      onRead: (at) => page.dispatch({ kind: 'reading', at }),
      onDepth: (isDeep) => page.dispatch({ kind: 'depth', isDeep }),
      isBusy: () => this.#elements?.list.querySelector('[aria-busy="true"]') != null,
      onEnd: (isAtEnd) => page.dispatch({ kind: 'atEnd', isAtEnd }),
    });
  }

  /** Runs before each drawing. The page still shows what it showed before. */
  draw(items: FeedItems, state: State): void {
    const isFiltered = this.#filters !== undefined && this.#filters !== state.filters;
    if (isFiltered) this.#anchor = this.#nearest(items);
    if (state.head !== this.#state.head || this.#colours.size === 0) {
      this.#colours = new Map(state.head?.debaters.map(({ name, colour }) => [name, colour]));
    }
    if (items !== this.#items) {
      this.#items = items;
      this.#scale = heightScale(items.ids.length);
      // A new function tells the layout that the items are others.
      this.#keyOf = (index) => items.ids[index] ?? 0;
    }
    this.#state = state;
    this.#filters = state.filters;
    this.layout.setShape({
      count: items.ids.length,
      keyOf: this.#keyOf,
      estimate: (index) => this.#estimate(index),
      kept: this.#kept(),
    });
  }

  readonly colourOf = (name: string): number | undefined => this.#colours.get(name);

  mount(elements: Elements): () => void {
    this.#elements = elements;
    // The keeper first: it must know that the reader scrolled away before the list draws what they scrolled to.
    const unmounts = [
      this.#keeper.mount(elements.scroller, elements.content),
      this.layout.mount(elements.scroller),
      this.#focus.mount(),
    ];
    this.page.feed = this;
    // A debate that goes on is read at its end, another from its beginning.
    const goesOn = this.#state.head?.state === 'running' || this.#state.seat !== undefined;
    if (this.#state.target === undefined && goesOn) this.#keeper.toEnd();
    this.committed();
    return () => {
      for (const unmount of unmounts) unmount();
      this.#highlights.clear();
      this.#elements = undefined;
      if (this.page.feed === this) this.page.feed = undefined;
    };
  }

  committed(): void {
    const elements = this.#elements;
    if (elements === undefined) return;
    this.layout.committed();
    const { target, isAtEnd } = this.#state;
    const isNewTarget = target !== this.#target;
    this.#target = target;
    // Not where it is on the screen: to ask for that would lay the page out twice per frame.
    setTabStops(elements.list, this.#state.active ?? this.#items.ids[this.layout.inSight().first]);
    if (target !== undefined && isNewTarget) this.#obey(target);
    else if (this.#anchor !== undefined && isAtEnd) this.#keeper.toEnd();
    else if (this.#anchor !== undefined) this.#keeper.pin(this.#anchor.at, this.#anchor.offset);
    else this.#keeper.settle();
    this.#anchor = undefined;
    this.#highlights.show(elements.list, this.#state.finding);
    const { near, far } = wantedBodies(this.#items, { ...this.layout.inSight(), kept: this.#kept() });
    this.page.bodies.want(near, far);
  }

  readonly top = (preferred?: number): ScrollAnchor | undefined => {
    const elements = this.#elements;
    if (elements === undefined) return undefined;
    const element = preferred !== undefined && this.isInView(preferred) ? this.#elementOf(preferred) : null;
    if (preferred !== undefined && element !== null)
      return { at: preferred, offset: topOf(element, elements.scroller) };
    const { top: edge } = elements.scroller.getBoundingClientRect();
    let place: ScrollAnchor | undefined;
    for (const article of elements.list.querySelectorAll<HTMLElement>('[data-at]')) {
      const { top, bottom } = article.getBoundingClientRect();
      place = { at: Number(article.dataset['at']), offset: top - edge };
      if (bottom > edge + 1) break;
    }
    // The anchor is the last entry, where the working line below it fills the screen.
    return place;
  };

  readonly isInView = (at: number): boolean => {
    const scroller = this.#elements?.scroller;
    const element = this.#elementOf(at);
    if (scroller === undefined || element === null) return false;
    const top = topOf(element, scroller);
    return top < scroller.clientHeight && top + element.offsetHeight > 0;
  };

  readonly upperThird = (): number => Math.round((this.#elements?.scroller.clientHeight ?? 0) * 0.2);

  readonly toEnd = (): void => this.#keeper.toEnd();

  readonly focus = (): void => this.#focus.move(() => this.#focusActive());

  #focusActive(): void {
    const { active } = this.#state;
    const element = active === undefined ? null : this.#elementOf(active);
    (element ?? this.#elements?.scroller)?.focus({ preventScroll: true });
  }

  readonly onFocusIn = (event: FocusEvent): void => {
    const article = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-at]') : null;
    if (article !== null) this.page.dispatch({ kind: 'activate', at: Number(article.dataset['at']) });
  };

  #keyOf = (index: number): number => index;
  #scale = 1;

  #estimate(index: number): number {
    const row = this.#state.rows[this.#items.ids[index] ?? -1];
    const hasHeading = headingOf(this.#items, this.#state.rows, index) !== undefined;
    return estimatedHeight(row, hasHeading) * this.#scale;
  }

  #kept(): number[] {
    const ats = [this.#state.active, this.#state.target?.at, this.#anchor?.at];
    const indexes = ats.map((at) => (at === undefined ? undefined : indexOfEntry(this.#items, at)));
    return [...new Set(indexes.filter((index) => index !== undefined))];
  }

  /** The entry at the top, or the first behind it that is left. */
  #nearest(items: FeedItems): ScrollAnchor | undefined {
    const top = this.top();
    if (top === undefined) return undefined;
    const index = indexFrom(items, top.at);
    const at = entryFrom(items, index, 1) ?? entryFrom(items, items.ids.length - 1, -1);
    return at === undefined ? undefined : { at, offset: at === top.at ? top.offset : Math.max(0, top.offset) };
  }

  #obey(target: Target): void {
    if (target.offset === 'end') this.#keeper.toEnd();
    else this.#keeper.pin(target.at, target.offset, target.offset === 'near' && target.isFocused);
    const element = this.#elementOf(target.at);
    if (target.isFocused) this.focus();
    if (!target.isFlashed || element === null) return;
    element.classList.add('is-flashed');
    setTimeout(() => element.classList.remove('is-flashed'), flashFor);
  }

  /** The words may stand far down in a long entry. */
  #showOccurrence(at: number, occurrence: DOMRect): void {
    const scroller = this.#elements?.scroller;
    const element = this.#elementOf(at);
    if (scroller === undefined || element === null) return;
    const top = occurrence.top - scroller.getBoundingClientRect().top;
    if (top >= 0 && top + occurrence.height <= scroller.clientHeight) return;
    this.#keeper.pin(at, this.upperThird() - (top - topOf(element, scroller)));
  }

  #elementOf(at: number): HTMLElement | null {
    return this.#elements?.list.querySelector<HTMLElement>(`[data-at="${at}"]`) ?? null;
  }
}

/** Bodies are there for this many items around those on the screen before these come into sight … */
const nearby = 14;
/** … and when one is not, all of these are asked for. */
const ahead = 60;
const behind = 30;

interface InSight {
  readonly first: number;
  readonly last: number;
  readonly kept: readonly number[];
}

/** The most urgent first. */
function wantedBodies(items: FeedItems, { first, last, kept }: InSight): { near: number[]; far: number[] } {
  const between = (from: number, to: number): number[] => {
    const start = Math.max(0, from);
    return items.ids.slice(start, Math.max(start, to + 1)).filter((id) => id >= 0);
  };
  const near = [
    ...between(first, last),
    ...kept.flatMap((index) => between(index, index)),
    ...between(last + 1, last + nearby),
    ...between(first - nearby, first - 1),
  ];
  const far = [...between(last + nearby + 1, last + ahead), ...between(first - behind, first - nearby - 1)];
  return { near, far };
}
