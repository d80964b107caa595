import type * as vscode from 'vscode';
import type { DebateLibrary } from '../library/debateLibrary';
import type { OpenDebates } from '../library/openDebates';
import type { PanelsPort } from '../library/ports';
import type { Summaries } from '../library/summaries';
import type { EditorWeb } from '../models/editorWeb';
import type { EditorModelAccess } from '../models/modelAccess';
import type { RunManager } from '../run/runManager';

/** What opening and checking sources uses. */
export interface SourcePorts {
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  readonly summaries: Summaries;
  readonly debates: OpenDebates;
  readonly library: DebateLibrary;
  readonly runManager: RunManager;
  readonly models: EditorModelAccess;
  readonly web: EditorWeb;
  readonly panels: PanelsPort;
}
