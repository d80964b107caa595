import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { formats as allFormats } from '../../../src/debate/formats/registry';
import { repository } from '../../support/workbench/artefacts';

/** The files whose code an editor evaluates when it starts the extension: all that is imported without `import()`. */
async function loadedAtStart(): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: repository,
    entryPoints: ['src/extension.ts'],
    outdir: 'dist',
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    external: ['vscode'],
    loader: { '.md': 'text' },
    logLevel: 'silent',
  });
  const loaded = new Set(['dist/extension.js']);
  // What is added while it is gone through is gone through, too.
  for (const path of loaded)
    for (const { path: imported, kind, external } of metafile.outputs[path]?.imports ?? [])
      if (kind === 'import-statement' && external !== true) loaded.add(imported);
  return [...loaded].flatMap((path) => Object.keys(metafile.outputs[path]?.inputs ?? {}));
}

describe('the start of the extension', () => {
  it('loads no format, importer, engine, verifier or client of a provider, and of packages only two', async () => {
    const loaded = await loadedAtStart();
    expect(loaded).toContain('src/extension.ts');
    const packages = loaded.flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []);
    expect([...new Set(packages)].sort()).toEqual(['@vscode/l10n', 'zod']);
    const formats = allFormats.map(({ name }) => name).join('|');
    const heavy = new RegExp(
      `^src/(?:engine/|importers/|verify/|agents/documents/|research/extract/|.*/formats/(?:${formats}|registry)[/.])`,
    );
    expect(loaded.filter((path) => heavy.test(path))).toEqual([]);
  });
});
