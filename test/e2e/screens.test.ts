import { appendFileSync, cpSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { topic as webTopic, webDebate } from '../support/citedPages';
import { forgedDebate } from '../support/forgedDebate';
import { kept } from '../support/oldRecords';
import { axeViolations } from '../support/workbench/axe';
import { finishedDebate, sampleQuestion, redactedDebate } from '../support/workbench/debates';
import { openWindow, shares } from '../support/workbench/inTest';
import { writeLongDebate } from '../support/workbench/longDebate';
import { LineupPage } from '../support/workbench/lineupPage';
import { depotFiles, ModelScene, sceneDebate, sceneTopic } from '../support/workbench/modelScene';
import { pacedDebate, parcelTopic, waitingAt } from '../support/workbench/pacedDebate';
import { PanelPage } from '../support/workbench/panelPage';
import { patienceMs, until } from '../support/workbench/patience';
import { clearedWith } from '../support/workbench/sharedWindow';
import { allThemes, shortTheme } from '../support/workbench/themes';
import type { Workbench } from '../support/workbench/workbench';
import { workspaceFolder } from '../support/workbench/workspaceFolder';

/**
 * Every screen in the four themes, and the panel in widths from 320 to 1,600 pixels: pictures for somebody to look at, and what a
 * machine can say about them.
 */

const workspace = workspaceFolder();
const folder = workspace.path;
let window: Workbench;
let panel: PanelPage;

beforeAll(async () => {
  window = await openWindow({ folder });
  panel = new PanelPage(window.page);
});
shares(() => window, workspace);

/** The window as it opens on a folder that holds this. */
async function opened(contents: Parameters<typeof clearedWith>[2] = {}): Promise<void> {
  await window.resize(1_280, 800);
  await clearedWith(window, folder, contents);
}

async function inAllThemes(name: string): Promise<void> {
  for (const theme of allThemes) {
    await window.setTheme(theme);
    await window.screenshot(`${name}-${shortTheme(theme)}`);
  }
  await window.setTheme('Default Dark Modern');
}

/** As above, and axe has a look in each theme. */
async function audited(name: string, page: () => Promise<Frame>): Promise<void> {
  for (const theme of allThemes) {
    await window.setTheme(theme);
    await window.screenshot(`${name}-${shortTheme(theme)}`);
    expect(await axeViolations(await page()), `${name}, ${theme}`).toEqual([]);
  }
  await window.setTheme('Default Dark Modern');
}

async function inWidths(name: string): Promise<void> {
  for (const width of [320, 1_600]) {
    await window.resize(width, 800);
    await expectNoOverflow(`${name}, ${width} px`);
    await window.screenshot(`${name}-${width}`);
  }
  await window.resize(1_280, 800);
}

/** Nothing of the page stands out to the side, once the page has measured itself in its new width. */
async function expectNoOverflow(message = 'the page'): Promise<void> {
  const overflow = async (): Promise<number> =>
    await (
      await panel.frame()
    ).evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  await expect.poll(overflow, { message }).toBeLessThanOrEqual(0);
}

const withoutSideBar = (): Promise<void> => window.command('View: Close Primary Side Bar');

describe('the screens', () => {
  it('the panel of a finished debate: themes, widths, 200 % zoom; axe finds nothing', async () => {
    await opened({ sample: true });
    await finishedDebate(folder, { rounds: 2 });
    const tree = await window.view('Debates');
    await tree.click(/payments service/);
    await panel.stated(/Done/);
    await tree.expand(/payments service/);
    await tree.expand('Verification');
    await audited('panel-done', () => panel.frame());
    await withoutSideBar();
    for (const width of [320, 480, 800, 1_200, 1_600]) {
      await window.resize(width, 800);
      await expectNoOverflow(`${width} px`);
      await window.screenshot(`panel-done-${width}`);
    }
    await window.resize(1_280, 800);
    await (await panel.frame()).evaluate("document.documentElement.style.zoom = '2'");
    await window.screenshot('panel-done-zoom-200');
    await expectNoOverflow();
  });

  it('trouble: struck entries, doubtful sources, why, find, filters, help, lines that are no entries', async () => {
    await opened({ sample: true });
    const { path } = writeLongDebate(folder, 400);
    await redactedDebate(folder);
    appendFileSync(join(path, 'debate-log.jsonl'), 'this is no entry\n');
    const tree = await window.view('Debates');
    await until('both debates', async () => ((await tree.rows()).length >= 2 ? true : undefined));
    await window.command('Rostrum: Open Debate');
    await window.quickInput.rows.filter({ hasText: 'long-debate' }).first().click();
    await panel.stated(/./);
    await panel.chip('sourceIssues');
    await window.screenshot('panel-source-issues');
    await (await panel.locator('.badge')).first().click();
    await inAllThemes('panel-why');
    expect(await axeViolations(await panel.frame())).toEqual([]);
    await panel.chip('sourceIssues');
    await panel.find('otter');
    await window.screenshot('panel-find');
    await (await panel.frame()).locator('#find').press('Escape');
    await panel.chip('redactions');
    await inAllThemes('panel-redactions');
    await window.page.keyboard.press('?');
    await window.screenshot('panel-help');
    await window.page.keyboard.press('Escape');
    renameSync(path, `${path}-away`);
    await panel.stated(/gone|not there/i);
    await window.screenshot('panel-folder-gone');
  });

  it('the flow, the lineup, an empty list', async () => {
    await opened({ sample: true });
    const tree = await window.view('Debates');
    await until('the welcome text', async () => ((await tree.welcome()).includes('Start Debate') ? true : undefined));
    await inAllThemes('list-empty');
    await window.command('Rostrum: Start Debate');
    await window.quickInput.shown('Start Debate');
    await window.screenshot('flow-topic');
    await window.quickInput.cancel();
    await window.quickInput.gone();
    await window.command('Rostrum: Start Debate');
    await window.quickInput.shown('Start Debate');
    await window.quickInput.type(sampleQuestion);
    await window.quickInput.accept();
    const lineup = new LineupPage(window.page);
    await lineup.documents();
    const frame = await lineup.frame();
    await inAllThemes('lineup');
    expect(await axeViolations(frame)).toEqual([]);
    await withoutSideBar();
    for (const width of [320, 800, 1_600]) {
      await window.resize(width, 800);
      await window.screenshot(`lineup-${width}`);
    }
  });

  it('what breaks the rules, and what was found across debates', async () => {
    await opened();
    cpSync(kept('imported-agent-debate'), join(folder, 'output', 'imported'), { recursive: true });
    await window.tree('Debates').rowLocators.first().waitFor();
    await window.command('Rostrum: Open Debate');
    // It opens on its verdict; among entries the header is one line.
    await panel.says(/./);
    const strip = await panel.locator('.faults > summary');
    await strip.waitFor({ timeout: patienceMs });
    await audited('rules-strip', () => panel.frame());
    await strip.click();
    await audited('rules-open', () => panel.frame());

    await window.command('Rostrum: Search Debates');
    await window.quickInput.shown('Search Debates');
    await window.quickInput.type('tram');
    await window.quickInput.accept();
    const view = window.tree('Search');
    await until('hits', async () => ((await view.rows()).some(({ level }) => level === 2) ? true : undefined));
    const pane = '.pane:has(.pane-header[aria-label^="Search "]) .pane-body';
    for (const theme of allThemes) {
      await window.setTheme(theme);
      await window.screenshot(`search-view-${shortTheme(theme)}`);
      // The editor puts no space between a row's label and its description, which is one word for an experimental rule of axe.
      const found = (await axeViolations(window.page, pane)).filter((one) => !one.startsWith('label-content-name'));
      expect(found, theme).toEqual([]);
    }
    await window.setTheme('Default Dark Modern');
    await withoutSideBar();
    await inWidths('rules-open');
  });

  it('a source at its passage, and the log as text', async () => {
    await opened({ sample: true });
    await finishedDebate(folder, { rounds: 1 });
    const tree = await window.view('Debates');
    await tree.expand(/payments service/);
    await tree.expand('Verification');
    const quoted = tree.rowLocators.filter({ hasText: /\.md:\d/ }).first();
    await tree.click(quoted);
    await until('the passage', async () => ((await window.editor.highlights()).length > 0 ? true : undefined));
    await inAllThemes('source');
    await tree.action(/payments service/, 'Open Log');
    await window.editor.shown(/debate-log/);
    await inAllThemes('log');
  });

  it('pages as sources: the document of one, words that are none of its own, why, the problems', async () => {
    await opened();
    const { folder: path, seqs } = await webDebate(join(folder, 'output'), 'https://press.example');
    const tree = await window.view('Debates');
    await tree.expand(new RegExp(webTopic.slice(0, 20)));
    await tree.expand('Verification');
    await tree.expand(/^Verified/);
    await tree.click(tree.rowLocators.filter({ hasText: 'Otters return' }).first());
    await until('the passage', async () => ((await window.editor.highlights()).length > 0 ? true : undefined));
    await inAllThemes('web-source');
    await tree.click(tree.rowLocators.filter({ hasText: 'Notes from the field' }).first());
    await window.editor.shown(/Notes from the field/);
    await until('the passage', async () =>
      (await window.editor.highlights()).some((text) => text.includes('Hansen')) ? true : undefined,
    );
    await inAllThemes('web-source-bibliography');
    await window.command('View: Close All Editors');
    await window.command('Rostrum: Open Debate');
    await panel.stated(/./);
    await (await panel.entry(seqs.blocked)).locator('.badge').first().click();
    await (await panel.entry(seqs.verified)).locator('.badge').first().click();
    await audited('web-why', () => panel.frame());
    await window.page.locator('[id="status.problems"]').click();
    await window.page.locator('.markers-panel .monaco-list-row', { hasText: 'quote not found' }).first().waitFor();
    await window.screenshot('web-problems');
    await window.page.locator('[id="status.problems"]').click();
    await withoutSideBar();
    await inWidths('web-why');
    expect(path).toContain(folder);
  });

  it('snapshots that somebody changed: in the tree, the panel, why, the problems', async () => {
    await opened();
    const evidence = join(folder, 'evidence');
    mkdirSync(evidence, { recursive: true });
    const { seqs } = await forgedDebate(join(folder, 'output'), evidence);
    const tree = await window.view('Debates');
    await tree.expand(/Are the ferries late/);
    await tree.expand('Verification');
    await tree.rowLocators.filter({ hasText: 'does not fit' }).first().waitFor();
    await window.command('Rostrum: Open Debate');
    for (const name of ['bodyless', 'honest', 'linked'])
      await (await panel.entry(seqs.get(name) ?? -1)).locator('.badge').first().click();
    await audited('forgeries', () => panel.frame());
    await window.page.locator('[id="status.problems"]').click();
    await window.page.locator('.markers-panel .monaco-list-row', { hasText: 'does not fit' }).first().waitFor();
    await window.screenshot('forgeries-problems');
    await window.page.locator('[id="status.problems"]').click();
    await withoutSideBar();
    await inWidths('forgeries');
  });

  it('debates by models: paused for a key, an estimate, text that streams, a wait, concessions', async () => {
    const scene = await ModelScene.start();
    await opened({ files: depotFiles(), settings: scene.settings });
    await sceneDebate(scene, folder);
    const { quickInput, notifications } = window;
    await (await window.view('Debates')).action(sceneTopic, 'Resume Debate');
    const page = (): Promise<Frame> => panel.frame();
    await panel.stated(/^Paused/);
    await notifications.dismiss(/is paused/);
    await withoutSideBar();
    await audited('panel-keyless', page);
    await inWidths('panel-keyless');
    await scene.setKey({ command: (title) => window.command(title), quickInput });
    await notifications.dismiss('is kept');

    const draft = scene.hold('opening/ada', 24);
    scene.fail('opening/bob', { status: 529, retryAfter: 300 });
    await panel.press('Resume');
    await draft.reached();
    await (await panel.locator('.provisional .draft')).waitFor();
    await audited('panel-streaming', page);
    await inWidths('panel-streaming');
    draft.letGo();
    await (await panel.locator('.provisional .held-up')).waitFor();
    await audited('panel-waiting', page);
    await inWidths('panel-waiting');
    await panel.press('Stop');
    await notifications.dismiss('The debate is stopped.');
    await panel.press('Resume');
    await panel.stated(/^Done/);
    await notifications.dismiss('Debate complete.');
    await panel.chip('concessions');
    await audited('panel-concessions', page);
    await inWidths('panel-concessions');

    await window.command('Rostrum: Start Debate');
    await quickInput.shown('Start Debate');
    await quickInput.type(sceneTopic);
    await quickInput.accept();
    const lineup = new LineupPage(window.page);
    await (await lineup.field('provider')).selectOption('anthropic');
    await lineup.count(2);
    await (await lineup.frame()).getByText('What this is based on').click();
    await audited('lineup-estimate', () => lineup.frame());
    for (const width of [320, 1_600]) {
      await window.resize(width, 800);
      await window.screenshot(`lineup-estimate-${width}`);
    }
  });

  it('a seat of a person: asked, and sent back', async () => {
    await opened();
    await pacedDebate(folder, waitingAt('nothing'), { rounds: 1, seats: { bob: 'human' } });
    await (await window.view('Debates')).action(parcelTopic, 'Resume Debate');
    await panel.stated(/^Needs you/);
    await withoutSideBar();
    await audited('seat-asked', () => panel.frame());
    await (await panel.locator('#composer')).fill('Depot bob has room to spare.');
    await panel.press('Submit');
    await (await panel.locator('.seat-problems')).waitFor();
    await panel.press('Add Source');
    await audited('seat-sent-back', () => panel.frame());
    await inWidths('seat-sent-back');
  });
});
