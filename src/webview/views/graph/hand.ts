interface HandEvents {
  onPan: (x: number, y: number) => void;
  /** `at`: in pixels from the upper left corner of the canvas. */
  onZoom: (factor: number, at: { x: number; y: number }) => void;
}

/** A pointer that has not come this far has pressed, not dragged. */
const least = 4;
/** Pixels in a line, for a wheel that counts in lines. */
const line = 16;

/** Pointer and wheel on the canvas: dragging and the wheel move, the wheel with Ctrl (or two fingers) zooms. */
export class Hand {
  #from: { x: number; y: number } | undefined;
  #hasDragged = false;

  constructor(private readonly events: HandEvents) {}

  /** The press that ends now was none. */
  get hasDragged(): boolean {
    return this.#hasDragged;
  }

  get isHolding(): boolean {
    return this.#from !== undefined;
  }

  mount(canvas: HTMLElement): () => void {
    const listening = new AbortController();
    const { signal } = listening;
    const onUp = (): void => {
      this.#from = undefined;
      canvas.classList.remove('is-held');
    };
    // The browser would zoom or scroll the page.
    canvas.addEventListener('wheel', (event) => this.#wheel(event, canvas), { passive: false, signal });
    canvas.addEventListener('pointerdown', (event) => this.#down(event), { signal });
    canvas.addEventListener('pointermove', (event) => this.#move(event, canvas), { signal });
    canvas.addEventListener('pointerup', onUp, { signal });
    canvas.addEventListener('pointercancel', onUp, { signal });
    return () => listening.abort();
  }

  #wheel(event: WheelEvent, canvas: HTMLElement): void {
    // What is said of a node scrolls by itself.
    if (event.target instanceof Element && event.target.closest('.graph-tip') !== null) return;
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? line : 1;
    const { left, top } = canvas.getBoundingClientRect();
    if (event.ctrlKey || event.metaKey) {
      const factor = Math.exp(-Math.max(-120, Math.min(120, event.deltaY * unit)) * 0.0025);
      this.events.onZoom(factor, { x: event.clientX - left, y: event.clientY - top });
    } else if (event.shiftKey && event.deltaX === 0) this.events.onPan(-event.deltaY * unit, 0);
    else this.events.onPan(-event.deltaX * unit, -event.deltaY * unit);
  }

  #down(event: PointerEvent): void {
    this.#hasDragged = false;
    if (event.button !== 0 || (event.target instanceof Element && event.target.closest('.graph-tip') !== null)) return;
    this.#from = { x: event.clientX, y: event.clientY };
  }

  #move(event: PointerEvent, canvas: HTMLElement): void {
    if (this.#from === undefined) return;
    const by = { x: event.clientX - this.#from.x, y: event.clientY - this.#from.y };
    if (!this.#hasDragged && Math.hypot(by.x, by.y) < least) return;
    // From here on the pointer is ours, also outside the canvas.
    if (!this.#hasDragged) canvas.setPointerCapture(event.pointerId);
    this.#hasDragged = true;
    canvas.classList.add('is-held');
    this.#from = { x: event.clientX, y: event.clientY };
    this.events.onPan(by.x, by.y);
  }
}
