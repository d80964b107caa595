import { mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { build } from 'esbuild';

const root = resolve(import.meta.dirname, '..', '..');

/**
 * Bundles a program of the tests for plain Node.js and returns its path; a test runs it as a process of its own.
 * `threads`: programs of its threads, put beside it by name; without them their work is done in the main thread.
 */
export async function bundle(entry: string, { threads = [] }: { threads?: readonly string[] } = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rostrum-bundle-'));
  // The program looks beside it for shipped files, for example the samples.
  await symlink(join(root, 'media'), join(folder, 'media'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}\n');
  const files = await bundled([entry, ...threads]);
  for (const [name, code] of files) await writeFile(join(folder, name), code);
  return join(folder, `${nameOf(entry)}.js`);
}

const nameOf = (entry: string): string => basename(entry, '.ts');

export const forNode = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  logLevel: 'error',
  loader: { '.md': 'text' },
} as const;

type Built = ReadonlyMap<string, Uint8Array>;

/** Builds by entries: test files that share a process share them. */
const built = new Map<string, Promise<Built>>();

function bundled(entries: readonly string[]): Promise<Built> {
  const key = entries.join('\n');
  const files = built.get(key) ?? filesOf(entries);
  built.set(key, files);
  return files;
}

/**
 * Splits modules, so that a dynamic import loads at its first use, as in `dist/`: half of a start went into reading all
 * code. esbuild splits ES modules only.
 */
async function filesOf(entries: readonly string[]): Promise<Built> {
  const { outputFiles } = await build({
    ...forNode,
    format: 'esm',
    splitting: true,
    // CommonJS packages need it.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url), __dirname = import.meta.dirname;",
    },
    entryPoints: entries.map((entry) => ({ in: join(root, entry), out: nameOf(entry) })),
    outdir: root,
    write: false,
  });
  return new Map(outputFiles.map(({ path, contents }) => [basename(path), contents]));
}
