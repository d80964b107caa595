import { Component } from 'preact';
import type { Page } from '../page';
import { Preview } from './preview';

interface Peeked {
  readonly at: number;
  readonly link: HTMLElement;
}

const peekId = 'peek';
/** A pointer that passes shows nothing; one that rests does. */
const restMs = 300;
/** The way from the link to what it shows. */
const leaveMs = 180;
const room = 6;

/**
 * The preview of whichever link leads to an entry, on hover and focus: links say with `data-peek` where they lead,
 * and with `data-peek-label` what else is to be said there. It can be pointed at,
 * Escape takes it away, and it says to screen readers what the link leads to.
 */
export class Peek extends Component<{ page: Page }, { peeked: Peeked | undefined }> {
  override state: { peeked: Peeked | undefined } = { peeked: undefined };
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The link, or its preview, that the pointer moved to last. */
  #over: Element | undefined;

  override componentDidMount(): void {
    document.addEventListener('pointermove', this.#onMove);
    document.addEventListener('focusin', this.#onFocus);
    document.addEventListener('focusout', this.#onFocusOut);
    document.addEventListener('keydown', this.#onKey, { capture: true });
    document.addEventListener('click', this.#hide, { capture: true });
    document.addEventListener('wheel', this.#hide, { capture: true, passive: true });
    document.addEventListener('scroll', this.#onScroll, { capture: true, passive: true });
    window.addEventListener('resize', this.#hide);
  }

  override componentWillUnmount(): void {
    clearTimeout(this.#timer);
    document.removeEventListener('pointermove', this.#onMove);
    document.removeEventListener('focusin', this.#onFocus);
    document.removeEventListener('focusout', this.#onFocusOut);
    document.removeEventListener('keydown', this.#onKey, { capture: true });
    document.removeEventListener('click', this.#hide, { capture: true });
    document.removeEventListener('wheel', this.#hide, { capture: true });
    document.removeEventListener('scroll', this.#onScroll, { capture: true });
    window.removeEventListener('resize', this.#hide);
  }

  override render() {
    const { peeked } = this.state;
    if (peeked === undefined) return null;
    return (
      <div id={peekId} class="peek" role="tooltip" style={placeOf(peeked.link)}>
        <Preview page={this.props.page} at={peeked.at} label={peeked.link.dataset['peekLabel']} />
      </div>
    );
  }

  /** What only came to lie under a pointer that rests, or was closed there, is not shown. */
  readonly #onMove = ({ target }: PointerEvent): void => {
    const over = target instanceof Element ? (target.closest(`#${peekId}, [data-peek]`) ?? undefined) : undefined;
    if (over === this.#over) return;
    this.#over = over;
    if (over?.id === peekId) {
      clearTimeout(this.#timer);
      return;
    }
    const found = over && peekedBy(over);
    if (found?.link === this.state.peeked?.link && found !== undefined) clearTimeout(this.#timer);
    else if (found !== undefined) this.#soon(found, restMs);
    else if (this.state.peeked === undefined) clearTimeout(this.#timer);
    else if (document.activeElement !== this.state.peeked.link) this.#soon(undefined, leaveMs);
  };

  /**
   * A press of the pointer leads on: only who comes with the keys is shown where to. At once, since screen readers say what describes a
   * link when they say the link.
   */
  readonly #onFocus = (event: FocusEvent): void => {
    const found = event.target instanceof Element ? peekedBy(event.target) : undefined;
    if (found?.link.matches(':focus-visible') !== true) return;
    clearTimeout(this.#timer);
    this.#show(found);
  };

  readonly #onFocusOut = (event: FocusEvent): void => {
    if (event.target === this.state.peeked?.link) this.#hide();
    else clearTimeout(this.#timer);
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    if (this.state.peeked === undefined) return;
    if (event.key === 'Escape') event.stopPropagation();
    if (event.key === 'Escape' || event.key === 'Enter') this.#hide();
  };

  /** Keys scroll while the focus stays: the preview goes along with its link, until that is out of sight. */
  readonly #onScroll = ({ target }: Event): void => {
    const link = this.state.peeked?.link;
    if (link === undefined || !(target instanceof Element) || !target.contains(link)) return;
    const [seen, box] = [target.getBoundingClientRect(), link.getBoundingClientRect()];
    if (box.bottom > seen.top && box.top < seen.bottom) this.forceUpdate();
    else this.#hide();
  };

  readonly #hide = (): void => {
    clearTimeout(this.#timer);
    this.#show(undefined);
  };

  #soon(peeked: Peeked | undefined, ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#show(peeked), ms);
  }

  #show(peeked: Peeked | undefined): void {
    const before = this.state.peeked;
    if (before === peeked) return;
    if (before?.link.getAttribute('aria-describedby') === peekId) before.link.removeAttribute('aria-describedby');
    if (peeked?.link.isConnected === false) return;
    peeked?.link.setAttribute('aria-describedby', peekId);
    this.setState({ peeked });
  }
}

function peekedBy(target: Element): Peeked | undefined {
  const link = target.closest<HTMLElement>('[data-peek]');
  const at = Number(link?.dataset['peek']);
  return link === null || !Number.isSafeInteger(at) ? undefined : { at, link };
}

/** Below the link where there is more room than above it; never beyond the sides. */
function placeOf(link: HTMLElement): Record<string, string> {
  const { left, top, bottom } = link.getBoundingClientRect();
  const across = Math.min(460, window.innerWidth - 2 * room);
  const isBelow = window.innerHeight - bottom >= top;
  return {
    left: `${Math.max(room, Math.min(left, window.innerWidth - across - room))}px`,
    'inline-size': `${across}px`,
    ...(isBelow ? { top: `${bottom + room}px` } : { bottom: `${window.innerHeight - top + room}px` }),
    'max-block-size': `${Math.max(80, (isBelow ? window.innerHeight - bottom : top) - 2 * room)}px`,
  };
}
