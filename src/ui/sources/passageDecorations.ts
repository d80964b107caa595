import * as vscode from 'vscode';
import { SnapshotStore } from '../../record/snapshots';
import { DisposableStore } from '../kit/emitter';
import { passageHover } from './passageHover';
import type { ShownPassages } from './shownPassages';
import { snapshotAddressOf } from './snapshotDocuments';
import { snapshotText, type InsertedLines } from './snapshotText';
import type { PositionRange } from './textSpans';

export class PassageDecorations {
  readonly #owned = new DisposableStore();
  /** The one opened last stands out; the others are marked more quietly. */
  readonly #current = this.#owned.add(
    decoration(
      'editor.findMatchHighlightBackground',
      'editor.findMatchHighlightBorder',
      'editorOverviewRuler.findMatchForeground',
    ),
  );
  readonly #others = this.#owned.add(
    decoration(
      'editor.wordHighlightBackground',
      'editor.wordHighlightBorder',
      'editorOverviewRuler.wordHighlightForeground',
    ),
  );

  constructor(private readonly passages: ShownPassages) {
    this.#owned.add(passages.onDidChange((document) => this.#paint(document)));
    this.#owned.add(
      vscode.window.onDidChangeVisibleTextEditors((editors) => editors.forEach((editor) => this.#paintEditor(editor))),
    );
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #paint(document: string): void {
    for (const editor of vscode.window.visibleTextEditors) {
      if (editor.document.uri.toString() === document) this.#paintEditor(editor);
    }
  }

  #paintEditor(editor: vscode.TextEditor): void {
    const shown = this.passages.in(editor.document.uri.toString());
    const options = shown.map((passage) => ({ range: rangeOf(passage.span), hoverMessage: passageHover(passage) }));
    editor.setDecorations(this.#current, options.slice(-1));
    editor.setDecorations(this.#others, options.slice(0, -1));
  }
}

export const rangeOf = ({ start, end }: PositionRange): vscode.Range =>
  new vscode.Range(start.line, start.character, end.line, end.character);

function decoration(background: string, border: string, ruler: string): vscode.TextEditorDecorationType {
  return vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor(background),
    // Only high contrast themes give this colour; there it is the border that shows the passage.
    border: '1px solid',
    borderColor: new vscode.ThemeColor(border),
    overviewRulerColor: new vscode.ThemeColor(ruler),
    overviewRulerLane: vscode.OverviewRulerLane.Center,
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  });
}

/** Sets what was put into a snapshot's document apart: a page may well write such lines itself. */
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
    const shown = snapshot && snapshotText(snapshot);
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
