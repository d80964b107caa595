import type * as vscode from 'vscode';
import type { Settings } from '../kit/settings';
import type { DebateLibrary } from '../library/debateLibrary';
import type { OpenDebates } from '../library/openDebates';
import type { PanelsPort } from '../library/ports';
import type { Summaries } from '../library/summaries';
import type { EditorModelAccess } from '../models/modelAccess';
import type { DebateChecks } from '../problems/debateChecks';
import type { RunManager } from '../run/runManager';

/** Services that the commands use, from all parts. */
export interface CommandPorts {
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  readonly settings: Settings;
  readonly summaries: Summaries;
  readonly debates: OpenDebates;
  readonly library: DebateLibrary;
  readonly runManager: RunManager;
  readonly models: EditorModelAccess;
  readonly panels: PanelsPort;
  readonly checks: DebateChecks;
}
