import { inject, onTestFinished } from 'vitest';
import { WorkbenchServer, type ServerAddress, type ServerOptions } from './server';
import { Workbench, type WorkbenchOptions } from './workbench';
import { workspaceFolder, type WorkspaceContents } from './workspaceFolder';

/** A new folder that is gone when the test is over. */
export function testFolder(contents: WorkspaceContents = {}): string {
  const folder = workspaceFolder(contents);
  onTestFinished(() => folder.remove());
  return folder.path;
}

/**
 * A window for one test, closed when it is over; when it failed, a screenshot `failed-<test>` is kept. Without a server it is on the
 * shared one, which trusts every folder.
 */
export async function testWindow(
  options: Omit<WorkbenchOptions, 'server' | 'program'> & { server?: ServerAddress },
): Promise<Workbench> {
  const workbench = await Workbench.open({ server: inject('server'), program: inject('programs').browser, ...options });
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') {
      await workbench.screenshot(`failed-${task.name}`);
      console.log(`Console of “${task.name}”:\n${workbench.consoleErrors.join('\n')}`);
    }
    await workbench.close();
  });
  return workbench;
}

/** A server of its own for one test or, in `beforeAll`, for a file that stops it itself: another trust, settings or environment. */
export function startServer(options: Omit<ServerOptions, 'programs'>): Promise<WorkbenchServer> {
  return WorkbenchServer.start({ programs: inject('programs'), ...options });
}
