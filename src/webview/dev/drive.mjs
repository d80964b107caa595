import assert from 'node:assert/strict';
import { openBrowser } from './browser.mjs';
import { buildPage } from './build.mjs';
import { checks } from './driveList.mjs';
import { servePage } from './server.mjs';

/** node src/webview/dev/drive.mjs: presses the page's keys and buttons, and looks at what it says to the extension. */
await buildPage();
const server = await servePage(0);
const browser = await openBrowser();
let failures = 0;
for (const { name, scene, width = 800, run } of checks) {
  const page = await browser.newPage({ viewport: { width, height: 900 } });
  page.setDefaultTimeout(5_000);
  /** @type {string[]} */
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  try {
    await page.goto(`${server.url}/dark.html?scene=${scene}`);
    await page.waitForTimeout(350);
    await run(page);
    assert.deepEqual(errors, []);
    console.log(`ok   ${name}`);
  } catch (error) {
    failures += 1;
    console.log(`BAD  ${name}: ${String(error).slice(0, 500)}`);
  }
  await page.close();
}
await browser.close();
server.close();
process.exitCode = failures === 0 ? 0 : 1;
