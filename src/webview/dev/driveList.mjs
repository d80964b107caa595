import assert from 'node:assert/strict';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('../../shared/protocol').ToHost} ToHost */

/**
 * @template {ToHost['kind']} K
 * @param {Page} page
 * @param {K} kind
 * @returns {Promise<Extract<ToHost, { kind: K }>[]>} what the page has sent of a kind
 */
async function sent(page, kind) {
  const all = await page.evaluate(() => window.sent);
  return /** @type {Extract<ToHost, { kind: K }>[]} */ (all.filter((message) => message.kind === kind));
}

/** @param {Page} page */
const focused = (page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    return element === null ? '' : element.id === '' ? element.textContent.trim() : element.id;
  });

/** @param {Page} page */
async function menu(page) {
  await page.focus('.menu-box > button');
  await page.keyboard.press('ArrowDown');
  await page.waitForTimeout(50);
  assert.equal(await focused(page), 'Open Log');
  await page.keyboard.press('ArrowUp');
  assert.equal(await focused(page), 'Assessor Report');
  await page.keyboard.press('t');
  assert.equal(await focused(page), 'Transcript');
  await page.keyboard.press('Escape');
  assert.equal(await focused(page), 'More actions');
  await page.keyboard.press('Enter');
  await page.waitForTimeout(50);
  await page.keyboard.press('b');
  await page.keyboard.press('Enter');
  assert.deepEqual(await sent(page, 'openDocument'), [{ kind: 'openDocument', name: 'blog-post.md' }]);
}

/** @param {Page} page */
async function narrowRail(page) {
  await page.click('.rail-toggle');
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.rail-list.is-open').count(), 0);
  assert.match(await focused(page), /Round 2/);
}

/** @param {Page} page */
async function composer(page) {
  await page.fill('#composer', 'one');
  await page.press('#composer', 'Shift+Enter');
  await page.keyboard.type('two');
  await page.press('#composer', 'Control+Enter');
  await page.waitForTimeout(450);
  assert.equal(await page.inputValue('#composer'), '');
  await page.click('.switch-choice:last-child');
  await page.selectOption('.select', 'cost-analyst');
  await page.fill('#composer', 'refuse this');
  await page.press('#composer', 'Enter');
  await page.waitForTimeout(450);
  assert.equal(await page.inputValue('#composer'), 'refuse this');
  assert.match((await page.textContent('.foot-message')) ?? '', /locked/);
  assert.deepEqual(await sent(page, 'say'), [
    { kind: 'say', id: 1, what: 'guidance', text: 'one\ntwo' },
    { kind: 'say', id: 2, what: 'question', to: 'cost-analyst', text: 'refuse this' },
  ]);
}

/** @param {Page} page */
async function help(page) {
  await page.focus('.actions .button');
  await page.keyboard.press('?');
  await page.waitForTimeout(50);
  for (let count = 0; count < 3; count += 1) {
    await page.keyboard.press('Tab');
    assert.ok(await page.evaluate(() => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null));
  }
  await page.keyboard.press('Escape');
  await page.waitForTimeout(50);
  assert.equal(await page.locator('dialog').count(), 0);
  assert.equal(await focused(page), 'Pause');
}

/**
 * The echo comes 400 ms after each message, while a key is pressed every 345 ms.
 * @param {Page} page
 */
async function echo(page) {
  await page.focus('#lineup-1-name');
  await page.keyboard.press('End');
  await page.keyboard.type('-abcdefgh', { delay: 345 });
  await page.waitForTimeout(900);
  assert.equal(await page.inputValue('#lineup-1-name'), 'build-engineer-abcdefgh');
  assert.equal((await sent(page, 'lineup')).at(-1)?.debaters[0]?.name, 'build-engineer-abcdefgh');
}

/** @param {Page} page */
async function moving(page) {
  await page.fill('#lineup-3-persona', 'x');
  await page.keyboard.press('Alt+ArrowUp');
  await page.keyboard.press('Alt+ArrowUp');
  await page.keyboard.press('Alt+ArrowUp');
  await page.waitForTimeout(400);
  assert.equal(await focused(page), 'lineup-3-persona');
  const names = (await sent(page, 'lineup')).at(-1)?.debaters.map(({ name }) => name);
  assert.deepEqual(names, ['night-operator', 'build-engineer', 'cost-analyst']);
}

/** @param {Page} page */
async function removing(page) {
  await page.click('#lineup-2-remove');
  await page.waitForTimeout(50);
  assert.equal(await focused(page), 'lineup-3-name');
  await page.click('text=Undo');
  await page.waitForTimeout(50);
  assert.equal(await focused(page), 'lineup-2-name');
  for (let count = 0; count < 5; count += 1) await page.click('#lineup-add');
  await page.waitForTimeout(900);
  assert.equal(await page.locator('.card').count(), 8);
  assert.equal(await page.locator('.problem').count(), 0);
  await page.click('text=Start Debate');
  await page.waitForTimeout(50);
  assert.equal((await sent(page, 'start')).length, 0);
  assert.equal(await focused(page), 'lineup-4-name');
}

