import './style/index.css';
import * as l10n from '@vscode/l10n';
import { render } from 'preact';
import { pageStateOf, type PageSetup, type PageState } from '../shared/protocol';
import { App } from './app';
import type { VsCodeApi } from './hostConnection';
import { onKey, perform } from './keyboard';
import { Page } from './page';
import { jsonOf } from '../debate/objects';

declare function acquireVsCodeApi(): VsCodeApi;

const isSetup = (data: unknown): data is PageSetup =>
  typeof data === 'object' && data !== null && 'reportsPaint' in data;

/** What the system says, and what the editor says of itself. */
const isStill = (): boolean =>
  matchMedia('(prefers-reduced-motion: reduce)').matches || document.body.classList.contains('vscode-reduce-motion');

function start(api: VsCodeApi): void {
  const setup = readSetup();
  if (setup.l10n !== undefined) l10n.config({ contents: JSON.stringify(setup.l10n) });
  const kept = pageStateOf(api.getState());
  const page = new Page(api, kept.focus, isStill);
  page.dispatch({ kind: 'setFilters', filters: kept.filters ?? [] });
  if (kept.view !== undefined) page.show(kept.view);

  window.addEventListener('message', (event) => page.host.receive(event.data));
  document.addEventListener('keydown', (event) => onKey(page, event));
  page.onDo = (what) => perform(page, what);
  reportFaults(page);
  if (setup.reportsPaint) reportPaint(page);
  render(<App page={page} />, document.getElementById('root') ?? document.body);
  keepState(api, page, setup);
  page.host.ready();
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

/** For the bench: tells when the entries of a message are on the screen. The second frame begins when the first is painted. */
function reportPaint(page: Page): void {
  page.store.onChange((state, _before, act) => {
    if (act.kind !== 'message' || (act.message.kind !== 'snapshot' && act.message.kind !== 'changed')) return;
    requestAnimationFrame(() =>
      requestAnimationFrame(() =>
        page.send({ kind: 'painted', epoch: state.epoch, entries: state.rows.length, at: Date.now() }),
      ),
    );
  });
}

const pause = 400;

/** Keeps over a reload which debate is shown and where in it the reader is: never a word of its texts. */
function keepState(api: VsCodeApi, page: Page, setup: PageSetup): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saved = shownIn(page);
  const save = (): void => {
    timer = undefined;
    // What was kept before still says where to go.
    if (page.state.stage === 'loading' || page.state.stage === 'unfit') return;
    saved = shownIn(page);
    api.setState(stateOf(page, setup));
  };
  const soon = (): void => {
    // What is shown is kept at once: a reload may come before the pause is over. Where the reader is can wait.
    if (shownIn(page) !== saved) save();
    else timer ??= setTimeout(save, pause);
  };
  if (api.getState() === undefined) api.setState(identityOf(setup));
  page.store.onChange(soon);
  // Scrolling does not bubble.
  document.addEventListener('scroll', soon, { capture: true, passive: true });
  soon();
}

/** What is before the reader: the stage, and which view of the debate. */
const shownIn = ({ state: { stage, view } }: Page): string => `${stage} ${view}`;

const identityOf = ({ folder, draft }: PageSetup): PageState => ({
  ...(folder === undefined ? {} : { folder }),
  ...(draft === undefined ? {} : { draft }),
});

function stateOf(page: Page, setup: PageSetup): PageState {
  const { stage, head, review, filters, view } = page.state;
  const folder = stage === 'log' ? head?.folder : setup.folder;
  const draft = stage === 'review' ? review?.draft : setup.draft;
  const focus = page.topSeq();
  return {
    ...(folder === undefined ? {} : { folder }),
    ...(draft === undefined || stage === 'log' ? {} : { draft }),
    ...(focus === undefined ? {} : { focus }),
    ...(filters.length === 0 ? {} : { filters: [...filters] }),
    ...(view === 'debate' ? {} : { view }),
  };
}

start(acquireVsCodeApi());
