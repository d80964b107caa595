import type { Frame, Locator, Page } from 'playwright-core';
import type { ElementInPage } from './elementInPage';
import { patienceMs, plain, until } from './patience';
import { webviewFrame } from './webviewFrame';
import type { Workbench } from './workbench';

/** The visible part of the list. */
export type Sight = {
  /** Positions of the entries that are in sight, in the order of the page, and how far below the top of the list each begins. */
  entries: { at: number; top: number; hasText: boolean }[];
  /** Pixels of the list in sight in which there is no entry. */
  blank: number;
  fromEnd: number;
};

/** The panel of a debate, as a person uses it. Entries are named by their seq, which in these tests is their place in the log. */
export class PanelPage {
  constructor(private readonly page: Page) {}

  /** The page; it is made again when the panel was hidden, so ask again. */
  frame(): Promise<Frame> {
    return webviewFrame(this.page, '.app');
  }

  async locator(selector: string, options: { hasText?: string | RegExp } = {}): Promise<Locator> {
    return (await this.frame()).locator(selector, options);
  }

  async button(name: string | RegExp): Promise<Locator> {
    return (await this.frame()).getByRole('button', { name, exact: typeof name === 'string' }).first();
  }

  async press(name: string | RegExp): Promise<void> {
    await (await this.button(name)).click({ timeout: patienceMs });
  }

  /** A debate that is over opens at its verdict: on to its entries, as a reader does. */
  async toEntries(): Promise<void> {
    const frame = await this.frame();
    if ((await frame.getByRole('tab', { name: 'Verdict', selected: true }).count()) > 0)
      await frame.getByRole('tab', { name: 'Debate' }).click({ timeout: patienceMs });
  }

  /** Waits for an entry to be in the page with its text. */
  async entry(seq: number): Promise<Locator> {
    const frame = await this.frame();
    const entry = frame.locator(`article[data-at="${seq}"]`);
    await frame
      .locator(`article[data-at="${seq}"][aria-busy="false"]`)
      .waitFor({ timeout: patienceMs, state: 'attached' });
    return entry;
  }

  /** The word of the state, and why. */
  async state(): Promise<string> {
    return plain((await (await this.locator('.state')).allInnerTexts()).join(' '));
  }

  /** Waits for these words in the header, and goes to the entries if the debate opened at its verdict. */
  async stated(words: RegExp, limitMs = patienceMs): Promise<string> {
    const stated = await this.says(words, limitMs);
    await this.toEntries();
    return stated;
  }

  /** Waits for the header to say this. */
  async says(words: RegExp, limitMs = patienceMs): Promise<string> {
    return await until(
      `the header to say ${String(words)}`,
      async () => {
        const state = await this.state();
        return words.test(state) ? state : undefined;
      },
      limitMs,
    );
  }

  /** Texts of the chips by their id: `by:sre`, `rulings`, `redactions`, `sources`, `trouble`, `procedure`. */
  async chips(): Promise<Map<string, string>> {
    const chips = await this.locator('[data-chip]');
    const read = await chips.evaluateAll((all: ElementInPage[]) =>
      all.map((chip): [string, string] => [chip.getAttribute('data-chip') ?? '', chip.innerText]),
    );
    return new Map(read.map(([id, text]) => [id, plain(text)]));
  }

  async chip(id: string): Promise<void> {
    const chip = await this.locator(`[data-chip="${id}"]`);
    // Where the chips have no room side by side they are a menu.
    if (!(await chip.isVisible())) await (await this.locator('.chips-toggle')).click({ timeout: patienceMs });
    await chip.click({ timeout: patienceMs });
  }

  /** Number of entries in the list, as screen readers get it; 0 if there is none. */
  async size(): Promise<number> {
    return await (
      await this.frame()
    ).evaluate<number>("Number(document.querySelector('article')?.getAttribute('aria-setsize') ?? 0)");
  }

  async sight(): Promise<Sight> {
    return await (await this.frame()).evaluate<Sight>(sightScript);
  }

