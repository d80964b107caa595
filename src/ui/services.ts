import type * as vscode from 'vscode';
import type { DebateSummary } from '../session/summary';
import type { DraftDebater, PageCommand, Review, SourcePassage } from '../shared/protocol';
import type { OpenDebates } from './debates/openDebates';
import type { Disposable, Event } from './emitter';
import type { Summaries } from './library/summaries';
import type { EditorWeb } from './models/editorWeb';
import type { EditorModelAccess } from './models/modelAccess';
import type { DebateChecks } from './problems/debateChecks';
import type { RunManager } from './run/runManager';
import type { Settings } from './settings';

/** The debates that can be found: of all workspace folders, and those opened by hand. Newest first. */
export interface Library {
  readonly debates: readonly DebateSummary[];
  readonly state: 'loading' | 'filled' | 'empty' | 'failed';
  readonly onDidChange: Event<void>;
  refresh(): Promise<void>;
  /** Takes up a debate from outside the workspace, and remembers it. */
  addByHand(folder: string): Promise<void>;
  forget(folder: string): Promise<void>;
  isByHand(folder: string): boolean;
  /** Something has happened to this debate: it alone is looked at again, soon. */
  reread(folder: string): void;
  /** While this is held, debates that run are looked at every two seconds: a process that dies tells nobody. */
  watchRunning(): Disposable;
}

export interface ShowOptions {
  /** The entry to show first. */
  seq?: number | undefined;
  /** Words of that entry, to be shown in it. */
  words?: string | undefined;
  preserveFocus?: boolean;
}

/** The panels: one per debate. */
export interface Panels {
  show(folder: string, options?: ShowOptions): Promise<void>;
  /** The lineup of a debate that has not begun. */
  review(draft: LineupDraft): Promise<void>;
  /** Its page is before the reader. */
  isVisible(folder: string): boolean;
  /** The debate of the focused panel, or of the only visible one. */
  readonly activeFolder: string | undefined;
  readonly onDidChangeActive: Event<void>;
  /** A command of the editor for the page of the active panel. */
  sendToActive(what: PageCommand): void;
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

export interface Drafts {
  /** Restores a draft from what was kept of it. */
  find(id: string): Promise<LineupDraft | undefined>;
  /** False once it was started, cancelled or left. */
  isOpen(id: string): boolean;
  /** Forgets what was kept of it. */
  drop(id: string): void;
}

/** A source as an entry cites it. */
export interface CitationTarget {
  folder: string;
  seq: number;
  url: string;
}

export interface SourceViews {
  /** Opens the passage: the file at the cited lines, or the snapshot where the file has changed or is gone. */
  open(citation: CitationTarget): Promise<void>;
  /** What the source says there; undefined where it cannot be read here. Never rejects. */
  passageOf(citation: CitationTarget): Promise<SourcePassage | undefined>;
}

/** What the features are built from. One object, made in `activate`. */
export interface Services {
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  readonly settings: Settings;
  readonly summaries: Summaries;
  readonly debates: OpenDebates;
  readonly runManager: RunManager;
  /** Language models, keys, the editor's tools: what debates need of the outside. */
  readonly models: EditorModelAccess;
  /** The way out to the web. */
  readonly web: EditorWeb;
  readonly library: Library;
  readonly checks: DebateChecks;
  readonly drafts: Drafts;
  readonly panels: Panels;
  readonly sources: SourceViews;
}

/** A feature registers itself; what it returns is released with the extension. */
export type Feature = (services: Services) => Disposable;

/** What commands do, by their ids. */
export type CommandHandlers = Readonly<Record<string, (services: Services, ...given: unknown[]) => unknown>>;
