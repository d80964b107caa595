import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(__dirname, '..', '..');

/** `npm run l10n` writes it anew. */
it('l10n/bundle.l10n.json holds every text of the editor and the page, and no other', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rostrum-l10n-'));
  try {
    const tool = join(root, 'node_modules', '@vscode', 'l10n-dev', 'dist', 'cli.js');
    execFileSync(process.execPath, [tool, 'export', '--outDir', folder, './src'], { cwd: root, stdio: 'pipe' });
    const name = 'bundle.l10n.json';
    expect(JSON.parse(readFileSync(join(root, 'l10n', name), 'utf8'))).toEqual(JSON.parse(readFileSync(join(folder, name), 'utf8')));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
