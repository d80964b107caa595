import { access, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';

export const logFileName = 'debate-log.jsonl';

export const pathOfLog = (folder: string): string => join(folder, logFileName);

export const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

export const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isDirectory() === true;

/**
 * Whether a file about to be written belongs to a debate's record: a log, a stored source or answer, an original of an
 * import, a lease. Links are followed; the file need not exist.
 */
export async function isOfRecord(file: string): Promise<boolean> {
  const target = await realPath(file);
  if (basename(target).toLowerCase().startsWith(logFileName)) return true;
  for (let folder = dirname(target); folder !== dirname(folder); folder = dirname(folder))
    if (await exists(pathOfLog(folder))) return recordPart.test(relative(folder, target).split(sep)[0] ?? '');
  return false;
}

/** Time for file names, as `20260131T093000Z`. */
export const timeStamp = (time: Date): string => time.toISOString().replace(/[-:]|\.\d+/g, '');

const recordPart = /^(?:sources|answers|originals|lock\..*)$/i;

const realPath = async (path: string): Promise<string> =>
  realpath(path).catch(async () =>
    dirname(path) === path ? path : join(await realPath(dirname(path)), basename(path)),
  );
