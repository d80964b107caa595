import type { Locator } from 'playwright-core';
import { patienceMs, plain, until } from './patience';
import type { Workbench } from './workbench';

/** The Problems view. */
export class ProblemsView {
  readonly #rows: Locator;

  constructor(private readonly window: Workbench) {
    this.#rows = window.page.locator('.markers-panel .monaco-list-row');
  }

  async open(): Promise<void> {
    await this.window.command(/Focus on Problems View$/, 'Focus on Problems View');
    await this.window.page.locator('.markers-panel').waitFor({ timeout: patienceMs });
  }

  /** The texts of the rows in view, once one of them has these words. */
  async rows(having: RegExp): Promise<string[]> {
    return await until(`a problem with ${String(having)}`, async () => {
      const rows = (await this.#rows.allInnerTexts()).map(plain);
      return rows.some((row) => having.test(row)) ? rows : undefined;
    });
  }

  /** Opens what a row leads to. */
  async press(words: RegExp): Promise<void> {
    await this.#rows.filter({ hasText: words }).first().dblclick({ timeout: patienceMs });
  }
}
