import * as vscode from 'vscode';

/** What the `when` clauses and the walkthrough of package.json know of us, as `rostrum.<key>`. */
type ContextKey =
  | 'listState'
  | 'hasDebates'
  | 'isVirtual'
  | 'isRunning'
  | 'hasAsked'
  | 'hasSearched'
  | 'views'
  | 'canGoBack'
  | 'canGoForward'
  | 'sourceShown'
  | 'pageShown'
  | 'sampleTried';

export function setContext(key: ContextKey, value: boolean | string): Thenable<unknown> {
  return vscode.commands.executeCommand('setContext', `rostrum.${key}`, value);
}
