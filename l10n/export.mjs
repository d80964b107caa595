import { getL10nJson } from '@vscode/l10n-dev';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const bundlePath = join(root, 'l10n', 'bundle.l10n.json');

/** Is given l10n by whoever shows its words; a text is found where l10n is imported. */
const catalogue = join('projections', 'words.ts');
const bound = "import * as l10n from '@vscode/l10n';\n";

/**
 * Writes `bundle.l10n.json`, or says with --check whether it is up to date: every text of the editor and the page, in their order.
 * Only files that name l10n are parsed, which is most of the work.
 */
async function bundleText() {
  const paths = readdirSync(join(root, 'src'), { recursive: true })
    .filter((path) => /\.tsx?$/.test(path))
    .sort();
  const files = paths.map((path) => ({
    contents: `${path === catalogue ? bound : ''}${readFileSync(join(root, 'src', path), 'utf8')}`,
    extension: extname(path),
  }));
  const texts = await getL10nJson(files.filter(({ contents }) => /\bl10n\b/.test(contents)));
  const sorted = Object.fromEntries(
    Object.keys(texts)
      .sort()
      .map((key) => [key, texts[key]]),
  );
  return JSON.stringify(sorted, null, 2);
}

const text = await bundleText();
if (!process.argv.includes('--check')) writeFileSync(bundlePath, text);
else if (readFileSync(bundlePath, 'utf8') !== text) {
  console.error('l10n/bundle.l10n.json is not what src says. Write it anew with: npm run l10n');
  process.exitCode = 1;
}
