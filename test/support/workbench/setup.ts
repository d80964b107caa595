import { ensureBrowser, type BrowserProgram } from './browser';
import { ensureNode, ensureServerBuild } from './serverBuild';

/** The programs with which a real VS Code is run and driven. */
export type Programs = { node: string; serverMain: string; browser: BrowserProgram };

/** Finds or installs them: seconds when the cache is filled, some minutes on a fresh machine. */
export async function setUp(): Promise<Programs> {
  if (process.platform === 'win32') {
    throw new Error(
      'These tests run on Linux and macOS; on Windows run `npm run test:desktop` and `npx vitest run --project unit`.',
    );
  }
  const node = await ensureNode();
  return { node: node.path, serverMain: await ensureServerBuild(node), browser: await ensureBrowser(node) };
}
