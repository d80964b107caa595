import { build as esbuild } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';

if (process.argv.includes('--watch')) await buildOnChanges();

/**
 * Builds now and after each change of a source, in a process of its own, until it is stopped. `.vscode/tasks.json`
 * reads its output.
 */
async function buildOnChanges() {
  let changed = () => {};
  for (const folder of ['src', 'prompts', 'media', 'test']) watch(folder, { recursive: true }, () => changed());
  const rest = process.argv.slice(2).filter((argument) => argument !== '--watch');
  for (;;) {
    const change = new Promise((resolve) => (changed = resolve));
    const start = performance.now();
    console.log('Build …');
    const { status } = spawnSync(process.execPath, [import.meta.filename, ...rest], { stdio: 'inherit' });
    console.log(status === 0 ? `Built in ${((performance.now() - start) / 1_000).toFixed(1)} s` : 'The build failed.');
    await change;
    // An editor writes a file in several steps.
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const minify = process.argv.includes('--minify');
rmSync('dist', { recursive: true, force: true });

/** Packages whose code is part of the shipped bundles. */
const bundled = new Set();
async function build(options, { isShipped = false } = {}) {
  const { metafile } = await esbuild({ ...options, metafile: true });
  const names = Object.keys(metafile.inputs).map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]);
  if (isShipped) names.filter((name) => name !== undefined).forEach((name) => bundled.add(name));
}

