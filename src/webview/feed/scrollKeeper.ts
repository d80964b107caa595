interface KeeperOptions {
  readonly elementOf: (at: number) => HTMLElement | null;
  /** The position was written: the list must not wait for the browser to say so. */
  readonly onWrite: () => void;
  readonly onEnd: (isAtEnd: boolean) => void;
  /** Texts are on their way, and heights will change. */
  readonly isBusy: () => boolean;
  readonly onRead: (at: number) => void;
  readonly onDepth: (isDeep: boolean) => void;
  readonly top: () => { readonly at: number; readonly offset: number } | undefined;
}

interface Pin {
  readonly at: number;
  readonly offset: number;
  /** How many looks and moves are left in all, and how many looks without a move. */
  left: number;
  quiet: number;
}

/** Pauses in milliseconds. Looks are counted, not time: a page that was busy has seen nothing meanwhile. */
const lookPause = 100;
const longestPin = 300;
const quietPin = 7;
const placePause = 120;
const margin = 24;
const endDistance = 8;
/** More than the header gives way by: what is read stays where it is, and must not come to the top by that. */
const deep = 400;
/** So long a move of the reader's may go on by itself. */
const readerMs = 1_000;

/**
 * Holds an entry that was jumped to at its place, or the end of the growing list in view, while heights change. It
 * gives way to the reader at once. Everything else is left to the browser's scroll anchoring.
 */
export class ScrollKeeper {
  #scroller: HTMLElement | undefined;
  #pin: Pin | undefined;
  #isFollowing = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #width = 0;
  #edge: number | undefined;
  #lastTop = 0;
  /** When the reader last turned the wheel, or the like, and which way: 1 is down, 0 not known. */
  #moved = { at: Number.NEGATIVE_INFINITY, by: 0 };
  #place: { readonly at: number; readonly offset: number } | undefined;
  #placeTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: KeeperOptions) {}

  mount(scroller: HTMLElement, content: HTMLElement): () => void {
    this.#scroller = scroller;
    const controller = new AbortController();
    const passive = { passive: true, signal: controller.signal };
    scroller.addEventListener('wheel', ({ deltaY }) => this.#readerMoves(Math.sign(deltaY)), passive);
    let finger: number | undefined;
    scroller.addEventListener('touchstart', ({ touches }) => (finger = touches[0]?.clientY), passive);
    scroller.addEventListener(
      'touchmove',
      ({ touches }) => {
        const before = finger;
        finger = touches[0]?.clientY;
        this.#readerMoves(before === undefined || finger === undefined ? 0 : Math.sign(before - finger));
      },
      passive,
    );
    // On the list itself it takes hold of the scroll bar; on what stands in it, it may press a link, and what follows is a jump.
    scroller.addEventListener(
      'pointerdown',
      ({ target }) => (target === scroller ? this.#readerMoves(0) : this.#letGo()),
      passive,
    );
    scroller.addEventListener('keydown', (event) => this.#onKeyDown(event), passive);
    scroller.addEventListener('scroll', () => this.#onScroll(), passive);
    const observer = new ResizeObserver(() => this.#resized());
    observer.observe(content);
    observer.observe(scroller);
    return () => {
      controller.abort();
      clearTimeout(this.#timer);
      clearTimeout(this.#placeTimer);
      observer.disconnect();
      this.#scroller = undefined;
    };
  }

  /**
   * Keeps an entry `offset` pixels below the top until everything around it has its height. `isStep`: the reader
   * goes from entry to entry, which counts as scrolling.
   */
  pin(at: number, offset: number | 'near' | undefined, isStep = false): void {
    const scroller = this.#scroller;
    const element = this.options.elementOf(at);
    if (scroller === undefined || element === null) return;
    const place = resolved(offset, element, scroller);
    if (place === undefined) return;
    this.#isFollowing = false;
    this.#moved = isStep
      ? { at: performance.now(), by: Math.sign(topOf(element, scroller) - place) }
      : { at: Number.NEGATIVE_INFINITY, by: 0 };
    this.#pin = { at, offset: place, left: longestPin, quiet: quietPin };
    this.options.onEnd(false);
    this.settle();
    this.#watch();
  }

  /** The pin ends where nothing has happened for a while, and not while something is still to happen. */
  #watch(): void {
    clearTimeout(this.#timer);
    if (this.#pin === undefined) return;
    this.#timer = setTimeout(() => {
      this.settle();
      this.#countLook();
      this.#watch();
    }, lookPause);
  }

  #countLook(): void {
    const pin = this.#pin;
    if (pin === undefined) return;
    pin.left -= 1;
    pin.quiet = this.options.isBusy() ? quietPin : pin.quiet - 1;
    if (pin.left <= 0 || pin.quiet <= 0) this.#letGo();
  }

  /** When the width changes every line breaks again, and browsers give up holding the position. */
  #resized(): void {
    const width = this.#scroller?.clientWidth ?? 0;
    const isWidthNew = this.#width !== 0 && width !== 0 && width !== this.#width;
    this.#width = width;
    const held = this.#pin ?? this.#place;
    if (!isWidthNew) this.#holdAtEdge();
    if (isWidthNew && !this.#isFollowing && held !== undefined) this.pin(held.at, held.offset);
    this.settle();
    this.#reportOverflow();
    this.#remember();
  }

  /** Where what is above the list gives way or comes back, the text stays where it is in the window. */
  #holdAtEdge(): void {
    const scroller = this.#scroller;
    if (scroller === undefined) return;
    const edge = scroller.getBoundingClientRect().top;
    const moved = this.#edge === undefined ? 0 : edge - this.#edge;
    this.#edge = edge;
    const isFree = this.#pin === undefined && !this.#isFollowing;
    if (isFree && moved !== 0 && scroller.scrollTop > endDistance) this.#write(scroller.scrollTop + moved);
  }

  /** Before anybody has scrolled: the list goes on below what is seen. */
  #reportOverflow(): void {
    const scroller = this.#scroller;
    if (scroller === undefined || this.#pin !== undefined || this.#isFollowing) return;
    if (distanceFromEnd(scroller) > endDistance) this.options.onEnd(false);
  }

  /** Not at once: while the list scrolls there is no hurry, and reading positions costs a layout. */
  #remember(): void {
    this.#placeTimer ??= setTimeout(() => {
      this.#placeTimer = undefined;
      const place = this.options.top();
      if (this.#pin === undefined) this.#place = place;
      if (place !== undefined) this.options.onRead(place.at);
    }, placePause);
  }

  toEnd(): void {
    this.#pin = undefined;
    this.#isFollowing = true;
    this.settle();
    this.#report();
  }

  /** Runs after each drawing and each change of height. */
  settle(): void {
    const scroller = this.#scroller;
    if (scroller === undefined) return;
    if (this.#pin !== undefined) this.#keepPin(scroller, this.#pin);
    else if (this.#isFollowing && distanceFromEnd(scroller) > 0.5) this.#write(scroller.scrollHeight);
  }

  #keepPin(scroller: HTMLElement, pin: Pin): void {
    const element = this.options.elementOf(pin.at);
    if (element === null) return;
    const off = topOf(element, scroller) - pin.offset;
    if (Math.abs(off) < 0.75) return;
    const before = scroller.scrollTop;
    this.#write(before + off);
    if (scroller.scrollTop === before) return;
    pin.quiet = quietPin;
    // Drawings that follow each other leave no time for looks: a place that cannot be reached is given up all the same.
    pin.left -= 1;
    if (pin.left <= 0) this.#letGo();
  }

  #write(top: number): void {
    const scroller = this.#scroller;
    if (scroller === undefined) return;
    const before = scroller.scrollTop;
    scroller.scrollTop = top;
    if (scroller.scrollTop !== before) this.options.onWrite();
  }

  #onKeyDown({ key, shiftKey }: KeyboardEvent): void {
    const by = scrollKeys[key];
    if (by !== undefined) this.#readerMoves(key === ' ' && shiftKey ? -1 : by);
  }

  #readerMoves(by: number): void {
    this.#moved = { at: performance.now(), by };
    this.#letGo();
  }

