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

  /** Leaves those of one file in view, by what only its folder is called. */
  async only(folder: string): Promise<void> {
    await this.window.page.locator('.part.panel .viewpane-filter input').fill(`**/${folder}/**`);
    const files = this.#rows.filter({ hasText: 'debate-log.jsonl' });
    await until(`the problems of ${folder} alone`, async () => {
      const [file = '', ...others] = await files.allInnerTexts();
      return file.includes(folder) && others.length === 0 ? true : undefined;
    });
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
