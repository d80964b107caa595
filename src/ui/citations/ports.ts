import type * as vscode from 'vscode';
import type { EditorWeb } from '../models/editorWeb';

/** Services that the check of citations uses. */
export interface CitationPorts {
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  readonly web: EditorWeb;
}
