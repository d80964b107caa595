import * as l10n from '@vscode/l10n';
import { render, Component } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { jsonOf } from '../debate/log/objects';
import { seatName } from '../projections/seatName';
import { pageStateOf, type PageSetup, type PageState, type Head } from '../shared/protocol';
import { fromWire } from '../shared/wire';
import { bodyAt } from './bodyCache';
import { FeedPane } from './feed/feedPane';
import { countFrom, indexFrom } from './feed/items';
import { Peek } from './feed/preview';
import { spoken, typeWords } from './feed/words';
import { tallyOf } from './finding';
import { Footer } from './footer/footer';
import { Chips } from './header/chips';
import { FindBox } from './header/findBox';
import { Header, StateSpoken } from './header/header';
import type { VsCodeApi } from './hostConnection';
import { onKey, perform } from './keyboard';
import { Lineup } from './lineup/lineup';
import { Page } from './page';
import { whole } from './parts/figures';
import { Live, Ticking, useSaying } from './parts/live';
import { rememberFocus } from './parts/takeFocus';
import { SeatComposer } from './seat/seatComposer';
import { seatFolded } from './seat/seatField';
import { viewOf, type State } from './state';
import { Help } from './states/help';
import { Empty, Failed, Loading, Missing, Unfit } from './states/states';
import { ViewPane, paneId, tabId, ViewTabs } from './views/viewPane';
import './style/index.css';

declare function acquireVsCodeApi(): VsCodeApi;

const isSetup = (data: unknown): data is PageSetup =>
  typeof data === 'object' && data !== null && 'reportsPaint' in data;

const isStill = (): boolean =>
  matchMedia('(prefers-reduced-motion: reduce)').matches || document.body.classList.contains('vscode-reduce-motion');

function start(api: VsCodeApi): void {
  const setup = readSetup();
  if (setup.l10n !== undefined) l10n.config({ contents: JSON.stringify(setup.l10n) });
  const kept = pageStateOf(api.getState());
  const page = new Page(api, kept.focus, isStill);
  page.dispatch({ kind: 'setFilters', filters: kept.filters ?? [] });
  if (kept.view !== undefined) page.show(kept.view);
  if (kept.speech !== undefined) page.dispatch({ kind: 'write', speech: kept.speech });

  window.addEventListener('message', ({ data }: MessageEvent<unknown>) =>
    page.host.receive(typeof data === 'string' ? fromWire(data) : data),
  );
  document.addEventListener('keydown', (event) => onKey(page, event));
  rememberFocus();
  page.onDo = (what) => perform(page, what);
  reportFaults(page);
  measureScrollbar();
  if (setup.reportsPaint) reportPaint(page);
  renderSoon(page);
  keepState(api, page, setup);
  page.host.ready();
}

const loadingMs = 250;

/** Most often there is something to show at once: drawing before that would keep the browser busy. */
function renderSoon(page: Page): void {
  const draw = (): void => {
    clearTimeout(late);
    stop();
    render(<App page={page} />, document.getElementById('root') ?? document.body);
  };
  const late = setTimeout(draw, loadingMs);
  const stop = page.store.onChange(({ stage }) => {
    if (stage !== 'loading') draw();
  });
}

/**
 * How wide a scrollbar is here (0 where it lies over the text), for the style sheet. While the page is empty: later
 * it would lay out all that is shown.
 */
function measureScrollbar(): void {
  const probe = document.createElement('div');
  probe.className = 'scrollbar-probe';
  document.body.append(probe);
  document.body.style.setProperty('--scrollbar', `${probe.offsetWidth - probe.clientWidth}px`);
  probe.remove();
}

/** A page without its setup works all the same, in English. */
function readSetup(): PageSetup {
  const text = document.getElementById('setup')?.textContent ?? '';
  const setup = jsonOf(text);
  return isSetup(setup) ? setup : { reportsPaint: false };
}

function reportFaults(page: Page): void {
  window.addEventListener('error', (event) => {
    // The browser's word for "measured in the next frame": nothing is wrong.
    if (event.message.startsWith('ResizeObserver loop')) return;
    page.host.fault(event.error instanceof Error ? (event.error.stack ?? event.message) : event.message);
  });
  window.addEventListener('unhandledrejection', (event) => page.host.fault(String(event.reason)));
}

/** Reports the paint to the bench. The second frame begins when the first is painted. */
function reportPaint(page: Page): void {
  page.store.onChange((state, _before, act) => {
    if (act.kind !== 'message' || !['verdict', 'snapshot', 'changed'].includes(act.message.kind)) return;
    const isVerdict = state.view === 'verdict' && state.views.verdict !== undefined;
    requestAnimationFrame(() =>
      requestAnimationFrame(() =>
        page.send({ kind: 'painted', entries: state.rows.length, isVerdict, at: Date.now() }),
      ),
    );
  });
}

const saveMs = 400;

