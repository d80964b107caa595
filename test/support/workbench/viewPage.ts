import type { Locator } from 'playwright-core';
import type { ElementInPage } from './elementInPage';
import type { PanelPage } from './panelPage';
import { patienceMs, plain, until } from './patience';

/** The views of a panel beside its entries, as a person uses them. */
export class ViewPage {
  constructor(private readonly panel: PanelPage) {}

  async show(view: 'Verdict' | 'Debate' | 'Board' | 'Scores' | 'Graph'): Promise<void> {
    await (await this.panel.frame()).getByRole('tab', { name: view }).click({ timeout: patienceMs });
    await this.shown(view);
  }

  /** Waits for a view to be the one that is looked at. */
  async shown(view: string): Promise<void> {
    const tab = (await this.panel.frame()).getByRole('tab', { name: view, selected: true });
    await tab.waitFor({ timeout: patienceMs });
  }

  /** The cells of the board, row by row, without the words for who does not see. */
  async board(): Promise<string[][]> {
    const rows = await this.panel.locator('.board tbody tr');
    const texts = await rows.evaluateAll((all: ElementInPage[]) =>
      all.map((row) => Array.from(row.querySelectorAll('th, td'), ({ innerText }) => innerText)),
    );
    return texts.map((cells) => cells.map(plain));
  }

  /** Waits until the row of an issue says this. */
  async issue(id: string, words: RegExp): Promise<string> {
    return await until(`${id} to say ${String(words)}`, async () => {
      const row = (await this.board()).find(([title]) => title?.startsWith(id) === true)?.join(' | ') ?? '';
      return words.test(row) ? row : undefined;
    });
  }

  async cell(id: string, round: number): Promise<Locator> {
    return await this.panel.locator(`[data-issue="${id}"] button[data-column="${round}"]`);
  }

  async node(id: string): Promise<Locator> {
    return await this.panel.locator(`[data-node="${id}"]`);
  }

  /** Waits for so many arguments to be drawn. */
  async drawn(count: number): Promise<void> {
    await until(`${count} arguments in the graph`, async () =>
      (await (await this.panel.locator('[data-node]')).count()) === count ? true : undefined,
    );
  }

  async percent(): Promise<number> {
    return Number.parseInt(
      plain(await (await this.panel.locator('.graph-percent')).innerText({ timeout: patienceMs })),
      10,
    );
  }

  /** The argument that has the focus. */
  async focusedNode(): Promise<string> {
    return (
      (await (await this.panel.frame()).evaluate<string | null>("document.activeElement?.getAttribute('data-node')")) ??
      ''
    );
  }
}
