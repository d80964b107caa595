import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { parseSourceUrl } from '../../src/matching/text/sourceUrl';
import type { CitationTarget } from '../../src/ui/findings/citation';
import { servicesHere, startedDebate, until, workspacePath } from './startedDebate';

/** A verified source of a debate that has come to its end, with what was quoted and the file. */
interface Verified extends CitationTarget {
  quote: string;
  file: string;
}

const run = (command: string, argument?: unknown): Thenable<unknown> =>
  vscode.commands.executeCommand(`rostrum.${command}`, argument);

async function verifiedIn(folder: string): Promise<Verified[]> {
  const { debates } = await servicesHere();
  const held = await debates.acquire(folder);
  try {
    const { state, view } = held.debate.log;
    return [...state.findings].flatMap(([seq, findings]) =>
      [...findings.values()].flatMap(({ url, status }) => {
        const parsed = parseSourceUrl(url);
        const quote = view.visible(seq)?.sources?.find((source) => source.url === url)?.quote;
        if (status !== 'verified' || parsed.kind !== 'workspace' || quote === undefined) return [];
        return [{ folder, seq, url, quote, file: workspacePath('evidence', ...parsed.path.split('/')) }];
      }),
    );
  } finally {
    held.dispose();
  }
}

const editor = (): vscode.TextEditor => {
  const active = vscode.window.activeTextEditor;
  assert.ok(active, 'no text editor is active');
  return active;
};

async function lensTitles(uri: vscode.Uri): Promise<string[]> {
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', uri, 20);
  return lenses.flatMap(({ command }) => command?.title ?? []);
}

/** The first words of the quotation stand where the cursor is. */
function assertAtQuote({ quote }: Verified): void {
  const { document, selection, visibleRanges } = editor();
  const words = (text: string): string =>
    text
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
      .slice(0, 20);
  const behind = document.getText(
    new vscode.Range(selection.active, document.lineAt(document.lineCount - 1).range.end),
  );
  assert.equal(words(behind), words(quote));
  assert.ok(
    visibleRanges.some((range) => range.contains(selection.active)),
    'the passage is not in view',
  );
}

