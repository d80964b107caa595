import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import type { ToPage } from '../../src/shared/protocol';
import { wireText } from '../../src/shared/wire';
import { KeptVerdicts } from '../../src/ui/panel/keptVerdicts';
import { pageOf } from '../support/fakePage';
import { until } from '../support/logs';
import { copied } from '../support/oldRecords';
import { tempFolder } from '../support/tempFolder';
import { repository } from '../support/workbench/artefacts';
import { browserWindow } from '../support/workbench/browserWindow';

/** The page alone in a browser: what it is told of a finished debate before and after its log is read. */

async function told(): Promise<{ verdict: ToPage; snapshot: ToPage }> {
  const folder = copied('tribunal-scripted-done');
  const cache = tempFolder();
  const verdicts = new KeptVerdicts(cache, 'en');
  const first = pageOf(folder, { verdicts });
  await first.shown();
  await until(() => readdirSync(cache).some((name) => name.endsWith('.json')), 'the verdict to be kept');
  first.session.dispose();
  const { page, send } = pageOf(folder, { verdicts });
  send({ kind: 'ready' });
  await until(() => page.of('snapshot').length > 0, 'the snapshot');
  const [verdict, snapshot] = page.messages;
  if (verdict?.kind !== 'verdict' || snapshot?.kind !== 'snapshot')
    throw new Error('The page was told something else.');
  return { verdict, snapshot };
}

const built = (name: string): string => readFileSync(join(repository, 'dist', 'webview', name), 'utf8');

async function pageInBrowser() {
  const { browser, page } = await browserWindow(inject('programs').browser, { width: 900, height: 400 });
  onTestFinished(() => browser.close());
  await page.setContent('<style>html, body, #root { height: 100%; margin: 0 }</style><body><div id="root"></div>');
  await page.addStyleTag({ content: built('panel.css') });
  await page.evaluate('window.acquireVsCodeApi = () => ({ postMessage() {}, getState() {}, setState() {} })');
  await page.addScriptTag({ content: built('panel.js') });
  const hear = (message: ToPage): Promise<unknown> =>
    page.evaluate(`postMessage(${JSON.stringify(wireText(message))}, '*')`);
  return { page, hear };
}

describe('a verdict that is shown before the log is read', () => {
  it('lists: stays as it is when the log has been read, with focus and scroll', async () => {
    const { verdict, snapshot } = await told();
    const { page, hear } = await pageInBrowser();
    await hear(verdict);
    await page.waitForSelector('.verdict-card');
    const looks = `(() => {
      const scroller = document.querySelector('.verdict-scroll');
      return [scroller.scrollTop, document.querySelector('.app').innerText, document.activeElement.textContent];
    })()`;
    await page.evaluate(`(() => {
      document.querySelector('.verdict-scroll').scrollTop = 120;
      [...document.querySelectorAll('.verdict-card .link')].at(-1).focus({ preventScroll: true });
      window.removed = [];
      new MutationObserver((changes) => {
        for (const { removedNodes } of changes) for (const node of removedNodes) removed.push(node.textContent);
      }).observe(document.querySelector('.verdict-scroll').parentElement, { childList: true, subtree: true, characterData: true });
    })()`);
    const before = await page.evaluate(looks);
    await hear(snapshot);
    await page.waitForSelector('[data-at]', { state: 'attached' });
    expect(await page.evaluate(looks)).toEqual(before);
    expect(await page.evaluate('removed')).toEqual([]);
    expect(before).toEqual([120, expect.stringMatching(/By issue/i), expect.stringMatching(/./)]);
  });

  it('leads to an entry as soon as there are entries', async () => {
    const { verdict, snapshot } = await told();
    const { page, hear } = await pageInBrowser();
    await hear(verdict);
    await page.locator('.verdict-card .link[data-peek]').first().click();
    expect(await page.locator('.verdict-card').isVisible()).toBe(true);
    await hear(snapshot);
    await page.waitForSelector('.pane:not(.is-hidden) [data-at]');
    expect(await page.locator('.verdict-card').count()).toBe(0);
  });
});