/** @param {Page} page */
async function revising(page) {
  await page.fill('#lineup-1-persona', 'mine');
  await page.fill('.revision textarea', 'add security');
  await page.click('text=Revise');
  await page.waitForTimeout(1_500);
  assert.equal(await page.locator('.card').count(), 4);
  assert.equal(await page.inputValue('#lineup-1-persona'), 'mine');
  await page.fill('#lineup-2-name', 'bean-counter');
  await page.click('text=Start Debate');
  await page.waitForTimeout(600);
  assert.equal((await sent(page, 'start'))[0]?.debaters[1]?.name, 'bean-counter');
  assert.equal(await page.inputValue('#lineup-2-name'), 'bean-counter');
}

/** @param {Page} page */
async function naming(page) {
  const wrong = { '': /needs a name/, 'a b': /letters/, Chair: /role/, 'COST-ANALYST': /Another/, ['x'.repeat(51)]: /1 to 50/ };
  for (const [name, why] of Object.entries(wrong)) {
    await page.fill('#lineup-1-name', name);
    await page.waitForTimeout(30);
    assert.equal(await page.getAttribute('#lineup-1-name', 'aria-invalid'), 'true');
    assert.match((await page.textContent('#lineup-1-name-about')) ?? '', why);
  }
}

/**
 * What the polite regions hold.
 * @param {Page} page
 */
const live = (page) => page.locator('[aria-live=polite]').allTextContents();

/** @param {Page} page */
async function speaking(page) {
  const append = (/** @type {number} */ rev, /** @type {number} */ count, /** @type {import('../../shared/protocol').RunState} */ state) =>
    page.evaluate(({ rev, count, state }) => {
      const { first } = window.scene;
      if (first?.kind !== 'snapshot') return;
      const from = first.rows.length;
      const rows = Array.from({ length: count }, (_, index) => ({ ...first.rows[3], at: from + index, seq: 100 + from + index }));
      first.rows.push(.../** @type {typeof first.rows} */ (rows));
      const bodies = rows.map(({ at, seq }) => ({ at, seq, content: `It is **so** ${'word '.repeat(100)}end.`, sources: [], asides: [], words: 3 }));
      const message = { kind: 'changed', rev, epoch: 1, head: { ...first.head, state }, rows, rawLines: [], updated: [], isAllStale: false, bodies };
      window.tellPage(/** @type {import('../../shared/protocol').ToPage} */ (message));
    }, { rev, count, state });
  await append(2, 1, 'running');
  await page.waitForTimeout(1_800);
  assert.match((await live(page)).join(''), /opening statement\. It is so word .* word end\.$/);
  await append(3, 2, 'running');
  await page.waitForTimeout(1_800);
  const once = await live(page);
  await append(4, 2, 'paused');
  await page.waitForTimeout(1_800);
  const twice = await live(page);
  assert.equal(once.join(''), '2 new entries');
  assert.equal(twice.filter((words) => words === '2 new entries').length, 1);
  assert.notEqual(once.indexOf('2 new entries'), twice.indexOf('2 new entries'));
  assert.ok(twice.includes('Paused.'));
}

/** @param {Page} page */
async function nowhere(page) {
  await page.evaluate(() => window.tellPage({ kind: 'reveal', seq: 4_711, isFlashed: true }));
  assert.match((await page.textContent('.missing-text')) ?? '', /no seq 4711; the last is 14/);
  await page.click('.missing button');
  assert.equal(await page.locator('.missing-text').count(), 0);
}

/** @param {Page} page */
async function unfit(page) {
  await page.click('.plain button');
  await page.waitForTimeout(100);
  assert.equal((await sent(page, 'ready')).length, 2);
  assert.equal((await sent(page, 'fault')).length, 2);
}

/** @param {Page} page */
async function calm(page) {
  const isMoving = () => page.evaluate(() => getComputedStyle(document.querySelector('.codicon-loading') ?? document.body).animationName);
  assert.notEqual(await isMoving(), 'none');
  await page.evaluate(() => document.body.classList.add('vscode-reduce-motion'));
  assert.equal(await isMoving(), 'none');
}

