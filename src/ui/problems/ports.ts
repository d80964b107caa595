import type * as vscode from 'vscode';
import type { Settings } from '../kit/settings';
import type { DebateLibrary } from '../library/debateLibrary';
import type { OpenDebates } from '../library/openDebates';
import type { PanelsPort } from '../library/ports';
import type { Summaries } from '../library/summaries';
import type { RunManager } from '../run/runManager';
import type { DebateChecks } from './debateChecks';

/** Services that the Problems view and its command use. */
export interface ProblemPorts {
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  readonly settings: Settings;
  readonly summaries: Summaries;
  readonly debates: OpenDebates;
  readonly library: DebateLibrary;
  readonly runManager: RunManager;
  readonly panels: PanelsPort;
  readonly checks: DebateChecks;
}