  #letGo(): void {
    if (this.#pin === undefined) return;
    this.#pin = undefined;
    this.#report();
    this.#remember();
  }

  #onScroll(): void {
    if (this.#pin === undefined) this.#report();
    this.#reportDepth();
    this.#remember();
  }

  /** Where a jump or the growing list has led to, the reader did not scroll. */
  #reportDepth(): void {
    const top = this.#scroller?.scrollTop ?? 0;
    const { at, by } = this.#moved;
    const isReaders = performance.now() - at < readerMs;
    if (top <= endDistance || (isReaders && by < 0)) this.options.onDepth(false);
    else if (isReaders && top > deep) this.options.onDepth(true);
  }

  #report(): void {
    const scroller = this.#scroller;
    if (scroller === undefined) return;
    const top = scroller.scrollTop;
    // Growth alone does not end the following: only a move up does.
    if (distanceFromEnd(scroller) <= endDistance) this.#isFollowing = true;
    else if (top < this.#lastTop - 1) this.#isFollowing = false;
    this.#lastTop = top;
    this.options.onEnd(this.#isFollowing);
  }
}

/** Which way each of them leads: 1 is down. */
const scrollKeys: Readonly<Record<string, number>> = {
  ArrowUp: -1,
  PageUp: -1,
  Home: -1,
  ArrowDown: 1,
  PageDown: 1,
  End: 1,
  ' ': 1,
};

const distanceFromEnd = (scroller: HTMLElement): number =>
  scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop;

/** Top in the pixels that the list scrolls by: a page that is zoomed has others. */
export function topOf(element: HTMLElement, scroller: HTMLElement): number {
  const seen = scroller.getBoundingClientRect();
  const zoom = scroller.offsetHeight === 0 || seen.height === 0 ? 1 : seen.height / scroller.offsetHeight;
  return (element.getBoundingClientRect().top - seen.top) / zoom;
}

/** `undefined`: it is in view, and need not be moved. */
function resolved(
  offset: number | 'near' | undefined,
  element: HTMLElement,
  scroller: HTMLElement,
): number | undefined {
  if (typeof offset === 'number') return offset;
  const room = scroller.clientHeight;
  const upperThird = Math.round(room * 0.2);
  if (offset === undefined) return upperThird;
  const top = topOf(element, scroller);
  const height = element.offsetHeight;
  if (top >= 0 && top + height <= room) return undefined;
  if (top < -room || top > 2 * room) return upperThird;
  return top < 0 ? margin : Math.max(margin, room - margin - height);
}