/** @param {Page} page */
async function seat(page) {
  // Nothing takes the focus before it is asked for.
  assert.notEqual(await focused(page), 'composer');
  await page.click('.seat-head button');
  assert.equal(await page.locator('.seat-body').count(), 0);
  await page.click('text=Go to Composer');
  await page.waitForTimeout(100);
  assert.equal(await focused(page), 'composer');
  await page.selectOption('#composer', 'rebuttal');
  await page.selectOption('#seat-rebuts', '14');
  await page.fill('#seat-content', 'one');
  await page.press('#seat-content', 'Enter');
  await page.keyboard.type('two');
  await page.click('#seat-sources-add');
  await page.waitForTimeout(50);
  assert.equal(await focused(page), 'seat-sources-0-url');
  await page.keyboard.type('workspace:pilot-report.md');
  await page.press('#seat-sources-0-url', 'Enter');
  assert.equal((await sent(page, 'seat')).length, 0);
  await page.check('#seat-acknowledges');
  await page.waitForTimeout(350);
  const values = {
    ...{ type: 'rebuttal', rebuts: '14', content: 'one\ntwo', acknowledges: ['5'] },
    sources: [{ url: 'workspace:pilot-report.md' }],
  };
  assert.deepEqual((await sent(page, 'seatDraft')).at(-1), { kind: 'seatDraft', id: 'r2/turn/cost-analyst', values });
  await page.press('#seat-content', 'Control+Enter');
  await page.press('#seat-content', 'Control+Enter');
  assert.deepEqual(await sent(page, 'seat'), [{ kind: 'seat', id: 'r2/turn/cost-analyst', values }]);
  assert.equal(await page.getAttribute('#seat-content', 'readonly'), '');
  await page.evaluate(() => {
    const { first } = window.scene;
    const seat = first?.kind === 'snapshot' ? first.seat : undefined;
    if (seat !== undefined) window.tellPage({ kind: 'seat', rev: 2, seat: { ...seat, refusals: 1, problems: ['Rule 24: 7 % stands in no source.'] } });
  });
  await page.waitForTimeout(100);
  assert.match((await page.textContent('.seat-problems')) ?? '', /Rule 24/);
  assert.equal(await page.inputValue('#seat-content'), 'one\ntwo');
  assert.equal(await page.getAttribute('#seat-content', 'readonly'), null);
  await page.click('text=Skip Turn…');
  await page.waitForTimeout(50);
  assert.equal(await focused(page), 'Keep Writing');
  assert.equal((await sent(page, 'seatSkip')).length, 0);
  await page.click('.seat-bar >> text=Skip Turn');
  assert.equal((await sent(page, 'seatSkip')).length, 1);
}

/** @param {Page} page */
async function drafting(page) {
  await page.keyboard.press('G');
  await page.waitForTimeout(200);
  const tell = (/** @type {number} */ rev, /** @type {number} */ words) =>
    page.evaluate(({ rev, words }) => {
      const { first } = window.scene;
      const [item] = first?.kind === 'snapshot' ? first.working : [];
      if (item !== undefined) window.tellPage({ kind: 'working', rev, working: [{ ...item, draft: 'so it goes on '.repeat(words) }] });
    }, { rev, words });
  const fromEnd = () =>
    page.evaluate(() => {
      const list = document.querySelector('.feed-scroll');
      return list === null ? -1 : Math.round(list.scrollHeight - list.clientHeight - list.scrollTop);
    });
  for (let rev = 2; rev < 12; rev += 1) await tell(rev, rev * 20);
  await page.waitForTimeout(200);
  assert.ok((await fromEnd()) <= 8, 'the end is followed');
  assert.equal((await live(page)).join(''), '');
  await page.mouse.move(400, 400);
  await page.mouse.wheel(0, -600);
  await page.waitForTimeout(200);
  const before = await page.evaluate(() => document.querySelector('.feed-scroll')?.scrollTop);
  for (let rev = 12; rev < 22; rev += 1) await tell(rev, rev * 40);
  await page.waitForTimeout(200);
  assert.equal(await page.evaluate(() => document.querySelector('.feed-scroll')?.scrollTop), before);
}

/** @param {Page} page */
async function counting(page) {
  const left = async () => Number(/next try in (\d+) s/.exec((await page.textContent('.held-up')) ?? '')?.[1]);
  const first = await left();
  await page.waitForTimeout(2_200);
  assert.ok((await left()) < first);
}

/** @type {readonly { name: string, scene: string, width?: number, run: (page: Page) => Promise<void> }[]} */
export const checks = [
  { name: 'the menu hears arrows, letters and Escape', scene: 'done', run: menu },
  { name: 'the rail opens and closes where it is narrow', scene: 'live', width: 320, run: narrowRail },
  { name: 'what was refused stays in the box', scene: 'live', run: composer },
  { name: 'a seat is answered, refused with what was typed kept, and given up when asked twice', scene: 'seat', run: seat },
  { name: 'a draft is followed at the end, and moves nobody who reads elsewhere', scene: 'streaming', run: drafting },
  { name: 'a wait is counted down by the page itself', scene: 'waiting', run: counting },
  { name: 'help keeps the focus and gives it back', scene: 'live', run: help },
  { name: 'entries and states are spoken, the same words twice, too', scene: 'live', run: speaking },
  { name: 'a link to nowhere says so', scene: 'live', run: nowhere },
  { name: 'what does not fit can be asked for again', scene: 'unfit', run: unfit },
  { name: 'nothing moves where the editor is told so', scene: 'empty', run: calm },
  { name: 'an echo takes no letter away', scene: 'review', run: echo },
  { name: 'the focus goes with its card', scene: 'review', run: moving },
  { name: 'a removal can be undone; eight at most', scene: 'review', run: removing },
  { name: 'a revision keeps what was edited before', scene: 'review', run: revising },
  { name: 'names are judged while they are typed', scene: 'review', run: naming },
];
