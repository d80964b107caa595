import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

/** `npm run vscode`: the editor on this machine with the extension from this folder and the sample opened. */
const root = resolve(__dirname, '..');
const args = [`--extensionDevelopmentPath=${root}`, resolve(root, 'media', 'sample')];
const opened = ['code', 'code-insiders', 'codium'].some((editor) => spawnSync(editor, args, { stdio: 'inherit' }).status === 0);
if (!opened) {
  process.stderr.write('No VS Code was found on the PATH. Install its "code" command (Command Palette: Shell Command), then try again.\n');
  process.exitCode = 1;
}
