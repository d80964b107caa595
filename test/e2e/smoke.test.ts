import { statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { testFolder, testWindow } from '../support/workbench/inTest';

describe('a window of VS Code', () => {
  it('opens a folder, runs a command and shows the file', async () => {
    const window = await testWindow({ folder: testFolder({ sample: true }) });
    await window.command('File: New Untitled Text File');
    await window.editor.shown(/^Untitled-1/);
    await expect.poll(() => window.statusBar.texts()).toContain('Ln 1, Col 1');
    const picture = await window.screenshot('smoke');
    expect(statSync(picture).size).toBeGreaterThan(10_000);
  });
});
