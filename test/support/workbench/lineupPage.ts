import type { Frame, Locator, Page } from 'playwright-core';
import { lineupSize } from '../../../src/debate/log/names';
import { patienceMs, plain, until } from './patience';
import { focusScript } from './panelPage';
import { webviewFrame } from './webviewFrame';
import type { Workbench } from './workbench';

type Field = 'name' | 'persona' | 'starting_position' | 'incentives' | 'model';

/** Asks the question of the palette, and leads to the page that it opens. */
export async function askedPage(window: Workbench, topic: string): Promise<LineupPage> {
  const { quickInput, page } = window;
  await window.command('Rostrum: Start Debate');
  await quickInput.shown('Start Debate');
  await quickInput.type(topic);
  await quickInput.accept();
  const lineup = new LineupPage(page);
  await (await lineup.field('topic')).waitFor({ timeout: patienceMs });
  return lineup;
}

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

  /** The control of a field, by the field's id. */
  async field(id: string): Promise<Locator> {
    return (await this.frame()).locator(`[id="setup-${id}"]`);
  }

  /** Opens the part of the page in which expert options and other roles are folded. */
  async unfold(): Promise<void> {
    await (await this.frame()).locator('.setup-seats:not([open]) > summary').click({ timeout: patienceMs });
  }

  /** The names of the debaters, as they are written. */
  async names(): Promise<string[]> {
    const names = await (await this.frame()).locator('.card input[id$="-name"]').all();
    return await Promise.all(names.map((name) => name.inputValue({ timeout: patienceMs })));
  }

  /** Problems that prevent the start. */
  async problems(): Promise<string[]> {
    return (await (await this.frame()).locator('#lineup-problems .problem').allInnerTexts()).map(plain);
  }

  /** Waits until this problem is shown. */
  async problem(words: string): Promise<void> {
    await (
      await this.frame()
    )
      .locator('#lineup-problems .problem', { hasText: words })
      .first()
      .waitFor({ timeout: patienceMs });
  }

  /** Role or tag, and name, of the focused element. */
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

  /** Why the Chair changed nothing, beside what it was asked. */
  async unrevised(): Promise<string> {
    return plain(await (await this.frame()).locator('.revision .problem').innerText({ timeout: patienceMs }));
  }

  /** Titles and labels of the page's parts, as they come. */
  async order(): Promise<string[]> {
    const found = "[...document.querySelectorAll('h1 textarea, h2, .overview-item > :first-child')]";
    return await (
      await this.frame()
    ).evaluate<string[]>(`${found}.map((one) => one.getAttribute('aria-label') ?? one.textContent)`);
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
