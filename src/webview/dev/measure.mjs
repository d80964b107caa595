import { openBrowser } from './browser.mjs';
import { buildPage } from './build.mjs';
import { servePage } from './server.mjs';

/**
 * node src/webview/dev/measure.mjs: how long an entry that is appended to 10,000 takes until it is in the page. With the
 * reader at the end; from the message to the element, and the whole task that the message is.
 */
await buildPage();
const server = await servePage(0);
const browser = await openBrowser();
const page = await browser.newPage({ viewport: { width: 1000, height: 900 } });
await page.goto(`${server.url}/dark.html?scene=long`);
await page.waitForSelector('article');
await page.waitForTimeout(3_000);
const times = await page.evaluate(async () => {
  const { first } = window.scene;
  const last = first?.kind === 'snapshot' ? first.rows.at(-1) : undefined;
  if (first?.kind !== 'snapshot' || last === undefined) throw new Error('The scene is empty.');
  const { head } = first;
  /** @type {{ shown: number, task: number }[]} */
  const times = [];
  for (let count = 0; count < 60; count += 1) {
    const at = first.rows.length + count;
    const row = { ...last, at, seq: at + 1 };
    const body = { at, seq: at + 1, content: `Entry ${at}.`, sources: [], asides: [], words: 2 };
    times.push(await append({ kind: 'changed', rev: 2 + count, epoch: 1, head, rows: [row], rawLines: [], updated: [], isAllStale: false, bodies: [body] }));
    await new Promise((resolve) => setTimeout(resolve, 120));
  }
  return times;

  /**
   * @param {import('../../shared/protocol').ToPage} message
   * @returns {Promise<{ shown: number, task: number }>}
   */
  function append(message) {
    const at = message.kind === 'changed' ? message.rows[0]?.at : 0;
    return new Promise((resolve) => {
      let began = 0;
      let shown = 0;
      const observer = new MutationObserver(() => {
        if (document.querySelector(`[data-at="${at}"]`) === null) return;
        observer.disconnect();
        shown = performance.now() - began;
      });
      observer.observe(document.body, { childList: true, subtree: true });
      // The page's own listener was there first: this one hears the message when the page is done with it.
      window.addEventListener('message', () => {
        const task = performance.now() - began;
        setTimeout(() => resolve({ shown, task }), 60);
      }, { once: true });
      began = performance.now();
      window.tellPage(message);
    });
  }
});
await browser.close();
server.close();
for (const key of /** @type {const} */ (['task', 'shown'])) {
  const sorted = times.map((time) => time[key]).sort((a, b) => a - b);
  const at = (/** @type {number} */ share) => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1);
  console.log(`${key.padEnd(6)} median ${at(0.5)} ms, 95 % ${at(0.95)} ms, most ${at(1)} ms (${sorted.length} appends)`);
}
