import { Component } from 'preact';
import { Announcer } from './feed/announcer';
import { FeedPane } from './feed/feedPane';
import { Peek } from './feed/peek';
import { Footer } from './footer/footer';
import { Chips } from './header/chips';
import { tallyOf } from './finding';
import { FindBox } from './header/findBox';
import { Header } from './header/header';
import { ViewPane, paneId, tabId, ViewTabs } from './views/viewPane';
import { viewOf } from './views/viewOf';
import { StateSpoken } from './header/stateLine';
import { Lineup } from './lineup/lineup';
import type { Page } from './page';
import { SeatComposer } from './seat/seatComposer';
import { seatFolded } from './seat/seatField';
import { Help } from './states/help';
import { Empty, Failed, Loading, Missing, Unfit } from './states/states';
import type { State } from './state';
import type { Head } from '../shared/protocol';
import { Ticking } from './ticking';

/** The page: whichever of its faces the host's last word asks for. */
export class App extends Component<{ page: Page }, { state: State }> {
  override state = { state: this.props.page.state };
  #stop: (() => void) | undefined;

  override componentDidMount(): void {
    const { page } = this.props;
    this.#stop = page.store.onChange((state) => this.setState({ state }));
    this.setState({ state: page.state });
  }

  override componentWillUnmount(): void {
    this.#stop?.();
  }

  override render() {
    const { page } = this.props;
    const { state } = this.state;
    return (
      <>
        <Face page={page} state={state} />
        {state.isHelpOpen && <Help onClose={() => page.dispatch({ kind: 'help', isOpen: false })} />}
      </>
    );
  }
}

function Face({ page, state }: { page: Page; state: State }) {
  const { stage, head, review, failure } = state;
  if (stage === 'failed' && failure !== undefined) return <Failed failed={failure} send={page.send} />;
  if (stage === 'review' && review !== undefined) return <Lineup review={review} send={page.send} />;
  if (stage === 'log' && head !== undefined) return <Debate page={page} state={state} head={head} />;
  if (stage === 'unfit') return <Unfit onRetry={page.retry} />;
  return <Loading send={page.send} />;
}

function Debate({ page, state, head }: { page: Page; state: State; head: Head }) {
  const view = viewOf(state);
  const hasTabs = head.views !== undefined;
  const isEmpty = page.items.ids.length === 0 && state.filters.length === 0 && state.working.length === 0;
  return (
    <div class="app">
      <Ticking isOn={head.runningSince !== undefined}>
        {(now) => <Header page={page} head={head} now={now} view={view} />}
      </Ticking>
      {head.views !== undefined && <ViewTabs views={head.views} shown={view} onShow={page.show} />}
      <Missing missing={state.missing} onClose={() => page.dispatch({ kind: 'missingRead' })} />
      <main class="panes">
        {/* Out of sight it stays where it is: what comes is taken up, and the reader finds the place again. */}
        <div
          class={view === 'debate' ? 'pane' : 'pane is-hidden'}
          {...(hasTabs ? { id: paneId('debate'), role: 'tabpanel', 'aria-labelledby': tabId('debate') } : {})}
        >
          <Tools page={page} state={state} head={head} />
          {isEmpty ? <Empty head={head} send={page.send} /> : <FeedPane key={state.epoch} page={page} state={state} />}
        </div>
        {view !== 'debate' && <ViewPane key={view} page={page} state={state} view={view} />}
      </main>
      <Peek page={page} />
      <StateSpoken status={head} />
      <Announcer key={`announcer ${state.epoch}`} page={page} state={state} />
      <Foot page={page} state={state} head={head} />
    </div>
  );
}

function Tools({ page, state: { filters, finding }, head }: { page: Page; state: State; head: Head }) {
  return (
    <div class="tools">
      <Chips
        head={head}
        filters={filters}
        onToggle={(id) => page.dispatch({ kind: 'toggleFilter', id })}
        onClear={() => page.dispatch({ kind: 'clearFilters' })}
      />
      <FindBox
        query={finding.query}
        {...tallyOf(finding)}
        isDone={finding.isDone}
        onQuery={page.find}
        onNext={() => page.hit(1)}
        onPrevious={() => page.hit(-1)}
        onClose={page.closeFind}
      />
    </div>
  );
}

function Foot({ page, state, head }: { page: Page; state: State; head: Head }) {
  const { seat } = state;
  if (seat === undefined) return <Footer head={head} send={page.send} said={state.said} />;
  return <SeatComposer key={seat.id} page={page} seat={seat} isFolded={state.opened.has(seatFolded)} />;
}
