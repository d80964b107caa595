import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What axe-core finds, one line each.
 * @param {import('playwright-core').Page} page
 * @param {boolean} isForced colours are the system's; axe would measure those that are not shown
 * @returns {Promise<string[]>}
 */
export async function audit(page, isForced) {
  // Evaluated through the protocol: the page's own policy would not let it in.
  await page.evaluate(axe);
  const violations = await page.evaluate(async (isForced) => {
    const { axe } = /** @type {{ axe: typeof import('axe-core') }} */ (/** @type {unknown} */ (window));
    const results = await axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      rules: { 'color-contrast': { enabled: !isForced } },
    });
    return results.violations.map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes.map(({ html, failureSummary }) => `${html.slice(0, 120)} ${failureSummary?.split('\n')[1] ?? ''}`),
    }));
  }, isForced);
  return violations.flatMap(({ id, help, nodes }) => [
    `axe ${id}: ${help} (${nodes.length})`,
    ...nodes.slice(0, 3).map((node) => `    ${node.replace(/\s+/g, ' ')}`),
  ]);
}

/**
 * What sticks out sideways.
 * @param {import('playwright-core').Page} page
 * @returns {Promise<string[]>}
 */
export function overflow(page) {
  return page.evaluate(() => {
    const wide = document.documentElement.clientWidth;
    const isOut = (/** @type {Element} */ element) => element.getBoundingClientRect().right > wide + 1;
    if (document.documentElement.scrollWidth <= wide && document.body.scrollWidth <= wide) return [];
    const out = [...document.body.querySelectorAll('*')].filter((element) => isOut(element) && !element.closest('.sr'));
    return out.slice(0, 4).map((element) => `too wide: ${element.outerHTML.slice(0, 100)}`);
  });
}
