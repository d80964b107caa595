import { testWindow } from './inTest';
import { until } from './patience';
import type { Workbench } from './workbench';

const loadedAnewMs = 10_000;

/**
 * A window for one test on a `.code-workspace` file. This server's windows start without its folders now and then, also to the
 * explorer; loaded again they have them.
 */
export async function workspaceWindow(workspaceFile: string): Promise<Workbench> {
  const window = await testWindow({ workspaceFile });
  await until('the folders of the workspace', async () => {
    await window.command('View: Show Explorer');
    try {
      await window.page.locator('.explorer-folders-view .monaco-list-row').first().waitFor({ timeout: loadedAnewMs });
    } catch (error) {
      await window.reload();
      throw error;
    }
    return true;
  });
  return window;
}
