import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openWindow, shares } from '../support/workbench/inTest';
import { PanelPage } from '../support/workbench/panelPage';
import { until } from '../support/workbench/patience';
import { allThemes } from '../support/workbench/themes';
import type { Workbench } from '../support/workbench/workbench';
import { workspaceFolder } from '../support/workbench/workspaceFolder';

/** The first thing that anybody sees: the panel sample as it plays, in the four themes and a narrow panel, skipped, paused, stopped and reloaded in mid-play. */

const workspace = workspaceFolder();
const output = join(workspace.path, 'output');
let window: Workbench;

beforeAll(async () => {
  window = await openWindow({ folder: workspace.path, settings: { 'workbench.reduceMotion': 'off' } });
  // Where nothing may move, the panel skips to the end.
  await window.page.emulateMedia({ reducedMotion: 'no-preference' });
});
shares(() => window, workspace);

async function playing(pace: 'fast' | 'reading'): Promise<PanelPage> {
  await window.command('View: Close All Editors');
  rmSync(output, { recursive: true, force: true });
  await window.resize(1_280, 800);
  window.changeSettings({ 'rostrum.offline.pace': pace });
  // Once the window has another theme, its extensions know of the pace, too.
  await window.setTheme('Default Light Modern');
  await window.setTheme('Default Dark Modern');
  await (await window.view('Debates')).root.getByRole('button', { name: 'Watch the sample' }).click();
  const panel = new PanelPage(window.page);
  await panel.stated(/./);
  return panel;
}

const lines = (): string[] => {
  const [debate = ''] = readdirSync(output);
  return readFileSync(join(output, debate, 'debate-log.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '');
};

const written = (count: number): Promise<true> =>
  until(`${count} entries`, () => Promise.resolve(lines().length >= count ? true : undefined), 120_000);

const draftWords = async (panel: PanelPage): Promise<string> =>
  (await (await panel.locator('.draft')).allInnerTexts()).join(' ');

describe('the panel sample', () => {
  it('plays in all themes and in a narrow panel, and leaves nothing provisional behind', async () => {
    const panel = await playing('fast');
    for (const [at, theme] of allThemes.entries()) {
      await window.setTheme(theme);
      await written(6 + 9 * at);
      await window.screenshot(`sample-playing-${at}`);
    }
    await window.setTheme('Default Dark Modern');
    await window.command('View: Close Primary Side Bar');
    await window.resize(420, 800);
    await written(46);
    await window.screenshot('sample-narrow');
    await window.resize(1_280, 800);
    await window.command('Rostrum: Skip to the End');
    await panel.says(/Done/, 120_000);
    // Who has followed it to its end is shown how it ended.
    await (await panel.locator('.verdict-card')).waitFor();
    await window.screenshot('sample-done');
    await panel.toEntries();
    expect(await draftWords(panel)).toBe('');
    expect(await panel.html()).not.toMatch(/is writing|is being checked/);
    expect(lines()).toHaveLength(86);
  });

  it('pauses at once in mid-play, goes on after a reload, and stops at once', async () => {
    const panel = await playing('reading');
    await until('a draft', async () => ((await draftWords(panel)) === '' ? undefined : true));
    await window.screenshot('sample-reading');
    await panel.press('Pause');
    await panel.stated(/Paused/);
    // The button that was pressed is gone; the focus stays beside it.
    await expect.poll(() => panel.focus()).toBe('button More actions');
    const paused = lines().length;
    expect(await draftWords(panel)).toBe('');
    await window.reload();
    await window.command('Rostrum: Open Debate');
    await panel.stated(/Paused/);
    expect(lines()).toHaveLength(paused);
    await panel.press('Resume');
    await until('a draft again', async () => ((await draftWords(panel)) === '' ? undefined : true));
    await panel.press('Stop');
    await panel.stated(/Stopped|Interrupted/);
    await window.screenshot('sample-stopped');
    expect(await draftWords(panel)).toBe('');
  });
});
