import type { ElementHandle, Frame, Page } from 'playwright-core';
import { until } from './patience';

/**
 * The document of a webview that is in view. VS Code nests two frames: an outer one of its own and, inside, the extension's; that
 * inner one is replaced when the extension sets its HTML again, so ask again after that.
 * @param having a selector that must match in it, where several webviews are in view (a panel and a view of the side bar)
 */
export function webviewFrame(page: Page, having?: string): Promise<Frame> {
  return until(`a webview${having === undefined ? '' : ` with ${having}`}`, async () => {
    for (const outer of await page.locator('iframe.webview.ready:visible').elementHandles()) {
      const inner = await innerFrame(outer);
      if (inner !== undefined && (having === undefined || (await inner.locator(having).count()) > 0)) return inner;
    }
    return undefined;
  });
}

async function innerFrame(outer: ElementHandle): Promise<Frame | undefined> {
  const frame = await outer.contentFrame();
  const active = await frame?.$('iframe#active-frame');
  return (await active?.contentFrame()) ?? undefined;
}