describe('sources', () => {
  let folder = '';
  let first: Verified;
  let original = '';

  before(async () => {
    const { runManager } = await servicesHere();
    // Suites before this one may have left passages of their debates in the same files.
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await run('clearSourceHighlight');
    folder = await startedDebate({ format: 'panel-short' });
    await runManager.settled(folder);
    const [verified] = await verifiedIn(folder);
    assert.ok(verified, 'nothing was verified');
    first = verified;
    original = readFileSync(first.file, 'utf8');
  });

  afterEach(async () => {
    writeFileSync(first.file, original);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  after(() => writeFileSync(first.file, original));

  /** The file in the editor, which notices after a while that the test before put it back. */
  async function shownAsItWas(): Promise<vscode.TextEditor> {
    await vscode.window.showTextDocument(vscode.Uri.file(first.file));
    await until('the file as it was', async () => {
      if (editor().document.getText() === original) return true;
      await vscode.commands.executeCommand('workbench.action.files.revert');
      return false;
    });
    return editor();
  }

  it('open the file at the quotation, and say who cites it', async () => {
    await run('openSource', first);
    assert.equal(editor().document.uri.fsPath, first.file);
    assertAtQuote(first);
    const titles = await lensTitles(editor().document.uri);
    assert.ok(
      titles.some((title) => title.startsWith(`Cited in seq ${first.seq} by `) && /verified|quoted/.test(title)),
      titles.join(' | '),
    );
  });

  it('open each at its place, several in one file', async () => {
    const all = (await verifiedIn(folder)).filter(({ file }) => file === first.file).slice(0, 3);
    for (const verified of all) {
      await run('openSource', verified);
      assertAtQuote(verified);
    }
    const titles = await lensTitles(editor().document.uri);
    assert.equal(titles.filter((title) => title.startsWith('Cited in seq')).length, all.length);
    await run('clearSourceHighlight');
    assert.deepEqual(await lensTitles(vscode.Uri.file(first.file)), []);
  });

  it('open the snapshot once the file has changed, and from there the file as it is now', async () => {
    writeFileSync(first.file, `A new first line.\n${original}`);
    await run('openSource', first);
    const { document } = editor();
    assert.equal(document.uri.scheme, 'rostrum-snapshot');
    assert.match(document.uri.path, / \(snapshot\)\.\w+$/);
    assert.equal(document.getText(), original);
    assertAtQuote(first);
    const titles = await lensTitles(document.uri);
    assert.ok(
      titles.some((title) => /^Snapshot of \d{4}-\d\d-\d\d: the file has changed since$/.test(title)),
      titles.join(' | '),
    );
    await run('showCurrentFile');
    assert.equal(editor().document.uri.fsPath, first.file);
    assertAtQuote(first);
  });

  it('open the snapshot once the file is gone, and keep it apart from other debates', async () => {
    rmSync(first.file);
    await run('openSource', first);
    const { uri } = editor().document;
    assert.equal(uri.scheme, 'rostrum-snapshot');
    assert.equal((JSON.parse(uri.query) as { folder: string }).folder, folder);
    assert.equal((await vscode.workspace.openTextDocument(vscode.Uri.parse(uri.toString()))).getText(), original);
  });

  it('cannot be changed as a snapshot', async () => {
    writeFileSync(first.file, 'Rewritten.\n');
    await run('openSource', first);
    const { document } = editor();
    assert.equal(vscode.workspace.fs.isWritableFileSystem('rostrum-snapshot'), false);
    await assert.rejects(async () => vscode.workspace.fs.writeFile(document.uri, new Uint8Array()));
    await vscode.commands.executeCommand('type', { text: 'x' });
    assert.equal(document.isDirty, false);
    assert.equal(document.getText(), original);
  });

  it('show unsaved text for what it is', async () => {
    const { document } = await shownAsItWas();
    await editor().edit((edit) => edit.insert(new vscode.Position(0, 0), 'Unsaved.\n\n'));
    await run('openSource', first);
    assertAtQuote(first);
    assert.ok((await lensTitles(document.uri)).includes('The editor shows other text than the file holds'));
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('lose their highlight where the passage itself is changed, not where text is put in above', async () => {
    let line = 0;
    // The editor may still refuse the edit or take it back.
    await until('the text above, once', async () => {
      const { document } = await shownAsItWas();
      await run('openSource', first);
      line = editor().selection.active.line;
      await editor().edit((edit) => edit.insert(new vscode.Position(0, 0), 'Above.\n'));
      return document.getText() === `Above.\n${original}`;
    });
    const { document } = editor();
    await until('the lens a line further down', async () => {
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
        'vscode.executeCodeLensProvider',
        document.uri,
      );
      return lenses[0]?.range.start.line === line + 1;
    });
    const within = editor().selection.active.translate(0, 3);
    await until('the text within', () => editor().edit((edit) => edit.insert(within, 'x')));
    await until('no lens', async () => (await lensTitles(document.uri)).length === 0);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('say what stands in the way, wait for no answer, and open nothing', async () => {
    await run('openSource', { folder, seq: 9_999, url: first.url });
    await run('openSource', { folder, seq: first.seq, url: 'workspace:never-was-there.md#L1' });
    await run('openSource', { folder, seq: first.seq, url: 'https://a.example/page' });
    await run('openSource', { folder: join(folder, 'nowhere'), seq: 1, url: first.url });
    await run('openSource', { folder, seq: first.seq, url: 'file:///etc/passwd' });
    await run('openSource');
    assert.equal(vscode.window.activeTextEditor, undefined);
  });

  it('lead back to the entry that cites them', async () => {
    await run('openSource', first);
    const { panels } = await servicesHere();
    await run('goToCitingEntry');
    await until('the panel', () => panels.activeFolder === folder);
  });

  it('are linked in the documents of the debate', async () => {
    for (const name of ['transcript.md', 'verifier-report.md']) {
      const uri = vscode.Uri.file(join(folder, name));
      const document = await vscode.workspace.openTextDocument(uri);
      const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>('vscode.executeLinkProvider', uri);
      const ours = links.flatMap(({ range, target }) =>
        target?.scheme === 'command'
          ? [{ text: document.getText(range), command: target.path, argument: argumentOf(target) }]
          : [],
      );
      assert.ok(ours.some(({ text, command }) => /^seq \d+$/.test(text) && command === 'rostrum.revealEntry'));
      const source = ours.find(
        ({ command, argument }) =>
          command === 'rostrum.openSource' && argument['seq'] === first.seq && argument['url'] === first.url,
      );
      assert.ok(source, `${name} has no link to ${first.url} of seq ${first.seq}`);
      assert.ok(ours.some(({ text, command }) => text === '✓ quoted' && command === 'rostrum.openSource'));
      await run('openSource', source.argument);
      assert.equal(editor().document.uri.fsPath, first.file);
    }
  });
});

const argumentOf = (target: vscode.Uri): Record<string, unknown> =>
  (JSON.parse(decodeURIComponent(target.query)) as Record<string, unknown>[])[0] ?? {};
