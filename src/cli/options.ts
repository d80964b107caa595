import { shellWord } from '../matching/text/shortText';
import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { errorText } from '../debate/log/objects';
import { DebateLog } from '../record/debateLog';
import { logFileName, pathOfLog } from '../record/logPath';
import { RecordError, systemCode } from '../record/recordError';
import { proxyFromEnvironment } from '../research/fetch/proxyChoice';
import { unreadWords } from '../reports/facts';
import { archiveProblem, createWebAccess, type WebAccess } from '../session/plan/webAccess';
import type { Output } from './output';
import { UsageError } from './usage';

export type Command = (args: readonly string[], output: (json: boolean, quiet?: boolean) => Output) => Promise<number>;

type CommandFlags = NonNullable<ParseArgsConfig['options']>;

export const parsed = <const T extends CommandFlags>(args: readonly string[], options: T) =>
  parseArgs({
    args: [...args],
    allowPositionals: true,
    tokens: true,
    options: { ...options, json: { type: 'boolean', default: false } },
  });

/** Names of the flags that were given, without those set by a default. */
export const namesIn = (tokens: readonly { kind: string; name?: string }[]): string[] =>
  tokens.flatMap(({ kind, name }) => (kind === 'option' && name !== undefined ? [name] : []));

/** Flags that may be given several times. */
export const listFlags = {
  models: { type: 'string', multiple: true },
  price: { type: 'string', multiple: true },
  'base-url': { type: 'string', multiple: true },
} as const;

type ListValues = { [K in keyof typeof listFlags]?: string[] | undefined };

export function withLists<T extends ListValues>({ models, price, 'base-url': baseUrl, ...values }: T) {
  return { ...values, models: models?.join(','), price: price?.join(','), 'base-url': baseUrl?.join(',') };
}

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
    const text = await readFile(path, 'utf8');
    // Some editors put this mark before the text.
    return text.replace(/^\uFEFF/, '');
  } catch (error) {
    throw new UsageError(`--${name}: ${path} cannot be read: ${errorText(error)}`);
  }
}

const noPlaces: Partial<Record<string, string>> = {
  EACCES: 'permission was refused',
  EEXIST: 'a file stands where a folder has to be',
  EISDIR: 'it is a folder',
  ENOENT: 'there is no such place',
  ENOTDIR: 'a file stands where a folder has to be',
  EPERM: 'permission was refused',
  EROFS: 'the file system is read-only',
};

export const partsOf = (list = ''): string[] =>
  list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Runs work that writes `--out`. @throws UsageError if the file cannot be written. */
export async function writingTo<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const cause = error instanceof RecordError ? error.cause : error;
    const why = noPlaces[systemCode(cause) ?? ''];
    if (why === undefined) throw error;
    throw new UsageError(`Nothing was written to ${path}: ${why}. Name another place with --out.`);
  }
}

export function onePath(positionals: readonly string[], command: string, what: string): string {
  const [path, ...rest] = positionals;
  if (path === undefined) throw new UsageError(`${command} needs ${what}.`);
  if (rest.length > 0) throw new UsageError(`${command} takes ${what} and no more, but got also: ${rest.join(' ')}`);
  return path;
}

/** Opens the log of a folder, or the file itself. @throws UsageError */
export async function openLog(path: string): Promise<{ log: DebateLog; isFolder: boolean }> {
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined) throw new UsageError(`${path} does not exist.`);
  const file = resolve(stats.isDirectory() ? pathOfLog(path) : path);
  if (stats.isDirectory() && (await stat(file).catch(() => undefined)) === undefined) {
    throw new UsageError(`${path} holds no ${logFileName}: it is no debate.`);
  }
  return { log: await DebateLog.open(file), isFolder: stats.isDirectory() };
}

/** Absolute folder of a debate; the path of its log is accepted too. @throws UsageError */
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

/** Flags that the user must give at each run; a record cannot set them. */
export const webFlags = {
  'no-web': { type: 'boolean', default: false },
  'allow-host': { type: 'string', multiple: true, default: [] as string[] },
  archive: { type: 'string', default: 'wayback' },
  proxy: { type: 'boolean', default: false },
} as const;

interface WebFlags {
  'no-web': boolean;
  'allow-host': string[];
  archive: string;
  proxy: boolean;
}

export function webFrom(values: WebFlags): WebAccess | undefined {
  const { 'allow-host': allowedHosts, archive } = values;
  const problem = archiveProblem(archive);
  if (problem !== undefined) throw new UsageError(`--archive: ${problem}`);
  const proxy = values.proxy ? proxyFromEnvironment(process.env) : undefined;
  if (values.proxy && proxy === undefined) {
    throw new UsageError(
      '--proxy: the environment names none. Set HTTPS_PROXY, for example HTTPS_PROXY=http://proxy.example:8080, or leave out --proxy.',
    );
  }
  return values['no-web'] ? undefined : createWebAccess({ allowedHosts, archive, proxy });
}

const webFlagsAgain = (values: WebFlags): string[] => [
  ...(values['no-web'] ? ['--no-web'] : []),
  ...values['allow-host'].map((host) => `--allow-host ${shellWord(host)}`),
  ...(values.archive === webFlags.archive.default ? [] : [`--archive ${shellWord(values.archive)}`]),
  ...(values.proxy ? ['--proxy'] : []),
];

export interface PassingFlags extends WebFlags {
  'base-url'?: string | undefined;
  search?: string | undefined;
  'trust-workspace': boolean;
}

/** Flags to repeat, with a space before each. */
export function resumeFlags(values: PassingFlags): string {
  const { 'base-url': baseUrl, search, 'trust-workspace': isTrusted } = values;
  return [
    ...(baseUrl === undefined ? [] : [`--base-url ${shellWord(baseUrl)}`]),
    ...(search === undefined ? [] : [`--search ${shellWord(search)}`]),
    ...webFlagsAgain(values),
    ...(isTrusted ? ['--trust-workspace'] : []),
  ]
    .map((flag) => ` ${flag}`)
    .join('');
}

/**
 * Names unread lines, so that no document, export or check seems to cover the whole log. @throws UsageError if no line
 * can be read.
 */
export function printUnread({ view, state, path }: DebateLog, out: Output): void {
  const words = unreadWords(view);
  if (words === undefined) return;
  if (state.headers.length === 0)
    throw new UsageError(`No line of ${path} can be read as an entry, so nothing was done: it is no debate's log.`);
  out.error(words);
}
