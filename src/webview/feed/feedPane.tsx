import * as l10n from '@vscode/l10n';
import { Component, createRef, type ComponentChildren } from 'preact';
import type { Page } from '../page';
import type { State } from '../state';
import { FeedView } from './feedView';
import { WorkingList } from './workingList';
import { whole } from '../parts/figures';
import { Icon } from '../parts/elements';
import { countFrom, headingOf, marksOf, rawLineOf, type FeedItems } from './items';
import { firstSection } from '../../projections/sections';
import { bodyAt } from '../bodyCache';
import { EntryRow } from './entryRow';
import { Link } from './seqLink';
import type { RawLine, FeedRow } from '../../shared/protocol';

interface FeedPaneProps {
  page: Page;
  state: State;
}

/** What of the state the list shows: the clock in the header must not draw it again. */
const shown = [
  ...(['rows', 'rawLines', 'working', 'bodies', 'filters', 'forced', 'opened', 'active', 'target'] as const),
  ...(['finding', 'isAtEnd', 'seen', 'passages'] as const),
] as const;

/** The list of entries. Mounted again when the log was replaced. */
export class FeedPane extends Component<FeedPaneProps> {
  readonly #scroller = createRef<HTMLDivElement>();
  readonly #content = createRef<HTMLDivElement>();
  readonly #list = createRef<HTMLDivElement>();
  readonly #view = new FeedView(this.props.page, () => this.forceUpdate());
  #unmount: (() => void) | undefined;

  override shouldComponentUpdate({ state }: FeedPaneProps): boolean {
    const before = this.props.state;
    const headBefore = before.head;
    return (
      shown.some((key) => state[key] !== before[key]) ||
      state.head?.rail.length !== headBefore?.rail.length ||
      state.head?.debaters.length !== headBefore?.debaters.length
    );
  }

  override componentDidMount(): void {
    const { current: scroller } = this.#scroller;
    const { current: content } = this.#content;
    const { current: list } = this.#list;
    if (scroller === null || content === null || list === null) return;
    this.#unmount = this.#view.mount({ scroller, content, list });
  }

  override componentDidUpdate(): void {
    this.#view.committed();
  }

  override componentWillUnmount(): void {
    this.#unmount?.();
  }