/** Writes the licences of bundled packages, which must be shipped with them. */
function writeNotices() {
  const notices = [...bundled].sort().map((name) => {
    const folder = join('node_modules', name);
    const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file === undefined ? '' : `\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
    return `${name} ${version} (${license})\n${text}`;
  });
  writeFileSync(
    'dist/THIRD-PARTY-NOTICES.txt',
    `Rostrum contains code of these packages, and of the icons of @vscode/codicons those that it shows.\n\n${notices.join(`\n${'-'.repeat(80)}\n\n`)}`,
  );
}

/** Options for CommonJS on Node.js 20, which both VS Code's extension host and a plain `node dist/cli.js` load. */
const node = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  sourcemap: !minify,
  minify,
  logLevel: 'warning',
  // Files of playwright-core must stay beside it; only tests use it.
  external: ['vscode', 'playwright-core'],
  // Each list of stop words is a module of its own, so that only imported ones are bundled.
  alias: { stopword: 'stopword/src/stopword.js' },
  // Prompts are data; the bundles carry them as text.
  loader: { '.md': 'text' },
  // zod reads `navigator`, about which newer editors complain on their console.
  define: { 'import.meta.dirname': '__dirname', navigator: 'undefined' },
};

/** Leaves out unused tables of character names. Loading them has no effect, but their package does not say so. */
const entities = {
  name: 'entities',
  setup({ onResolve, resolve }) {
    const known = {};
    onResolve({ filter: /^entities(\/|$)/ }, async ({ path, importer, resolveDir, kind, pluginData }) => {
      if (pluginData === known) return undefined;
      const found = await resolve(path, { importer, resolveDir, kind, pluginData: known });
      return { ...found, sideEffects: false };
    });
  },
};

/**
 * The PDF reader is a bundle of its own, which the others import when they need it: it runs in its own process, where
 * it creates and reads a `navigator`.
 */
const alone = {
  name: 'alone',
  setup({ onResolve }) {
    onResolve({ filter: /\/pdfPage$/ }, () => ({ path: './pdfPage.js', external: true }));
  },
};
const pdfPage = { 'import.meta.dirname': '__dirname' };
await build(
  { ...node, define: pdfPage, entryPoints: ['src/research/extract/pdfPage.ts'], outfile: 'dist/pdfPage.js' },
  { isShipped: true },
);

/**
 * Code that extension, command line and reading threads share is emitted once, and dynamic imports load at their first
 * use. esbuild splits ES modules only, so each of them is made CommonJS afterwards.
 */
const split = 'dist/split';
const programs = {
  cli: 'src/cli/main.ts',
  extension: 'src/extension.ts',
  readingThread: 'src/research/extract/readingThread.ts',
  readingProcess: 'src/research/extract/readingProcess.ts',
  importThread: 'src/importers/importThread.ts',
  searchThread: 'src/research/tools/searchThread.ts',
  documentsThread: 'src/agents/documents/documentsThread.ts',
  debateSearchThread: 'src/session/library/search/debateSearchThread.ts',
  citationThread: 'src/citations/citationThread.ts',
  checkThread: 'src/ui/problems/checkThread.ts',
};
await build(
  {
    ...node,
    format: 'esm',
    splitting: true,
    chunkNames: 'chunk-[hash]',
    plugins: [alone, entities],
    entryPoints: programs,
    outdir: split,
  },
  { isShipped: true },
);
await esbuild({
  ...node,
  bundle: false,
  external: undefined,
  alias: undefined,
  entryPoints: [`${split}/*.js`],
  outdir: 'dist',
});
rmSync(split, { recursive: true });
if (minify) shareInterop();

/**
 * Moves the functions that make an ES module, with which each file begins, into `interop.js`, so that they are shipped
 * once.
 */
function shareInterop() {
  const functions =
    /^"use strict";var .{0,500}?;var ([\w$]+)=\([\w$,]+\)=>\{for\(var .{0,500}?return [\w$]+\};var (?:([\w$]+)=\([\w$,]+\)=>\(.{0,200}?\),)?([\w$]+)=[\w$]+=>[\w$]+\([\w$]+\(\{\},"__esModule",\{value:!0\}\),[\w$]+\);/;
  const files = readdirSync('dist').filter((name) =>
    /^(?:chunk-|\w+(?:Thread|Process)|cli|extension).*\.js$/.test(name),
  );
  for (const name of files) {
    const code = readFileSync(`dist/${name}`, 'utf8');
    const short = code.replace(functions, (whole, exported, imported, module) => {
      if (imported !== undefined)
        writeFileSync(
          'dist/interop.js',
          `${whole}module.exports={exported:${exported},imported:${imported},module:${module}};`,
        );
      const asked = [
        `exported:${exported}`,
        ...(imported === undefined ? [] : [`imported:${imported}`]),
        `module:${module}`,
      ];
      return `"use strict";var{${asked}}=require("./interop.js");`;
    });
    writeFileSync(`dist/${name}`, short);
  }
}

const entries = {
  bench: 'test/bench/main.ts',
  openEditor: 'test/support/openEditor.ts',
  truthDocuments: 'test/truth/documents.ts',
  'test/runElectron': 'test/host/runElectron.ts',
  'test/benchInHost': 'test/bench/editor/inHost.ts',
};
for (const [name, entry] of Object.entries(entries))
  if (existsSync(entry)) await build({ ...node, entryPoints: [entry], outfile: `dist/${name}.js` });

/** The suite for the extension host: `load` evaluates each test/host/*.test.ts when mocha is ready for it. */
const hostTests = existsSync('test/host') ? readdirSync('test/host').filter((file) => file.endsWith('.test.ts')) : [];
if (hostTests.length > 0) {
  const load = hostTests.map((file) => `require('./${file}');`).join(' ');
  const contents = `import { runSuite } from './runSuite'; export const run = () => runSuite(() => { ${load} });`;
  // mocha looks for these files to run in parallel, which this suite does not.
  const logOverride = { 'require-resolve-not-external': 'silent' };
  await build({
    ...node,
    logOverride,
    stdin: { contents, resolveDir: 'test/host', loader: 'ts' },
    outfile: 'dist/test/host.js',
  });
}

/** The panel's page: one script and one style sheet, for the browser that the editor brings. */
if (existsSync('src/webview/main.tsx')) {
  await build(
    {
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
    },
    { isShipped: true },
  );
  leaveOutIcons();
}
writeNotices();

/** Removes icons that the page does not name from their font and style sheet. */
function leaveOutIcons() {
  const font = 'dist/webview/codicon.ttf';
  const named = new Set(readFileSync('dist/webview/panel.js', 'utf8').match(/(?<=["'` ])[a-z][a-z0-9-]*(?=["'` ])/g));
  const rule = /(?<=[}\s])\.codicon-([a-z0-9-]+):before\s*\{\s*content:\s*"\\[0-9a-f]+";?\s*\}\s*/g;
  const style = readFileSync('dist/webview/panel.css', 'utf8').replace(rule, (whole, name) =>
    named.has(name) ? whole : '',
  );
  const kept = Array.from(style.matchAll(/content:\s*"\\([0-9a-f]+)"/g), ([, code]) => Number.parseInt(code, 16));
  writeFileSync('dist/webview/panel.css', style);
  writeFileSync(font, trimmedFont(readFileSync(font), new Set(kept)));
}

/** A TrueType font with the outlines of these characters only, and without the names of its glyphs. */
function trimmedFont(font, codes) {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, index) => {
    const at = 12 + 16 * index;
    const [offset, length] = [font.readUInt32BE(at + 8), font.readUInt32BE(at + 12)];
    return { tag: font.toString('latin1', at, at + 4), data: Buffer.from(font.subarray(offset, offset + length)) };
  });
  const table = (tag) => tables.find((one) => one.tag === tag);
  const [cmap, glyf, loca] = ['cmap', 'glyf', 'loca'].map((tag) => table(tag).data);
  const wanted = new Set([0]);
  const ranges = cmap.readUInt32BE(4 + 8 * (cmap.readUInt16BE(2) - 1) + 4);
  if (cmap.readUInt16BE(ranges) !== 12 || table('head').data.readInt16BE(50) !== 0)
    throw new Error('The font of icons is of another kind than before.');
  for (let at = ranges + 16; at < ranges + 16 + 12 * cmap.readUInt32BE(ranges + 12); at += 12) {
    const [first, last, glyph] = [0, 4, 8].map((shift) => cmap.readUInt32BE(at + shift));
    for (let code = first; code <= last; code += 1) if (codes.has(code)) wanted.add(glyph + code - first);
  }
  const outlines = Array.from({ length: loca.length / 2 - 1 }, (_, glyph) => {
    const [start, end] = [loca.readUInt16BE(2 * glyph) * 2, loca.readUInt16BE(2 * glyph + 2) * 2];
    return wanted.has(glyph) ? glyf.subarray(start, end) : Buffer.alloc(0);
  });
  let end = 0;
  outlines.forEach((outline, glyph) => loca.writeUInt16BE((end += outline.length) / 2, 2 * glyph + 2));
  table('glyf').data = Buffer.concat(outlines);
  table('post').data = table('post').data.subarray(0, 32);
  table('post').data.writeUInt32BE(0x00030000, 0);
  return withTables(font.subarray(0, 12), tables);
}

function withTables(head, tables) {
  const padded = tables.map(({ data }) => Buffer.concat([data, Buffer.alloc(-data.length & 3)]));
  let offset = 12 + 16 * tables.length;
  const directory = tables.map(({ tag, data }, index) => {
    const entry = Buffer.alloc(16);
    entry.write(tag, 'latin1');
    let sum = 0;
    for (let at = 0; at < padded[index].length; at += 4) sum = (sum + padded[index].readUInt32BE(at)) >>> 0;
    [sum, offset, data.length].forEach((value, place) => entry.writeUInt32BE(value, 4 + 4 * place));
    offset += padded[index].length;
    return entry;
  });
  return Buffer.concat([head, ...directory, ...padded]);
}
