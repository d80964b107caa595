import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { pathOfLog } from '../../src/record/logPath';
import { openLink } from '../../src/ui/uriHandler';
import { servicesHere, startedDebate, until, workspacePath } from './startedDebate';

describe('a log as text', () => {
  let folder = '';

  before(async function () {
    this.timeout(120_000);
    const { runManager } = await servicesHere();
    folder = await startedDebate({ format: 'panel-short' });
    await runManager.settled(folder);
  });

  it('has a language of its own', async () => {
    const document = await vscode.workspace.openTextDocument(pathOfLog(folder));
    assert.equal(document.languageId, 'rostrum-debate-log');
  });

  it('has links to entries, to their lines and to sources', async () => {
    const uri = vscode.Uri.file(pathOfLog(folder));
    const document = await vscode.workspace.openTextDocument(uri);
    const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>('vscode.executeLinkProvider', uri);
    const targets = links.map(({ range, target }) => ({
      text: document.getText(range),
      line: range.start.line,
      target,
    }));
    const own = targets.filter(({ target }) => target?.path === 'rostrum.revealEntry');
    assert.deepEqual(
      own.map(({ text }) => Number(text)),
      Array.from({ length: document.lineCount - 1 }, (_, seq) => seq),
    );
    const about = targets.find(({ text, target }) => target?.scheme === 'file' && text !== '');
    assert.equal(about?.target?.fragment, `L${Number(about?.text) + 1}`);
    assert.ok(
      targets.some(({ text, target }) => text.startsWith('workspace:') && target?.path === 'rostrum.openSource'),
    );
  });

  it('has links in the lines that are added while it is open', async () => {
    const copy = workspacePath('copy', 'debate-log.jsonl');
    mkdirSync(workspacePath('copy'), { recursive: true });
    const lines = readFileSync(pathOfLog(folder), 'utf8').split('\n');
    writeFileSync(copy, `${lines.slice(0, 4).join('\n')}\n`);
    const document = await vscode.workspace.openTextDocument(copy);
    await vscode.window.showTextDocument(document);
    const owns = async (): Promise<number[]> => {
      const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
        'vscode.executeLinkProvider',
        document.uri,
      );
      return links.filter(({ target }) => target?.path === 'rostrum.revealEntry').map(({ range }) => range.start.line);
    };
    assert.deepEqual(await owns(), [0, 1, 2, 3]);
    appendFileSync(copy, `${lines.slice(4, 6).join('\n')}\n`);
    await until('the new lines', () => document.lineCount === 7);
    assert.deepEqual(await owns(), [0, 1, 2, 3, 4, 5]);
    writeFileSync(copy, `not an entry\n${lines[0] ?? ''}\n`);
    await until('another log', () => document.lineCount === 3);
    assert.deepEqual(await owns(), [1]);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    rmSync(workspacePath('copy'), { recursive: true });
  });

  it('cannot be changed by an editor, not even by a formatter on save', async () => {
    const before = readFileSync(pathOfLog(folder));
    const formatter = vscode.languages.registerDocumentFormattingEditProvider(
      { language: 'rostrum-debate-log' },
      { provideDocumentFormattingEdits: () => [vscode.TextEdit.insert(new vscode.Position(0, 0), 'x')] },
    );
    const settings = vscode.workspace.getConfiguration('editor');
    await settings.update('formatOnSave', true, vscode.ConfigurationTarget.Global);
    try {
      const shown = await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(pathOfLog(folder)));
      await vscode.commands.executeCommand('type', { text: 'x' });
      await vscode.commands.executeCommand('editor.action.formatDocument');
      await vscode.commands.executeCommand('workbench.action.files.save');
      assert.equal(shown.document.isDirty, false);
      assert.deepEqual(readFileSync(pathOfLog(folder)), before);
    } finally {
      formatter.dispose();
      await settings.update('formatOnSave', undefined, vscode.ConfigurationTarget.Global);
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    }
  });

  it('is told from other files by its name only', async () => {
    const other = await vscode.workspace.openTextDocument(workspacePath('topic.txt'));
    assert.notEqual(other.languageId, 'rostrum-debate-log');
    const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>('vscode.executeLinkProvider', other.uri);
    assert.ok(links.every(({ target }) => target?.scheme !== 'command'));
  });
});

describe('a link to a debate', () => {
  it('opens the panel of one in the workspace', async () => {
    const { runManager, panels } = await servicesHere();
    const folder = await startedDebate({ format: 'panel-short' });
    await runManager.settled(folder);
    await followLink({ path: '/debate', query: `folder=${encodeURIComponent(folder)}&seq=2` });
    await until('the panel', () => panels.activeFolder === folder);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('opens nothing when it is none, or leads to no debate', async () => {
    const { panels } = await servicesHere();
    for (const query of [
      '',
      'folder=',
      'folder=relative',
      'folder=%2F%2Fserver%2Fshare',
      `folder=${encodeURIComponent(workspacePath('evidence'))}`,
    ]) {
      await Promise.race([followLink({ path: '/debate', query }), new Promise((resolve) => setTimeout(resolve, 300))]);
    }
    await Promise.race([
      followLink({ path: '/delete', query: `folder=${encodeURIComponent(workspacePath())}` }),
      new Promise((resolve) => setTimeout(resolve, 300)),
    ]);
    assert.equal(panels.activeFolder, undefined);
  });
});

/** As the editor would hand it over. */
async function followLink(parts: { path: string; query: string }): Promise<void> {
  await openLink(
    vscode.Uri.from({ scheme: vscode.env.uriScheme, authority: 'rostrum.rostrum', ...parts }),
    await servicesHere(),
  );
}

describe('a report of an issue', () => {
  it('is shown before it goes anywhere, without paths and words of the debate', async () => {
    const { runManager } = await servicesHere();
    const folder = await startedDebate({ format: 'panel-short' });
    await runManager.settled(folder);
    const shown = new Promise<vscode.TextDocument>((resolve) => {
      const waiting = vscode.workspace.onDidOpenTextDocument((document) => {
        if (!document.isUntitled) return;
        waiting.dispose();
        resolve(document);
      });
    });
    // It ends only when somebody answers its message.
    void vscode.commands.executeCommand('rostrum.reportIssue', { folder });
    const text = (await shown).getText();
    assert.match(text, /## Versions[\s\S]*\| Rostrum \| \d+\.\d+\.\d+ \|/);
    assert.match(text, /\| format, provider \| panel, offline \|/);
    for (const hidden of [folder, workspacePath(), join(folder, '..'), 'Should the payments service'])
      assert.ok(!text.includes(hidden), hidden);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });
});
