import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { servicesHere, until, workspacePath } from './startedDebate';

const folder = workspacePath('citations-test');
const notes = 'The key is never written to disk.\n\nA page takes 41 ms on the old machine.\n';
const document = [
  '# Is the report sound?',
  'They say “The key is never written to disk” ([n](notes.md)).',
  'They say “The key is often written to disk” ([n](notes.md)).',
  'They say “These are the words of a file” ([n](gone.md)).',
  '',
].join('\n\n');

const uri = vscode.Uri.file(join(folder, 'report.md'));

const problems = (): vscode.Diagnostic[] =>
  vscode.languages.getDiagnostics(uri).filter(({ source }) => source === 'Rostrum');

const codes = (): unknown[] => problems().map(({ code }) => code);

describe('the citations of a document', () => {
  before(async () => {
    await servicesHere();
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'notes.md'), notes);
    writeFileSync(uri.fsPath, document);
  });

  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    rmSync(folder, { recursive: true, force: true });
  });

  it('are not checked before the user says so', async () => {
    await vscode.window.showTextDocument(uri);
    await new Promise((resolve) => setTimeout(resolve, 500));
    assert.deepEqual(codes(), []);
  });

  it('are checked at one command, and what does not hold is among the problems', async () => {
    await vscode.commands.executeCommand('rostrum.checkCitations', uri);
    await until('the problems', () => codes().length === 2);
    assert.deepEqual(codes(), ['missing', 'gone']);
    const [missing] = problems();
    assert.match(missing?.message ?? '', /Not in the source.*There stands: “The key is never written to disk”/s);
    const editor = await vscode.window.showTextDocument(uri);
    assert.equal(editor.document.getText(missing?.range), 'The key is often written to disk');
  });

  it('say in a hover what stands there', async () => {
    const at = problems()[0]?.range.start ?? new vscode.Position(0, 0);
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', uri, at);
    const text = hovers
      .flatMap(({ contents }) => contents)
      .map((content) => ('value' in Object(content) ? (content as vscode.MarkdownString).value : ''))
      .join('\n');
    assert.match(text.replaceAll('&nbsp;', ' '), /There stands[\s\S]*The key is never written to disk/);
    assert.match(text, /command:rostrum\.showWhatStandsThere/);
  });

  it('lead to the passage of the source', async () => {
    const editor = await vscode.window.showTextDocument(uri);
    editor.selection = new vscode.Selection(problems()[0]?.range.start ?? editor.selection.start, editor.selection.end);
    const [missing] = problems();
    assert.ok(missing !== undefined);
    editor.selection = new vscode.Selection(missing.range.start, missing.range.start);
    await vscode.commands.executeCommand('rostrum.showWhatStandsThere');
    await until('the source', () => vscode.window.activeTextEditor?.document.uri.fsPath.endsWith('notes.md') === true);
    assert.equal(vscode.window.activeTextEditor?.selection.start.line, 0);
  });

  it('are replaced by the source’s words, one at a time, and that is undone', async () => {
    const editor = await vscode.window.showTextDocument(uri);
    const range = problems()[0]?.range ?? new vscode.Range(0, 0, 0, 0);
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      uri,
      range,
      vscode.CodeActionKind.QuickFix.value,
    );
    const own = actions.filter(({ title }) => /Source’s Words|What Stands There/.test(title));
    assert.deepEqual(
      own.map(({ title }) => title),
      ['Replace by the Source’s Words', 'Show What Stands There'],
    );
    const [replace] = own;
    assert.ok(replace?.edit !== undefined);
    await vscode.workspace.applyEdit(replace.edit);
    assert.equal(editor.document.getText(), document.replace('is often', 'is never'));
    await until('the problem to go', () => codes().length === 1);
    assert.deepEqual(codes(), ['gone']);
    await vscode.commands.executeCommand('undo');
    assert.equal(editor.document.getText(), document);
    const all = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      uri,
      new vscode.Range(0, 0, editor.document.lineCount, 0),
      vscode.CodeActionKind.SourceFixAll.value,
    );
    assert.deepEqual(
      all.filter(({ title }) => /Source’s Words/.test(title)),
      [],
    );
  });

  it('are checked as the editor has them, also of a folder', async () => {
    const editor = await vscode.window.showTextDocument(uri);
    await editor.edit((edit) =>
      edit.insert(new vscode.Position(0, 0), 'They say “a new line that nobody wrote” ([n](notes.md)).\n\n'),
    );
    await vscode.commands.executeCommand('rostrum.checkCitations', vscode.Uri.file(folder));
    await until('the problems', () => codes().length === 3);
    assert.deepEqual(codes(), ['missing', 'missing', 'gone']);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('are evidence of a debate about the document', async () => {
    await vscode.window.showTextDocument(uri);
    await vscode.commands.executeCommand('rostrum.checkCitations', uri);
    const asked = vscode.commands.executeCommand<string | undefined>('rostrum.debateThisDocument', uri);
    // The question is proposed and taken.
    let isDone = false;
    void Promise.resolve(asked).finally(() => (isDone = true));
    await until(
      'the setup',
      async () => {
        if (!isDone) await vscode.commands.executeCommand('quickInput.accept');
        return isDone;
      },
      60_000,
    );
    const id = await asked;
    assert.ok(id !== undefined, 'nothing came of it');
    const draft = await (await servicesHere()).drafts.find(id);
    assert.ok(draft !== undefined);
    assert.match(JSON.stringify(draft.review), /citations-of-report\.md/);
  });
});