/** Keeps the state over a reload. Never a word of the debate's texts. */
function keepState(api: VsCodeApi, page: Page, setup: PageSetup): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saved = shownIn(page);
  const save = (): void => {
    timer = undefined;
    // What was kept before still says where to go.
    const { stage, links } = page.state;
    if (stage === 'loading' || stage === 'unfit' || links !== undefined) return;
    saved = shownIn(page);
    api.setState(stateOf(page, setup));
  };
  const soon = (): void => {
    // What is shown is kept at once: a reload may come before the pause is over. Where the reader is can wait.
    if (shownIn(page) !== saved) save();
    else timer ??= setTimeout(save, saveMs);
  };
  if (api.getState() === undefined) api.setState({ folder: setup.folder, draft: setup.draft });
  page.store.onChange(soon);
  // Scrolling does not bubble.
  document.addEventListener('scroll', soon, { capture: true, passive: true });
  soon();
}

const shownIn = ({ state: { stage, view, speech } }: Page): string => `${stage} ${view} ${speech.what} ${speech.text}`;

function stateOf(page: Page, setup: PageSetup): PageState {
  const { stage, head, review, filters, view, speech } = page.state;
  const { what, to, text } = speech;
  const draft = stage === 'review' ? review?.draft : setup.draft;
  return {
    folder: stage === 'log' ? head?.folder : setup.folder,
    draft: stage === 'log' ? undefined : draft,
    focus: page.topSeq(),
    filters: filters.length === 0 ? undefined : [...filters],
    view: view === 'debate' ? undefined : view,
    speech: text === '' ? undefined : { what, to, text },
  };
}

class App extends Component<{ page: Page }, { state: State }> {
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
  const app = useRef<HTMLDivElement>(null);
  // After Start the button is gone: the focus goes on to the debate, from where Tab and the keys of the panel lead on.
  useEffect(() => {
    if (document.hasFocus() && document.activeElement === document.body) app.current?.focus();
  }, []);
  return (
    <div class="app" ref={app} tabIndex={-1}>
      <Ticking isOn={head.runningSince !== undefined}>
        {(now) => <Header page={page} head={head} now={now} view={view} />}
      </Ticking>
      <div class="bar">
        {head.views !== undefined && <ViewTabs views={head.views} shown={view} onShow={page.show} />}
        {view === 'debate' && <Tools page={page} state={state} head={head} />}
      </div>
      <Missing missing={state.missing} onClose={() => page.dispatch({ kind: 'missingRead' })} />
      <main class="panes">
        {/* Out of sight it stays where it is: what comes is taken up, and the reader finds the place again. */}
        <div
          class={view === 'debate' ? 'pane' : 'pane is-hidden'}
          {...(hasTabs ? { id: paneId('debate'), role: 'tabpanel', 'aria-labelledby': tabId('debate') } : {})}
        >
          {state.links !== undefined ? (
            <p class="view-empty">{l10n.t('This is being put together…')}</p>
          ) : isEmpty ? (
            <Empty head={head} send={page.send} />
          ) : (
            <FeedPane key={state.epoch} page={page} state={state} />
          )}
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
        unread={head.problems}
        isDone={finding.isDone}
        onQuery={page.find}
        onNext={() => page.hit(1)}
        onPrevious={() => page.hit(-1)}
        onClose={page.closeFind}
        // Without a filter only the procedure is left out.
        onWiden={() =>
          page.dispatch(filters.length > 0 ? { kind: 'clearFilters' } : { kind: 'toggleFilter', id: 'procedure' })
        }
      />
    </div>
  );
}

function Foot({ page, state, head }: { page: Page; state: State; head: Head }) {
  const { seat } = state;
  if (seat === undefined) return <Footer page={page} head={head} speech={state.speech} />;
  return <SeatComposer key={seat.id} page={page} seat={seat} isFolded={state.opened.has(seatFolded)} />;
}

const burstMs = 1_500;

/** Speaks entries that are appended: whole ones, not fragments, and of a burst the number only. */
function Announcer({ page, state }: { page: Page; state: State }) {
  const [saying, say] = useSaying();
  const announced = useRef(state.rows.length);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (state.rows.length <= announced.current || timer.current !== undefined) return;
    // Waits a moment: for the text of the entry, and for others that come with it.
    timer.current = setTimeout(() => {
      timer.current = undefined;
      const from = announced.current;
      announced.current = page.state.rows.length;
      const said = announcement(page, from);
      if (said !== undefined) say(said);
    }, burstMs);
  }, [state.rows.length]);
  return <Live saying={saying} />;
}

function announcement(page: Page, from: number): string | undefined {
  const { items, state } = page;
  const count = countFrom(items, from);
  if (count === 0) return undefined;
  if (count > 1) return l10n.t('{0} new entries', whole(count));
  const row = state.rows[items.ids[indexFrom(items, from)] ?? -1];
  if (row === undefined) return undefined;
  const { template, seq } = typeWords(row);
  const what = seq === undefined ? template : template.replace('{0}', l10n.t('seq {0}', seq));
  const body = bodyAt(state.bodies, row.at);
  return `${seatName(l10n, row.speaker)}, ${what}. ${spoken(body?.content ?? '', body?.form)}`;
}

// The start stands after the classes that it draws.
start(acquireVsCodeApi());
