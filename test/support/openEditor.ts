import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repository } from './workbench/artefacts';
import { run } from './workbench/run';
import { WorkbenchServer } from './workbench/server';
import { setUpServer } from './workbench/setup';
import { told } from './workbench/steps';
import { windowUrl } from './workbench/windowUrl';

/**
 * `npm run vscode`: a real VS Code with this extension, and a folder with evidence and a finished sample, open at
 * Rostrum's view and walkthrough. It uses this machine's VS Code if there is one, and a screen; else the tests' own, in
 * a browser.
 */
async function main(): Promise<void> {
  const aside = mkdtempSync(join(tmpdir(), 'rostrum-sample-'));
  const folder = join(aside, 'sample');
  await told('A folder of evidence with a finished sample is made', () => sample(folder));
  const guide = guideExtension(aside);
  if (openedOnDesktop(folder, guide)) return;
  const programs = await setUpServer();
  const server = await told('VS Code starts', () =>
    WorkbenchServer.start({ programs, name: 'npm-run-vscode', extensions: [guide], settings: ofAPerson }),
  );
  const address = windowUrl(server.address, { folder });
  console.log(`VS Code with Rostrum: ${address}\nThe sample: ${folder}\nCtrl-C ends it.`);
  if (hasScreen())
    spawn(opener, [address], { stdio: 'ignore', detached: true })
      .on('error', () => undefined)
      .on('spawn', () => console.log('It is opened in the browser.'))
      .unref();
  await new Promise<void>((resolve) =>
    ['SIGINT', 'SIGTERM'].forEach((signal) => process.once(signal, () => resolve())),
  );
  await server.stop();
}

/** Settings that the tests fix. */
const ofAPerson = { 'workbench.reduceMotion': 'auto', 'window.autoDetectColorScheme': true };

async function sample(folder: string): Promise<void> {
  // What a newcomer asks after the finished sample, the evidence knows.
  cpSync(join(repository, 'media', 'sample', 'panel', 'evidence'), join(folder, 'evidence'), { recursive: true });
  const command = ['run', '--sample', '--yes', '--quiet', '--pace', 'off', '--out', join(folder, 'output')];
  await run(process.execPath, [join(repository, 'dist', 'cli.js'), ...command], { cwd: folder });
}

/** An extension that shows a newcomer where to begin, because a window cannot be controlled from outside. */
function guideExtension(aside: string): string {
  const extension = join(aside, 'guide');
  mkdirSync(extension);
  const manifest = {
    name: 'guide',
    publisher: 'rostrum-development',
    version: '1.0.0',
    engines: { vscode: '^1.104.0' },
    main: './extension.js',
    activationEvents: ['onStartupFinished'],
  };
  writeFileSync(join(extension, 'package.json'), JSON.stringify(manifest));
  writeFileSync(
    join(extension, 'extension.js'),
    `const { commands } = require('vscode');
     exports.activate = async () => {
       await commands.executeCommand('rostrum.debates.focus');
       await commands.executeCommand('rostrum.openWalkthrough');
     };`,
  );
  return extension;
}

const opener = process.platform === 'darwin' ? 'open' : 'xdg-open';

const hasScreen = (): boolean =>
  process.platform !== 'linux' || process.env['DISPLAY'] !== undefined || process.env['WAYLAND_DISPLAY'] !== undefined;

function openedOnDesktop(folder: string, guide: string): boolean {
  if (!hasScreen()) return false;
  const args = [repository, guide].map((path) => `--extensionDevelopmentPath=${path}`);
  // On Windows `code` is a batch file, which only a shell starts.
  const shell = process.platform === 'win32';
  const opens = (name: string): boolean => spawnSync(name, [...args, folder], { stdio: 'inherit', shell }).status === 0;
  const editor = ['code', 'code-insiders', 'codium'].find(opens);
  if (editor !== undefined) console.log(`Opened in ${editor}.\nThe sample: ${folder}`);
  return editor !== undefined;
}

void main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
