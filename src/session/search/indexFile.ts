import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { digest } from '../logCache';

export const endOfIndexName = '.index';

/** The file of a debate's index below the folder of indexes. */
export const indexName = (folder: string): string => `${digest(folder).slice(0, 32)}${endOfIndexName}`;

export const removed = (path: string): Promise<void> => rm(path, { force: true }).catch(() => undefined);

/** Something was struck from this debate: what was kept of it goes, and is made again by the next search. Never rejects. */
export const removeIndex = (cacheFolder: string, folder: string): Promise<void> =>
  removed(join(cacheFolder, indexName(resolve(folder))));
