import { join } from 'node:path';
import { aptInstall } from './apt';
import { installOnce } from './cache';
import { npmInstall, npmInstallDependencies } from './npmInstall';
import { onPath, run } from './run';
import { told } from './steps';

/** A Node.js of the version that the server build asks for. */
export type ServerNode = { path: string; home: string };

const nodeVersion = '24.21.0';
const serverVersion = '4.139.1';
const nodeGypVersion = '12.4.0';

/** The package `node` only fetches this one, in an install script; so it is asked for directly. It brings its headers. */
const nodePackage = `node-${process.platform}-${process.arch}`;

/** Native modules that the server loads at its start and that are not published as binaries. */
const addons = ['@vscode/spdlog', '@vscode/native-watchdog', '@vscode/sqlite3'];

export async function ensureNode(): Promise<ServerNode> {
  const folder = await installOnce(`node-${nodeVersion}`, (aside) =>
    npmInstall(aside, [`${nodePackage}@${nodeVersion}`]),
  );
  const home = join(folder, 'node_modules', nodePackage);
  return { home, path: join(home, 'bin', 'node') };
}

/** The program of a VS Code server with workbench and extension host; code-server carries a complete one. */
export async function ensureServerBuild(node: ServerNode): Promise<string> {
  const folder = await installOnce(`vscode-server-${serverVersion}`, (aside) => installServer(aside, node));
  return join(vscodeFolder(folder), 'out', 'server-main.js');
}

const vscodeFolder = (folder: string): string => join(folder, 'node_modules', 'code-server', 'lib', 'vscode');

async function installServer(folder: string, node: ServerNode): Promise<void> {
  await ensureToolChain();
  const packages = [`code-server@${serverVersion}`, `node-gyp@${nodeGypVersion}`];
  await told('VS Code is fetched', () => npmInstall(folder, packages));
  await told('What it needs to run is fetched', () => npmInstallDependencies(vscodeFolder(folder)));
  const nodeGyp = join(folder, 'node_modules', 'node-gyp', 'bin', 'node-gyp.js');
  for (const addon of addons) {
    const args = [nodeGyp, 'rebuild', '--jobs=max', `--nodedir=${node.home}`];
    const cwd = join(vscodeFolder(folder), 'node_modules', ...addon.split('/'));
    await told(`${addon} is compiled`, () => run(node.path, args, { cwd }));
  }
}

async function ensureToolChain(): Promise<void> {
  const missing = ['g++', 'make', 'python3'].filter((program) => onPath(program) === undefined);
  if (missing.length === 0 || (await aptInstall(missing))) return;
  const names = missing.join(' ');
  throw new Error(`The tests compile parts of a VS Code server: install ${names} (Debian: apt-get install ${names}).`);
}
