import * as vscode from 'vscode';
import { SnapshotStore } from '../../record/snapshots';
import { DisposableStore } from '../emitter';
import { rangeOf } from './passageDecorations';
import { snapshotAddressOf } from './snapshotDocuments';
import { snapshotText, type InsertedLines } from './snapshotText';

/** Sets what was put into the document of a snapshot apart from its text: a page may well write such lines itself. */
export class SnapshotDecorations {
  readonly #owned = new DisposableStore();
  readonly #title = this.#owned.add(vscode.window.createTextEditorDecorationType({ fontWeight: 'bold' }));
  readonly #dim = this.#owned.add(
    vscode.window.createTextEditorDecorationType({
      color: new vscode.ThemeColor('descriptionForeground'),
      fontStyle: 'italic',
    }),
  );
  readonly #part = this.#owned.add(
    vscode.window.createTextEditorDecorationType({
      color: new vscode.ThemeColor('descriptionForeground'),
      fontStyle: 'italic',
      fontWeight: 'bold',
      isWholeLine: true,
      borderWidth: '1px 0 0 0',
      borderStyle: 'solid',
      borderColor: new vscode.ThemeColor('editorWidget.border'),
      overviewRulerColor: new vscode.ThemeColor('editorRuler.foreground'),
    }),
  );

  constructor(private readonly failed: (error: unknown) => void) {
    this.#owned.add(vscode.window.onDidChangeVisibleTextEditors((editors) => this.#paintAll(editors)));
    this.#owned.add(
      vscode.workspace.onDidChangeTextDocument(({ document }) =>
        this.#paintAll(vscode.window.visibleTextEditors.filter((editor) => editor.document === document)),
      ),
    );
    this.#paintAll(vscode.window.visibleTextEditors);
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #paintAll(editors: readonly vscode.TextEditor[]): void {
    for (const editor of editors) this.#paint(editor).catch(this.failed);
  }

  async #paint(editor: vscode.TextEditor): Promise<void> {
    const address = snapshotAddressOf(editor.document.uri);
    if (address === undefined) return;
    const snapshot = await new SnapshotStore(address.folder).find(address.url);
    const shown = snapshot === undefined ? undefined : snapshotText(snapshot);
    if (shown === undefined || this.#owned.isDisposed) return;
    const marks = shown.marks.map(({ kind, span }) => ({ kind, range: rangeOf(span) }));
    const ranges = (...kinds: InsertedLines['kind'][]): vscode.Range[] =>
      marks.filter(({ kind }) => kinds.includes(kind)).map(({ range }) => range);
    const headers = ranges('header');
    editor.setDecorations(
      this.#title,
      headers.map(({ start }) => editor.document.lineAt(start.line).range),
    );
    editor.setDecorations(this.#dim, [
      ...headers.map(({ start, end }) => new vscode.Range(start.line + 1, 0, end.line, end.character)),
      ...ranges('page'),
    ]);
    editor.setDecorations(this.#part, ranges('part'));
  }
}
