import type { Frame, Locator, Page } from 'playwright-core';
import { lineupSize } from '../../../src/debate/log/names';
import { patienceMs, plain, until } from './patience';
import { focusScript } from './panelPage';
import { webviewFrame } from './webviewFrame';

type Field = 'name' | 'persona' | 'starting_position' | 'incentives' | 'model';

/** The lineup before the start, in the panel. */
export class LineupPage {
  constructor(private readonly page: Page) {}

  frame(): Promise<Frame> {
    return webviewFrame(this.page, '.lineup');
  }

  async text(): Promise<string> {
    return plain(await (await this.frame()).locator('.lineup').innerText({ timeout: patienceMs }));
  }

  async button(name: string | RegExp): Promise<Locator> {
    return (await this.frame()).getByRole('button', { name, exact: true }).first();
  }

  /** The control of what is set, by the field's id. */
  async field(id: string): Promise<Locator> {
    return (await this.frame()).locator(`[id="setup-${id}"]`);
  }

  /** The names of the debaters, as they are written. */
  async names(): Promise<string[]> {
    const names = await (await this.frame()).locator('.card input[id$="-name"]').all();
    return await Promise.all(names.map((name) => name.inputValue({ timeout: patienceMs })));
  }

  /** What stands in the way of the start. */
  async problems(): Promise<string[]> {
    return (await (await this.frame()).locator('#lineup-problems .problem').allInnerTexts()).map(plain);
  }

  /** Waits until this is told to stand in the way. */
  async problem(words: string): Promise<void> {
    await (
      await this.frame()
    )
      .locator('#lineup-problems .problem', { hasText: words })
      .first()
      .waitFor({ timeout: patienceMs });
  }

  /** What the focus is on: its role or tag and its name. */
  async focus(): Promise<string> {
    return plain(await (await this.frame()).evaluate<string>(focusScript));
  }

  rename(index: number, name: string): Promise<void> {
    return this.write(index, 'name', name);
  }

  async write(index: number, field: Field, text: string): Promise<void> {
    await (await this.card(index)).locator(`[id$="-${field}"]`).fill(text, { timeout: patienceMs });
  }

  async move(index: number, direction: 'Up' | 'Down'): Promise<void> {
    await this.press(index, `Move ${direction}`);
  }

  async remove(index: number): Promise<void> {
    await this.press(index, 'Remove');
  }

  /** Asks the Chair for the one revision. */
  async revise(wish: string): Promise<void> {
    await (await this.frame()).locator('.revision textarea').fill(wish, { timeout: patienceMs });
    await (await this.button('Revise')).click({ timeout: patienceMs });
  }

  /** Waits until there are so many debaters. */
  async count(count: number): Promise<string[]> {
    return await until(`${count} debaters`, async () => {
      const names = await this.names();
      return names.length === count ? names : undefined;
    });
  }

  /** Waits until the documents of the evidence are the debaters: as many as a debate takes. */
  documents(): Promise<string[]> {
    return this.count(lineupSize.most);
  }

  private async card(index: number): Promise<Locator> {
    return (await this.frame()).locator('.card').nth(index);
  }

  private async press(index: number, button: string): Promise<void> {
    await (await this.card(index)).getByRole('button', { name: button, exact: true }).click({ timeout: patienceMs });
  }
}
