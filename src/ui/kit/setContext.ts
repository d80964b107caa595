import * as vscode from 'vscode';

/** Keys for the `when` clauses and the walkthrough of package.json, as `rostrum.<key>`. */
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
  | 'seatWaits'
  | 'sourceShown'
  | 'pageShown'
  | 'citationsChecked'
  | 'sampleTried';

const known = new Map<ContextKey, boolean | string>();

/** Sets a key unless it has the value already, since each call is a message to another process. */
export function setContext(key: ContextKey, value: boolean | string): Thenable<unknown> {
  if (known.get(key) === value) return Promise.resolve();
  known.set(key, value);
  return vscode.commands.executeCommand('setContext', `rostrum.${key}`, value);
}
