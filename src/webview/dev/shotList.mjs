/**
 * @typedef {object} Shot
 * @property {string} name
 * @property {'dark' | 'light' | 'hc-dark' | 'hc-light'} theme
 * @property {string} scene
 * @property {number} width
 * @property {number} height
 * @property {number} [scale] zoom
 * @property {'active' | 'none'} [forcedColors]
 * @property {(page: import('playwright-core').Page) => Promise<void>} [act]
 */

/** @type {readonly Shot['theme'][]} */
const themes = ['dark', 'light', 'hc-dark', 'hc-light'];

/** Every width and theme of the busiest page, and every other scene once. */
export function shotList() {
  /** @type {Shot[]} */
  const shots = [];
  for (const theme of themes) {
    for (const width of [320, 480, 800, 1200, 1600]) {
      shots.push({ name: `live-${theme}-${width}`, theme, scene: 'live', width, height: 900 });
    }
    shots.push({ name: `live-${theme}-zoom200`, theme, scene: 'live', width: 1200, height: 900, scale: 2 });
    shots.push({ name: `review-${theme}-800`, theme, scene: 'review', width: 800, height: 1000 });
    shots.push({ name: `review-trouble-${theme}-800`, theme, scene: 'review-trouble', width: 800, height: 1000 });
    shots.push({ name: `pressed-${theme}-800`, theme, scene: 'done', width: 800, height: 700, act: press });
    shots.push({ name: `menu-${theme}-480`, theme, scene: 'done', width: 480, height: 700, act: openMenu });
    shots.push({ name: `help-${theme}-800`, theme, scene: 'live', width: 800, height: 700, act: askHelp });
  }
  for (const scene of ['paused', 'needs-you', 'interrupted', 'foreign', 'offline', 'empty', 'nobody', 'resting', 'unfit', 'loading', 'failed', 'proposing', 'review-revising']) {
    shots.push({ name: `${scene}-dark-800`, theme: 'dark', scene, width: 800, height: 700 });
  }
  for (const width of [320, 480, 800, 1200, 1600]) {
    shots.push({ name: `crowded-light-${width}`, theme: 'light', scene: 'crowded', width, height: 900 });
    shots.push({ name: `review-light-${width}`, theme: 'light', scene: 'review-trouble', width, height: 900 });
  }
  for (const theme of themes) {
    for (const width of [320, 1200]) {
      for (const scene of ['streaming', 'waiting', 'seat', 'seat-refused', 'seat-chair']) {
        shots.push({ name: `${scene}-${theme}-${width}`, theme, scene, width, height: 900 });
      }
    }
    shots.push({ name: `estimate-${theme}-800`, theme, scene: 'review', width: 800, height: 900, act: openEstimate });
  }
  shots.push({ name: 'seat-checking-dark-800', theme: 'dark', scene: 'seat-checking', width: 800, height: 800 });
  shots.push({ name: 'seat-folded-dark-800', theme: 'dark', scene: 'seat', width: 800, height: 700, act: foldSeat });
  shots.push({ name: 'seat-skip-dark-800', theme: 'dark', scene: 'seat', width: 800, height: 700, act: askSkip });
  shots.push({ name: 'keyless-dark-800', theme: 'dark', scene: 'keyless', width: 800, height: 700 });
  shots.push({ name: 'concessions-dark-800', theme: 'dark', scene: 'done', width: 800, height: 700, act: pressConcessions });
  return [...shots, ...small(), ...views()];
}

