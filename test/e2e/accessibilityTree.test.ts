import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { logFileName } from '../../src/record/logPath';
import { dialecticEntries } from '../support/formats/dialecticRecord';
import { textOf } from '../support/formats/stepped';
import { tribunalEntries } from '../support/formats/tribunalRecord';
import { expectGolden } from '../support/golden';
import { kept } from '../support/oldRecords';
import { testFolder, testWindow } from '../support/workbench/inTest';
import { PanelPage } from '../support/workbench/panelPage';
import { ViewPage } from '../support/workbench/viewPage';

/**
 * What a screen reader is told of the screens: roles, names, states, in their order. Each is a golden file; `UPDATE_GOLDEN=1` writes it anew.
 */

interface Screens {
  panel: PanelPage;
  views: ViewPage;
}

async function opened(fill: (debate: string) => void): Promise<Screens> {
  const workspace = testFolder();
  const debate = join(workspace, 'output', 'debate');
  mkdirSync(debate, { recursive: true });
  fill(debate);
  const window = await testWindow({ folder: workspace, width: 1_280, height: 900 });
  await window.command('Rostrum: Open Panel');
  const panel = new PanelPage(window.page);
  await panel.says(/./);
  return { panel, views: new ViewPage(panel) };
}

/** Times hang on where one is, the folder on the run, a zoom on the fonts. */
const fixed = (tree: string): string =>
  tree
    .replace(/\b\d{1,2}:\d\d(?::\d\d)?(?: [AP]M)?\b/g, '<time>')
    .replace(/\b\d{1,4}([./-])\d{1,2}\1\d{1,4}\b/g, '<day>')
    .replace(/\b\d+ %/g, '<percent>')
    .replace(/\/tmp\/[\w./-]+/g, '<path>');

async function expectTree(name: string, panel: PanelPage, selector: string): Promise<void> {
  const part = (await panel.locator(selector)).first();
  await part.waitFor();
  await expectGolden(`accessibility/${name}.txt`, `${fixed(await part.ariaSnapshot())}\n`);
}

describe('the accessibility tree', () => {
  it('of the panel and of the verdict', async () => {
    const { panel, views } = await opened((debate) => cpSync(kept('panel-struck'), debate, { recursive: true }));
    await views.shown('Verdict');
    await expectTree('verdict', panel, '.verdict-card');
    await views.show('Debate');
    await panel.inSight(1);
    await expectTree('panel-header', panel, '.head');
    await expectTree('panel-tools', panel, '.tools');
    await expectTree('panel-entry', panel, '[data-at="1"]');
  });

  it('of the board', async () => {
    const entries = tribunalEntries({ rounds: 3, planned: 3, isRuled: true });
    const { panel, views } = await opened((debate) => writeFileSync(join(debate, logFileName), textOf(entries)));
    await views.show('Board');
    await views.issue('I1', /Accepted/);
    await expectTree('board', panel, '.pane:not(.is-hidden)');
  });

  it('of the graph', async () => {
    const entries = dialecticEntries({ exchanges: 1 });
    const { panel, views } = await opened((debate) => writeFileSync(join(debate, logFileName), textOf(entries)));
    await views.show('Graph');
    await views.drawn(entries.filter(({ type }) => type === 'argument').length);
    await expectTree('graph', panel, '.pane:not(.is-hidden)');
  });
});
