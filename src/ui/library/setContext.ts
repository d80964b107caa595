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
  | 'canReturn'
  | 'sourceShown'
  | 'pageShown'
  | 'sampleTried';

const known = new Map<ContextKey, boolean | string>();

/** Each is a message to another process: what it is already is not said again. */
export function setContext(key: ContextKey, value: boolean | string): Thenable<unknown> {
  if (known.get(key) === value) return Promise.resolve();
  known.set(key, value);
  return vscode.commands.executeCommand('setContext', `rostrum.${key}`, value);
}