  /** Waits until an entry is in sight with its text, and returns how far below the top of the list it begins. */
  async inSight(seq: number): Promise<number> {
    return await until(`seq ${seq} to be in sight`, async () => {
      const { entries } = await this.sight();
      return entries.find(({ at, hasText }) => at === seq && hasText)?.top;
    });
  }

  /** Position like `inSight`, once it is stable: parts around the list get their height a moment later. */
  async atRest(seq: number): Promise<number> {
    let last: number | undefined;
    return await until(`seq ${seq} to be at rest`, async () => {
      const top = await this.inSight(seq);
      const isAtRest = top === last;
      last = top;
      return isAtRest ? top : undefined;
    });
  }

  /** The entry that the focus is in; undefined where it is elsewhere in the page. */
  async focused(): Promise<number | undefined> {
    const at = await (
      await this.frame()
    ).evaluate<string | null>("document.activeElement?.closest('article')?.dataset.at ?? null");
    return at === null ? undefined : Number(at);
  }

  /** Role or tag, and name, of the focused element. */
  async focus(): Promise<string> {
    return plain(await (await this.frame()).evaluate<string>(focusScript));
  }

  /** Waits until the focus is on an entry. */
  async focusedOn(seq: number): Promise<void> {
    await until(`the focus on seq ${seq}`, async () => ((await this.focused()) === seq ? true : undefined));
  }

  /** Types into the box for finding and waits for the count. Returns it: `1 of 3`, `12 entries`, `No hits`. */
  async find(words: string): Promise<string> {
    await (await this.locator('#find')).fill(words, { timeout: patienceMs });
    return await this.counted((count) => !/^$|…$|so far$/.test(count));
  }

  async counted(isWanted: (count: string) => boolean): Promise<string> {
    return await until('the count of hits', async () => {
      const count = plain((await (await this.locator('#find-count')).allInnerTexts()).join(''));
      return isWanted(count) ? count : undefined;
    });
  }

  /** The page's whole document, with attributes and hidden parts. */
  async html(): Promise<string> {
    return await (await this.frame()).content();
  }
}

/** Opens the panel of the debate in this folder alone; the list has more than one. */
export async function onlyPanel(window: Workbench, folder: string): Promise<PanelPage> {
  await window.command('View: Close All Editors');
  await window.command('Rostrum: Open Debate');
  await window.quickInput.shown('Open the Panel of Which Debate?');
  // A long list has only some of its rows in the page.
  await window.quickInput.type(folder);
  await window.quickInput.rows.filter({ hasText: folder }).first().click({ timeout: patienceMs });
  const panel = new PanelPage(window.page);
  await panel.says(/./);
  return panel;
}

/** Runs in the page; a text because it is written for the browser, whose types these tests do not load. */
const sightScript = `(() => {
  const scroller = document.querySelector('.feed-scroll');
  if (!scroller) return { entries: [], blank: 0, fromEnd: 0 };
  const edge = scroller.getBoundingClientRect();
  const entries = [];
  let covered = 0, end = edge.top;
  for (const article of scroller.querySelectorAll('article')) {
    const box = article.getBoundingClientRect();
    if (box.bottom <= edge.top || box.top >= edge.bottom) continue;
    covered += Math.min(box.bottom, edge.bottom) - Math.max(box.top, edge.top);
    end = Math.min(box.bottom, edge.bottom);
    entries.push({ at: Number(article.dataset.at ?? -1), top: box.top - edge.top, hasText: article.getAttribute('aria-busy') !== 'true' });
  }
  const fromEnd = scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop;
  return { entries, blank: Math.max(0, edge.height - covered), fromEnd };
})()`;

/** Role or tag, and name, of the focused element; for an entry, its position in the log. */
export const focusScript = `(() => {
  const element = document.activeElement;
  if (!element || element === document.body) return '';
  const name = element.getAttribute('aria-label') ?? element.getAttribute('title') ?? element.labels?.[0]?.textContent ?? element.textContent;
  return (element.getAttribute('role') ?? element.tagName.toLowerCase()) + ' ' + (element.tagName === 'ARTICLE' ? element.dataset.at : name);
})()`;
