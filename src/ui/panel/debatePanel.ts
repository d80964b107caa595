import * as vscode from 'vscode';
import type { Status, ViewName } from '../../projections/vocabulary';
import type { Head, PageCommand, PageSetup, ToHost } from '../../shared/protocol';
import { toHostSchema } from '../../shared/toHost';
import { wireText } from '../../shared/wire';
import { DisposableStore, Emitter } from '../kit/emitter';
import { cutText, plainLine } from '../../matching/text/shortText';
import type { CheckedDebate } from '../findings/checkDebate';
import { readRules, ruleFaults } from '../findings/ruleFaults';
import type { LineupDraft } from '../start/lineupDraft';
import type { PanelPorts } from './ports';
import type { ShowOptions } from '../library/ports';
import { DebateSession } from './debateSession';
import { FailedSession, type Failure } from './failure';
import type { KeptVerdicts } from './keptVerdicts';
import { pageHtml } from './pageHtml';
import type { PagePort, PageSession } from './pageSession';
import { ReviewSession } from './reviewSession';
import { VscodeEditor } from './vscodeEditor';

export type Painted = Extract<ToHost, { kind: 'painted' }> & { folder: string };

export type Shown =
  | { folder: string; seq?: number | undefined; words?: string | undefined }
  | { draft: LineupDraft }
  | { failure: Failure };

const longestTitle = 60;

export type PageHistory = Readonly<Pick<Extract<ToHost, { kind: 'history' }>, 'canGoBack' | 'canGoForward'>>;
const noHistory: PageHistory = { canGoBack: false, canGoForward: false };

/** One webview panel (or custom editor) and what it shows: a debate, or a lineup that becomes one. */
export class DebatePanel {
  readonly #owned = new DisposableStore();
  readonly #changed = this.#owned.add(new Emitter<void>());
  readonly onDidChange = this.#changed.event;
  readonly #closed = new Emitter<void>();
  readonly onDidClose = this.#closed.event;
  readonly #painted = this.#owned.add(new Emitter<Painted>());
  readonly onDidPaint = this.#painted.event;
  readonly #editor: VscodeEditor;
  #session: PageSession | undefined;
  /** The page's setup names what it showed before. */
  #isSetupOld = false;
  #isVisible: boolean;
  #history = noHistory;
  #rules: string | undefined;
  #faults: { of: CheckedDebate; shown: NonNullable<Head['faults']> } | undefined;

  constructor(
    readonly panel: vscode.WebviewPanel,
    private readonly services: PanelPorts,
    shown: Shown,
    private readonly options: { verdicts: KeptVerdicts; keepsTitle?: boolean },
  ) {
    this.#editor = new VscodeEditor(services, panel);
    this.#isVisible = panel.visible;
    panel.webview.options = { enableScripts: true, localResourceRoots: [this.#root] };
    const icon = (theme: string): vscode.Uri =>
      vscode.Uri.joinPath(services.context.extensionUri, 'media', `panel-${theme}.svg`);
    panel.iconPath = { light: icon('light'), dark: icon('dark') };
    this.#owned.add(panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(message)));
    this.#owned.add(panel.onDidChangeViewState(() => this.#onViewState()));
    this.#owned.add(vscode.workspace.onDidGrantWorkspaceTrust(() => this.#debate?.lookAgain()));
    const looksAgain = (folder: string): void => {
      if (folder === this.folder) void this.#lookForFaults();
    };
    this.#owned.add(services.checks.onDidCheck(looksAgain));
    panel.onDidDispose(() => this.letGo());
    this.#show(shown);
    this.#load();
  }

  get folder(): string | undefined {
    return this.#debate?.folder;
  }

  get draft(): LineupDraft | undefined {
    return this.#session instanceof ReviewSession ? this.#session.draft : undefined;
  }

  get state(): Status | undefined {
    return this.#debate?.state;
  }

  /** None of a lineup before its start. */
  get views(): readonly ViewName[] {
    return this.#debate?.views ?? [];
  }

  get history(): PageHistory {
    return this.#history;
  }

  reveal({ seq, words, preserveFocus = false }: ShowOptions = {}): void {
    this.panel.reveal(undefined, preserveFocus);
    if (seq !== undefined) this.#debate?.reveal(seq, words);
  }

  send(what: PageCommand): void {
    this.#debate?.send(what);
  }

  get #debate(): DebateSession | undefined {
    return this.#session instanceof DebateSession ? this.#session : undefined;
  }

  get #root(): vscode.Uri {
    return vscode.Uri.joinPath(this.services.context.extensionUri, 'dist', 'webview');
  }

