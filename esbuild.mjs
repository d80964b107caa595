import { build as esbuild } from 'esbuild';
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const minify = process.argv.includes('--minify');
rmSync('dist', { recursive: true, force: true });

/** The packages whose code stands in what is shipped. */
const bundled = new Set();
async function build(options, { isShipped = false } = {}) {
  const { metafile } = await esbuild({ ...options, metafile: true });
  const names = Object.keys(metafile.inputs).map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]);
  if (isShipped) names.filter((name) => name !== undefined).forEach((name) => bundled.add(name));
}

/** Their licences ask to be named, and to come along. */
function writeNotices() {
  const notices = [...bundled].sort().map((name) => {
    const folder = join('node_modules', name);
    const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file === undefined ? '' : `\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
    return `${name} ${version} (${license})\n${text}`;
  });
  writeFileSync('dist/THIRD-PARTY-NOTICES.txt', `Rostrum contains code of these packages.\n\n${notices.join(`\n${'-'.repeat(80)}\n\n`)}`);
}

/** CommonJS for Node.js 20: what VS Code's extension host and a plain `node dist/cli.js` both load. */
const node = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  sourcemap: true,
  minify,
  logLevel: 'warning',
  // playwright-core brings files of its own that it looks up beside it; only tests use it.
  external: ['vscode', 'playwright-core'],
  // Its lists of stop words one by one, so that only those that are named come along.
  alias: { stopword: 'stopword/src/stopword.js' },
  // Prompts are data; the bundles carry them as text.
  loader: { '.md': 'text' },
  // zod asks for `navigator`, at which newer editors complain on their console.
  define: { 'import.meta.dirname': '__dirname', navigator: 'undefined' },
};

/**
 * What is heavy and seldom needed stands in files of its own, which extension and command line share and load when they
 * first need them. CommonJS bundles cannot be split by esbuild itself, so their dynamic imports are pointed there.
 */
const chunks = {
  anthropicProvider: 'src/models/anthropic/anthropicProvider.ts',
  openAiProvider: 'src/models/openai/openAiProvider.ts',
  readingThread: 'src/research/extract/readingThread.ts',
  importThread: 'src/importers/importThread.ts',
  searchThread: 'src/research/tools/searchThread.ts',
  extractiveThread: 'src/agents/extractive/extractiveThread.ts',
  htmlPage: 'src/research/extract/htmlPage.ts',
  pdfPage: 'src/research/extract/pdfPage.ts',
};
/** The reader of PDF runs in a thread, where it makes itself a `navigator` and asks it. */
const defines = { pdfPage: { 'import.meta.dirname': '__dirname' } };
const chunked = {
  name: 'chunks',
  setup({ onResolve }) {
    const filter = new RegExp(`/(${Object.keys(chunks).join('|')})$`);
    onResolve({ filter }, ({ kind, path }) => (kind === 'dynamic-import' ? { path: `./${basename(path)}.js`, external: true } : undefined));
  },
};

const entries = {
  ...chunks,
  cli: 'src/cli/main.ts',
  extension: 'src/extension.ts',
  bench: 'test/bench/main.ts',
  openEditor: 'test/support/openEditor.ts',
  'test/runElectron': 'test/host/runElectron.ts',
  'test/benchInHost': 'test/bench/editor/inHost.ts',
};
for (const [name, entry] of Object.entries(entries)) {
  if (!existsSync(entry)) continue;
  const isShipped = name === 'cli' || name === 'extension' || name in chunks;
  await build({ ...node, define: defines[name] ?? node.define, ...(isShipped ? { plugins: [chunked] } : {}), entryPoints: [entry], outfile: `dist/${name}.js` }, { isShipped });
}

/** The suite for the extension host: each test/host/*.test.ts is evaluated by `load`, when mocha is ready for it. */
const hostTests = existsSync('test/host') ? readdirSync('test/host').filter((file) => file.endsWith('.test.ts')) : [];
if (hostTests.length > 0) {
  const load = hostTests.map((file) => `require('./${file}');`).join(' ');
  const contents = `import { runSuite } from './runSuite'; export const run = () => runSuite(() => { ${load} });`;
  // Files that mocha looks up for running in parallel, which this suite does not.
  const logOverride = { 'require-resolve-not-external': 'silent' };
  await build({ ...node, logOverride, stdin: { contents, resolveDir: 'test/host', loader: 'ts' }, outfile: 'dist/test/host.js' });
}

/** The panel's page: one script and one style sheet, for the browser that the editor brings. */
if (existsSync('src/webview/main.tsx')) {
  await build({
    bundle: true,
    platform: 'browser',
    target: 'chrome120',
    format: 'iife',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    sourcemap: !minify,
    minify,
    logLevel: 'warning',
    loader: { '.ttf': 'file' },
    assetNames: '[name]',
    entryPoints: { panel: 'src/webview/main.tsx' },
    outdir: 'dist/webview',
  }, { isShipped: true });
}
writeNotices();
