import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTests } from '@vscode/test-electron';
import { hostReport, hostReportVariable } from './hostReport';

/**
 * Runs the suite of the extension host in VS Code on a desktop: the installed one that `ROSTRUM_TEST_VSCODE` names (the program
 * itself, not `bin/code`), else one that is downloaded. Started from the folder of the repository.
 */
async function main(): Promise<number> {
  const repository = process.cwd();
  const folder = await mkdtemp(join(tmpdir(), 'rostrum-desktop-'));
  const report = join(folder, 'report.json');
  await cp(join(repository, 'test', 'fixtures', 'gateway'), join(folder, 'workspace'), { recursive: true });
  const installed = process.env['ROSTRUM_TEST_VSCODE'];
  const profile = ['--user-data-dir', join(folder, 'user'), '--extensions-dir', join(folder, 'extensions')];
  try {
    const code = await runTests({
      // The second declares the models and tools that the suite brings.
      extensionDevelopmentPath: [
        process.env['ROSTRUM_TEST_EXTENSION'] ?? repository,
        join(repository, 'test', 'support', 'chatModels'),
      ],
      extensionTestsPath: join(repository, 'dist', 'test', 'host.js'),
      extensionTestsEnv: { [hostReportVariable]: report },
      launchArgs: [join(folder, 'workspace'), '--disable-workspace-trust', '--disable-extensions', ...profile],
      ...(installed === undefined || installed === '' ? {} : { vscodeExecutablePath: installed }),
    }).catch((error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      return 1;
    });
    return printReport(report) ? code : 1;
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Whether the suite came to its end and had tests, none of which failed. */
function printReport(file: string): boolean {
  if (!existsSync(file)) return false;
  const { isComplete, tests } = hostReport.parse(JSON.parse(readFileSync(file, 'utf8')));
  for (const { state, suite, title, error } of tests) {
    console.log(
      `${state.padEnd(7)} ${[...suite, title].join(' › ')}${error === undefined ? '' : `\n        ${error.message}`}`,
    );
  }
  const failed = tests.filter(({ state }) => state === 'failed').length;
  console.log(`${tests.length - failed} passed, ${failed} failed${isComplete ? '' : ', not run to the end'}`);
  return isComplete && tests.length > 0 && failed === 0;
}

void main().then((code) => process.exit(code));
