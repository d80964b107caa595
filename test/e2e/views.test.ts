import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { logFileName } from '../../src/record/logPath';
import { dialecticEntries, sixtyArguments } from '../support/formats/dialecticRecord';
import { textOf } from '../support/formats/stepped';
import { tribunalEntries } from '../support/formats/tribunalRecord';
import { axeViolations } from '../support/workbench/axe';
import type { ElementInPage } from '../support/workbench/elementInPage';
import { openWindow, sharesWithoutErrors } from '../support/workbench/inTest';
import { onlyPanel, type PanelPage } from '../support/workbench/panelPage';
import { patienceMs, until } from '../support/workbench/patience';
import { allThemes, shortTheme } from '../support/workbench/themes';
import { ViewPage } from '../support/workbench/viewPage';
import type { Workbench } from '../support/workbench/workbench';
import { workspaceFolder } from '../support/workbench/workspaceFolder';

/** The board of a tribunal, the scores and the graph of a dialectic, in a real workbench. */

const tribunal = tribunalEntries({ rounds: 3, planned: 3, isRuled: true });
const assessment = (round: number): number =>
  tribunal.flatMap(({ type }, at) => (type === 'assessment' ? [at] : []))[round - 1] ?? -1;
const sixty = dialecticEntries(sixtyArguments);
const five = dialecticEntries({ exchanges: 5, requested: 5 });
const lastExchange = five.findLastIndex(({ type }) => type === 'announcement');
const workspace = workspaceFolder({
  files: {
    [`output/filling/${logFileName}`]: textOf(tribunal.slice(0, assessment(2) + 1)),
    [`output/whole/${logFileName}`]: textOf(tribunal),
    [`output/sixty/${logFileName}`]: textOf(sixty),
    [`output/scored/${logFileName}`]: textOf(five.slice(0, lastExchange)),
  },
});
let window: Workbench;

beforeAll(async () => {
  window = await openWindow({ folder: workspace.path, width: 1_280, height: 900 });
  await window.command('View: Close Primary Side Bar');
});
sharesWithoutErrors(() => window, workspace);

const append = (folder: string, text: string): void =>
  appendFileSync(join(workspace.path, 'output', folder, logFileName), text);

/** The panel of this debate alone. */
async function opened(folder: string): Promise<{ panel: PanelPage; views: ViewPage }> {
  await window.resize(1_280, 900);
  await window.setTheme('Default Dark Modern');
  const panel = await onlyPanel(window, folder);
  await panel.toEntries();
  return { panel, views: new ViewPage(panel) };
}

/** Pictures and axe in every theme, wide and narrow, and nothing that stands out to the side. */
async function looked(panel: PanelPage, name: string): Promise<void> {
  for (const theme of allThemes) {
    await window.setTheme(theme);
    await window.screenshot(`${name}-${shortTheme(theme)}`);
    expect(await axeViolations(await panel.frame()), `${name}, ${theme}`).toEqual([]);
  }
  await window.setTheme('Default Dark Modern');
  for (const width of [320, 1_600]) {
    await window.resize(width, 900);
    const overflow = async (): Promise<number> =>
      await (
        await panel.frame()
      ).evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    await expect.poll(overflow, { message: `${name}, ${width} px` }).toBeLessThanOrEqual(0);
    await expect.poll(() => isOneLine(panel), { message: `${name}, ${width} px` }).toBe(true);
    await window.screenshot(`${name}-${width}`);
  }
  await window.resize(1_280, 900);
}

/** The header's buttons stand side by side. */
async function isOneLine(panel: PanelPage): Promise<boolean> {
  const buttons =
    "[...document.querySelectorAll('.head .actions button, .head .fold')].filter((one) => one.checkVisibility())";
  const script = `((boxes) => Math.max(...boxes.map(({ top }) => top)) < Math.min(...boxes.map(({ bottom }) => bottom)))(
    ${buttons}.map((one) => one.getBoundingClientRect()))`;
  return await (await panel.frame()).evaluate<boolean>(script);
}

