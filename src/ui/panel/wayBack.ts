import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../kit/emitter';
import { setContext } from '../kit/setContext';
import { isPanel } from '../sources/openPlace';

/** The list of tabs may say what is active only after the command that opened it: a busy machine takes its time. */
const tabDelayMs = 5_000;
/** What came into sight may be followed by what becomes active. */
const settledMs = 500;

interface Leaving {
  readonly from: vscode.WebviewPanel;
  /** The editors that were in sight before something was opened. */
  readonly shown: ReadonlySet<string>;
}

/** The editors that readers went to from a panel, so that Alt+← leads back to the panel. */
export class WayBack implements Disposable {
  readonly #owned = new DisposableStore();
  readonly #panels = new Map<string, vscode.WebviewPanel>();
  #leaving: Leaving | undefined;

  constructor() {
    const { tabGroups } = vscode.window;
    this.#owned.add(
      tabGroups.onDidChangeTabs(({ closed }) => {
        for (const tab of closed) this.#panels.delete(keyOf(tab));
        this.#look();
      }),
    );
    this.#owned.add(tabGroups.onDidChangeTabGroups(() => this.#look()));
  }

  /** The panel from which the reader came to the active editor. */
  get panel(): vscode.WebviewPanel | undefined {
    return this.#panels.get(shownIn(vscode.window.tabGroups.activeTabGroup));
  }

  /** Remembers what `open` opens: the editor that is active afterwards, and those that come into sight. */
  async follow(from: vscode.WebviewPanel, open: () => PromiseLike<unknown>): Promise<void> {
    const leaving = { from, shown: new Set(vscode.window.tabGroups.all.map(shownIn)) };
    await open();
    this.#leaving = leaving;
    this.#look();
    this.#endAfter(tabDelayMs, leaving);
  }

  #endAfter(milliseconds: number, leaving: Leaving): void {
    setTimeout(() => {
      if (this.#leaving === leaving) this.#leaving = undefined;
    }, milliseconds);
  }

  /** A panel that was closed cannot be gone back to. */
  forget(panel: vscode.WebviewPanel): void {
    for (const [key, left] of this.#panels) if (left === panel) this.#panels.delete(key);
    this.#look();
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #look(): void {
    const leaving = this.#leaving;
    if (leaving !== undefined && this.#remember(leaving)) this.#endAfter(settledMs, leaving);
    void setContext('canReturn', this.panel !== undefined);
  }

  /** Whether something came into sight. */
  #remember({ from, shown }: Leaving): boolean {
    const { all, activeTabGroup } = vscode.window.tabGroups;
    const keys = all.map((group) => ({ key: shownIn(group), isActive: group === activeTabGroup }));
    for (const { key, isActive } of keys) if (key !== '' && (isActive || !shown.has(key))) this.#panels.set(key, from);
    return keys.some(({ key }) => key !== '' && !shown.has(key));
  }
}

/** Empty for panels, and for editors whose input the editor does not tell. A preview changes its title, so its kind must do. */
function keyOf(tab: vscode.Tab): string {
  if (isPanel(tab)) return '';
  const { input } = tab;
  if (input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom) return input.uri.toString();
  return input instanceof vscode.TabInputWebview ? input.viewType : '';
}

const shownIn = ({ activeTab }: vscode.TabGroup): string => (activeTab === undefined ? '' : keyOf(activeTab));
