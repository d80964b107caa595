import type { Page } from 'playwright-core';
import { patienceMs, until } from './patience';

/**
 * Waits until the window has stored, for a reload, that this entry is at a panel's top. A window in a browser stores
 * its state every few seconds, not when it is reloaded.
 */
export async function keptPlace(page: Page, seq: number): Promise<void> {
  const place = new RegExp(`focus\\\\*":${seq}\\b`);
  await until(
    `the place at seq ${seq} to be kept`,
    async () => ((await page.evaluate<string[]>(keptEditors)).some((kept) => place.test(kept)) ? true : undefined),
    2 * patienceMs,
  );
}

/** State of the open editors. It is text because it runs in the browser, whose types these tests do not load. */
const keptEditors = `(async () => {
  const answer = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const found = [];
  for (const { name } of await indexedDB.databases()) {
    if (!name.startsWith('vscode-web-state-db-')) continue;
    const database = await answer(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      found.push(await answer(database.transaction(store).objectStore(store).get('memento/workbench.parts.editor')));
    }
    database.close();
  }
  return found.filter((kept) => typeof kept === 'string');
})()`;
