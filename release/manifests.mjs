import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Writes the manifests of all coding agents from package.json and `published.json`; with `--check` it only says which
 * of them are not what they would be. `published.json` names the package on the registry, the server's name there and
 * the repository, once their owner has them.
 */

const root = join(import.meta.dirname, '..');
const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

export const published = readJson('release/published.json');
const { version, license, keywords } = readJson('package.json');
const { description } = readJson('package.nls.json');

/** How an agent starts the server: an installed command until the package has a name on the registry. */
const server = (name) =>
  name === null ? { command: 'rostrum', args: ['mcp'] } : { command: 'npx', args: ['-y', name, 'mcp'] };

const about = {
  name: 'rostrum',
  version,
  description,
  author: { name: 'Rostrum' },
  license,
  keywords,
  ...(published.repository === null ? {} : { homepage: published.repository, repository: published.repository }),
};

const mcpServers = { rostrum: server(published.npm) };

/** Manifests by path. */
const manifests = {
  'plugin/.claude-plugin/plugin.json': about,
  'plugin/.codex-plugin/plugin.json': { ...about, skills: './skills/', mcpServers: './.mcp.json' },
  'plugin/.cursor-plugin/plugin.json': { ...about, skills: './skills/', mcpServers: './.mcp.json' },
  'plugin/gemini-extension.json': { name: about.name, version, description, mcpServers },
  'plugin/.mcp.json': { mcpServers },
  '.claude-plugin/marketplace.json': {
    name: about.name,
    owner: about.author,
    description,
    plugins: [{ name: about.name, source: './plugin', description }],
  },
};

/** Entry of the registry of servers, which needs names that somebody owns. */
export const serverManifest = ({ npm, mcpName, repository }) => ({
  $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
  name: mcpName,
  title: 'Rostrum',
  description: description.slice(0, 100),
  version,
  ...(repository === null ? {} : { repository: { url: repository, source: 'github' } }),
  packages: [
    {
      registryType: 'npm',
      identifier: npm,
      version,
      runtimeHint: 'npx',
      transport: { type: 'stdio' },
      packageArguments: [{ type: 'positional', value: 'mcp' }],
    },
  ],
});

const all = {
  ...manifests,
  ...(published.npm === null || published.mcpName === null ? {} : { 'server.json': serverManifest(published) }),
};

/** Paths of manifests that are not what they would be. */
export const drifted = () =>
  Object.entries(all).flatMap(([path, value]) =>
    existsSync(join(root, path)) && readFileSync(join(root, path), 'utf8') === text(value) ? [] : [path],
  );

const text = (value) => `${JSON.stringify(value, null, 2)}\n`;

if (process.argv[1] === import.meta.filename) {
  const changed = drifted();
  if (process.argv.includes('--check')) {
    for (const path of changed) console.error(`${path} is not what package.json says: npm run plugin`);
    process.exitCode = changed.length === 0 ? 0 : 1;
  } else
    for (const path of changed) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text(all[path]));
    }
}
