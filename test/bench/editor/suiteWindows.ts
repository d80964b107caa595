import { browserWindow } from '../../support/workbench/browserWindow';
import { WorkbenchServer } from '../../support/workbench/server';
import { setUp } from '../../support/workbench/setup';
import { windowUrl, type HostSuite } from '../../support/workbench/windowUrl';

const limitMs = 5 * 60_000;

/** Windows on one server, each with an extension host of its own that runs a module in place of a suite. */
export interface SuiteWindows {
  /** Resolves when the module has ended; it writes what it found. */
  run(folder: string, suite: HostSuite): Promise<void>;
}

export async function benchWindows(
  extensions: readonly string[],
  use: (windows: SuiteWindows) => Promise<void>,
): Promise<void> {
  const programs = await setUp();
  const server = await WorkbenchServer.start({ programs, name: 'bench-server', isForHostSuite: true, extensions });
  const run = async (folder: string, suite: HostSuite): Promise<void> => {
    const { browser, page } = await browserWindow(programs.browser, { width: 1280, height: 900 });
    try {
      const ended = new Promise<void>((resolve, reject) => {
        setTimeout(() => reject(new Error('The bench in the editor did not end.')), limitMs).unref();
        void page.exposeFunction('codeAutomationExit', () => resolve());
      });
      await page.goto(windowUrl(server.address, { folder, suite }));
      await ended;
    } finally {
      await browser.close();
    }
  };
  try {
    await use({ run });
  } finally {
    await server.stop();
  }
}
