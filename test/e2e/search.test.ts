import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pathOfLog } from '../../src/record/logPath';
import { sentence, writeLargeLog } from '../bench/largeLog';
import { testFolder, testWindow } from '../support/workbench/inTest';
import { PanelPage } from '../support/workbench/panelPage';
import { until } from '../support/workbench/patience';
import type { TreeView } from '../support/workbench/treeView';
import type { Workbench } from '../support/workbench/workbench';

const debates = 1_000;

/** Each has a word of its own, behind what all of them have in common. */
function folderOfDebates(count = debates): string {
  const folder = testFolder();
  for (let number = 0; number < count; number += 1) {
    const debate = join(folder, 'output', `debate-${number}`);
    mkdirSync(debate, { recursive: true });
    const own = `The lighthouse of harbour${number} is dark. `;
    writeLargeLog(pathOfLog(debate), 8, { reword: (text) => text.replaceAll(sentence, own) });
  }
  return folder;
}

/** The labels of what was found, once there are some. */
const found = (window: Workbench, having: RegExp): Promise<string[]> =>
  until(`hits like ${String(having)}`, async () => {
    const labels = (await window.tree('Search').rows()).filter(({ level }) => level === 2).map(({ label }) => label);
    return labels.some((label) => having.test(label)) ? labels : undefined;
  });

const says = (view: TreeView, sentence: string): Promise<void> =>
  expect.poll(() => view.root.locator('.message').innerText()).toContain(sentence);

describe('a search across a thousand debates', () => {
  it('finds while one types, keeps what it found, and leads to the entry and back, by keyboard too', async () => {
    const window = await testWindow({ folder: folderOfDebates() });
    await window.view('Debates');
    expect(await window.tree('Search').root.count()).toBe(0);
    await window.command('Rostrum: Search Debates');
    await window.quickInput.shown('Search Debates');
    await window.quickInput.type('harbour417 type:new_point in:entries');
    await found(window, /harbour417/);
    await window.quickInput.accept();
    await window.quickInput.gone();
    const view = window.tree('Search');
    // It comes with the first search, and is given room.
    const height = async (name: string): Promise<number> => (await window.tree(name).root.boundingBox())?.height ?? 0;
    await expect.poll(async () => (await height('Search')) / (await height('Debates'))).toBeGreaterThan(0.8);
    const spoken = expect.stringMatching(/^seq 2: .*, sre · new point/) as string;
    await expect
      .poll(() => view.rows())
      .toMatchObject([{ level: 1 }, { level: 2, description: 'sre · new point', ariaLabel: spoken }]);
    await says(view, '1 hit in 1 debate.');
    await expect.poll(() => view.root.locator('.highlight').allInnerTexts()).toContain('harbour417');

    // The focus is in the list: down to the hit, and in.
    await view.focused();
    await window.page.keyboard.press('ArrowDown');
    await window.page.keyboard.press('ArrowDown');
    await window.page.keyboard.press('Enter');
    const panel = new PanelPage(window.page);
    await panel.inSight(2);
    await expect.poll(async () => (await panel.locator('#find')).inputValue()).toBe('harbour417');
    await panel.counted((count) => count.startsWith('1 of'));
    await expect.poll(async () => (await view.rows()).map(({ level }) => level)).toEqual([1, 2]);
    await window.screenshot('search');

    // A box that loses the focus is gone: the panel may still be taking it.
    await until('the box for a search', async () => {
      await window.command('Rostrum: Search Debates');
      await expect.poll(() => window.quickInput.title(), { timeout: 5_000 }).toBe('Search Debates');
      return true;
    });
    await expect.poll(() => window.quickInput.value()).toBe('harbour417 type:new_point in:entries');
    await window.quickInput.type('harbour99 after:someday');
    await expect.poll(() => window.quickInput.message()).toContain('“someday” is no date');
    // What is chosen is gone on with: a filter at its end, an expression between its slashes.
    await window.quickInput.type('harbour99');
    await window.quickInput.button('Add a Filter');
    await window.quickInput.shown('Add a Filter');
    // The editor shows a list before it has what stands in it; Enter would then choose nothing.
    await expect.poll(async () => (await window.quickInput.items())[0]).toMatch(/^Speaker/);
    await window.page.keyboard.press('Enter');
    await window.quickInput.shown('Search Debates');
    await expect.poll(() => window.quickInput.value()).toBe('harbour99 speaker:');
    await window.page.keyboard.type('sre');
    await expect.poll(() => window.quickInput.value()).toBe('harbour99 speaker:sre');
    await window.quickInput.type('');
    await window.quickInput.button('As a Regular Expression');
    await expect.poll(() => window.quickInput.value()).toBe('//');
    await window.page.keyboard.type('harbour99[0-4]');
    await window.page.keyboard.press('End');
    await window.page.keyboard.type(' type:new_point in:entries');
    await expect.poll(() => window.quickInput.value()).toBe('/harbour99[0-4]/ type:new_point in:entries');
    await window.quickInput.accept();
    await found(window, /harbour99[0-4]/);
    await says(view, '5 hits in 5 debates.');

    // The focus is in the box; left, it is in the view, and after the next question in its list.
    await window.command('Rostrum: Clear Search Results');
    await window.quickInput.shown('Search Debates');
    await expect.poll(() => window.quickInput.value()).toBe('');
    await expect.poll(() => view.welcome()).toContain('Search Debates');
    await window.page.keyboard.press('Escape');
    await view.root.locator(':focus').waitFor();
    await window.command('Rostrum: Search Debates');
    await window.quickInput.shown('Search Debates');
    await window.quickInput.type('harbour99');
    await window.quickInput.accept();
    await found(window, /harbour99/);
    await view.focused();
  });
});

it('takes away what an expression found when it is struck, which is searched for by nobody again', async () => {
  const folder = folderOfDebates(2);
  const window = await testWindow({ folder });
  await window.view('Debates');
  await window.command('Rostrum: Search Debates');
  await window.quickInput.shown('Search Debates');
  await window.quickInput.type('/harbour[01]/ type:new_point in:entries');
  await window.quickInput.accept();
  await found(window, /harbour0/);
  const view = window.tree('Search');
  await says(view, 'in 2 debates.');
  const hits = async (): Promise<string[]> => (await view.rows()).map(({ label }) => label);
  await view.click(view.rowLocators.filter({ hasText: 'harbour0' }).first());
  await new PanelPage(window.page).inSight(2);
  const entry = { seq: 8, timestamp: new Date().toISOString(), phase: 'system', speaker: 'chair', type: 'redaction' };
  const more = { content: 'REDACTED: seq 2.', sources: null, rebuttal_to_seq: null, target_seq: 2 };
  appendFileSync(pathOfLog(join(folder, 'output', 'debate-0')), `${JSON.stringify({ ...entry, ...more })}\n`);
  await says(view, 'Search again to see what is left of it.');
  // The rows are drawn again a moment after the words above them.
  await expect.poll(async () => (await hits()).join()).toMatch(/^(?!.*harbour0).*harbour1/);
});
