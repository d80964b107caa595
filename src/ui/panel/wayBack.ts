import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../emitter';
import { setContext } from '../library/setContext';
import { isPanel } from '../sources/openPlace';

/** The list of tabs may say what is active only after the command that opened it. */
const tabDelayMs = 500;

/** The editors that readers went to from a panel, so that Alt+← leads back to the panel. */
export class WayBack implements Disposable {
  readonly #owned = new DisposableStore();
  readonly #panels = new Map<string, vscode.WebviewPanel>();
  #leaving: vscode.WebviewPanel | undefined;

  constructor() {
    const { tabGroups } = vscode.window;
    this.#owned.add(
      tabGroups.onDidChangeTabs(({ closed }) => {
        for (const tab of closed) this.#panels.delete(keyOf(tab) ?? '');
        this.#look();
      }),
    );
    this.#owned.add(tabGroups.onDidChangeTabGroups(() => this.#look()));
  }

  /** The panel from which the reader came to the active editor. */
  get panel(): vscode.WebviewPanel | undefined {
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    const key = activeTab && keyOf(activeTab);
    return key === undefined ? undefined : this.#panels.get(key);
  }

  /** Remembers what `open` opens: the document that it returns, and the editor that is active afterwards. */
  async follow(panel: vscode.WebviewPanel, open: () => PromiseLike<unknown>): Promise<void> {
    const opened = await open();
    if (opened instanceof vscode.Uri) this.#panels.set(opened.toString(), panel);
    this.#leaving = panel;
    this.#look();
    setTimeout(() => {
      if (this.#leaving === panel) this.#leaving = undefined;
    }, tabDelayMs);
  }

  /** A panel that was closed cannot be gone back to. */
  forget(panel: vscode.WebviewPanel): void {
    for (const [key, from] of this.#panels) if (from === panel) this.#panels.delete(key);
    this.#look();
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #look(): void {
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    if (this.#leaving !== undefined && activeTab !== undefined && !isPanel(activeTab)) {
      const key = keyOf(activeTab);
      if (key !== undefined) this.#panels.set(key, this.#leaving);
      this.#leaving = undefined;
    }
    void setContext('canReturn', this.panel !== undefined);
  }
}

/** Undefined for panels, and for editors whose input the editor does not tell. */
function keyOf(tab: vscode.Tab): string | undefined {
  if (isPanel(tab)) return undefined;
  const { input, label } = tab;
  if (input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom) return input.uri.toString();
  return input instanceof vscode.TabInputWebview ? `${input.viewType} ${label}` : undefined;
}