  #show(shown: Shown): void {
    this.#session?.dispose();
    this.#session = this.#sessionFor(shown);
    this.#rename();
  }

  #sessionFor(shown: Shown): PageSession {
    const port: PagePort = { post: (message) => this.panel.webview.postMessage(wireText(message)) };
    const editor = this.#editor;
    if ('failure' in shown) return new FailedSession(shown.failure, port, editor);
    if ('draft' in shown) {
      const { draft } = shown;
      this.#owned.add(draft.onDidChange(() => this.#rename()));
      const onStarted = (folder: string): void => this.#turnInto(folder);
      return new ReviewSession(draft, { port, editor, onStarted, onCancelled: () => void this.panel.dispose() });
    }
    const { debates, runManager } = this.services;
    const faults = (): Head['faults'] => this.#faultsOf(shown.folder);
    const session = new DebateSession(shown.folder, {
      debates,
      runManager,
      port,
      editor,
      now: () => new Date(),
      faults,
      verdicts: this.options.verdicts,
    });
    void this.#lookForFaults();
    if (shown.seq !== undefined) session.reveal(shown.seq, shown.words);
    session.onDidChange(() => this.#rename());
    return session;
  }

  /** Found in the background, and told when it is there. */
  async #lookForFaults(): Promise<void> {
    this.#rules ??= await readRules(this.services.context.extensionUri.fsPath);
    if (!this.#owned.isDisposed) this.#debate?.lookAgain();
  }

  #faultsOf(folder: string): Head['faults'] {
    const { checks, settings } = this.services;
    const check = checks.of(folder);
    if (check.kind !== 'checked' || this.#rules === undefined || !settings.get('problems.show')) return undefined;
    // Asked for with each entry that comes, and the same until the debate is checked again.
    if (this.#faults?.of !== check.found)
      this.#faults = { of: check.found, shown: ruleFaults(check.found, this.#rules) };
    return this.#faults.shown;
  }

  /** The same page, so that the focus stays. */
  #turnInto(folder: string): void {
    // Closed while it was being started: the debate runs without a page.
    if (this.#owned.isDisposed) return;
    this.#show({ folder });
    this.#isSetupOld = true;
    // The page is there and does not ask again.
    if (this.#isVisible) this.#session?.receive({ kind: 'ready' });
    this.#changed.fire();
  }

  #rename(): void {
    if (this.#owned.isDisposed) return;
    const topic = this.draft?.review.topic ?? this.#debate?.topic ?? '';
    // The title that the editor kept over a reload stays until the topic is known.
    if (this.options.keepsTitle !== true && topic !== '') this.panel.title = cutText(plainLine(topic), longestTitle);
    this.#changed.fire();
  }

  #load(): void {
    const { webview } = this.panel;
    const resource = (name: string): string => webview.asWebviewUri(vscode.Uri.joinPath(this.#root, name)).toString();
    this.#isSetupOld = false;
    this.#history = noHistory;
    webview.html = pageHtml(this.#setup(), {
      script: resource('panel.js'),
      style: resource('panel.css'),
      cspSource: webview.cspSource,
      language: vscode.env.language,
      title: this.panel.title,
    });
  }

  #setup(): PageSetup {
    return {
      l10n: vscode.l10n.bundle,
      folder: this.folder,
      draft: this.draft?.id,
      reportsPaint: process.env['ROSTRUM_BENCH'] !== undefined,
    };
  }

  /** A hidden page is taken down; when it is seen again it is made again and asks for everything. */
  #onViewState(): void {
    const { visible } = this.panel;
    if (this.#isVisible && !visible) {
      this.#session?.sleep();
      this.#history = noHistory;
      if (this.#isSetupOld) this.#load();
    }
    this.#isVisible = visible;
    this.#changed.fire();
  }

  #receive(data: unknown): void {
    const parsed = toHostSchema.safeParse(data);
    if (!parsed.success) {
      this.#editor.warn(`A page said what does not fit: ${parsed.error.message}`);
      return;
    }
    const message = parsed.data;
    switch (message.kind) {
      case 'fault':
        this.services.log.error(`A page failed: ${message.message}`);
        break;
      case 'painted':
        this.#painted.fire({ ...message, folder: this.folder ?? '' });
        break;
      case 'history':
        this.#history = { canGoBack: message.canGoBack, canGoForward: message.canGoForward };
        this.#changed.fire();
        break;
      default:
        this.#session?.receive(message);
    }
  }

  /** The panel was closed, or the extension ends: then the editor keeps the panel, and gives it back after a reload. */
  letGo(): void {
    if (this.#owned.isDisposed) return;
    this.#session?.dispose();
    this.#session = undefined;
    this.#closed.fire();
    this.#owned.dispose();
    this.#closed.dispose();
  }
}
