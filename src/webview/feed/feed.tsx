import * as l10n from '@vscode/l10n';
import { Component, createRef } from 'preact';
import type { Page } from '../page';
import type { State } from '../state';
import { FeedSlot, Gap } from './feedSlot';
import { FeedView } from './feedView';
import { NewEntries } from './newEntries';
import { WorkingList } from './workingList';

interface FeedProps {
  page: Page;
  state: State;
}

/** What of the state the list shows: the clock in the header must not draw it again. */
const shown = [
  ...(['rows', 'rawLines', 'working', 'bodies', 'filters', 'forced', 'opened', 'active', 'target'] as const),
  ...(['finding', 'isAtEnd', 'seen'] as const),
] as const;

/** The list of entries. Mounted anew when the log was replaced. */
export class Feed extends Component<FeedProps> {
  readonly #scroller = createRef<HTMLDivElement>();
  readonly #content = createRef<HTMLDivElement>();
  readonly #list = createRef<HTMLDivElement>();
  readonly #view = new FeedView(this.props.page, () => this.forceUpdate());
  #unmount: (() => void) | undefined;

  override shouldComponentUpdate({ state }: FeedProps): boolean {
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
          <div class="feed-content" ref={this.#content} style={{ '--digits': digitsOf(state) }}>
            <div class="entries" role="feed" aria-label={l10n.t('Debate')} ref={this.#list} onFocusIn={view.onFocusIn}>
              {view
                .slots()
                .map((slot) =>
                  slot.kind === 'gap' ? (
                    <Gap key={slot.key} height={slot.height} />
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
      </div>
    );
  }
}

const digitsOf = ({ rows }: State): number => String(rows.at(-1)?.seq ?? 0).length;
