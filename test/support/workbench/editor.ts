import type { Locator, Page } from 'playwright-core';
import type { ElementInPage } from './elementInPage';
import { patienceMs, plain, until } from './patience';
import { underBoxes } from './underBoxes';

/** The editor in which the cursor is, and the tabs. */
export class Editor {
  readonly root: Locator;

  constructor(private readonly page: Page) {
    this.root = page.locator('.editor-group-container.active');
  }

  /** The title of the active tab; empty when nothing is open. */
  async title(): Promise<string> {
    return (await titlesOf(this.root.locator('.tab.active'))).join('');
  }

  titles(): Promise<string[]> {
    return titlesOf(this.page.locator('.part.editor .tab'));
  }

  /** Waits until a tab with this title is the active one. */
  async shown(title: string | RegExp): Promise<void> {
    const is = (text: string): boolean => (typeof title === 'string' ? text === title : title.test(text));
    await until(`the editor “${String(title)}”`, async () => (is(await this.title()) ? true : undefined));
  }

  /** Waits until a tab with this title is in front beside the active editor, which keeps the focus. */
  async shownBeside(title: string | RegExp): Promise<void> {
    const others = this.page.locator('.editor-group-container:not(.active) .tab.active', { hasText: title });
    await others.first().waitFor({ timeout: patienceMs });
  }

  async switchTo(title: string | RegExp): Promise<void> {
    await this.page.locator('.part.editor .tab', { hasText: title }).first().click({ timeout: patienceMs });
    await this.shown(title);
  }

  /** The text of the lines in view. */
  async visibleText(): Promise<string> {
    // One look at the page: lines move while the editor scrolls, and stand in the page in any order.
    const lines = await this.root.locator('.view-lines .view-line').evaluateAll((all: ElementInPage[]) =>
      all
        .map((line) => ({ top: line.getBoundingClientRect().y, text: line.textContent }))
        .sort((a, b) => a.top - b.top)
        .map(({ text }) => text),
    );
    return lines.join('\n').replaceAll('\u00a0', ' ');
  }

  /** The selected text that is in view; lines are joined by a line break. */
  async selectedText(): Promise<string> {
    return (await this.boxed('.selected-text')).join('\n');
  }

  /** The texts in view that the extension highlights by a background, or by the look of their letters. */
  async highlights(): Promise<string[]> {
    const letters = await this.root.locator('.view-line span[class*="TextEditorDecorationType"]').allInnerTexts();
    return [...(await this.marked()), ...letters.map((text) => text.replaceAll('\u00a0', ' '))];
  }

  /** The texts in view that the extension highlights by a box behind them. */
  marked(): Promise<string[]> {
    return this.boxed('.cdr[class*="TextEditorDecorationType"]');
  }

  /** Position of the cursor, from 1, as the status bar says. */
  async cursor(): Promise<{ line: number; column: number } | undefined> {
    const text = (await this.page.locator('[id="status.editor.selection"]').allInnerTexts()).join('');
    const [, line, column] = /Ln (\d+), Col (\d+)/.exec(text) ?? [];
    return line === undefined ? undefined : { line: Number(line), column: Number(column) };
  }

  /**
   * Follows a link of a line with its key, until its target is there. The editor draws a link again when the key goes
   * down, and a hover may cover it: like a person who sees no effect, it clicks again.
   */
  async follow(line: string, text: RegExp, isThere: () => Promise<boolean>): Promise<void> {
    const link = this.root.locator('.view-line', { hasText: line }).locator('.detected-link').filter({ hasText: text });
    const clicked = async (): Promise<void> => {
      await this.page.mouse.move(2, 2);
      const box = await link.boundingBox({ timeout: 5_000 });
      if (box === null) return;
      await this.page.keyboard.down('ControlOrMeta');
      await this.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      await this.page.keyboard.up('ControlOrMeta');
    };
    await until(`“${line}” to lead on`, async () => {
      await clicked();
      await until('what it leads to', async () => ((await isThere()) ? true : undefined), 10_000);
      return true;
    });
  }

  async codeLenses(): Promise<string[]> {
    // Those without a command are words only.
    const texts = (
      await this.root.locator('.codelens-decoration > a, .codelens-decoration > span').allInnerTexts()
    ).map(plain);
    return texts.filter((text) => text !== '' && text !== '|');
  }

  async clickCodeLens(text: string | RegExp): Promise<void> {
    await this.root.locator('.codelens-decoration a', { hasText: text }).first().click({ timeout: patienceMs });
  }

  /** Puts the mouse on a text of the editor and returns what the hover says. */
  async hover(text: string): Promise<string> {
    const hover = this.page.locator('.monaco-hover:visible .hover-contents');
    return until(`a hover on “${text}”`, async () => {
      await this.root.locator('.view-line span span', { hasText: text }).first().hover({ timeout: patienceMs });
      await hover.first().waitFor({ timeout: 5_000 });
      return plain((await hover.allInnerTexts()).join(' '));
    });
  }

  private boxed(selector: string): Promise<string[]> {
    return this.page.evaluate<string[]>(underBoxes(selector));
  }
}

/** A tab shows the ending of a file's name apart from the name. */
async function titlesOf(tabs: Locator): Promise<string[]> {
  const parts = '.monaco-icon-name-container, .monaco-icon-suffix-container';
  const texts = (await tabs.all()).map((tab) => tab.locator(parts).allInnerTexts());
  return (await Promise.all(texts)).map((names) => plain(names.join('')));
}
