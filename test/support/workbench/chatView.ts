import type { Locator } from 'playwright-core';
import { patienceMs, plain, until } from './patience';
import type { Workbench } from './workbench';

/** The chat view of a window, and hands to ask in it. */
export class ChatView {
  private constructor(private readonly window: Workbench) {}

  /** Opens the view and waits until its models are known, which is not before something was asked: that first answer is of no use. */
  static async open(window: Workbench): Promise<ChatView> {
    await window.command(/Open Chat$/, 'Chat: Open Chat');
    const view = new ChatView(window);
    await view.type('@rostrum /status ');
    await window.page
      .locator('.interactive-input-part', { hasText: 'Parrot' })
      .first()
      .waitFor({ timeout: 2 * patienceMs });
    return view;
  }

  /** Sends a request and returns the newest answer once these words stand in it. */
  async ask(text: string, words: RegExp): Promise<Locator> {
    await this.type(text);
    const newest = this.window.page.locator('.interactive-session .interactive-response').last();
    await until(`an answer to “${text}”`, async () => (words.test(plain(await newest.innerText())) ? true : undefined));
    return newest;
  }

  private async type(text: string): Promise<void> {
    const { page } = this.window;
    await page.locator('.interactive-input-part .monaco-editor').first().click();
    // Sticky parts of the earlier request must be replaced.
    await page.keyboard.press('Control+A');
    await page.keyboard.type(text);
    // Names are offered while they are typed.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
  }
}
