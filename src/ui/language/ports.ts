import type * as vscode from 'vscode';
import type { DebateLibrary } from '../library/debateLibrary';
import type { ChecksPort, PanelsPort } from '../library/ports';

/** Services that the language features of a log use. */
export interface LanguagePorts {
  readonly log: vscode.LogOutputChannel;
  readonly library: DebateLibrary;
  readonly checks: ChecksPort;
  readonly panels: PanelsPort;
}
