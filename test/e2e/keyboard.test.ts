import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isProcedural } from '../../src/shared/protocol';
import { citedPassages, sampleQuestion } from '../support/workbench/debates';
import { openWindow, sharesWithoutErrors } from '../support/workbench/inTest';
import { LineupPage } from '../support/workbench/lineupPage';
import { writeLongDebate } from '../support/workbench/longDebate';
import { PanelPage } from '../support/workbench/panelPage';
import { until } from '../support/workbench/patience';
import type { Workbench } from '../support/workbench/workbench';
import { workspaceFolder } from '../support/workbench/workspaceFolder';

const workspace = workspaceFolder({ sample: true });
const { drafts } = writeLongDebate(workspace.path, 3_000);
let window: Workbench;

beforeAll(async () => {
  window = await openWindow({ folder: workspace.path });
});
beforeEach(() => window.commandByKeys('View: Close All Editors'));
sharesWithoutErrors(() => window, workspace);

/** As long as a person takes to look, in which the extension hears of the tab that is in front. */
const heard = (): Promise<void> => window.page.waitForTimeout(2_000);

/** Presses Tab until the focus is on something that has these words; returns all that it was on. */
async function tabTo(
  { page }: Workbench,
  at: { focus: () => Promise<string> },
  wanted: RegExp,
  key = 'Tab',
): Promise<string[]> {
  const seen: string[] = [];
  await until(`the focus on ${String(wanted)} by ${key}`, async () => {
    if (seen.length > 120) throw new Error(`Not among: ${seen.join(' | ')}`);
    await page.keyboard.press(key);
    seen.push(await at.focus());
    return wanted.test(seen.at(-1) ?? '') ? true : undefined;
  });
  return seen;
}

/** Whether nothing lies over what has the focus, down to its end. */
const seenScript = `(() => {
  const box = document.activeElement.getBoundingClientRect();
  return [box.top + 2, box.bottom - 2].every((y) => document.activeElement.contains(document.elementFromPoint(box.left + 4, y)));
})()`;

