import type { Browser, Frame, Page } from 'playwright-core';
import { artefact } from './artefacts';
import { browserWindow } from './browserWindow';
import { Editor } from './editor';
import { Notifications } from './notifications';
import { Palette } from './palette';
import { patienceMs, until } from './patience';
import { QuickInput } from './quickInput';
import type { BrowserProgram } from './browser';
import type { ServerAddress } from './server';
import { StatusBar } from './statusBar';
import { pageKinds, themeClasses, type Theme } from './themes';
import { TreeView } from './treeView';
import { isOfTheFrame, lostCommand, usualErrors } from './usualErrors';
import { writeMachineSettings, type Settings } from './userSettings';
import { webviewFrame } from './webviewFrame';
import { windowUrl, type WindowContents } from './windowUrl';

export type WorkbenchOptions = WindowContents & {
  server: ServerAddress;
  program: BrowserProgram;
  width?: number;
  height?: number;
  /** Settings for this window, besides the server's. */
  settings?: Settings;
};

/** A window of VS Code in a browser, and hands to use it with. */
export class Workbench {
  readonly quickInput: QuickInput;
  readonly editor: Editor;
  readonly notifications: Notifications;
  readonly statusBar: StatusBar;
  /**
   * Errors on the console of the window and of its webviews (refusals of a Content-Security-Policy, exceptions),
   * without those that each window of this server has.
   */
  readonly consoleErrors: string[] = [];
  private readonly palette: Palette;

  private constructor(
    private readonly browser: Browser,
    readonly page: Page,
    private readonly server: ServerAddress,
    private settings: Settings,
  ) {
    this.quickInput = new QuickInput(page);
    this.palette = new Palette(page, this.quickInput);
    this.editor = new Editor(page);
    this.notifications = new Notifications(page);
    this.statusBar = new StatusBar(page);
    const keep = (text: string): void => {
      if (!usualErrors.test(text) && !lostCommand.test(text)) this.consoleErrors.push(text);
    };
    page.on('console', (message) => {
      if (message.type() === 'error') keep(message.text());
    });
    page.on('pageerror', (error) => {
      if (!isOfTheFrame(error)) keep(error.message);
    });
  }

  /** Opens a window of its own browser and waits until it can be used. */
  static async open(options: WorkbenchOptions): Promise<Workbench> {
    const { server, program, width = 1280, height = 800 } = options;
    const settings = options.settings ?? {};
    writeMachineSettings(server.dataFolder, settings);
    const { browser, page } = await browserWindow(program, { width, height });
    const workbench = new Workbench(browser, page, server, settings);
    // Half of the key by which a window in a browser keeps secrets; a server that a person starts has it from its launcher.
    await page.route('**/mint-key', (route) => route.fulfill({ body: Buffer.alloc(32, 7) }));
    try {
      await page.goto(windowUrl(server, options));
      await workbench.ready();
      return workbench;
    } catch (error) {
      await workbench.screenshot('workbench-did-not-start').catch(() => undefined);
      await workbench.close();
      throw error;
    }
  }

  /** Runs a command by its title in the palette, with category: `Rostrum: Start a Debate`. */
  command(title: string | RegExp, typed?: string): Promise<void> {
    return this.palette.run(title, typed);
  }

  /** Runs a command by its title without the mouse. */
  commandByKeys(title: string): Promise<void> {
    return this.palette.runByKeys(title);
  }

  /** The titles that the palette offers for a text now: what `when` and `enablement` let through. */
  offeredCommands(text: string): Promise<string[]> {
    return this.palette.offers(text);
  }

  /** Opens a view by its name and returns it. */
  async view(name: string): Promise<TreeView> {
    await this.command(new RegExp(`Focus on ${name} View$`), `Focus on ${name} View`);
    const view = this.tree(name);
    await view.root.waitFor();
    return view;
  }

  /** A view that is open. */
  tree(name: string): TreeView {
    return new TreeView(this.page, name);
  }

  /** The document of the visible webview; `having` chooses one of several. */
  webview(having?: string): Promise<Frame> {
    return webviewFrame(this.page, having);
  }

  /** Changes settings of the open window; a key set to undefined goes back to its default. */
  changeSettings(settings: Settings): void {
    this.settings = { ...this.settings, ...settings };
    writeMachineSettings(this.server.dataFolder, this.settings);
  }

  /** Sets the settings of the open window again, and waits until it follows them, which its title shows. */
  async settle(settings: Settings): Promise<void> {
    const { 'window.title': last = '0', ...former } = this.settings;
    if (JSON.stringify(former) === JSON.stringify(settings)) return;
    const title = String(Number(last) + 1);
    this.settings = {};
    this.changeSettings({ ...settings, 'window.title': title });
    await until('the settings', async () => ((await this.page.title()) === title ? true : undefined));
  }

  async setTheme(theme: Theme): Promise<void> {
    this.changeSettings({ 'workbench.colorTheme': theme });
    await this.page.locator(`.monaco-workbench.${themeClasses[theme]}`).waitFor();
    // Pages in the window get its colours a moment later.
    await until('the colours of the pages', async () => {
      const kind = 'document.body?.dataset.vscodeThemeKind';
      const asked = this.page.frames().map((frame) => frame.evaluate<string | undefined>(kind).catch(() => undefined));
      const kinds = (await Promise.all(asked)).filter((found) => found !== undefined);
      return kinds.every((found) => found === pageKinds[theme]) ? true : undefined;
    });
  }

  async resize(width: number, height: number): Promise<void> {
    await this.page.setViewportSize({ width, height });
  }

  /** Loads the window again, as a person does with the browser's button: its extension host ends and another starts. */
  async reload(): Promise<void> {
    await this.page.reload();
    await this.ready();
  }

  /** Writes `out/screenshots/<name>.png` and returns its path. */
  async screenshot(name: string): Promise<string> {
    const path = artefact('screenshots', `${name}.png`);
    await this.page.screenshot({ path });
    return path;
  }

  async close(): Promise<void> {
    // Leaves the page first, so that the server learns that the window is gone.
    await this.page.goto('about:blank').catch(() => undefined);
    await this.browser.close();
  }

  private async ready(): Promise<void> {
    await this.page.locator('.monaco-workbench .part.statusbar').waitFor({ timeout: 2 * patienceMs });
    await this.page.locator('.monaco-workbench[class*="vscode-theme-"]').waitFor({ timeout: 2 * patienceMs });
    // Palette, views and settings know the extensions' contributions from this mark on.
    const mark = "performance.getEntriesByName('code/didLoadExtensions').length";
    const isMarked = async (): Promise<true | undefined> =>
      (await this.page.evaluate<number>(mark)) > 0 ? true : undefined;
    await until('the extensions to be known', isMarked, 2 * patienceMs);
  }
}
