import { build } from 'esbuild';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The panel's page with a stand-in for the extension, to be looked at in a browser. Not shipped.
 *
 *   node src/webview/dev/build.mjs    builds out/dev/page
 *   node src/webview/dev/serve.mjs    and serves it: http://127.0.0.1:4180/dark.html?scene=live
 *   node src/webview/dev/shots.mjs    and photographs and audits it
 *   node src/webview/dev/drive.mjs    and presses its keys and buttons
 */
const here = import.meta.dirname;
const webview = join(here, '..');
export const outDir = join(here, '../../../out/dev');
export const pageDir = join(outDir, 'page');

/** The classes and kinds that the editor puts on the page's body. */
export const themes = {
  dark: 'vscode-dark',
  light: 'vscode-light',
  'hc-dark': 'vscode-high-contrast',
  'hc-light': 'vscode-high-contrast-light vscode-high-contrast',
};

/** What the editor itself says in every webview, in a layer that any rule of the page outdoes. */
const editorStyle = readFileSync(join(here, 'editor.css'), 'utf8');

// Not in the colour themes: the editor sets them from its settings.
const fonts = {
  '--vscode-font-family': 'system-ui, "Ubuntu", "Droid Sans", "DejaVu Sans", sans-serif',
  '--vscode-font-size': '13px',
  '--vscode-font-weight': 'normal',
  '--vscode-editor-font-family': '"Droid Sans Mono", "DejaVu Sans Mono", monospace',
  '--vscode-editor-font-size': '14px',
  '--vscode-editor-font-weight': 'normal',
};

export async function buildPage() {
  rmSync(pageDir, { recursive: true, force: true });
  mkdirSync(pageDir, { recursive: true });
  await build({
    bundle: true,
    platform: 'browser',
    target: 'chrome120',
    format: 'iife',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    sourcemap: true,
    logLevel: 'warning',
    loader: { '.ttf': 'file' },
    assetNames: '[name]',
    entryPoints: {
      panel: join(webview, 'main.tsx'),
      fakeHost: join(here, 'fakeHost.ts'),
      formatScenes: join(here, '../../../test/support/formats/browserScenes.ts'),
    },
    outdir: pageDir,
  });
  for (const name of Object.keys(themes)) writeTheme(name);
  if (!existsSync(join(pageDir, 'panel.css'))) throw new Error('main.tsx imports no style sheet: nothing would be styled.');
  warnOfUnknown();
}

/** @param {string} name */
function writeTheme(name) {
  const variables = { ...fonts, ...themeOf(name) };
  const rules = Object.entries(variables).map(([key, value]) => `  ${key}: ${value};`);
  writeFileSync(join(pageDir, `${name}.css`), `${editorStyle}\nhtml {\n${rules.join('\n')}\n}\n`);
  writeFileSync(join(pageDir, `${name}.html`), page(name));
}

/**
 * @param {string} name
 * @returns {Record<string, string>}
 */
function themeOf(name) {
  /** @type {unknown} */
  const read = JSON.parse(readFileSync(join(here, 'themes', `${name}.json`), 'utf8'));
  return /** @type {Record<string, string>} */ (read);
}

/** @param {string} name */
function page(name) {
  const nonce = 'bm90LWEtc2VjcmV0';
  const setup = JSON.stringify({ reportsPaint: false, folder: 'output/2026-03-09-build-cache' });
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'; font-src 'self'; script-src 'nonce-${nonce}';">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Rostrum</title>
<link rel="stylesheet" href="${name}.css">
<link rel="stylesheet" href="panel.css">
</head>
<body class="${themes[/** @type {keyof typeof themes} */ (name)]}">
<div id="root"></div>
<script type="application/json" id="setup" nonce="${nonce}">${setup}</script>
<script src="formatScenes.js" nonce="${nonce}"></script>
<script src="fakeHost.js" nonce="${nonce}"></script>
<script src="panel.js" nonce="${nonce}"></script>
</body>
</html>
`;
}

/** A colour that no theme here knows is misspelt, or missing from themes/. */
function warnOfUnknown() {
  const used = new Set(readFileSync(join(pageDir, 'panel.css'), 'utf8').match(/--vscode-[\w-]+/g));
  const known = new Set([...Object.keys(fonts), ...Object.keys(themes).flatMap((name) => Object.keys(themeOf(name)))]);
  const unknown = [...used].filter((name) => !known.has(name));
  if (unknown.length > 0) console.warn(`No theme sets: ${unknown.join(', ')}`);
}

if (process.argv[1] === import.meta.filename) await buildPage();
