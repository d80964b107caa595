import * as vscode from 'vscode';
import { DisposableStore } from '../emitter';
import { passageHover } from './passageHover';
import type { ShownPassages } from './shownPassages';
import type { PositionRange } from './textSpans';

/** Paints the passages into whatever editors show their documents, whenever they show them. */
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
