import { join } from 'node:path';

/** The log of a debate, in its folder. */
export const logFileName = 'debate-log.jsonl';

export const pathOfLog = (folder: string): string => join(folder, logFileName);
