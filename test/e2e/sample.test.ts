import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startServer, testFolder, testWindow } from '../support/workbench/inTest';
import { PanelPage } from '../support/workbench/panelPage';
import { until } from '../support/workbench/patience';
import { allThemes } from '../support/workbench/themes';
import type { Workbench } from '../support/workbench/workbench';

/** The first thing that anybody sees: the panel sample as it plays, in the four themes and a narrow panel, skipped, paused, stopped and reloaded in mid-play. */

interface Played {
  folder: string;
  window: Workbench;
  panel: PanelPage;
}

async function playing(pace: 'fast' | 'reading'): Promise<Played> {
  const folder = testFolder();
  const server = await startServer({
    name: `sample-server-${pace}`,
    settings: { 'workbench.reduceMotion': 'off' },
  });
  onTestFinished(() => server.stop());
  const window = await testWindow({ folder, server: server.address, settings: { 'rostrum.offline.pace': pace } });
  // Where nothing may move, the panel skips to the end.
  await window.page.emulateMedia({ reducedMotion: 'no-preference' });
  await (await window.view('Debates')).root.getByRole('button', { name: 'Try the Sample' }).click();
  await window.quickInput.shown('Try the Sample');
  await window.quickInput.accept();
  const panel = new PanelPage(window.page);
  await panel.stated(/./);
  return { folder, window, panel };
}

const linesOf = (folder: string): string[] => {
  const [debate = ''] = readdirSync(join(folder, 'output'));
  return readFileSync(join(folder, 'output', debate, 'debate-log.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '');
};

const written = (folder: string, count: number): Promise<true> =>
  until(`${count} entries`, () => Promise.resolve(linesOf(folder).length >= count ? true : undefined), 120_000);

const draftWords = async (panel: PanelPage): Promise<string> =>
  (await (await panel.locator('.draft')).allInnerTexts()).join(' ');

describe('the panel sample', () => {
  it('plays in all themes and in a narrow panel, and leaves nothing provisional behind', async () => {
    const { folder, window, panel } = await playing('fast');
    for (const [at, theme] of allThemes.entries()) {
      await window.setTheme(theme);
      await written(folder, 6 + 9 * at);
      await window.screenshot(`sample-playing-${at}`);
    }
    await window.setTheme('Default Dark Modern');
    await window.command('View: Close Primary Side Bar');
    await window.resize(420, 800);
    await written(folder, 46);
    await window.screenshot('sample-narrow');
    await window.resize(1_280, 800);
    await window.command('Rostrum: Skip to the End');
    await panel.stated(/Done/, 120_000);
    await window.screenshot('sample-done');
    expect(await draftWords(panel)).toBe('');
    expect(await panel.html()).not.toMatch(/is writing|is being checked/);
    expect(linesOf(folder)).toHaveLength(86);
  });

  it('pauses at once in mid-play, goes on after a reload, and stops at once', async () => {
    const { folder, window, panel } = await playing('reading');
    await until('a draft', async () => ((await draftWords(panel)) === '' ? undefined : true));
    await window.screenshot('sample-reading');
    await panel.press('Pause');
    await panel.stated(/Paused/);
    // The button that was pressed is gone; the focus stays beside it.
    await expect.poll(() => panel.focus()).toBe('button More actions');
    const paused = linesOf(folder).length;
    expect(await draftWords(panel)).toBe('');
    await window.reload();
    await window.command('Rostrum: Open Panel');
    await panel.stated(/Paused/);
    expect(linesOf(folder)).toHaveLength(paused);
    await panel.press('Resume');
    await until('a draft again', async () => ((await draftWords(panel)) === '' ? undefined : true));
    await panel.press('Stop');
    await panel.stated(/Stopped|Interrupted/);
    await window.screenshot('sample-stopped');
    expect(await draftWords(panel)).toBe('');
  });
});
