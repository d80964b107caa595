import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatModelExtension } from '../support/workbench/chatModel';
import { ChatView } from '../support/workbench/chatView';
import { startServer, testFolder, testWindow } from '../support/workbench/inTest';
import { pacedDebate, runThrough } from '../support/workbench/pacedDebate';
import { PanelPage } from '../support/workbench/panelPage';
import type { WorkbenchServer } from '../support/workbench/server';
import { workspaceFolder } from '../support/workbench/workspaceFolder';

const extensions = workspaceFolder();
let server: WorkbenchServer;
beforeAll(async () => {
  server = await startServer({ name: 'chat-server', extensions: [chatModelExtension(extensions.path)] });
});
afterAll(async () => {
  await server.stop();
  extensions.remove();
});

describe('@rostrum in the chat view', () => {
  it('answers from the record, with links that lead to the panel', async () => {
    const folder = testFolder({ sample: true });
    const debate = await pacedDebate(folder, () => 0, { topic: 'Who feeds the cats?', rounds: 1 });
    await runThrough(debate);
    const window = await testWindow({ server: server.address, folder });
    const chat = await ChatView.open(window);
    const status = await chat.ask(
      '@rostrum /status ',
      /Who feeds the cats\? · Draw .*Sources: ✓ \d+ verified.*Cost: nothing.*Last entry:/,
    );
    await status
      .locator('a', { hasText: /^seq \d+$/ })
      .first()
      .click();
    const panel = new PanelPage(window.page);
    await panel.stated(/^Done Draw/);
    // By keys: the focus goes along, to the entry.
    await window.command('View: Close All Editors');
    const link = status.locator('a', { hasText: /^seq \d+$/ }).last();
    const seq = Number((await link.innerText()).replace(/\D/g, ''));
    await link.focus();
    await window.page.keyboard.press('Enter');
    await panel.focusedOn(seq);
    await expect.poll(() => window.page.evaluate('document.activeElement?.tagName')).toBe('IFRAME');

    // Nobody is named: before that is asked for, that nobody can be asked.
    await chat.ask('@rostrum /ask What would change your mind?', /The debate is over/);
    const summary = await chat.ask('@rostrum /summary ', /Debate Summary: Who feeds the cats\?.*Open Summary/);
    await expect.poll(() => summary.locator('a', { hasText: /^seq \d+$/ }).count()).toBeGreaterThan(3);
    await window.screenshot('chat-summary');
    await chat.ask('@rostrum /ask @ada What would change your mind?', /The debate is over/);
  });
});
