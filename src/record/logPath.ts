import { access } from 'node:fs/promises';
import { join } from 'node:path';

/** The log of a debate, in its folder. */
export const logFileName = 'debate-log.jsonl';

export const pathOfLog = (folder: string): string => join(folder, logFileName);

/** Whether there is a visible file or folder. */
export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
