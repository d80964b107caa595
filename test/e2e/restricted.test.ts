import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { leaseStatus } from '../../src/record/lease';
import { startServer, testFolder, testWindow } from '../support/workbench/inTest';
import { pacedDebate, parcelTopic, runThrough } from '../support/workbench/pacedDebate';
import { PanelPage } from '../support/workbench/panelPage';
import { plain, until } from '../support/workbench/patience';
import type { WorkbenchServer } from '../support/workbench/server';

let server: WorkbenchServer;
beforeAll(async () => {
  // Its own editors as tabs rather than over the window.
  server = await startServer({
    name: 'restricted-server',
    isTrusted: false,
    settings: { 'workbench.editor.useModal': 'off' },
  });
});
afterAll(() => server.stop());

/** What a folder from a stranger may bring along. */
const strangersSettings = JSON.stringify({
  'rostrum.outputDirectory': 'of-strangers',
  'rostrum.rounds.minimum': 1,
  'rostrum.rounds.maximum': 1,
  'rostrum.panel.location': 'active',
});

describe('in Restricted Mode', () => {
  it('small: debates are read and not driven, until the workspace is trusted', async () => {
    const folder = testFolder({ sample: true, files: { '.vscode/settings.json': strangersSettings } });
    const done = await pacedDebate(folder, () => 0, { topic: 'Who feeds the cats?', rounds: 1 });
    await runThrough(done);
    const waiting = await pacedDebate(folder, () => 0, { rounds: 1 });
    const window = await testWindow({ server: server.address, folder });
    await window.statusBar.item('Restricted Mode');
    const view = await window.view('Debates');
    await view.click(done.topic);
    const panel = new PanelPage(window.page);
    await panel.stated(/^Done Draw/);
    await expect.poll(async () => (await panel.entry(2)).innerText()).toContain('Look at the record.');
    await (await panel.locator('article[data-at="2"] .source-label')).click();
    await window.editor.shownBeside('ada.md');
    await window.command('Go to File...');
    await window.quickInput.type('ada.md');
    await window.quickInput.pick('ada.md');
    await window.command('Rostrum: Check Citations');
    await window.notifications.shown(
      'This workspace is in Restricted Mode. To check citations, trust it first: its files and the pages that they cite are read.',
    );
    await window.command('View: Close All Editors');

    await view.click(parcelTopic);
    await panel.stated(/^Interrupted Nobody has run it yet\./);
    expect(plain(await (await panel.locator('.actions')).innerText())).toMatch(/^Manage Trust More actions$/);
    expect(plain(await (await panel.locator('.empty')).innerText())).toMatch(
      /^Nothing has been said yet .* Manage Trust$/,
    );
    await window.command('Rostrum: Start Debate');
    await window.notifications.shown(
      'This workspace is in Restricted Mode. To start a debate, trust it first: the agents read its files.',
    );
    await window.command('Rostrum: Check All Again');
    await window.notifications.shown(
      'This workspace is in Restricted Mode, in which debates are only read. To take part in one, trust the workspace first.',
    );
    const row = await view.row(parcelTopic);
    await row.hover();
    await row.getByRole('button', { name: 'Open Debate', exact: true }).waitFor();
    expect(await row.getByRole('button', { name: 'Resume Debate', exact: true }).count()).toBe(0);
    await window.command('Rostrum: Resume Debate');
    const refusal =
      'This workspace is in Restricted Mode. To resume a debate, trust it first: the agents read its files.';
    await window.notifications.shown(refusal);
    expect((await leaseStatus(waiting.path)).state).toBe('free');

    // What the folder sets is not in force.
    await window.command('Preferences: Open Workspace Settings');
    const settings = window.page.locator('.settings-editor');
    // It is there before the keys go to it.
    await settings
      .locator('.search-container .native-edit-context:focus, .search-container textarea:focus')
      .first()
      .waitFor({ state: 'attached' });
    const { length } = manifest.capabilities.untrustedWorkspaces.restrictedConfigurations;
    // The editor may lose keys while it still fills the page: then all is typed again.
    await until('the settings that need trust', async () => {
      await window.page.keyboard.press('ControlOrMeta+A');
      await window.page.keyboard.type('@tag:requireTrustedWorkspace @ext:rostrum.rostrum');
      const found = settings.locator('.settings-count-widget', { hasText: `${length} Settings Found` });
      return await found.waitFor({ timeout: 10_000 }).then(
        () => true,
        () => undefined,
      );
    });
    const setting = settings.locator('.setting-item-contents', { hasText: 'Output Directory' });
    await expect.poll(async () => plain(await setting.innerText())).toContain('Requires workspace trust');

    await window.notifications.press(refusal, 'Manage Workspace Trust');
    await window.page.locator('.workspace-trust-editor').getByRole('button', { name: 'Trust', exact: true }).click();
    await window.editor.switchTo(parcelTopic);
    await expect.poll(() => window.statusBar.texts()).not.toContain('Restricted Mode');
    await panel.press('Resume');
    await panel.stated(/^Done Draw/);
    await window.command('Rostrum: Start Debate');
    await window.quickInput.shown('Start Debate');
  });
});
