import { folderHolding } from '../start/workspaceFolders';
import type { Services } from '../services';

/** A debate in no folder of the workspace is not found by itself: it is kept in the list as if it had been opened by hand. */
export async function takeUp({ library }: Pick<Services, 'library'>, folder: string): Promise<void> {
  if (folderHolding(folder) === undefined) await library.addByHand(folder);
}
