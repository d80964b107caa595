import type * as vscode from 'vscode';
import type { DebateLibrary } from '../library/debateLibrary';
import type { OpenDebates } from '../library/openDebates';
import type { ReviewPanelsPort } from '../start/ports';
import type { Settings } from '../kit/settings';
import type { Summaries } from '../library/summaries';
import type { RunManager } from '../run/runManager';
import type { LineupDrafts } from '../start/drafts';

/** Services that `@rostrum` in the chat uses. */
export interface ChatPorts {
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  readonly settings: Settings;
  readonly summaries: Summaries;
  readonly debates: OpenDebates;
  readonly library: DebateLibrary;
  readonly runManager: RunManager;
  readonly panels: ReviewPanelsPort;
  readonly drafts: LineupDrafts;
}
