import { ensureBrowser, type BrowserProgram } from './browser';
import { ensureNode, ensureServerBuild } from './serverBuild';

/** The programs with which a real VS Code is run. */
export type ServerPrograms = { node: string; serverMain: string };

/** Those, and what drives it. */
export type Programs = ServerPrograms & { browser: BrowserProgram };

/** Finds or installs what a VS Code in a browser needs: seconds when the cache is filled, some minutes on a fresh machine. */
export async function setUpServer(): Promise<ServerPrograms> {
  if (process.platform === 'win32') {
    throw new Error(
      'These tests run on Linux and macOS; on Windows run `npm run test:desktop` and `npx vitest run --project "unit*"`.',
    );
  }
  const node = await ensureNode();
  return { node: node.path, serverMain: await ensureServerBuild(node) };
}

/** The same, and the browser that tests drive. */
export async function setUp(): Promise<Programs> {
  const server = await setUpServer();
  return { ...server, browser: await ensureBrowser(await ensureNode()) };
}
