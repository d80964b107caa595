import type * as vscode from 'vscode';
import type { DraftDebater, Review } from '../shared/protocol';
import type { OpenDebates } from './library/openDebates';
import type { Disposable, Event } from './kit/emitter';
import type { DebateLibrary } from './library/debateLibrary';
import type { Summaries } from './library/summaries';
import type { EditorWeb } from './models/editorWeb';
import type { EditorModelAccess } from './models/modelAccess';
import type { DebatePanels } from './panel/debatePanels';
import type { DebateChecks } from './problems/debateChecks';
import type { RunManager } from './run/runManager';
import type { Settings } from './kit/settings';
import type { OpenedSources } from './sources/openSource';
import type { LineupDrafts } from './start/drafts';

export interface ShowOptions {
  /** The entry to show first. */
  seq?: number | undefined;
  /** Words of that entry, to be shown in it. */
  words?: string | undefined;
  preserveFocus?: boolean;
}

/** A debate before its start: nothing of it is on disk. It survives a reload. */
export interface LineupDraft {
  readonly id: string;
  readonly review: Review;
  readonly onDidChange: Event<void>;
  change(debaters: readonly DraftDebater[]): void;
  /** The topic or one of the review's fields has this value now; one that cannot be taken stays beside the problem. */
  set(field: string, value: string): Promise<void>;
  /** The Chair's proposal where it was not asked yet, then its one revision, in the user's words. */
  revise(wish: string): Promise<void>;
  /** Makes the folder and lets the engine run. Returns the folder; undefined when something stands in the way. */
  start(debaters: readonly DraftDebater[]): Promise<string | undefined>;
  /** Nothing more can be done with it; what it was can be found again. */
  cancel(): void;
}

/** A source as an entry cites it. */
export interface CitationTarget {
  folder: string;
  seq: number;
  url: string;
}

/** What the features are built from. One object, made in `activate`. */
export interface Services {
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  readonly settings: Settings;
  readonly summaries: Summaries;
  readonly debates: OpenDebates;
  readonly runManager: RunManager;
  readonly models: EditorModelAccess;
  readonly web: EditorWeb;
  readonly library: DebateLibrary;
  readonly checks: DebateChecks;
  readonly drafts: LineupDrafts;
  readonly panels: DebatePanels;
  readonly sources: OpenedSources;
}

/** A feature registers itself; what it returns is released with the extension. */
export type Feature = (services: Services) => Disposable;

/** By the ids of commands. */
export type CommandHandlers = Readonly<Record<string, (services: Services, ...given: unknown[]) => unknown>>;
