import { setTimeout as sleep } from 'node:timers/promises';
import type { ConsoleMessage, Locator, Page } from 'playwright-core';
import type { ElementInPage } from './elementInPage';
import { chooseFromMenu } from './contextMenu';
import { exactly, patienceMs, plain, until } from './patience';
import { lostCommand } from './usualErrors';

export type TreeRow = {
  label: string;
  description: string;
  level: number;
  isExpanded: boolean | undefined;
  ariaLabel: string;
};

/** No click takes longer, also on a busy machine: then it was lost. */
const hitMs = 10_000;

/** A view with a tree, in the side bar or the panel. */
export class TreeView {
  readonly root: Locator;
  readonly rowLocators: Locator;

  constructor(
    private readonly page: Page,
    readonly name: string,
  ) {
    this.root = page.locator('.pane', {
      has: page.locator(`.pane-header[aria-label^="${name} "][aria-label$="Section"]`),
    });
    this.rowLocators = this.root.locator('.monaco-list-rows > .monaco-list-row');
  }

  /** The rows in view, from top to bottom; a long tree shows only some. */
  async rows(): Promise<TreeRow[]> {
    // One look at the page: the tree is drawn again at any time.
    const read = await this.rowLocators.evaluateAll((rows: ElementInPage[]) =>
      rows
        .map((row) => ({ row, top: row.getBoundingClientRect().y }))
        .sort((a, b) => a.top - b.top)
        .map(({ row }) => ({
          label: Array.from(row.querySelectorAll('.label-name'), ({ textContent }) => textContent).join(''),
          description: Array.from(row.querySelectorAll('.label-description'), ({ textContent }) => textContent).join(
            ' ',
          ),
          level: row.getAttribute('aria-level'),
          expanded: row.getAttribute('aria-expanded'),
          ariaLabel: row.getAttribute('aria-label'),
        })),
    );
    return read.map(({ label, description, level, expanded, ariaLabel }) => ({
      label: plain(label),
      description: plain(description),
      level: Number(level ?? '1'),
      isExpanded: expanded === null ? undefined : expanded === 'true',
      ariaLabel: ariaLabel ?? '',
    }));
  }

  /** Waits for a row whose label or description begins so, or that is found otherwise. */
  async row(label: string | RegExp | Locator): Promise<Locator> {
    if (typeof label !== 'string' && !(label instanceof RegExp)) {
      await label.waitFor({ timeout: patienceMs });
      return label;
    }
    const topic =
      typeof label === 'string' ? new RegExp(exactly(label).source.replace(/\\s\*\$$/, '(?:\\s·.*)?$')) : label;
    const named = this.page.locator('.label-name', { hasText: exactly(label) });
    const about = this.page.locator('.label-description', { hasText: topic });
    const row = this.rowLocators
      .filter({ has: named })
      .or(this.rowLocators.filter({ has: about }))
      .first();
    await row.waitFor({ timeout: patienceMs });
    return row;
  }

  /**
   * A row that is drawn again between the button's way down and up is not clicked, one that is replaced just then has lost its
   * command: as a person would, one looks and clicks again.
   */
  async click(label: string | RegExp | Locator): Promise<void> {
    const again = (message: ConsoleMessage): void => {
      // A failure here shows more clearly in the test's own wait.
      if (lostCommand.test(message.text())) this.#select(label).catch(() => undefined);
    };
    this.page.on('console', again);
    setTimeout(() => this.page.off('console', again), 10_000).unref();
    await this.#select(label);
  }

  /** Waits for the keys to go to this list. */
  async focused(): Promise<void> {
    await this.root.locator('.monaco-list:focus').waitFor({ timeout: patienceMs });
  }

  async expand(label: string | RegExp): Promise<void> {
    await this.toggle(label, true);
  }

  async collapse(label: string | RegExp): Promise<void> {
    await this.toggle(label, false);
  }

  /** Presses a button that a row shows when the mouse is on it. */
  async action(label: string | RegExp, action: string): Promise<void> {
    await until(`“${action}” to be pressed`, async () => {
      const row = await this.#settled(label);
      await row.hover({ timeout: patienceMs });
      // A row that is drawn again between press and release swallows the click; a person presses again.
      const hit = this.page
        .evaluate<boolean>(
          `new Promise((tell) => {
            const onClick = ({ target }) => tell(target.closest('[role="button"]') !== null);
            document.addEventListener('click', onClick, { capture: true, once: true });
            setTimeout(() => tell(false), ${hitMs});
          })`,
        )
        .catch(() => false);
      await row.getByRole('button', { name: action, exact: true }).click({ timeout: hitMs });
      return (await hit) ? true : undefined;
    });
  }

  /** Takes an entry of a row's context menu. */
  async menu(label: string | RegExp, entry: string): Promise<void> {
    await (await this.row(label)).click({ button: 'right', timeout: patienceMs });
    await chooseFromMenu(this.page, entry);
  }

  /** Presses a button of the view's title; of a view that is alone in its container it stands in the container's. */
  async titleAction(name: string): Promise<void> {
    const own = this.root.locator('.pane-header:not(.hidden)');
    const header =
      (await own.count()) > 0 ? own : this.page.locator('.part', { has: this.root }).locator('.composite.title');
    await header.hover({ timeout: patienceMs });
    await header.getByRole('button', { name, exact: true }).click({ timeout: patienceMs });
  }

  /** Words of the view when it has no rows. */
  async welcome(): Promise<string> {
    return plain((await this.root.locator('.welcome-view-content').allInnerTexts()).join(' '));
  }

  async #select(label: string | RegExp | Locator): Promise<void> {
    await until(`“${String(label)}” to be selected`, async () => {
      const row = await this.#settled(label);
      // Clicked at its beginning, because a click in the middle of a long label would scroll the row.
      await row.locator('.label-name').click({ timeout: patienceMs, position: { x: 4, y: 8 } });
      await row.and(this.page.locator('[aria-selected="true"]')).waitFor({ timeout: 5_000 });
      return true;
    });
  }

  /** A row once it says the same for a moment. */
  async #settled(label: string | RegExp | Locator): Promise<Locator> {
    let last: string | undefined;
    return await until(`“${String(label)}” to be as it is`, async () => {
      const row = await this.row(label);
      const text = await row.innerText({ timeout: 5_000 });
      if (text === last) return row;
      last = text;
      await sleep(300);
      return undefined;
    });
  }

  private async toggle(label: string | RegExp, isExpanded: boolean): Promise<void> {
    const wanted = `[aria-expanded="${String(isExpanded)}"]`;
    await until(`“${String(label)}” to be ${isExpanded ? 'expanded' : 'collapsed'}`, async () => {
      const done = (await this.row(label)).and(this.page.locator(wanted));
      if ((await done.count()) > 0) return true;
      await (await this.row(label)).locator('.monaco-tl-twistie').click({ timeout: 5_000 });
      // A second press before the first shows would turn it back.
      await done.waitFor({ timeout: 10_000 });
      if (isExpanded) await this.#filled(done);
      return true;
    });
  }

  /** Rows below an expanded one come a little later; none come where they would stand out of sight. */
  async #filled(row: Locator): Promise<void> {
    const [index, level] = [await row.getAttribute('data-index'), await row.getAttribute('aria-level')];
    const next = `[data-index="${Number(index) + 1}"][aria-level="${Number(level) + 1}"]`;
    const below = this.rowLocators.and(this.page.locator(next));
    await below.waitFor({ timeout: 3_000 }).catch(() => undefined);
  }
}
