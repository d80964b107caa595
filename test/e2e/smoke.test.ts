import { spawn } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { repository } from '../support/workbench/artefacts';
import { browserWindow } from '../support/workbench/browserWindow';
import { testFolder, testWindow } from '../support/workbench/inTest';
import { patienceMs, until } from '../support/workbench/patience';
import { TreeView } from '../support/workbench/treeView';

describe('a window of VS Code', () => {
  it('opens a folder, runs a command and shows the file', async () => {
    const window = await testWindow({ folder: testFolder({ sample: true }) });
    await window.command('File: New Untitled Text File');
    await window.editor.shown(/^Untitled-1/);
    await expect.poll(() => window.statusBar.texts()).toContain('Ln 1, Col 1');
    const picture = await window.screenshot('smoke');
    expect(statSync(picture).size).toBeGreaterThan(10_000);
  });

  it('is what `npm run vscode` opens, after saying each step: at the walkthrough, with a finished sample in the list', async () => {
    // As on a machine without a screen: the address is printed.
    const { DISPLAY: _, WAYLAND_DISPLAY: __, ...env } = process.env;
    // What tests keep has a folder of its own; the editor is where it was installed for all of them.
    const [, cache] = /^(.*)[\\/]vscode-server-/.exec(inject('programs').serverMain) ?? [];
    const child = spawn(process.execPath, [join(repository, 'dist', 'openEditor.js')], {
      env: { ...env, ROSTRUM_TEST_CACHE: cache },
      stdio: 'pipe',
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (said += text));
    const address = await until('the address', () => {
      if (child.exitCode !== null) throw new Error(said);
      return Promise.resolve(/^VS Code with Rostrum: (\S+)$/m.exec(said)?.[1]);
    });
    expect(said).toMatch(/^A folder of evidence with a finished sample is made …[^]*: done, \d+ s$/m);
    expect(said).toMatch(/^VS Code starts …[^]*: done, \d+ s$/m);

    const [, folder = ''] = /^The sample: (.+)$/m.exec(said) ?? [];
    expect(readdirSync(join(folder, 'evidence'))).toEqual(
      readdirSync(join(repository, 'media', 'sample', 'panel', 'evidence')),
    );

    const { browser, page } = await browserWindow(inject('programs').browser, { width: 1280, height: 800 });
    onTestFinished(() => browser.close());
    await page.goto(address);
    await page.locator('.gettingStartedContainer', { hasText: 'Rostrum' }).first().waitFor({ timeout: patienceMs });
    const tree = new TreeView(page, 'Debates');
    await until('the sample', async () =>
      (await tree.rows()).some(({ label }) => label.includes('?')) ? true : undefined,
    );
    child.kill('SIGTERM');
    await until('the end', () => Promise.resolve(child.exitCode ?? undefined));
    expect(child.exitCode).toBe(0);
  });
});
