import { afterAll, afterEach, expect, inject, onTestFinished, type TestContext } from 'vitest';
import { WorkbenchServer, type ServerAddress, type ServerOptions } from './server';
import { Workbench, type WorkbenchOptions } from './workbench';
import { workspaceFolder, type WorkspaceContents, type WorkspaceFolder } from './workspaceFolder';

/** A new folder that is gone when the test is over. */
export function testFolder(contents: WorkspaceContents = {}): string {
  const folder = workspaceFolder(contents);
  onTestFinished(() => folder.remove());
  return folder.path;
}

type WindowOptions = Omit<WorkbenchOptions, 'server' | 'program'> & { server?: ServerAddress };

/** The server of the worker that runs this file; vitest counts its workers from 1. */
function sharedServer(): ServerAddress {
  const server = inject('servers')[Number(process.env.VITEST_POOL_ID) - 1];
  if (server === undefined) throw new Error(`No server was started for worker ${process.env.VITEST_POOL_ID ?? '?'}.`);
  return server;
}

/** A window for a file that closes it itself. Without a server it is on its worker's, which trusts every folder. */
export const openWindow = (options: WindowOptions): Promise<Workbench> =>
  Workbench.open({ server: options.server ?? sharedServer(), program: inject('programs').browser, ...options });

/** A window for one test, closed when it is over; when it failed, a screenshot `failed-<test>` is kept. */
export async function testWindow(options: WindowOptions): Promise<Workbench> {
  const workbench = await openWindow(options);
  onTestFinished(async (context) => {
    await keepFailure(workbench, context);
    await workbench.close();
  });
  return workbench;
}

/** Keeps a picture of a window in which a test has failed. */
export async function keepFailure(workbench: Workbench, { task }: TestContext): Promise<void> {
  if (task.result?.state !== 'fail') return;
  await workbench.screenshot(`failed-${task.name}`);
  console.log(`Console of “${task.name}”:\n${workbench.consoleErrors.join('\n')}`);
}

/**
 * Cleans up after tests that share a window, which opens before them: keeps a picture of each failure, then closes the
 * window and removes its folder.
 */
export function shares(window: () => Workbench, folder: WorkspaceFolder): void {
  afterEach((context) => keepFailure(window(), context));
  afterAll(async () => {
    await window().close();
    folder.remove();
  });
}

/** The same, and no test may leave an error on the window’s console. */
export function sharesWithoutErrors(window: () => Workbench, folder: WorkspaceFolder): void {
  // Hooks after a test run in reverse order.
  afterEach(() => expect(window().consoleErrors.splice(0)).toEqual([]));
  shares(window, folder);
}

/** A server of its own for one test or, in `beforeAll`, for a file that stops it itself: another trust, settings or environment. */
export function startServer(options: Omit<ServerOptions, 'programs'>): Promise<WorkbenchServer> {
  return WorkbenchServer.start({ programs: inject('programs'), ...options });
}
