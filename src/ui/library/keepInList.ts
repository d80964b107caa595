import { errorText } from '../../debate/log/objects';
import { folderHolding } from '../kit/workspaceFolders';
import type { LibraryPorts } from './ports';

/** Returns at once, so that a debate that was just made is shown without waiting. */
export function putInList(services: Pick<LibraryPorts, 'library' | 'log'>, folder: string): void {
  keepInList(services, folder).catch((error: unknown) =>
    services.log.warn(`${folder} could not be kept in the list of debates.`, errorText(error)),
  );
}

/** A debate outside the workspace's folders is not found by itself: it is kept in the list as if it had been opened by hand. */
export async function keepInList({ library }: Pick<LibraryPorts, 'library'>, folder: string): Promise<void> {
  if (folderHolding(folder) === undefined) await library.addByHand(folder);
}
