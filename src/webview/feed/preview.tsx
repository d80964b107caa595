import * as l10n from '@vscode/l10n';
import { Component } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Body, FeedRow } from '../../shared/protocol';
import { markdownTree, runningText } from '../../shared/markdown';
import type { Page } from '../page';
import { Icon, inColour, Rich, Speaker, statusIcons } from '../parts/elements';
import { statusTitle } from '../../projections/sourceWords';
import { typeWords } from './words';

interface PreviewProps {
  page: Page;
  at: number;
  /** Said after what the entry is. */
  label?: string | undefined;
}

const mostSources = 2;
const longestPreview = 600;

/** Nothing in it can be pressed. */
export function Preview({ page, at, label }: PreviewProps) {
  const row = page.state.rows[at];
  if (row === undefined) return null;
  const colour = page.state.head?.debaters.find(({ name }) => name === row.speaker)?.colour;
  const body = page.body(at);
  return (
    <span class={inColour('preview', colour)}>
      <span class="preview-seq">{row.seq}</span>
      <span class="preview-head">
        <Speaker name={row.speaker} isDebater={colour !== undefined} />{' '}
        <span class="what">
          <What row={row} />
        </span>
        {label !== undefined && <span class="preview-label"> {label}</span>}
      </span>
      <span class="preview-text">{firstLines(body)}</span>
      <PreviewSources page={page} at={at} />
    </span>
  );
}

function What({ row }: { row: FeedRow }) {
  const { template, seq } = typeWords(row);
  return <Rich template={template} parts={seq === undefined ? [] : [l10n.t('seq {0}', seq)]} />;
}

function firstLines(body: Body | undefined): string {
  if (body === undefined) return '…';
  if (body.redacted !== undefined) return l10n.t('Struck from the record: {0}', body.redacted.reason);
  const start = body.content.slice(0, longestPreview);
  const tree = markdownTree(start, { form: body.form });
  return tree === undefined ? start : runningText(tree);
}

/** Asks for the entry's body, and keeps it as long as this is shown. */
export function PreviewSources({ page, at }: { page: Page; at: number }) {
  useEffect(() => page.bodies.hold(at), [page, at]);
  const sources = page.body(at)?.sources ?? [];
  if (sources.length === 0) return null;
  const rest = sources.length - mostSources;
  return (
    <span class="preview-sources">
      {sources.slice(0, mostSources).map((source) => (
        <span key={source.index} class="preview-source">
          <span class="badge is-still" data-status={source.status}>
            <Icon name={statusIcons[source.status]} /> {source.words === '' ? statusTitle(l10n, source) : source.words}
          </span>{' '}
          <span class="dim">{source.label === '' ? source.url : source.label}</span>
        </span>
      ))}
      {rest > 0 && <span class="dim">{l10n.t('{0} more', rest)}</span>}
    </span>
  );
}

interface Peeked {
  readonly at: number;
  readonly link: HTMLElement;
}

const peekId = 'peek';
/** A pointer that passes shows nothing; one that rests does. */
const restMs = 300;
const leaveMs = 180;
const room = 6;

/**
 * Previews an entry on hover and focus of a link. The link says with `data-peek` to which entry it leads, and with
 * `data-peek-label` what else is to be said there. Escape takes the preview away, and it describes the link to screen
 * readers.
 */
export class Peek extends Component<{ page: Page }, { peeked: Peeked | undefined }> {
  override state: { peeked: Peeked | undefined } = { peeked: undefined };
  readonly #listening = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #over: Element | undefined;

  override componentDidMount(): void {
    const { signal } = this.#listening;
    const first = { capture: true, signal };
    document.addEventListener('pointermove', this.#onMove, { signal });
    document.addEventListener('focusin', this.#onFocus, { signal });
    document.addEventListener('focusout', this.#onFocusOut, { signal });
    document.addEventListener('keydown', this.#onKey, first);
    document.addEventListener('click', this.#hide, first);
    document.addEventListener('wheel', this.#hide, { ...first, passive: true });
    document.addEventListener('scroll', this.#onScroll, { ...first, passive: true });
    window.addEventListener('resize', this.#hide, { signal });
  }

  override componentWillUnmount(): void {
    clearTimeout(this.#timer);
    this.#listening.abort();
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
   * Only who comes with the keys is shown where to. At once, since screen readers say what describes a link when
   * they say the link.
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

/** Place of the preview: below the link where there is more room than above it; never beyond the sides. */
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
