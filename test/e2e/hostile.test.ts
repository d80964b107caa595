import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testFolder, testWindow } from '../support/workbench/inTest';
import { Harm } from '../support/workbench/harm';
import { hostileHost, hostileLog } from '../support/workbench/hostileLog';
import { PanelPage } from '../support/workbench/panelPage';
import { patienceMs, plain, until } from '../support/workbench/patience';

/** Elements that load something, lead somewhere or run. */
const active = 'img, picture, video, audio, iframe, object, embed, svg, math, base, meta, link, style, script, form, input, a[href], [style], [srcdoc]';
const handlers = `[...document.querySelectorAll('.feed-scroll *')].filter((element) => element.getAttributeNames().some((name) => name.startsWith('on'))).length`;

/** Scrolls from the beginning to the end, and returns what each entry and each other line says. */
async function readThrough(panel: PanelPage): Promise<Map<string, string>> {
  const frame = await panel.frame();
  const seen = new Map<string, string>();
  await frame.evaluate("document.querySelector('.feed-scroll').scrollTo(0, 0)");
  for (;;) {
    const { fromEnd } = await until('the entries in sight', async () => {
      const sight = await panel.sight();
      return sight.entries.every(({ hasText }) => hasText) ? sight : undefined;
    });
    const articles = await frame.locator('article').evaluateAll((all) => all.map((one) => [one.getAttribute('aria-labelledby') ?? '', one.textContent] as const));
    for (const [id, text] of articles) seen.set(id, text);
    expect(await frame.locator(`.feed-scroll .entry :is(${active})`).count()).toBe(0);
    expect(await frame.evaluate(handlers)).toBe(0);
    if (fromEnd < 2) return seen;
    await frame.evaluate("document.querySelector('.feed-scroll').scrollBy(0, document.querySelector('.feed-scroll').clientHeight * 0.8)");
  }
}

const command = '[here](command:workbench.action.files.newUntitledFile)';

describe('a log that means harm', () => {
  it('is shown whole, and nothing in it is run, followed or fetched', async () => {
    const log = hostileLog();
    const debate = 'records/hostile';
    const folder = testFolder({ files: { [`${debate}/debate-log.jsonl`]: log.text } });
    const window = await testWindow({ folder });
    const harm = new Harm(window.page);
    const view = await window.view('Debates');
    await view.rowLocators.first().locator('.label-name').click();
    const panel = new PanelPage(window.page);
    await panel.chips();
    expect(plain(await (await panel.locator('.notice-trouble')).innerText())).toBe(`${log.raw.length} lines of the log could not be read`);
    const read = await readThrough(panel);
    console.log(read.size, [...read.values()].map((t) => t.slice(0, 150).replaceAll('\n', ' ')));
    await window.screenshot('hostile');
    console.log([...harm.hosts], harm.seen, window.consoleErrors, hostileHost, join(folder), patienceMs, command, utimes, writeFile);
  });
});
