import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { until } from './patience';
import type { Settings } from './userSettings';
import type { Workbench } from './workbench';
import { fillFolder, type WorkspaceContents } from './workspaceFolder';

/**
 * Restores a window that tests share to its state after opening, whatever the test before has left or failed at: no
 * question, no editor, no message, these settings besides the server's, no reported error.
 */
export async function cleared(window: Workbench, settings: Settings = {}): Promise<void> {
  // A click with a key that was given up leaves it down.
  await window.page.keyboard.up('ControlOrMeta');
  await until('the dialogues to be gone', async () => {
    await window.page.keyboard.press('Escape');
    return (await window.notifications.dialog.count()) === 0 ? true : undefined;
  });
  await window.command('View: Close All Editors');
  await window.command('Notifications: Clear All Notifications');
  await window.settle(settings);
  window.consoleErrors.length = 0;
}

/** The same, and the folder that is open holds this and nothing else. */
export async function clearedWith(
  window: Workbench,
  folder: string,
  { settings, ...contents }: WorkspaceContents & { settings?: Settings } = {},
): Promise<void> {
  await cleared(window, settings);
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 5 });
  const view = await window.view('Debates');
  await until('an empty list', async () => ((await view.rows()).length === 0 ? true : undefined));
  fillFolder(folder, contents);
}
