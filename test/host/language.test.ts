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

  before(async () => {
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
    assert.equal(about?.target?.fragment, `L${numberIn(about?.text) + 1}`);
    assert.ok(
      targets.some(({ text, target }) => text.startsWith('workspace:') && target?.path === 'rostrum.openSource'),
    );
  });

  it('log: has an outline of phases, rounds and entries, and folds by them', async () => {
    const uri = vscode.Uri.file(pathOfLog(folder));
    const document = await vscode.workspace.openTextDocument(uri);
    const parts = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>(
      'vscode.executeDocumentSymbolProvider',
      uri,
    );
    const names = parts.map(({ name }) => name);
    for (const name of ['Openings', 'Round 1', 'Conclusion']) assert.ok(names.includes(name), name);
    const entries = parts.flatMap(({ children }) => children);
    assert.equal(entries.length, document.lineCount - 1);
    // What is in the name alone is found by Go to Symbol.
    assert.ok(entries.some(({ name }) => /^\d+ chair · conclusion$/.test(name)));
    const folds = await vscode.commands.executeCommand<vscode.FoldingRange[]>(
      'vscode.executeFoldingRangeProvider',
      uri,
    );
    const opening = parts.find(({ name }) => name === 'Openings');
    assert.ok(folds.some(({ start, end }) => start === opening?.range.start.line && end === opening.range.end.line));
  });

  it('tells of the entry under the cursor, where it stands and who names it', async () => {
    const uri = vscode.Uri.file(pathOfLog(folder));
    const document = await vscode.workspace.openTextDocument(uri);
    const line = Array.from({ length: document.lineCount }, (_, at) => at).find((at) =>
      /"target_seq":\s*\d/.test(document.lineAt(at).text),
    );
    assert.ok(line !== undefined, 'no entry is about another');
    const { text } = document.lineAt(line);
    const [whole = '', digits = ''] = /"target_seq":\s*(\d+)/.exec(text) ?? [];
    const number = new vscode.Position(line, text.indexOf(whole) + whole.length - 1);
    const answered = Number(digits);
    const ask = <T>(command: string, ...given: unknown[]) => vscode.commands.executeCommand<T>(command, uri, ...given);
    const [hover] = await ask<vscode.Hover[]>('vscode.executeHoverProvider', number);
    const [head, body] = (hover?.contents ?? []) as vscode.MarkdownString[];
    assert.match(head?.value ?? '', new RegExp(`^seq ${answered} · `));
    const said = (JSON.parse(document.lineAt(answered).text) as { content: string }).content;
    assert.ok(body?.value.startsWith(said.slice(0, 40)), body?.value);
    assert.notEqual(body?.isTrusted, true);
    const [definition] = await ask<vscode.Location[]>('vscode.executeDefinitionProvider', number);
    assert.equal(definition?.range.start.line, answered);
    const mentions = await ask<vscode.Location[]>('vscode.executeReferenceProvider', number);
    const at = mentions.map(({ range }) => range.start.line);
    assert.ok(at.includes(line) && at.includes(answered), at.join());
    for (const { range } of mentions) assert.equal(numberIn(document.getText(range)), answered);
  });

  it('tells of the entry that a text mentions', async () => {
    const uri = vscode.Uri.file(pathOfLog(folder));
    const document = await vscode.workspace.openTextDocument(uri);
    const lines = Array.from({ length: document.lineCount }, (_, at) => document.lineAt(at).text);
    const line = lines.findIndex((text) => /"content":"[^"]*\bseq \d/.test(text));
    assert.ok(line >= 0, 'no text mentions an entry');
    const { index, 1: digits } = /\bseq (\d+)/.exec(lines[line] ?? '') ?? assert.fail();
    const within = new vscode.Position(line, index + 1);
    const [hover] = await vscode.commands.executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', uri, within);
    const [head] = (hover?.contents ?? []) as vscode.MarkdownString[];
    assert.match(head?.value ?? '', new RegExp(`^seq ${digits} · `));
    const mentions = await vscode.commands.executeCommand<vscode.Location[]>(
      'vscode.executeReferenceProvider',
      uri,
      within,
    );
    assert.ok(mentions.some(({ range }) => range.start.isEqual(new vscode.Position(line, index))));
    assert.ok(mentions.some(({ range }) => range.start.line === Number(digits)));
  });

  it('says at each line who speaks, and at rulings, redactions and results what they say', async () => {
    const uri = vscode.Uri.file(pathOfLog(folder));
    const document = await vscode.workspace.openTextDocument(uri);
    const all = new vscode.Range(0, 0, document.lineCount, 0);
    const inlays = await vscode.commands.executeCommand<vscode.InlayHint[]>(
      'vscode.executeInlayHintProvider',
      uri,
      all,
    );
    assert.equal(inlays.length, document.lineCount - 1);
    for (const { label, position } of inlays) {
      const { speaker } = JSON.parse(document.lineAt(position.line).text) as { speaker: string };
      assert.equal(typeof label === 'string' ? label.split(' · ')[0] : '', speaker);
    }
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', uri, 500);
    const results = lenses.filter(({ command }) =>
      /^(?:quoted|verified|unverified|unreliable): /.test(command?.title ?? ''),
    );
    assert.ok(results.length > 0, lenses.map(({ command }) => command?.title).join());
    for (const { range } of results) assert.match(document.lineAt(range.start.line).text, /"verification_result"/);
    // The way to the entry stands before the words, which may be longer than the editor is wide.
    const ofFirst = lenses.filter(({ range }) => range.start.line === results[0]?.range.start.line);
    assert.match(ofFirst[0]?.command?.title ?? '', /^Show seq \d+$/);
  });

  it('says what results and redactions of an ancestor’s log say, which has them as text', async () => {
    const base = { timestamp: '2026-01-01T00:00:00Z', phase: 'opening', rebuttal_to_seq: null, sources: null };
    const url = 'https://a.example/x';
    const found = JSON.stringify({ url, status: 'unreliable', notes: 'Other words stand there.' });
    const opening = { type: 'opening_statement', content: 'It costs 3.', target_seq: null, sources: [{ url }] };
    const result = { speaker: 'verifier', type: 'verification_result', content: found };
    const lines = [
      { seq: 0, speaker: 'ann', ...opening },
      { seq: 1, speaker: 'bob', ...opening },
      { seq: 2, ...result, target_seq: 0 },
      { seq: 3, ...result, target_seq: 1 },
      { seq: 4, ...result, target_seq: 1, content: 'Nobody could say.' },
      { seq: 5, speaker: 'chair', type: 'redaction', content: 'Reason: made up. Entry is struck.', target_seq: 0 },
    ].map((entry) => JSON.stringify({ ...base, ...entry }));
    const path = workspacePath('ancestor', 'debate-log.jsonl');
    mkdirSync(workspacePath('ancestor'));
    writeFileSync(path, `${lines.join('\n')}\n`);
    const uri = vscode.Uri.file(path);
    try {
      await vscode.workspace.openTextDocument(uri);
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', uri, 50);
      const titles = lenses.map(({ command }) => command?.title ?? '').filter((title) => !/^Show seq \d$/.test(title));
      assert.deepEqual(titles, [
        'Verification of seq 0.',
        'unreliable: https://a.example/x',
        'Nobody could say.',
        'Strikes seq 0: made up.',
      ]);
    } finally {
      rmSync(workspacePath('ancestor'), { recursive: true });
    }
  });

  it('has its rulings, arguments and issues among the symbols of the workspace', async () => {
    const services = await servicesHere();
    const sample = { sample: true, format: 'dialectic' };
    const dialectic = await vscode.commands.executeCommand<string>('rostrum.startDebate', sample);
    await services.runManager.settled(dialectic);
    await services.library.refresh();
    await until('the debate to be checked', () => services.checks.of(dialectic).kind === 'checked');
    const check = services.checks.of(dialectic);
    const [first] = check.kind === 'checked' ? check.found.symbols : [];
    assert.equal(first?.kind, 'argument');
    const found = await vscode.commands.executeCommand<vscode.SymbolInformation[]>(
      'vscode.executeWorkspaceSymbolProvider',
      first.name,
    );
    const mine = found.find(({ location }) => location.uri.fsPath === pathOfLog(dialectic));
    assert.equal(mine?.name, first.name);
    assert.equal(mine.location.range.start.line, first.line - 1);
  });

  it('is where the entries lead to that its documents name, in the preview of Markdown', async () => {
    const summary = vscode.Uri.file(join(folder, 'summary.md'));
    const document = await vscode.workspace.openTextDocument(summary);
    assert.match(document.getText(), /transcript\.md#seq-\d+/);
    const html = await vscode.commands.executeCommand<string>('markdown.api.render', document);
    // A browser window does not follow the editor's scheme: there the anchors stay.
    const [wanted, other] = [
      /href="[\w-]+:\/\/rostrum\.rostrum\/debate\?folder=[^"]+&amp;seq=\d+"/,
      /href="transcript\.md#seq-/,
    ];
    const isWeb = vscode.env.uiKind === vscode.UIKind.Web;
    assert.match(html, isWeb ? other : wanted);
    assert.doesNotMatch(html, isWeb ? wanted : other);
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

/** `seq 12` in a text, `12` in a field. */
const numberIn = (text = ''): number => Number(/\d+$/.exec(text)?.[0]);

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
  it('is shown before it goes anywhere', async () => {
    const shown = new Promise<vscode.TextDocument>((resolve) => {
      const waiting = vscode.workspace.onDidOpenTextDocument((document) => {
        if (!document.isUntitled) return;
        waiting.dispose();
        resolve(document);
      });
    });
    // The command ends only when somebody answers its message.
    void vscode.commands.executeCommand('rostrum.reportIssue');
    const text = (await shown).getText();
    assert.match(text, /## Versions[\s\S]*\| Rostrum \| \d+\.\d+\.\d+ \|/);
    assert.match(text, /## Last error/);
    assert.ok(!text.includes(workspacePath()));
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });
});
