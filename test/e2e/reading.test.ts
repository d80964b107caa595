import { beforeAll, describe, expect, it } from 'vitest';
import { axeViolations } from '../support/workbench/axe';
import { openWindow, sharesWithoutErrors } from '../support/workbench/inTest';
import { writeLongDebate } from '../support/workbench/longDebate';
import { onlyPanel, type PanelPage } from '../support/workbench/panelPage';
import { until } from '../support/workbench/patience';
import type { Workbench } from '../support/workbench/workbench';
import { workspaceFolder } from '../support/workbench/workspaceFolder';

const workspace = workspaceFolder();
writeLongDebate(workspace.path, 200, 'short');
const { drafts } = writeLongDebate(workspace.path, 2_000, 'long');
let window: Workbench;

beforeAll(async () => {
  window = await openWindow({ folder: workspace.path });
});
sharesWithoutErrors(() => window, workspace);

async function opened(folder: string): Promise<PanelPage> {
  await window.resize(1_280, 800);
  await window.setTheme('Default Dark Modern');
  const panel = await onlyPanel(window, folder);
  await panel.stated(/Interrupted|Paused/);
  return panel;
}

describe('a debate that is read', () => {
  it('narrow: has a header that gives way to scrolling and to the keys that go from entry to entry, and is back on the way up and by key', async () => {
    const { page } = window;
    const panel = await opened('short');
    const header = await panel.locator('.head');
    const list = await panel.locator('.feed-scroll');
    const isCompact = async (): Promise<boolean> =>
      (await header.getAttribute('class'))?.includes('is-compact') === true;
    const whole = await header.boundingBox();
    const box = await list.boundingBox();
    if (whole === null || box === null) throw new Error('The panel is not there.');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await until('the header to give way', async () => {
      if (await isCompact()) return true;
      await page.mouse.wheel(0, 200);
      return undefined;
    });
    const { entries } = await panel.sight();
    expect(entries.length).toBeGreaterThan(0);
    const small = await until('one line', async () => {
      const now = await header.boundingBox();
      return now !== null && now.height < 60 ? now : undefined;
    });
    expect(small.height).toBeLessThan(whole.height / 2);
    // What can be done with the debate stays at hand.
    await (await panel.button(/^Resume|^Take Over/)).waitFor();
    await window.screenshot('reading-compact');
    expect(await axeViolations(await panel.frame(), '.head')).toEqual([]);
    // In the middle of the list: what is scrolled up to needs not be its top.
    const shape = async (isWanted: boolean, press: () => Promise<void>): Promise<void> => {
      await until(isWanted ? 'one line again' : 'the whole header', async () => {
        if ((await isCompact()) === isWanted) return true;
        await press();
        return undefined;
      });
      expect((await panel.sight()).entries[0]?.at).toBeGreaterThan(0);
    };
    await shape(false, () => page.mouse.wheel(0, -20));
    await page.keyboard.press('j');
    await shape(true, () => page.keyboard.press('j'));
    await shape(false, () => page.keyboard.press('k'));
    await shape(true, () => page.keyboard.press('ArrowDown'));
    for (const isOneLine of [false, true]) {
      await page.keyboard.press('h');
      await expect.poll(isCompact).toBe(isOneLine);
    }
    await page.setViewportSize({ width: 720, height: 900 });
    await expect.poll(async () => (await header.boundingBox())?.height).toBeLessThan(50);
    // Chips stand on one line, or behind a button.
    const chip = await (await panel.locator('.chips button:visible')).first().boundingBox();
    const chips = await (await panel.locator('.chips')).boundingBox();
    expect(chips?.height).toBeLessThan(2 * (chip?.height ?? 0));
    await window.setTheme('Default Light Modern');
    await window.screenshot('reading-compact-narrow-light');
    const filters = await panel.locator('.chips-toggle');
    await filters.click();
    await (await panel.locator('.chips-list button')).first().focus();
    await page.keyboard.press('Escape');
    await expect.poll(() => filters.getAttribute('aria-expanded')).toBe('false');
    expect(await panel.focus()).toMatch(/Filters/);
    const narrow = await list.boundingBox();
    if (narrow === null) throw new Error('The list is not there.');
    await page.mouse.move(narrow.x + narrow.width / 2, narrow.y + narrow.height / 2);
    await until('the top, and the whole header', async () => {
      if (!(await isCompact())) return true;
      await page.mouse.wheel(0, -2_000);
      return undefined;
    });
  });

  it('has more rounds than any row has room for: a button opens their list, which leads to each', async () => {
    const panel = await opened('long');
    const rail = (await panel.frame()).getByRole('navigation', { name: 'Phases' });
    const toggle = rail.locator('button[aria-expanded]');
    const phases = rail.getByRole('listitem');
    await expect.poll(() => toggle.innerText()).toMatch(/phase \d+ of 1\d\d/);
    expect(await phases.count()).toBe(0);
    await toggle.focus();
    await window.page.keyboard.press('Enter');
    await expect.poll(() => phases.count()).toBeGreaterThan(100);
    await window.screenshot('reading-many-rounds');
    expect(await axeViolations(await panel.frame(), '.head')).toEqual([]);
    await window.page.keyboard.press('Escape');
    await expect.poll(() => phases.count()).toBe(0);
    await toggle.click();
    await rail.getByRole('button', { name: 'Round 60', exact: false }).first().click();
    await panel.inSight(drafts.findIndex(({ content }) => content === 'Round 60 beginning.') + 1);
    await expect.poll(() => phases.count()).toBe(0);
  });
});
