import { build } from 'esbuild';
import { existsSync, rmSync } from 'node:fs';

const minify = process.argv.includes('--minify');
rmSync('dist', { recursive: true, force: true });

/** CommonJS for Node.js 20: what VS Code's extension host and a plain `node dist/cli.js` both load. */
const node = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  sourcemap: true,
  minify,
  logLevel: 'warning',
  external: ['vscode'],
};

const entries = {
  cli: 'src/cli/main.ts',
  extension: 'src/extension.ts',
  bench: 'test/bench/main.ts',
  openEditor: 'test/support/openEditor.ts',
};
for (const [name, entry] of Object.entries(entries)) {
  if (!existsSync(entry)) continue;
  await build({ ...node, entryPoints: [entry], outfile: `dist/${name}.js` });
}