/** @returns {Shot[]} */
function small() {
  return [
    { name: 'small-live-dark', theme: 'dark', scene: 'live', width: 320, height: 400 },
    { name: 'small-live-end-dark', theme: 'dark', scene: 'live', width: 320, height: 400, act: (page) => page.keyboard.press('G') },
    { name: 'small-crowded-light', theme: 'light', scene: 'crowded', width: 320, height: 400 },
    { name: 'small-review-dark', theme: 'dark', scene: 'review', width: 320, height: 400 },
    { name: 'small-help-dark', theme: 'dark', scene: 'live', width: 320, height: 400, act: askHelp },
    { name: 'small-wordy-dark', theme: 'dark', scene: 'wordy', width: 320, height: 400 },
    { name: 'small-unfolded-dark', theme: 'dark', scene: 'wordy', width: 320, height: 400, act: unfold },
    { name: 'small-filters-light', theme: 'light', scene: 'live', width: 320, height: 400, act: openFilters },
    { name: 'wordy-dark-800', theme: 'dark', scene: 'wordy', width: 800, height: 700 },
    { name: 'rail-open-dark-320', theme: 'dark', scene: 'live', width: 320, height: 700, act: openRail },
    { name: 'question-dark-800', theme: 'dark', scene: 'live', width: 800, height: 600, act: refusedQuestion },
    { name: 'question-light-320', theme: 'light', scene: 'live', width: 320, height: 700, act: refusedQuestion },
    { name: 'find-dark-800', theme: 'dark', scene: 'live', width: 800, height: 600, act: find },
    { name: 'find-light-320', theme: 'light', scene: 'live', width: 320, height: 700, act: find },
    { name: 'find-dark-1000', theme: 'dark', scene: 'live', width: 1000, height: 600, act: findMany },
    { name: 'find-many-dark-800', theme: 'dark', scene: 'live', width: 800, height: 600, act: findMany },
    { name: 'missing-dark-800', theme: 'dark', scene: 'live', width: 800, height: 600, act: goNowhere },
    { name: 'edit-dark-800', theme: 'dark', scene: 'review', width: 800, height: 900, act: edit },
    { name: 'small-seat-dark', theme: 'dark', scene: 'seat', width: 320, height: 400 },
    { name: 'forced-seat-800', theme: 'hc-dark', scene: 'seat-refused', width: 800, height: 900, forcedColors: 'active' },
    { name: 'forced-live-800', theme: 'hc-dark', scene: 'live', width: 800, height: 700, forcedColors: 'active' },
    { name: 'forced-review-800', theme: 'hc-dark', scene: 'review', width: 800, height: 900, forcedColors: 'active' },
  ];
}

/** @returns {Shot[]} tribunals and dialectics: the entries, and each view beside them */
function views() {
  /** @type {Shot[]} */
  const shots = [];
  for (const theme of themes) {
    for (const width of [320, 800, 1400]) {
      const height = width === 320 ? 700 : 900;
      shots.push({ name: `board-${theme}-${width}`, theme, scene: 'tribunal', width, height, act: look('board') });
      shots.push({ name: `scores-${theme}-${width}`, theme, scene: 'dialectic', width, height, act: look('scores') });
      shots.push({ name: `graph-${theme}-${width}`, theme, scene: 'dialectic', width, height, act: look('graph') });
      shots.push({ name: `graph-60-${theme}-${width}`, theme, scene: 'dialectic-60', width, height, act: look('graph') });
    }
    shots.push({ name: `ruled-${theme}-1100`, theme, scene: 'tribunal-ruled', width: 1100, height: 700, act: look('board') });
    shots.push({ name: `tip-${theme}-1100`, theme, scene: 'dialectic', width: 1100, height: 800, act: tip });
    shots.push({ name: `tribunal-${theme}-800`, theme, scene: 'tribunal', width: 800, height: 900 });
    shots.push({ name: `dialectic-${theme}-800`, theme, scene: 'dialectic', width: 800, height: 900 });
  }
  for (const [scene, view] of [['tribunal-new', 'board'], ['dialectic-new', 'scores'], ['dialectic-new', 'graph']]) {
    shots.push({ name: `empty-${view}-dark-800`, theme: 'dark', scene: scene ?? '', width: 800, height: 500, act: look(view ?? '') });
  }
  return [
    ...shots,
    { name: 'graph-fit-dark-1100', theme: 'dark', scene: 'dialectic-60', width: 1100, height: 900, act: fit },
    { name: 'graph-narrowed-dark-1100', theme: 'dark', scene: 'dialectic', width: 1100, height: 900, act: narrow },
    { name: 'graph-1000-light-1100', theme: 'light', scene: 'dialectic-1000', width: 1100, height: 900, act: look('graph') },
    { name: 'scores-60-light-1100', theme: 'light', scene: 'dialectic-60', width: 1100, height: 900, act: look('scores') },
    { name: 'scores-why-dark-800', theme: 'dark', scene: 'dialectic', width: 800, height: 1200, act: whyScore },
    { name: 'forced-board-800', theme: 'hc-dark', scene: 'tribunal-ruled', width: 800, height: 700, forcedColors: 'active', act: look('board') },
    { name: 'forced-scores-800', theme: 'hc-dark', scene: 'dialectic', width: 800, height: 700, forcedColors: 'active', act: look('scores') },
    { name: 'forced-graph-800', theme: 'hc-dark', scene: 'dialectic', width: 800, height: 900, forcedColors: 'active', act: look('graph') },
  ];
}

