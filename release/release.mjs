import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drifted, published, serverManifest } from './manifests.mjs';

/**
 * `npm run release -- --dry-run` makes everything that a release uploads, says how large it is, and uploads nothing.
 * Uploading is the owner's: without `--dry-run` it prints the commands.
 */

const root = join(import.meta.dirname, '..');
const isDry = process.argv.includes('--dry-run');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const out = join(root, 'dist-release');

const problems = [
  ...Object.entries(published).flatMap(([name, value]) =>
    value === null ? [`release/published.json does not say "${name}" yet.`] : [],
  ),
  ...drifted().map((path) => `${path} is not what package.json says: npm run plugin`),
  ...(new RegExp(`^## ${version.replaceAll('.', '\\.')}$`, 'm').test(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'))
    ? []
    : [`CHANGELOG.md has no section ${version}.`]),
];

const run = (command, args) =>
  execFileSync(command, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
const size = (path) => `${(statSync(path).size / 1e6).toFixed(2)} MB`;

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
run('node', ['esbuild.mjs', '--minify']);
const [packed] = JSON.parse(run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', out]));
const tarball = join(out, packed.filename);
console.log(`${tarball}: ${size(tarball)}`);
const vsix = join(out, `rostrum-${version}.vsix`);
run(join(root, 'node_modules', '.bin', 'vsce'), [
  'package',
  ...['--no-dependencies', '--no-rewrite-relative-links', '--allow-missing-repository', '--out', vsix],
]);
console.log(`${vsix}: ${size(vsix)}`);
if (problems.length === 0)
  writeFileSync(join(out, 'server.json'), `${JSON.stringify(serverManifest(published), null, 2)}\n`);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else if (!isDry)
  console.log(
    ['To upload:', `npm publish ${tarball}`, `npx vsce publish --packagePath ${vsix}`, `mcp-publisher publish`].join(
      '\n  ',
    ),
  );