  override render() {
    const { page, state } = this.props;
    const view = this.#view;
    view.draw(page.items, state);
    return (
      <div class="feed-area">
        <div class="feed-scroll" ref={this.#scroller} tabIndex={-1}>
          <div
            class="feed-content"
            ref={this.#content}
            style={{ '--digits': String(state.rows.at(-1)?.seq ?? 0).length }}
          >
            <div class="entries" role="feed" aria-label={l10n.t('Debate')} ref={this.#list} onFocusIn={view.onFocusIn}>
              {view.layout
                .slots()
                .map((slot) =>
                  slot.kind === 'gap' ? (
                    <div key={slot.key} class="gap" role="presentation" style={{ height: `${slot.height}px` }} />
                  ) : (
                    <FeedSlot key={slot.key} page={page} state={state} index={slot.index} view={view} />
                  ),
                )}
            </div>
            {page.items.ids.length === 0 && state.filters.length > 0 && (
              <p class="nothing">{l10n.t('No entry is left by these filters.')}</p>
            )}
            <WorkingList page={page} working={state.working} opened={state.opened} colourOf={view.colourOf} />
          </div>
          <NewEntries page={page} state={state} />
        </div>
        <Strip page={page} items={page.items} rows={state.rows} />
      </div>
    );
  }
}

/**
 * Announces new entries to a reader who is further up. It lies within what scrolls, so that a wheel over it scrolls.
 */
function NewEntries({ page, state }: { page: Page; state: State }) {
  const count = state.isAtEnd ? 0 : countFrom(page.items, state.seen);
  if (count === 0) return null;
  return (
    <div class="new-entries-place">
      <button type="button" class="new-entries" onClick={() => page.feed?.toEnd()}>
        {count === 1 ? l10n.t('1 new entry') : l10n.t('{0} new entries', whole(count))} <Icon name="arrow-down" />
      </button>
    </div>
  );
}

interface FeedSlotProps {
  page: Page;
  state: State;
  index: number;
  view: FeedView;
}

function FeedSlot({ page, state, index, view }: FeedSlotProps) {
  const { items } = page;
  const id = items.ids[index] ?? -1;
  const row = state.rows[id];
  const heading = headingOf(items, state.rows, index);
  const line = id < 0 ? rawLineOf(items, id) : undefined;
  const place = { position: index + 1, count: items.ids.length };
  return (
    <div class="slot" role="presentation" data-index={index} ref={view.layout.measure}>
      {line !== undefined && <RawEntry page={page} line={line} {...place} />}
      {row !== undefined && (
        <Guard page={page} at={row.at}>
          <EntryRow
            page={page}
            row={row}
            body={bodyAt(state.bodies, row.at)}
            colour={view.colourOf(row.speaker)}
            heading={heading === undefined ? undefined : sectionLabel(state, heading)}
            opened={state.opened}
            passages={state.passages}
            {...place}
          />
        </Guard>
      )}
    </div>
  );
}

/** What stands before the first phase is no part of the rail. */
const sectionLabel = ({ head }: State, id: string): string =>
  head?.rail.find((item) => item.id === id)?.label ?? (id === firstSection ? l10n.t('Setup') : id);

interface GuardProps {
  page: Page;
  at: number;
  children: ComponentChildren;
}

/** An entry that cannot be drawn must not take the others with it. */
class Guard extends Component<GuardProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  override componentDidCatch(error: unknown): void {
    const { page, at } = this.props;
    page.host.fault(
      `Entry at ${at} cannot be drawn: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
    this.setState({ hasFailed: true });
  }

  override render() {
    const { page, at, children } = this.props;
    if (!this.state.hasFailed) return <>{children}</>;
    return (
      <article data-at={at}>
        <p class="entry raw-message">
          {l10n.t('This entry cannot be shown.')}{' '}
          <Link onPress={() => page.send({ kind: 'openInLog', at })}>{l10n.t('Show it in the log')}</Link>
        </p>
      </article>
    );
  }
}

interface RawEntryProps {
  page: Page;
  line: RawLine;
  position: number;
  count: number;
}

function RawEntry({ page, line, position, count }: RawEntryProps) {
  const id = `raw-${line.line}`;
  return (
    <article aria-labelledby={id} aria-posinset={position} aria-setsize={count}>
      <div class="entry raw">
        <div class="margin">
          <Icon name="warning" />
        </div>
        <div class="entry-main">
          <header class="entry-head" id={id}>
            <b class="speaker">{l10n.t('Not an entry')}</b>{' '}
            <Link onPress={() => page.send({ kind: 'openLine', line: line.line })}>
              {l10n.t('line {0} of the log', line.line)}
            </Link>
          </header>
          <p class="raw-message">{line.message}</p>
          <pre class="raw-text">{line.text.slice(0, 4_000)}</pre>
        </div>
      </div>
    </article>
  );
}

interface StripProps {
  page: Page;
  items: FeedItems;
  rows: readonly FeedRow[];
}

/** The strip beside the scroll bar, for the pointer alone: the chips lead to the same with the keys. */
class Strip extends Component<StripProps> {
  override shouldComponentUpdate({ items, rows }: StripProps): boolean {
    return items !== this.props.items || rows !== this.props.rows;
  }

  override render() {
    const { page, items, rows } = this.props;
    return (
      <div class="strip" aria-hidden="true">
        {marksOf(items, rows).map(({ kind, at, top }) => (
          <i
            key={`${kind} ${top}`}
            class={`strip-mark is-${kind}`}
            style={{ 'inset-block-start': `${top}%` }}
            title={
              kind === 'ruling'
                ? l10n.t('Ruling, seq {0}', seqAt(rows, at))
                : l10n.t('Redaction, seq {0}', seqAt(rows, at))
            }
            onClick={() => page.jump(at)}
          />
        ))}
      </div>
    );
  }
}

const seqAt = (rows: readonly FeedRow[], at: number): number => rows[at]?.seq ?? at;
