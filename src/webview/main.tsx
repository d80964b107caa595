import './style/index.css';
import * as l10n from '@vscode/l10n';
import { render } from 'preact';
import { pageStateOf, type PageSetup } from '../shared/protocol';
import { App } from './app';
import type { VsCodeApi } from './host';
import { onKey, perform } from './keyboard';
import { Page } from './page';
import { reportPaint } from './paint';
import { keepState } from './persist';

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
  window.addEventListener('keydown', (event) => onKey(page, event));
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

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function reportFaults(page: Page): void {
  window.addEventListener('error', (event) => {
    // The browser's word for "measured in the next frame": nothing is wrong.
    if (event.message.startsWith('ResizeObserver loop')) return;
    page.host.fault(event.error instanceof Error ? (event.error.stack ?? event.message) : event.message);
  });
  window.addEventListener('unhandledrejection', (event) => page.host.fault(String(event.reason)));
}

start(acquireVsCodeApi());
