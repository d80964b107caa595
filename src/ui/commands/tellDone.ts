import * as vscode from 'vscode';

const shownMs = 5_000;

/** What was done as it was asked for: said in the status bar, because nobody has to act on it. */
export function tellDone(message: string): void {
  vscode.window.setStatusBarMessage(message, shownMs);
}
