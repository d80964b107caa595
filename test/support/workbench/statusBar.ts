import type { Locator, Page } from 'playwright-core';
import { patienceMs, plain } from './patience';

/** The line at the foot of the window. */
export class StatusBar {
  readonly items: Locator;

  constructor(page: Page) {
    this.items = page.locator('.part.statusbar .statusbar-item:visible');
  }

  async texts(): Promise<string[]> {
    return (await this.items.allInnerTexts()).map(plain).filter((text) => text !== '');
  }

  /** Waits for an item that contains this text. */
  async item(text: string | RegExp): Promise<Locator> {
    const item = this.items.filter({ hasText: text }).first();
    await item.waitFor({ timeout: patienceMs });
    return item;
  }

  async click(text: string | RegExp): Promise<void> {
    await (await this.item(text)).locator('a').first().click({ timeout: patienceMs });
  }
}
