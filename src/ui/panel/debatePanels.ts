import * as l10n from '@vscode/l10n';
import { dirname, join, resolve } from 'node:path';
import * as vscode from 'vscode';
import { pageStateOf, type PageCommand } from '../../shared/protocol';
import { DisposableStore, Emitter } from '../kit/emitter';
import { setContext } from '../kit/setContext';
import type { LineupDraft } from '../start/lineupDraft';
import type { PanelPorts } from './ports';
import type { ShowOptions } from '../library/ports';
import { onDidStrike } from '../library/searchIndexes';
import type { KeptVerdicts } from './keptVerdicts';
import type { DebatePanel, Painted, Shown } from './debatePanel';
import { draftGone, nothingKept, notOnDisk } from './failure';
import { WayBack } from './wayBack';

const panelType = 'rostrum.panel';
const logEditorType = 'rostrum.log';

/** One per debate, in whichever way it was opened. */
export class DebatePanels implements vscode.Disposable {
  readonly #owned = new DisposableStore();
  readonly #open = new Set<DebatePanel>();
  readonly #activeChanged = this.#owned.add(new Emitter<void>());
  readonly onDidChangeActive = this.#activeChanged.event;
  readonly #painted = this.#owned.add(new Emitter<Painted>());
  /** Event for the bench. */
  readonly onDidPaint = this.#painted.event;
  readonly wayBack = this.#owned.add(new WayBack());
  #verdicts: KeptVerdicts | undefined;
  #active: { folder: string | undefined; state: string | undefined } = { folder: undefined, state: undefined };