describe('the board of a tribunal', () => {
  const ruling = tribunal.length - 1;

  it('fills while rounds are written, and leads to the assessments and the ruling', async () => {
    const { panel, views } = await opened('filling');
    await views.show('Board');
    await expect.poll(() => views.issue('I2', /stalled/i)).toMatch(/Critical \| Open\s?new \| Stalled/i);
    expect((await views.board()).map(([title]) => title?.slice(0, 2))).toEqual(['I1', 'I2', 'I3', 'I4', 'I5']);
    // What another program writes, as it writes it.
    append('filling', textOf(tribunal.slice(assessment(2) + 1, ruling)));
    await views.issue('I6', /Open/);
    await expect.poll(() => views.issue('I1', /Resolved/)).toMatch(/not ruled yet$/);
    const notRuled = await panel.locator('.board td:last-child > .dim');
    const lines = await notRuled.evaluateAll((all: ElementInPage[]) => all.map((one) => one.getClientRects().length));
    expect(lines).toEqual(Array.from({ length: 6 }, () => 1));
    await looked(panel, 'board');
    await (await views.cell('I1', 2)).hover();
    // The assessment that is led to, and why the issue stands so.
    await (await panel.locator('#peek', { hasText: /Judge.*(Both sides say|has shown)/s })).waitFor();
    await window.screenshot('board-peek');
    await (await views.cell('I1', 2)).click();
    await views.shown('Debate');
    await panel.focusedOn(assessment(2));
    await views.show('Board');
    append('filling', textOf(tribunal.slice(ruling)));
    await expect.poll(() => views.issue('I4', /Rejected/)).toMatch(/Minor/);
    await (await views.cell('I4', 1_000)).click();
    await panel.focusedOn(ruling);
  });

  it('is used with the keyboard alone, and a word of a text leads to it', async () => {
    const { panel, views } = await opened('whole');
    const frame = await panel.frame();
    await frame.getByRole('tab', { name: 'Debate' }).focus();
    await window.page.keyboard.press('ArrowRight');
    await views.shown('Board');
    await views.issue('I1', /Accepted/);
    await (await views.cell('I1', 1)).focus();
    for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight']) await window.page.keyboard.press(key);
    await expect.poll(() => panel.focus()).toMatch(/Stalled|Both sides/);
    await window.page.keyboard.press('Enter');
    await panel.focusedOn(assessment(3));
    const mention = (await panel.entry(assessment(3))).getByRole('link', { name: 'I5', exact: true }).first();
    await mention.click();
    await views.shown('Board');
    await until('the row of I5 to be marked', async () =>
      (await (await panel.locator('[data-issue="I5"].is-marked')).count()) === 1 ? true : undefined,
    );
    await window.page.keyboard.press('Alt+ArrowLeft');
    await views.shown('Debate');
    await panel.inSight(assessment(3));
  });
});

/** How much of the tip scrolls, how far it is scrolled, and how far it stands out of the page; runs in the page. */
const cutScript = `(() => {
  const tip = document.querySelector('.graph-tip');
  const { left, top, right, bottom } = tip.getBoundingClientRect();
  const beyond = Math.max(-left, -top, right - innerWidth, bottom - innerHeight);
  return { by: tip.scrollHeight - tip.clientHeight, at: tip.scrollTop, beyond };
})()`;

