import type * as vscode from 'vscode';
import type { Settings } from '../kit/settings';
import type { RunManager } from '../run/runManager';
import type { DebateLibrary } from './debateLibrary';
import type { OpenDebates } from './openDebates';
import type { Summaries } from './summaries';
import type { DebateCheck } from '../findings/checkDebate';
import type { Event } from '../kit/emitter';
import type { PageCommand } from '../../shared/protocol';

export interface ShowOptions {
  /** The entry to show first. */
  seq?: number | undefined;
  /** Words of that entry, to be shown in it. */
  words?: string | undefined;
  preserveFocus?: boolean;
}

/** The panels in which debates are read. */
export interface PanelsPort {
  /** The debate of the focused panel, or of the only visible one. */
  readonly activeFolder: string | undefined;
  readonly onDidChangeActive: Event<void>;
  isVisible(folder: string): boolean;
  show(folder: string, options?: ShowOptions): Promise<void>;
  sendToActive(what: PageCommand): void;
}

/** What the checks in the background have found in each debate. */
export interface ChecksPort {
  readonly onDidCheck: Event<string>;
  of(folder: string): DebateCheck;
}

/** What the list of debates, the search, the status bar and the notices use. */
export interface LibraryPorts {
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  readonly settings: Settings;
  readonly summaries: Summaries;
  readonly debates: OpenDebates;
  readonly runManager: RunManager;
  readonly library: DebateLibrary;
  readonly panels: PanelsPort;
  readonly checks: ChecksPort;
}
