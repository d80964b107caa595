import type { Browser, Page } from 'playwright-core';
import type { BrowserProgram } from './browser';
import { patienceMs } from './patience';

const switches = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-dev-shm-usage'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];

/** A browser with one page and no memory of an earlier one. */
export async function browserWindow(
  program: BrowserProgram,
  size: { width: number; height: number },
): Promise<{ browser: Browser; page: Page }> {
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({
    executablePath: program.path,
    args: switches,
    // Chromium ignores undefined variables.
    env: { ...(process.env as Record<string, string>), ...program.env },
    timeout: patienceMs,
  });
  const context = await browser.newContext({
    viewport: size,
    locale: 'en-US',
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(patienceMs);
  context.setDefaultNavigationTimeout(patienceMs);
  return { browser, page: await context.newPage() };
}
