import type { Workbench } from './workbench';

/**
 * From now on the window opens no other: the function tells the addresses that it would have opened, in order. A browser does not tell
 * the text fragment of a page that it has loaded.
 */
export async function openedAddresses({ page }: Workbench): Promise<() => Promise<string[]>> {
  await page.evaluate(keepAddresses);
  return () => page.evaluate<string[]>('globalThis.openedAddresses');
}

/** A text because it is written for the browser, whose types these tests do not load. */
const keepAddresses = `(() => {
  globalThis.openedAddresses = [];
  globalThis.open = (address) => {
    globalThis.openedAddresses.push(String(address));
    return globalThis;
  };
})()`;
