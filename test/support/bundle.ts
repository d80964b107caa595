import { mkdtemp, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { build } from 'esbuild';

/**
 * Bundles a program of the tests for plain Node.js and returns its path: what a test runs as a process of its own. `threads`: the programs
 * of its threads; what these do is done where it runs without them.
 */
export async function bundle(entry: string, { threads = [] }: { threads?: readonly string[] } = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rostrum-bundle-'));
  const outfile = join(folder, 'program.js');
  // What ships with a program, such as the samples, is looked for beside it.
  await symlink(resolve(import.meta.dirname, '..', '..', 'media'), join(folder, 'media'));
  await bundleTo(outfile, entry);
  for (const thread of threads) await bundleTo(join(folder, `${basename(thread, '.ts')}.js`), thread);
  return outfile;
}

export const forNode = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  logLevel: 'error',
  loader: { '.md': 'text' },
  define: { 'import.meta.dirname': '__dirname' },
} as const;

export async function bundleTo(outfile: string, entry: string): Promise<void> {
  await build({ ...forNode, entryPoints: [resolve(import.meta.dirname, '..', '..', entry)], outfile });
}