describe('without the mouse', () => {
  it('an entry of the tree is shown, and the focus stays in the tree', async () => {
    const [first = -1, second = -1] = drafts.flatMap(({ type }, seq) => (type === 'ruling' ? [seq] : []));
    await window.commandByKeys('Rostrum: Open Debate');
    const panel = new PanelPage(window.page);
    await panel.stated(/Interrupted/);
    const { keyboard } = window.page;
    const tree = await window.view('Debates');
    await tree.row(/^Where should/);
    await tree.focused();
    // The debate's row, its groups, the first ruling.
    await keyboard.press('Home');
    await keyboard.press('ArrowRight');
    const rulings = await tree.row('Rulings');
    await keyboard.type('Rulings');
    await rulings.and(window.page.locator('.focused')).waitFor();
    // What comes to be known of the debate while a row opens may close it again.
    const ruling = tree.rowLocators.filter({ hasText: /Infraction/ }).first();
    await until('the first ruling', async () => {
      if ((await rulings.getAttribute('aria-expanded')) !== 'true') await keyboard.press('ArrowRight');
      return await ruling.waitFor({ timeout: 5_000 }).then(
        () => true,
        () => undefined,
      );
    });
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await panel.inSight(first);
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await panel.inSight(second);
    expect(await isInPage(window)).toBe(false);
    // And once it is in the panel, it is on the entry.
    await keyboard.press('Control+1');
    await panel.focusedOn(second);
  });

  it('the focus stays with an entry that is scrolled out of sight', async () => {
    const shown = drafts.flatMap(({ type }, seq) => (isProcedural(type) ? [] : [seq]));
    const { keyboard } = window.page;
    await window.commandByKeys('Rostrum: Go to Entry…');
    const [index, seq = -1] = [400, shown[400]];
    await window.quickInput.shown('Go to Entry');
    await keyboard.type(String(seq));
    await keyboard.press('Enter');
    const panel = new PanelPage(window.page);
    await panel.inSight(seq);
    await panel.focusedOn(seq);
    const entry = await panel.entry(seq);
    await expect.poll(() => entry.getAttribute('aria-posinset')).toBe(String(index + 1));
    await expect.poll(() => entry.getAttribute('aria-setsize')).toBe(String(shown.length));
    const feed = await panel.locator('[role=feed]');
    await expect.poll(() => feed.getAttribute('aria-label')).toBe('Debate');
    const label = (await entry.getAttribute('aria-labelledby')) ?? '';
    await expect.poll(async () => (await panel.locator(`[id="${label}"]`)).textContent()).toContain(`seq ${seq}`);

    // A slow window makes fewer pages of so many presses.
    await until('the entry to be far away', async () => {
      await keyboard.press('PageDown');
      return ((await panel.sight()).entries[0]?.at ?? 0) > seq + 200 ? true : undefined;
    });
    await expect.poll(() => panel.focused()).toBe(seq);
    await until('the entry to be in sight again', async () => {
      if ((await panel.sight()).entries.some(({ at }) => at === seq)) return true;
      await keyboard.press('PageUp');
      return undefined;
    });
    await panel.inSight(seq);
    await panel.focusedOn(seq);
    await keyboard.press('j');
    await panel.focusedOn(shown[index + 1] ?? -1);
    await keyboard.press('k');
    await panel.focusedOn(seq);
    await keyboard.press('Shift+G');
    await panel.focusedOn(shown.at(-1) ?? -1);
    await panel.inSight(shown.at(-1) ?? -1);
    await keyboard.press('g');
    await panel.focusedOn(shown[0] ?? -1);
    await panel.inSight(shown[0] ?? -1);
  });

  // The last, as it makes a second debate: the others then would be asked which they mean.
  it('keys: one gets from the palette to a finished debate and to the source', async () => {
    const { page, quickInput, editor } = window;
    const { keyboard } = page;
    await window.commandByKeys('Rostrum: Start Debate');
    await quickInput.shown('Start Debate');
    await keyboard.type(sampleQuestion);
    await keyboard.press('Enter');

    const lineup = new LineupPage(page);
    const [first = ''] = await lineup.documents();
    await until('the focus in the lineup', async () => ((await isInPage(window)) ? true : undefined));
    // All that is set stands before the debaters.
    const stops = await tabTo(window, lineup, /^input.*Name/);
    expect(stops.length).toBeLessThan(20);
    const isSeen = async (): Promise<boolean> => await (await lineup.frame()).evaluate<boolean>(seenScript);
    await expect.poll(isSeen).toBe(true);
    await keyboard.press('End');
    await keyboard.type('-one');
    await until('the name to be changed', async () =>
      (await lineup.names())[0] === `${first}-one` ? true : undefined,
    );
    // Offline a debater is a document, by its name.
    for (const _ of '-one') await keyboard.press('Backspace');
    await until('the name to be as it was', async () => ((await lineup.names())[0] === first ? true : undefined));
    await keyboard.press('Alt+ArrowDown');
    await until('the card to move', async () => ((await lineup.names())[1] === first ? true : undefined));
    await expect.poll(() => lineup.focus()).toMatch(/^input/);
    await tabTo(window, lineup, /^button.*Add Debater/);
    await expect.poll(isSeen).toBe(true);
    await tabTo(window, lineup, /^button Start Debate/);
    await keyboard.press('Enter');
    const panel = new PanelPage(page);
    await panel.stated(/^Done/, 120_000);

    // One stop for the list, between the header and the foot.
    await until('the focus in the page', async () =>
      (await panel.focus()) !== '' || (await isInPage(window)) ? true : undefined,
    );
    // The documents are told after the last entry.
    await (await panel.button('Open Brief')).waitFor();
    await tabTo(window, panel, /^article/);
    const order = await tabTo(window, panel, /Open Brief/, 'Shift+Tab');
    expect(order.reverse().join(' | ')).toBe(
      'button Open Brief | button More actions | tab Debate | button Filters | input Find in debate',
    );
    // The phases are a button further, in the header that is unfolded.
    await tabTo(window, panel, /^button More$/, 'Shift+Tab');
    await keyboard.press('Enter');
    await tabTo(window, panel, /^button Openings/);
    await tabTo(window, panel, /^button Documents/);
    await tabTo(window, panel, /^button Less$/, 'Shift+Tab');
    await keyboard.press('Enter');
    await tabTo(window, panel, /^article/);
    await window.screenshot('keyboard-entry');

    await keyboard.press('g');
    await panel.focusedOn(1);
    await keyboard.press('j');
    await panel.focusedOn(2);
    await keyboard.press('j');
    const second = await until('the next entry', async () => {
      const at = await panel.focused();
      return at === undefined || at === 2 ? undefined : at;
    });
    await keyboard.press('k');
    await panel.focusedOn(2);
    await keyboard.press('Shift+G');
    await until('the last entry', async () => (((await panel.focused()) ?? 0) > second ? true : undefined));
    await keyboard.press('Alt+ArrowLeft');
    await panel.focusedOn(2);

    await keyboard.press('?');
    const help = await panel.locator('dialog.help');
    await help.waitFor();
    const named = (await help.locator('dt').allInnerTexts()).map((keys) => keys.replaceAll(/\s/g, ''));
    const ofEntries = ['j↓', 'k↑', 'g', 'G', 'Enter', 'CtrlEnter', 'w', 'o', 'c', 'y'];
    const ofViews = ['v', 'Enter', 'h', '+-0', 'Shift←↑↓→', 'PgUpPgDn'];
    expect(named.sort()).toEqual([...ofEntries, ...ofViews, 'Alt←[', 'Alt→]', '/', 'F3', 'ShiftF3', 'i', '?'].sort());
    expect(await help.innerText()).toMatch(/verdict: read the debate[^]*whole header/);
    await keyboard.press('Escape');
    await help.waitFor({ state: 'hidden' });
    await panel.focusedOn(2);
    await keyboard.press('/');
    await until('the box for finding', async () => (/Find in debate/.test(await panel.focus()) ? true : undefined));
    await keyboard.type('gRPC');
    await panel.counted((count) => /^\d+ of \d+$/.test(count));
    await keyboard.press('Escape');
    await until('the focus in the list', async () => ((await panel.focused()) !== undefined ? true : undefined));

    await keyboard.press('g');
    await keyboard.press('j');
    await panel.focusedOn(2);
    await keyboard.press('c');
    const copied = await until('the entry in the clipboard', async () => {
      const text = await page.evaluate<string>('navigator.clipboard.readText()');
      return text.includes('seq 2') ? text : undefined;
    });
    expect(copied.length).toBeGreaterThan(100);
    await keyboard.press('w');
    await (await panel.entry(2)).locator('.why').first().waitFor();
    await keyboard.press('w');

    const output = join(workspace.path, 'output');
    const debate = readdirSync(output).find((folder) => folder !== 'long-debate') ?? '';
    const source = citedPassages({ path: join(output, debate), evidence: join(workspace.path, 'evidence') }).find(
      ({ seq }) => seq === 2,
    );
    const file = source?.file ?? '';
    const before = readFileSync(file, 'utf8');
    await keyboard.press('Enter');
    await editor.shownBeside(basename(file));
    // The next keys are the panel's still.
    await panel.focusedOn(2);
    await keyboard.press('j');
    await panel.focusedOn(second);
    await keyboard.press('k');
    await panel.focusedOn(2);
    await keyboard.press('Control+Enter');
    await editor.shown(basename(file));
    await until('the cursor at the quotation', async () => ((await editor.highlights()).length > 0 ? true : undefined));
    await heard();
    await keyboard.press('Alt+ArrowLeft');
    await editor.shown(/gRPC/);
    await panel.focusedOn(2);
    await keyboard.press('o');
    await editor.shownBeside('debate-log.jsonl');
    await panel.focusedOn(2);
    await keyboard.press('j');
    await panel.focusedOn(second);
    await keyboard.press('Control+2');
    await editor.shown('debate-log.jsonl');
    await until('the line of the entry', async () => ((await editor.cursor())?.line === 3 ? true : undefined));
    await heard();
    await keyboard.press('Alt+ArrowLeft');
    await panel.focusedOn(second);
    await tabTo(window, panel, /Open Brief/, 'Shift+Tab');
    await keyboard.press('Enter');
    await editor.shown(/brief\.md/);
    // The key leads back once the extension has heard of the preview's tab.
    await until('the panel again', async () => {
      if (!/brief/.test(await editor.title())) return true;
      await keyboard.press('Alt+ArrowLeft');
      return undefined;
    });
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect(await window.page.locator('.tab.dirty').count()).toBe(0);
  });
});

/** Whether the window's own focus is in a webview. */
const isInPage = async ({ page }: Workbench): Promise<boolean> =>
  (await page.evaluate<string>("document.activeElement?.tagName ?? ''")) === 'IFRAME';
