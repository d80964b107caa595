import type { Page } from 'playwright-core';
import { patienceMs, until } from './patience';

/** Takes an entry of the context menu that is open. */
export async function chooseFromMenu(page: Page, entry: string): Promise<void> {
  const item = page.locator('.monaco-menu').getByRole('menuitem', { name: entry, exact: true }).first();
  await item.waitFor({ timeout: patienceMs });
  // A menu takes no click in its first moments.
  await until(`the menu to take “${entry}”`, async () => {
    if (await item.isHidden()) return true;
    await item.click({ timeout: 2_000 });
    await item.waitFor({ state: 'hidden', timeout: 1_000 });
    return true;
  });
}