  constructor(private readonly services: PanelPorts) {
    this.#registerPageCommands();
    const forget = (folder: string): void => void this.#forgetVerdict(folder);
    this.#owned.add(onDidStrike(services, forget));
    this.#owned.add(services.summaries.onDidForget(forget));
    this.#owned.add(
      vscode.window.registerWebviewPanelSerializer(panelType, {
        deserializeWebviewPanel: (panel, state) => this.#restore(panel, state),
      }),
    );
    this.#owned.add(
      vscode.window.registerCustomEditorProvider(
        logEditorType,
        {
          openCustomDocument: (uri) => ({ uri, dispose: () => undefined }),
          resolveCustomEditor: async ({ uri }, panel) =>
            (await this.#loaded())(panel, logIn(uri), { keepsTitle: true }),
        },
        { supportsMultipleEditorsPerDocument: true },
      ),
    );
  }

  #registerPageCommands(): void {
    const commands = {
      'rostrum.findInDebate': 'find',
      'rostrum.focusComposer': 'focusComposer',
      'rostrum.goBack': 'back',
      'rostrum.goForward': 'forward',
      'rostrum.showVerdict': 'showVerdict',
      'rostrum.showEntries': 'showDebate',
      'rostrum.showBoard': 'showBoard',
      'rostrum.showScores': 'showScores',
      'rostrum.showGraph': 'showGraph',
    } as const;
    for (const [command, what] of Object.entries(commands))
      this.#owned.add(vscode.commands.registerCommand(command, () => this.#perform(what)));
  }

  #perform(what: PageCommand): void {
    const left = what === 'back' ? this.wayBack.panel : undefined;
    const from = left && this.#find(({ panel }) => panel === left);
    from?.reveal();
    if (from === undefined) this.sendToActive(what);
    else from.send('focusReading');
  }

  /** The debate of the focused panel, or of the only visible one. */
  get activeFolder(): string | undefined {
    return this.#active.folder;
  }

  async show(folder: string, options: ShowOptions = {}): Promise<void> {
    const add = await this.#loaded();
    const known = this.#find((panel) => panel.folder === resolve(folder));
    if (known !== undefined) known.reveal(options);
    else add(this.#create(options.preserveFocus), { folder, seq: options.seq, words: options.words });
  }

  /** Its page is before the reader. */
  isVisible(folder: string): boolean {
    return this.#find((panel) => panel.folder === resolve(folder))?.panel.visible === true;
  }

  /** The lineup of a debate that has not begun. */
  async review(draft: LineupDraft): Promise<void> {
    const add = await this.#loaded();
    const known = this.#find((panel) => panel.draft?.id === draft.id);
    if (known !== undefined) known.reveal();
    else add(this.#create(), { draft });
  }

  sendToActive(what: PageCommand): void {
    this.#activePanel()?.send(what);
  }

  dispose(): void {
    this.#owned.dispose();
    for (const panel of [...this.#open]) panel.letGo();
  }

  #find(fits: (panel: DebatePanel) => boolean): DebatePanel | undefined {
    return [...this.#open].find(fits);
  }

  #create(preserveFocus = false): vscode.WebviewPanel {
    const isBeside = this.services.settings.get('panel.location') === 'beside';
    // Beside is for a text that is being read; with nothing open, or another panel in front, there is nothing to be beside of.
    const viewColumn =
      isBeside && vscode.window.activeTextEditor !== undefined ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active;
    return vscode.window.createWebviewPanel(
      panelType,
      l10n.t('Debate'),
      { viewColumn, preserveFocus },
      { enableScripts: true },
    );
  }

  async #restore(panel: vscode.WebviewPanel, kept: unknown): Promise<void> {
    const { folder, draft } = pageStateOf(kept);
    const add = await this.#loaded();
    if (folder !== undefined) {
      add(panel, { folder });
      return;
    }
    if (draft === undefined) {
      add(panel, { failure: nothingKept() });
      return;
    }
    const found = await this.services.drafts.find(draft);
    add(panel, found === undefined ? { failure: draftGone() } : { draft: found });
  }

  /** All that a panel is made of is loaded with the first. */
  async #loaded(): Promise<(panel: vscode.WebviewPanel, shown: Shown, options?: { keepsTitle?: boolean }) => void> {
    const [{ DebatePanel: Panel }, verdicts] = await Promise.all([import('./debatePanel'), this.#keptVerdicts()]);
    return (panel, shown, options = {}) => this.#add(new Panel(panel, this.services, shown, { ...options, verdicts }));
  }

  async #keptVerdicts(): Promise<KeptVerdicts> {
    const { storageUri, globalStorageUri } = this.services.context;
    const { KeptVerdicts: Verdicts } = await import('./keptVerdicts');
    this.#verdicts ??= new Verdicts(join((storageUri ?? globalStorageUri).fsPath, 'verdicts'), vscode.env.language);
    return this.#verdicts;
  }

  async #forgetVerdict(folder: string): Promise<void> {
    await (await this.#keptVerdicts()).forget(folder);
  }

  #add(panel: DebatePanel): void {
    this.#open.add(panel);
    panel.onDidChange(() => this.#look());
    panel.onDidPaint((painted) => this.#painted.fire(painted));
    panel.onDidClose(() => {
      this.#open.delete(panel);
      this.wayBack.forget(panel.panel);
      this.#look();
    });
    this.#look();
  }

  #activePanel(): DebatePanel | undefined {
    const focused = this.#find(({ panel }) => panel.active);
    if (focused !== undefined) return focused;
    const visible = [...this.#open].filter(({ panel }) => panel.visible);
    return visible.length === 1 ? visible[0] : undefined;
  }

  #look(): void {
    const active = this.#activePanel();
    const { folder, state } = { folder: active?.folder, state: active?.state };
    void setContext('canGoBack', active?.history.canGoBack === true);
    void setContext('canGoForward', active?.history.canGoForward === true);
    void setContext('views', active?.views.join(' ') ?? '');
    const hasMoved = folder !== this.#active.folder || state !== this.#active.state;
    this.#active = { folder, state };
    if (hasMoved) this.#activeChanged.fire();
  }
}

/** The log behind an address. In the remote host of a connection, files of that machine are files. */
const logIn = (uri: vscode.Uri): Shown =>
  uri.scheme === 'file' || uri.scheme === 'vscode-remote' ? { folder: dirname(uri.fsPath) } : { failure: notOnDisk() };
