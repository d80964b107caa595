import { stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { DebateLog } from '../record/debateLog';
import { logFileName, pathOfLog } from '../record/logPath';
import { UsageError } from './usage';

/** Opens the log of a debate's folder, or a log file itself. @throws UsageError when there is none. */
export async function openLog(path: string): Promise<{ log: DebateLog; isFolder: boolean }> {
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined) throw new UsageError(`${path} does not exist.`);
  const file = resolve(stats.isDirectory() ? pathOfLog(path) : path);
  if (stats.isDirectory() && (await stat(file).catch(() => undefined)) === undefined) {
    throw new UsageError(`${path} holds no ${logFileName}: it is no debate.`);
  }
  return { log: await DebateLog.open(file), isFolder: stats.isDirectory() };
}

/** The debate's folder, absolute, for a command that needs one; a log's path stands for its folder. */
export async function debateFolderOf(path: string): Promise<string> {
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined) throw new UsageError(`${path} does not exist.`);
  const folder = stats.isDirectory() ? path : basename(path) === logFileName ? dirname(path) : undefined;
  if (folder === undefined) throw new UsageError(`${path} is neither a debate's folder nor its ${logFileName}.`);
  if ((await stat(pathOfLog(folder)).catch(() => undefined)) === undefined) {
    throw new UsageError(`${path} holds no ${logFileName}: it is no debate.`);
  }
  return resolve(folder);
}
