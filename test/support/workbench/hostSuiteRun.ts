import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hostOnlyVariable, hostReport, hostReportVariable, type HostReport } from '../../host/hostReport';
import { repository } from './artefacts';
import { browserWindow } from './browserWindow';
import { extensionFolder } from './installedExtension';
import { WorkbenchServer } from './server';
import type { Programs } from './setup';
import type { Settings } from './userSettings';
import { windowUrl } from './windowUrl';
import { workspaceFolder } from './workspaceFolder';

/** All of the suite; a single test has mocha's own limit. */
const suiteLimitMs = 30 * 60_000;

const built = join(repository, 'dist', 'test', 'host.js');

export interface HostSuiteOptions {
  /** User settings that the window has from its start. */
  settings?: Settings;
  /** The one suite to run, by its name; default: all. */
  only?: string;
  /** Names the server's logs. */
  name?: string;
  limitMs?: number;
}

/** Runs the suite inside the extension host of a window, and returns its output, even if it did not reach its end. */
export async function runHostSuite(programs: Programs, options: HostSuiteOptions = {}): Promise<HostReport> {
  const { settings = {}, only, name = 'host-suite-server', limitMs = suiteLimitMs } = options;
  if (!existsSync(built)) throw new Error(`${built} is missing: run \`npm run build\` first.`);
  const server = await WorkbenchServer.start({ programs, name, isForHostSuite: true, settings });
  const folder = workspaceFolder({ sample: true });
  const reportFolder = workspaceFolder();
  const report = join(reportFolder.path, 'report.json');
  const { browser, page } = await browserWindow(programs.browser, { width: 1280, height: 800 });
  try {
    const ended = new Promise<string>((resolve) => {
      setTimeout(() => resolve(`did not end in ${limitMs / 60_000} minutes`), limitMs).unref();
      // VS Code's own harness calls this when `run()` of the module has settled.
      void page.exposeFunction('codeAutomationExit', (code: number) => resolve(`ended with code ${code}`));
      page.on('crash', () => resolve('lost its window'));
    });
    const env = { [hostReportVariable]: report, ...(only === undefined ? {} : { [hostOnlyVariable]: only }) };
    const suite = { extension: extensionFolder(), module: built, env };
    await page.goto(windowUrl(server.address, { folder: folder.path, suite }));
    const how = await ended;
    if (!existsSync(report)) throw new Error(`The suite of the extension host ${how} and wrote no results.`);
    return hostReport.parse(JSON.parse(readFileSync(report, 'utf8')));
  } finally {
    await browser.close();
    await server.stop();
    folder.remove();
    reportFolder.remove();
  }
}
