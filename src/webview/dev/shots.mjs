import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { audit, overflow } from './audit.mjs';
import { openBrowser } from './browser.mjs';
import { buildPage, outDir } from './build.mjs';
import { servePage } from './server.mjs';
import { shotList } from './shotList.mjs';

/** node src/webview/dev/shots.mjs [word…]: only the shots whose names hold one of the words. */
const words = process.argv.slice(2);
const wanted = shotList().filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));

await buildPage();
mkdirSync(outDir, { recursive: true });
const server = await servePage(0);
const browser = await openBrowser();
let troubles = 0;
for (const shot of wanted) {
  const found = await take(shot);
  troubles += found.length;
  console.log(`${found.length === 0 ? 'ok  ' : 'BAD '} ${shot.name}`);
  for (const line of found) console.log(`       ${line}`);
}
await browser.close();
server.close();
console.log(`${wanted.length} shots in ${outDir}, ${troubles} troubles`);
process.exitCode = troubles === 0 ? 0 : 1;

/**
 * @param {import('./shotList.mjs').Shot} shot
 * @returns {Promise<string[]>} what is wrong with it
 */
async function take({ name, theme, scene, width, height, scale = 1, act, forcedColors = 'none' }) {
  // Zoom makes the page narrower in CSS pixels and each pixel larger.
  const viewport = { width: Math.round(width / scale), height: Math.round(height / scale) };
  const context = await browser.newContext({ viewport, deviceScaleFactor: scale, reducedMotion: 'reduce', forcedColors });
  const page = await context.newPage();
  /** @type {string[]} */
  const errors = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => errors.push(`error: ${error.message}`));
  await page.goto(`${server.url}/${theme}.html?scene=${scene}`);
  await page.waitForTimeout(350);
  if (act !== undefined) {
    await act(page);
    await page.waitForTimeout(150);
  }
  await page.screenshot({ path: join(outDir, `${name}.png`) });
  const found = [...errors, ...(scene === 'unfit' ? [] : await faults(page)), ...(await overflow(page)), ...(await audit(page, forcedColors === 'active'))];
  await context.close();
  return found;
}

/** @param {import('playwright-core').Page} page */
async function faults(page) {
  const sent = await page.evaluate(() => window.sent);
  return sent.flatMap((message) => (message.kind === 'fault' ? [`fault: ${message.message}`] : []));
}
