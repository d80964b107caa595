import type * as vscode from 'vscode';
import type { Settings } from '../kit/settings';
import type { DebateLibrary } from '../library/debateLibrary';
import type { PanelsPort } from '../library/ports';
import type { Summaries } from '../library/summaries';
import type { EditorModelAccess } from '../models/modelAccess';
import type { RunManager } from '../run/runManager';
import type { LineupDrafts } from './drafts';
import type { LineupDraft } from './lineupDraft';

/** The panels, which show the lineup of a debate before its start, too. */
export interface ReviewPanelsPort extends PanelsPort {
  review(draft: LineupDraft): Promise<void>;
}

/** What the setup of a debate uses. */
export interface StartPorts {
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  readonly settings: Settings;
  readonly summaries: Summaries;
  readonly library: DebateLibrary;
  readonly runManager: RunManager;
  readonly models: EditorModelAccess;
  readonly panels: ReviewPanelsPort;
  readonly drafts: LineupDrafts;
}
