import type { Page } from 'playwright-core';
import { patienceMs, until } from './patience';
import type { QuickInput } from './quickInput';

/**
 * Milliseconds for which an open palette is asked for a command: it does not learn of new commands while it is open.
 */
const offerMs = 5_000;

/** The command palette. */
export class Palette {
  constructor(
    private readonly page: Page,
    private readonly quickInput: QuickInput,
  ) {}

  /** Runs the command that has this title, with its category: `Rostrum: Start a Debate`. */
  async run(title: string | RegExp, typed = typeof title === 'string' ? title : title.source): Promise<void> {
    await this.untilOffered(String(title), async () => {
      await this.quickInput.input.fill(`>${typed}`, { timeout: offerMs });
      await this.quickInput.row(title).first().click({ timeout: offerMs });
    });
  }

  /** Runs a command with keys only. */
  async runByKeys(title: string): Promise<void> {
    const isFirst = async (): Promise<true | undefined> =>
      (await this.quickInput.items())[0] === title ? true : undefined;
    await this.untilOffered(title, async () => {
      await this.page.keyboard.type(title);
      await until('the first row', isFirst, offerMs);
      await this.page.keyboard.press('Enter');
    });
  }

  /** The commands that are offered for this text now; none, perhaps. */
  async offers(text: string): Promise<string[]> {
    const rows = await until('the palette’s answer', async () => {
      await this.open();
      await this.quickInput.input.fill(`>${text}`, { timeout: offerMs });
      const found = await this.quickInput.items();
      return found.length === 0 ? undefined : found;
    });
    await this.page.keyboard.press('Escape');
    await this.closed();
    return rows.filter((row) => row !== 'No matching commands');
  }

  /** Opens the palette again until the command is taken from it, and waits until it is closed: what comes next may be a box too. */
  private async untilOffered(title: string, take: () => Promise<void>): Promise<void> {
    await until(`the command “${title}”`, async () => {
      await this.open();
      try {
        await take();
      } catch (error) {
        await this.page.keyboard.press('Escape');
        await this.closed();
        throw error;
      }
      return true;
    });
    await this.closed();
  }

  /** A box that is there already, or is just closing, is not typed into. */
  private async open(): Promise<void> {
    if (await this.isOpen()) return;
    await this.page.keyboard.press('F1');
    await until('the palette', async () => ((await this.isOpen()) ? true : undefined), offerMs);
  }

  private async closed(): Promise<void> {
    await until('the palette to close', async () => ((await this.isOpen()) ? undefined : true), patienceMs);
  }

  private async isOpen(): Promise<boolean> {
    if ((await this.quickInput.input.count()) === 0) return false;
    // A box that is closing may be gone when its text is asked for.
    return (await this.quickInput.value(1_000).catch(() => '')).startsWith('>');
  }
}
