import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repository } from './workbench/artefacts';
import { WorkbenchServer } from './workbench/server';
import { setUp } from './workbench/setup';
import { windowUrl } from './workbench/windowUrl';

/**
 * `npm run vscode`: a real VS Code with this extension and a copy of the sample. The one on this machine where there is one and a
 * screen to show it; else the one that the tests use, in a browser.
 */
async function main(): Promise<void> {
  const folder = join(mkdtempSync(join(tmpdir(), 'rostrum-sample-')), 'sample');
  cpSync(join(repository, 'test', 'fixtures', 'gateway'), folder, { recursive: true });
  if (openedOnDesktop(folder)) return;
  const server = await WorkbenchServer.start({ programs: await setUp(), name: 'npm-run-vscode' });
  const address = windowUrl(server.address, { folder });
  console.log(`VS Code with Rostrum: ${address}\nThe sample: ${folder}\nCtrl-C ends it.`);
  if (hasScreen())
    spawn(opener, [address], { stdio: 'ignore', detached: true })
      .on('error', () => undefined)
      .unref();
  await new Promise<void>((resolve) =>
    ['SIGINT', 'SIGTERM'].forEach((signal) => process.once(signal, () => resolve())),
  );
  await server.stop();
}

const opener = process.platform === 'darwin' ? 'open' : 'xdg-open';

const hasScreen = (): boolean =>
  process.platform !== 'linux' || process.env['DISPLAY'] !== undefined || process.env['WAYLAND_DISPLAY'] !== undefined;

function openedOnDesktop(folder: string): boolean {
  if (!hasScreen()) return false;
  const args = [`--extensionDevelopmentPath=${repository}`, folder];
  // On Windows `code` is a batch file, which only a shell starts.
  const shell = process.platform === 'win32';
  return ['code', 'code-insiders', 'codium'].some(
    (editor) => spawnSync(editor, args, { stdio: 'inherit', shell }).status === 0,
  );
}

void main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
