import type { Page } from 'playwright-core';
import { until } from './patience';
import type { QuickInput } from './quickInput';

/** The command palette. */
export class Palette {
  constructor(
    private readonly page: Page,
    private readonly quickInput: QuickInput,
  ) {}

  /**
   * Runs the command that has this title, with its category: `Rostrum: Start a Debate`. The palette does not learn of commands while
   * it is open, so it is opened anew until the command is offered.
   */
  async run(title: string | RegExp, typed = typeof title === 'string' ? title : title.source): Promise<void> {
    await until(`the command “${String(title)}”`, async () => {
      await this.open(typed);
      const row = this.quickInput.row(title).first();
      try {
        await row.click({ timeout: 2_000 });
      } catch (error) {
        await this.page.keyboard.press('Escape');
        throw error;
      }
      return true;
    });
  }

  /** The commands that are offered for this text now; none, perhaps. */
  async offers(text: string): Promise<string[]> {
    const rows = await until('the palette’s answer', async () => {
      await this.open(text);
      const found = await this.quickInput.items();
      return found.length === 0 ? undefined : found;
    });
    await this.quickInput.cancel();
    await this.quickInput.gone();
    return rows.filter((row) => row !== 'No matching commands');
  }

  private async open(text: string): Promise<void> {
    // A box that is closing may be gone when its text is asked for.
    const shown = (await this.quickInput.input.count()) === 0 ? '' : await this.quickInput.value(1_000).catch(() => '');
    if (!shown.startsWith('>')) await this.page.keyboard.press('F1');
    await this.quickInput.input.fill(`>${text}`, { timeout: 5_000 });
  }
}