describe('a dialectic of sixty arguments', () => {
  const seqOf = (id: string): number =>
    sixty.findIndex(({ data }) => (data?.['argument'] as { id?: string } | undefined)?.id === id);

  it('graph: leads to its arguments, by pointer and by keys', async () => {
    const { panel, views } = await opened('sixty');
    // By command: the keys begin in the view, as nothing else has them.
    for (const [command, view] of [
      ['Show Scores', 'Scores'],
      ['Show Argument Graph', 'Graph'],
    ] as const) {
      await window.command(`Rostrum: ${command}`);
      await views.shown(view);
      const here = await panel.locator(`#pane-${view.toLowerCase()} :focus`);
      await expect.poll(() => here.count()).toBe(1);
    }
    await views.drawn(60);
    await looked(panel, 'graph');
    await (await views.node('opp_001')).hover();
    await (await panel.locator('.graph-tip', { hasText: 'opp_001' })).waitFor();
    await window.screenshot('graph-tip');
    // Its words are at least 11 px high at the first look, and a click keeps the place.
    // The smallest are 12 px as they are laid out.
    expect(0.12 * (await views.percent())).toBeGreaterThanOrEqual(11);
    await (await views.node('opp_001')).click();
    const beside = await panel.locator('.graph-beside', { hasText: 'opp_001' });
    await beside.waitFor();
    await views.shown('Graph');
    await window.screenshot('graph-beside');
    expect(await axeViolations(await panel.frame())).toEqual([]);
    await beside.getByRole('button', { name: 'Show in the Debate' }).click();
    await views.shown('Debate');
    await panel.focusedOn(seqOf('opp_001'));
    await panel.inSight(seqOf('opp_001'));
    await views.show('Graph');
    await beside.waitFor();
    await beside.getByRole('button', { name: 'Close' }).focus();
    await window.page.keyboard.press('Escape');
    await beside.waitFor({ state: 'detached' });
    expect(await views.focusedNode()).toBe('opp_001');
    await (await views.node('opp_001')).focus();
    await window.page.keyboard.press('ArrowRight');
    const next = await views.focusedNode();
    expect(next).toMatch(/_002$/);
    await (await panel.locator('.graph-tip', { hasText: next })).waitFor();
    await window.page.keyboard.press('Escape');
    const tips = await panel.locator('.graph-tip');
    await expect.poll(() => tips.count()).toBe(0);
    // The first press shows it beside the graph, the second in the debate.
    await window.page.keyboard.press('Enter');
    await (await panel.locator('.graph-beside', { hasText: next })).waitFor();
    await window.page.keyboard.press('Enter');
    await panel.focusedOn(seqOf(next));
  });

  it('says of an argument all that it says, also where the graph has little room: what does not fit scrolls by keys', async () => {
    const { panel, views } = await opened('sixty');
    await views.show('Graph');
    await views.drawn(60);
    const tip = await panel.locator('.graph-tip');
    const cut = async (): Promise<{ by: number; at: number; beyond: number }> =>
      await (await panel.frame()).evaluate(cutScript);
    for (const [height, fits] of [
      [900, true],
      [460, false],
    ] as const) {
      await window.resize(320, height);
      // In so narrow a page it would leave the graph little room.
      await expect.poll(async () => (await panel.locator('.legend[open]')).count()).toBe(0);
      await (await views.node('opp_001')).focus();
      await window.page.keyboard.press('ArrowRight');
      await window.page.keyboard.press('ArrowLeft');
      await tip.filter({ hasText: 'opp_001' }).waitFor();
      await expect.poll(async () => (await cut()).by === 0).toBe(fits);
      expect((await cut()).beyond).toBeLessThanOrEqual(0);
      await window.screenshot(`graph-tip-320-${height}`);
    }
    await window.page.keyboard.press('PageDown');
    await expect.poll(async () => (await cut()).at).toBeGreaterThan(0);
    await window.page.keyboard.press('PageUp');
    await expect.poll(async () => (await cut()).at).toBe(0);
    expect(await views.focusedNode()).toBe('opp_001');
    await window.page.keyboard.press('Escape');
    await expect.poll(() => tip.count()).toBe(0);
  });

  it('zooms, fits, moves, is narrowed to some exchanges and kept while another view is looked at', async () => {
    const { panel, views } = await opened('sixty');
    await views.show('Graph');
    await views.drawn(60);
    const before = await views.percent();
    await panel.press(/Zoom in/);
    await expect.poll(() => views.percent()).toBeGreaterThan(before);
    await panel.press(/Fit/);
    const fitted = await views.percent();
    expect(fitted).toBeLessThan(20);
    await window.screenshot('graph-fit');
    const canvas = await panel.locator('.graph-canvas');
    await canvas.focus();
    const moved = (): Promise<string> =>
      canvas
        .locator('svg > g')
        .first()
        .getAttribute('transform')
        .then((text) => text ?? '');
    const place = await moved();
    await window.page.keyboard.press('ArrowDown');
    await expect.poll(moved).not.toBe(place);
    for (let press = 0; press < 3; press += 1) await window.page.keyboard.press('+');
    await until('the key to zoom', async () => ((await views.percent()) > fitted ? true : undefined));
    const [from, to] = await (await panel.locator('.graph-exchanges select')).all();
    await from?.selectOption('20');
    await to?.selectOption('22');
    await (await panel.locator('.graph-note', { hasText: /of 60 arguments are drawn/ })).waitFor();
    const chosen = await panel.locator('.node:not(.is-context)');
    // With the first of the two chosen, there are more.
    await expect.poll(() => chosen.count(), { timeout: patienceMs }).toBe(6);
    await window.screenshot('graph-narrowed');
    await views.show('Scores');
    await views.show('Graph');
    await expect.poll(async () => (await panel.locator('.node:not(.is-context)')).count()).toBe(6);
  });

  it('is written as a picture where the user says', async () => {
    const { panel, views } = await opened('sixty');
    await views.show('Graph');
    await views.drawn(60);
    await panel.press(/Export as SVG/);
    const target = join(workspace.path, 'output', 'sixty', 'argument-graph.svg');
    await until('the dialog to propose a place', async () =>
      (await window.quickInput.value().catch(() => '')).includes('argument-graph.svg') ? true : undefined,
    );
    await window.screenshot('graph-export');
    await window.quickInput.accept();
    // The file is there before it is whole.
    const svg = await until('the picture', () => {
      const text = existsSync(target) ? readFileSync(target, 'utf8').trimEnd() : '';
      return Promise.resolve(text.endsWith('</svg>') ? text : undefined);
    });
    for (const id of ['prop_000a', 'opp_013', 'prop_027']) expect(svg).toContain(id);
    expect(svg).not.toMatch(/<script|href="http/);
  });

  it('has a scoreboard that leads to judgments and arguments, and moves with the next exchange', async () => {
    const { panel, views } = await opened('scored');
    await views.show('Scores');
    await (await panel.locator('.totals', { hasText: 'after 4 judged exchanges' })).waitFor();
    append('scored', textOf(five.slice(lastExchange)));
    await (await panel.locator('.totals', { hasText: 'after 5 judged exchanges' })).waitFor();
    await (await panel.frame()).getByRole('combobox', { name: 'Order of the arguments' }).waitFor();
    await looked(panel, 'scores');
    const mark = (await panel.frame()).getByRole('link', { name: /^Exchange 2:/ });
    await mark.hover();
    await (await panel.locator('#peek', { hasText: /Judge.*Exchange 2: Proposition/s })).waitFor();
    await window.screenshot('scores-peek');
    await mark.focus();
    await window.page.keyboard.press('Enter');
    const judgment = five.findIndex(({ type, data }) => type === 'judgment' && data?.['exchange'] === 2);
    await panel.focusedOn(judgment);
    await views.show('Scores');
    await (await panel.frame()).getByRole('link', { name: 'opp_003', exact: true }).click();
    await panel.focusedOn(
      five.findIndex(({ data }) => (data?.['argument'] as { id?: string } | undefined)?.id === 'opp_003'),
    );
  });
});
