import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { pathOfLog } from '../../src/record/debateLog';
import { servicesHere, startedDebate, workspacePath } from './startedDebate';

describe('a log as text', () => {
  let folder = '';

  before(async function () {
    this.timeout(120_000);
    const { conductor } = await servicesHere();
    folder = await startedDebate({ format: 'panel-short' });
    await conductor.settled(folder);
  });

  it('has a language of its own', async () => {
    const document = await vscode.workspace.openTextDocument(pathOfLog(folder));
    assert.equal(document.languageId, 'rostrum-debate-log');
  });

  it('has links to entries, to their lines and to sources', async () => {
    const uri = vscode.Uri.file(pathOfLog(folder));
    const document = await vscode.workspace.openTextDocument(uri);
    const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>('vscode.executeLinkProvider', uri);
    const targets = links.map(({ range, target }) => ({ text: document.getText(range), line: range.start.line, target }));
    const own = targets.filter(({ target }) => target?.path === 'rostrum.revealEntry');
    assert.deepEqual(own.map(({ text }) => Number(text)), Array.from({ length: document.lineCount - 1 }, (_, seq) => seq));
    const about = targets.find(({ text, target }) => target?.scheme === 'file' && text !== '');
    assert.equal(about?.target?.fragment, `L${Number(about?.text) + 1}`);
    assert.ok(targets.some(({ text, target }) => text.startsWith('workspace:') && target?.path === 'rostrum.openSource'));
  });

  it('cannot be changed by an editor', async () => {
    const before = readFileSync(pathOfLog(folder));
    const shown = await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(pathOfLog(folder)));
    await vscode.commands.executeCommand('type', { text: 'x' });
    await vscode.commands.executeCommand('editor.action.formatDocument');
    await vscode.commands.executeCommand('workbench.action.files.save');
    assert.equal(shown.document.isDirty, false);
    assert.deepEqual(readFileSync(pathOfLog(folder)), before);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('is told from other files by its name only', async () => {
    const other = await vscode.workspace.openTextDocument(workspacePath('topic.txt'));
    assert.notEqual(other.languageId, 'rostrum-debate-log');
    const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>('vscode.executeLinkProvider', other.uri);
    assert.ok(links.every(({ target }) => target?.scheme !== 'command'));
  });
});

describe('a report of an issue', () => {
  it('is shown before it goes anywhere, without paths and words of the debate', async () => {
    const { conductor } = await servicesHere();
    const folder = await startedDebate({ format: 'panel-short' });
    await conductor.settled(folder);
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
    for (const hidden of [folder, workspacePath(), join(folder, '..'), 'Should the payments service']) assert.ok(!text.includes(hidden), hidden);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });
});
