import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
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

/** By their entries: the files of tests that share a process share what one of them has built. */
const built = new Map<string, Promise<Uint8Array>>();

export async function bundleTo(outfile: string, entry: string): Promise<void> {
  const code = built.get(entry) ?? codeOf(entry);
  built.set(entry, code);
  await mkdir(dirname(outfile), { recursive: true });
  await writeFile(outfile, await code);
}

async function codeOf(entry: string): Promise<Uint8Array> {
  const path = resolve(import.meta.dirname, '..', '..', entry);
  const { outputFiles } = await build({ ...forNode, entryPoints: [path], write: false });
  const [{ contents } = { contents: new Uint8Array() }] = outputFiles;
  return contents;
}
