import { readFile, stat } from 'node:fs/promises';
import { UsageError } from './usage';
import { basename, dirname, resolve } from 'node:path';
import { DebateLog } from '../record/debateLog';
import { logFileName, pathOfLog } from '../record/logPath';
import { errorText } from '../debate/objects';

/** A flag as a number. @throws UsageError */
export function numberFlag(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number))
    throw new UsageError(`--${name} must be a number, not "${value}".`);
  return number;
}

export function wholeFlag(name: string, value: string | undefined): number | undefined {
  const number = numberFlag(name, value);
  if (number !== undefined && !Number.isInteger(number))
    throw new UsageError(`--${name} must be a whole number, not "${value ?? ''}".`);
  return number;
}

export function jsonFlag(name: string, value: string | undefined): unknown {
  if (value === undefined) return undefined;
  try {
    return JSON.parse(value);
  } catch (error) {
    throw new UsageError(`--${name} is not JSON: ${errorText(error)}`);
  }
}

export async function fileFlag(name: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new UsageError(`--${name}: ${path} cannot be read: ${errorText(error)}`);
  }
}

/** The one positional argument of a command. */
export function onePath(positionals: readonly string[], command: string, what: string): string {
  const [path, ...rest] = positionals;
  if (path === undefined) throw new UsageError(`${command} needs ${what}.`);
  if (rest.length > 0) throw new UsageError(`${command} takes one ${what}, but got also: ${rest.join(' ')}`);
  return path;
}

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