/** @param {string} view */
function look(view) {
  return async (/** @type {Page} */ page) => {
    await page.click(`#tab-${view}`);
    await page.waitForTimeout(400);
  };
}

/** @param {Page} page */
async function tip(page) {
  await look('graph')(page);
  await page.focus('.node[tabindex="0"]');
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
}

/** @param {Page} page */
async function fit(page) {
  await look('graph')(page);
  await page.click('.graph-zoom > .button:last-child');
}

/** @param {Page} page */
async function narrow(page) {
  await look('graph')(page);
  await page.click('[data-exchange="3"]');
  await page.waitForTimeout(400);
}

/** @param {Page} page */
async function whyScore(page) {
  await look('scores')(page);
  await page.locator('.why-score', { hasText: '→' }).first().click();
}

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page */
async function openEstimate(page) {
  await page.click('text=What this rests on');
}

/** @param {Page} page */
async function foldSeat(page) {
  await page.click('.seat-head button');
}

/** @param {Page} page */
async function askSkip(page) {
  await page.click('text=Skip Turn…');
}

/** @param {Page} page */
async function pressConcessions(page) {
  await page.click('[data-chip="concessions"]');
}

/** @param {Page} page */
async function press(page) {
  await page.click('[data-chip="by:build-engineer"]');
  await page.click('[data-chip="sources"]');
}

/** @param {Page} page */
async function openMenu(page) {
  await page.click('.menu-box > button');
  await page.keyboard.press('ArrowDown');
}

/** @param {Page} page */
async function openRail(page) {
  await page.click('.rail-toggle');
}

/** @param {Page} page */
async function unfold(page) {
  await page.click('.fold');
}

/** @param {Page} page */
async function openFilters(page) {
  await page.click('.chips-toggle');
}

/** @param {Page} page */
async function askHelp(page) {
  await page.keyboard.press('?');
}

/** @param {Page} page */
async function refusedQuestion(page) {
  await page.focus('#composer');
  await page.click('.switch-choice:last-child');
  await page.fill('#composer', 'Would you refuse the store\nif the request price were fixed for a year?');
  await page.press('#composer', 'Enter');
  await page.waitForTimeout(500);
}

/** @param {Page} page */
async function find(page) {
  await page.fill('#find', 'mount');
  await page.waitForTimeout(400);
  await page.press('#find', 'Enter');
}

/** @param {Page} page */
async function findMany(page) {
  await page.fill('#find', 'mount');
  await page.waitForTimeout(400);
  await page.evaluate(() => {
    const asked = window.sent.findLast((message) => message.kind === 'find');
    const hits = Array.from({ length: 1_000 }, (_, at) => at);
    window.tellPage({ kind: 'found', id: asked?.kind === 'find' ? asked.id : 0, epoch: 1, hits, total: 2_000, isDone: true });
  });
  for (let count = 0; count < 140; count += 1) await page.press('#find', 'Shift+Enter');
}

/** @param {Page} page */
async function goNowhere(page) {
  await page.evaluate(() => window.tellPage({ kind: 'reveal', seq: 4_711, isFlashed: true }));
}

/** @param {Page} page */
async function edit(page) {
  await page.locator('.card textarea').first().fill('Has run the build farm for six years.\nWrote the client of its cache.');
}
