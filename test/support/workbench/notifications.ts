import type { Locator, Page } from 'playwright-core';
import { patienceMs, plain } from './patience';

/** The messages in the corner, and dialogues in the middle of the window. */
export class Notifications {
  readonly toasts: Locator;
  readonly dialog: Locator;

  constructor(page: Page) {
    this.toasts = page.locator('.notifications-toasts .notification-toast');
    this.dialog = page.locator('.monaco-dialog-box');
  }

  async messages(): Promise<string[]> {
    return (await this.toasts.locator('.notification-list-item-message').allInnerTexts()).map(plain);
  }

  /** Waits for a message that contains this text. */
  async shown(text: string | RegExp): Promise<Locator> {
    const toast = this.toasts.filter({ hasText: text }).first();
    await toast.waitFor({ timeout: patienceMs });
    return toast;
  }

  /** Presses a button of the message that contains this text, and waits until it is gone: the next may say the same. */
  async press(text: string | RegExp, button: string): Promise<void> {
    const toast = await this.shown(text);
    const shown = await toast.elementHandle();
    await toast
      .locator('.notification-list-item-buttons-container')
      .getByRole('button', { name: button, exact: true })
      .click();
    await shown.waitForElementState('hidden', { timeout: patienceMs });
  }

  async dismiss(text: string | RegExp): Promise<void> {
    const toast = await this.shown(text);
    await toast.hover();
    await toast.getByRole('button', { name: /^Clear Notification/ }).click();
    await toast.waitFor({ state: 'hidden', timeout: patienceMs });
  }

  /** Waits for a dialogue and returns its words. */
  async dialogText(): Promise<string> {
    const words = await this.dialog.locator('.dialog-message-text, .dialog-message-detail').allInnerTexts();
    if (words.length > 0) return plain(words.join(' '));
    await this.dialog.waitFor({ timeout: patienceMs });
    return this.dialogText();
  }

  async answer(button: string): Promise<void> {
    await this.dialog.getByRole('button', { name: button, exact: true }).click({ timeout: patienceMs });
    await this.dialog.waitFor({ state: 'hidden', timeout: patienceMs });
  }
}
