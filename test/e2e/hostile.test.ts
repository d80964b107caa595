import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testFolder, testWindow } from '../support/workbench/inTest';
import { goTo } from '../support/workbench/goTo';
import { Harm } from '../support/workbench/harm';
import { hostileHost, hostileLog } from '../support/workbench/hostileLog';
import { PanelPage } from '../support/workbench/panelPage';
import { patienceMs, plain } from '../support/workbench/patience';

describe('a log that means harm', () => {
  it('is shown whole, and nothing in it is run, followed or fetched', async () => {
    const log = hostileLog();
    const folder = testFolder({ files: { 'records/hostile/debate-log.jsonl': log.text } });
    const window = await testWindow({ folder });
    const harm = new Harm(window.page);
    const view = await window.view('Debates');
    const [row] = await view.rows();
    console.log(row);
    await view.rowLocators.first().locator('.label-name').click();
    const panel = new PanelPage(window.page);
    await panel.chips();
    await window.screenshot('hostile');
    console.log(await panel.state(), await panel.size(), plain(await (await panel.locator('.notice-trouble')).innerText()));
    const started = Date.now();
    for (const { seq, words } of log.plain) {
      await goTo(window, seq);
      expect(await (await panel.entry(seq)).innerText()).toContain(words);
    }
    console.log('all', Date.now() - started, [...harm.hosts], harm.seen, window.consoleErrors, hostileHost, join(folder), patienceMs);
  });
});
