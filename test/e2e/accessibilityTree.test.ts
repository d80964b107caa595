import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { logFileName } from '../../src/record/logPath';
import { dialecticEntries } from '../support/formats/dialecticRecord';
import { textOf } from '../support/formats/stepped';
import { tribunalEntries } from '../support/formats/tribunalRecord';
import { expectGolden } from '../support/golden';
import { entriesIn } from '../support/logs';
import { kept } from '../support/oldRecords';
import { sampleQuestion } from '../support/workbench/debates';
import { goTo } from '../support/workbench/goTo';
import { openWindow, shares } from '../support/workbench/inTest';
import { LineupPage } from '../support/workbench/lineupPage';
import { onlyPanel, type PanelPage } from '../support/workbench/panelPage';
import { until } from '../support/workbench/patience';
import { ViewPage } from '../support/workbench/viewPage';
import type { Workbench } from '../support/workbench/workbench';
import { workspaceFolder } from '../support/workbench/workspaceFolder';

/**
 * What a screen reader is told of the screens: roles, names, states, in their order. Each is a golden file; `UPDATE_GOLDEN=1` writes it again.
 */

const tribunal = tribunalEntries({ rounds: 3, planned: 3, isRuled: true });
const dialectic = dialecticEntries({ exchanges: 1 });
const workspace = workspaceFolder({
  sample: true,
  files: {
    [`output/board/${logFileName}`]: textOf(tribunal),
    [`output/graph/${logFileName}`]: textOf(dialectic),
  },
});
let window: Workbench;

beforeAll(async () => {
  cpSync(kept('panel-struck'), join(workspace.path, 'output', 'struck'), { recursive: true });
  window = await openWindow({ folder: workspace.path, width: 1_280, height: 900 });
});
shares(() => window, workspace);

async function opened(folder: string): Promise<{ panel: PanelPage; views: ViewPage }> {
  const panel = await onlyPanel(window, folder);
  return { panel, views: new ViewPage(panel) };
}

/** Times hang on where one is, the folder on the run, a zoom on the fonts. */
const fixed = (tree: string): string =>
  tree
    .replace(/\b\d{1,2}:\d\d(?::\d\d)?(?: [AP]M)?\b/g, '<time>')
    .replace(/\b\d{1,4}([./-])\d{1,2}\1\d{1,4}\b/g, '<day>')
    .replace(/\b\d+ %/g, '<percent>')
    .replace(/\/tmp\/[\w./-]+/g, '<path>')
    .replace(/rostrum-workspace-\w+/g, '<folder>');

async function expectTree(name: string, panel: PanelPage, selector: string): Promise<void> {
  await expectSnapshot(name, await panel.locator(selector));
}

async function expectSnapshot(name: string, found: Locator): Promise<void> {
  const part = found.first();
  await part.waitFor();
  await expectGolden(`accessibility/${name}.txt`, `${fixed(await part.ariaSnapshot())}\n`);
}

/** What breaks the rules is found a moment after the card is there. */
async function faultsFound(panel: PanelPage): Promise<void> {
  await (await panel.locator('.verdict-card .faults')).waitFor();
}

describe('the accessibility tree', () => {
  it('of the panel and of the verdict', async () => {
    const { panel, views } = await opened('struck');
    const ruling = entriesIn(join(kept('panel-struck'), logFileName)).find(({ type }) => type === 'ruling')?.seq ?? -1;
    await views.shown('Verdict');
    await expectTree('verdict', panel, '.verdict-card');
    await views.show('Debate');
    await panel.inSight(1);
    await expectTree('panel-header', panel, '.head');
    await expectTree('panel-tools', panel, '.tools');
    await expectTree('panel-tabs', panel, '[role=tablist]');
    await expectTree('panel-footer', panel, 'footer');
    await expectTree('panel-entry', panel, '[data-at="1"]');
    // Whether what was kept is proven is found in the background; what is read of the source comes again with that.
    await (await panel.entry(2)).locator('.unproven').first().waitFor();
    await (await panel.entry(2)).locator('.badge').first().click();
    await (await panel.entry(2)).locator('.why .passage mark').first().waitFor();
    await expectTree('panel-why', panel, '[data-at="2"]');
    for (const [name, seq] of [
      ['redacted', 13],
      ['redaction', 15],
      ['ruling', ruling],
    ] as const) {
      await goTo(window, seq);
      await panel.entry(seq);
      await expectTree(`panel-${name}`, panel, `[data-at="${seq}"]`);
    }
  });

  it('of the board', async () => {
    const { panel, views } = await opened('board');
    await faultsFound(panel);
    await expectTree('verdict-tribunal', panel, '.verdict-card');
    await views.show('Board');
    await views.issue('I1', /Accepted/);
    await expectTree('board', panel, '.pane:not(.is-hidden)');
  });

  it('of the graph', async () => {
    const { panel, views } = await opened('graph');
    await views.show('Verdict');
    await faultsFound(panel);
    await expectTree('verdict-dialectic', panel, '.verdict-card');
    await views.show('Graph');
    await views.drawn(dialectic.filter(({ type }) => type === 'argument').length);
    await expectTree('graph', panel, '.pane:not(.is-hidden)');
  });

  it('of the page on which a debate is set up', async () => {
    await window.command('View: Close All Editors');
    await window.command('Rostrum: Start Debate');
    await window.quickInput.shown('Start Debate');
    await window.quickInput.type(sampleQuestion);
    await window.quickInput.accept();
    const lineup = new LineupPage(window.page);
    await lineup.documents();
    await until('the evidence', async () => ((await lineup.text()).includes('12 files') ? true : undefined));
    // What else may be cited is looked up beside that.
    const whole = (await lineup.field('evidence')).locator('option', { hasText: 'the whole folder' });
    await whole.waitFor({ state: 'attached' });
    await expectSnapshot('set-up', (await lineup.frame()).locator('.lineup'));
    // Nothing is offered there that looks at a debate.
    const actions = window.page.locator('.editor-actions .action-label[aria-label]');
    const names = (await actions.all()).map((action) => action.getAttribute('aria-label'));
    expect((await Promise.all(names)).join()).not.toMatch(/Find in Debate|Open Log/);
    expect(await window.offeredCommands('Rostrum: Find in Debate')).not.toContain('Rostrum: Find in Debate');
  });
});
