import type { Workbench } from './workbench';

/**
 * Keeps the window from opening addresses; the function returns those that it would have opened, in order. A browser
 * does not reveal the text fragment of a loaded page.
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
