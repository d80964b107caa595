import { join } from 'node:path';
import { it } from 'vitest';
import { testFolder, testWindow } from '../support/workbench/inTest';
for (let i = 0; i < 6; i += 1) it(`probe ${i}`, async () => {
    const workspace = JSON.stringify({ folders: [{ uri: 'elsewhere:/project', name: 'virtual' }] });
    const folder = testFolder({ files: { 'virtual.code-workspace': workspace } });
    const window = await testWindow({ workspaceFile: join(folder, 'virtual.code-workspace') });
    const view = await window.view('Debates');
    await new Promise((r) => setTimeout(r, 8000));
    const w = await view.welcome();
    console.log(i, w);
    if (/^No folder/.test(w)) { await window.command('View: Show Explorer'); await new Promise((r) => setTimeout(r, 2000)); await window.screenshot('explorer'); }
});
