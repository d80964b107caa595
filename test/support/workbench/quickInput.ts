import type { Locator, Page } from 'playwright-core';
import type { ElementInPage } from './elementInPage';
import { exactly, patienceMs, plain, until } from './patience';

/** The second line of a row has a label of its own, for the detail. */
const itemLabel = '.quick-input-list-row:first-child .label-name';

/** The box at the top of the window: command palette, lists to pick from, questions for a text. */
export class QuickInput {
  readonly root: Locator;
  readonly input: Locator;
  readonly rows: Locator;

  constructor(private readonly page: Page) {
    this.root = page.locator('.quick-input-widget:visible');
    this.input = this.root.locator('.quick-input-box input');
    this.rows = this.root.locator('.quick-input-list .monaco-list-row');
  }

  /** Waits for a list or a question that has this title (without its step). */
  async shown(title: string | RegExp): Promise<void> {
    await until(`a quick input “${String(title)}”`, async () =>
      exactly(title).test(await this.title()) ? true : undefined,
    );
  }

  async gone(): Promise<void> {
    await this.root.waitFor({ state: 'hidden', timeout: patienceMs });
  }

  /** Its title without the step; empty when it has none or is not there. */
  async title(): Promise<string> {
    return (await this.fullTitle()).replace(/\s*\(\d+(?:\/\d+)?\)$/, '');
  }

  /** Step 2 of 3, of a flow with several; no total where that is not known yet. */
  async step(): Promise<{ step: number; total?: number } | undefined> {
    const [, step, total] = /\((\d+)(?:\/(\d+))?\)$/.exec(await this.fullTitle()) ?? [];
    if (step === undefined) return undefined;
    return { step: Number(step), ...(total === undefined ? {} : { total: Number(total) }) };
  }

  /** What stands beneath the input: the prompt, or why the text is not accepted. */
  async message(): Promise<string> {
    const message = this.root.locator('.quick-input-message:visible');
    return (await message.count()) === 0 ? '' : plain(await message.innerText());
  }

  placeholder(): Promise<string> {
    return this.input.getAttribute('placeholder', { timeout: patienceMs }).then((text) => text ?? '');
  }

  value(timeout = patienceMs): Promise<string> {
    return this.input.inputValue({ timeout });
  }

  /** Replaces what is typed; in a list it filters. */
  async type(text: string): Promise<void> {
    await this.input.fill(text, { timeout: patienceMs });
  }

  async accept(): Promise<void> {
    await this.input.press('Enter', { timeout: patienceMs });
  }

  /** Takes the row that is marked, as soon as there is one: a title is there before its list. */
  async acceptRow(): Promise<void> {
    await this.rows.first().waitFor({ timeout: patienceMs });
    await this.accept();
  }

  /** The labels of the rows in view; a long list shows only some. */
  async items(): Promise<string[]> {
    return (await this.rows.locator(itemLabel).allInnerTexts()).map(plain);
  }

  /** What ends in an ellipsis of the rows in view. */
  async cut(): Promise<string[]> {
    await this.rows.first().waitFor({ timeout: patienceMs });
    const parts = this.rows.locator('.monaco-icon-label-container');
    return await parts.evaluateAll((all: ElementInPage[]) =>
      all.filter((part) => part.scrollWidth > part.clientWidth).map(({ textContent }) => textContent),
    );
  }

  row(label: string | RegExp): Locator {
    return this.rows.filter({ has: this.page.locator(itemLabel, { hasText: exactly(label) }) });
  }

  /** Takes a row; in a list in which several may be taken, ticks or unticks it. */
  async pick(label: string | RegExp): Promise<void> {
    // Where the pointer rests from the list before, a row's hover may come up and cover other rows.
    await this.page.mouse.move(0, 0);
    await this.row(label).first().click({ timeout: patienceMs });
  }

  isChecked(label: string | RegExp): Promise<boolean> {
    return this.row(label).first().getByRole('checkbox').isChecked({ timeout: patienceMs });
  }

  /** A button of the title or of the input, by its tooltip; `Back` goes a step back. */
  async button(name: string): Promise<void> {
    // A button that has a key says so: `Back (Alt+LeftArrow)`.
    const label = this.root.locator(`[role=button][aria-label="${name}"], [role=button][aria-label^="${name} ("]`);
    await label.first().click({ timeout: patienceMs });
  }

  back(): Promise<void> {
    return this.button('Back');
  }

  async cancel(): Promise<void> {
    await this.input.press('Escape', { timeout: patienceMs });
  }

  private async fullTitle(): Promise<string> {
    // Not waited for: a box that lost the focus is gone.
    return plain((await this.root.locator('.quick-input-title:visible').allInnerTexts()).join(''));
  }
}
