import type * as vscode from 'vscode';
import type { Settings } from '../kit/settings';
import type { DebateLibrary } from '../library/debateLibrary';
import type { OpenDebates } from '../library/openDebates';
import type { PanelsPort } from '../library/ports';
import type { LineupDrafts } from '../start/drafts';

/** Services that the tools for language models use. */
export interface ToolPorts {
  readonly context: vscode.ExtensionContext;
  readonly settings: Settings;
  readonly debates: OpenDebates;
  readonly library: DebateLibrary;
  readonly drafts: LineupDrafts;
  readonly panels: PanelsPort;
}
