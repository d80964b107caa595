import type { Stats } from 'node:fs';
import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { readRegular } from '../async/regularFile';
import type { Draft } from '../debate/log/entry';
import type { StepMark } from '../debate/log/entryData';
import type { FormatName } from '../debate/formats/registry';
import { errorText } from '../debate/log/objects';
import { isKeptAnswer } from '../record/answerFiles';
import { exists, logFileName, pathOfLog } from '../record/logPath';
import { ImportError, type Problems } from './importProblem';

/** A file of the folder that is imported. */
export interface FoundFile {
  /** Path relative to the folder, with `/`. */
  path: string;
  absolute: string;
  bytes: number;
  /** Time of the last change, in milliseconds since the epoch. */
  modified: number;
}

/** Levels; a deeper folder is probably a whole disk. */
const deepest = 12;

/** Bytes; no file of a debate is longer, and a copy of a longer one could fill the disk. */
const longestKept = 256 * 1024 * 1024;

const longestLog = 1024 * 1024 * 1024;

/** A debate has hundreds of files. */
const mostFiles = 20_000;

interface Walk {
  signal: AbortSignal | undefined;
  root: string;
  files: FoundFile[];
  problems: Problems;
}

/**
 * Lists all files of a folder by path. It reports and skips links that lead out of the folder or to folders, entries
 * that are no files, version control, and Rostrum's debates inside it.
 *
 * @param root its real path.
 *
 * @throws ImportError `too_complex` for more files than a debate can have; the signal's reason.
 */
export async function scanFolder(root: string, problems: Problems, signal?: AbortSignal): Promise<FoundFile[]> {
  const files: FoundFile[] = [];
  await scan(root, { root, files, problems, signal }, 0);
  return files.sort((one, other) => (one.path < other.path ? -1 : 1));
}

async function scan(folder: string, walk: Walk, depth: number): Promise<void> {
  const { root, problems } = walk;
  if (depth > deepest) {
    problems.add(
      pathIn(root, folder),
      `The folder stands more than ${deepest} folders deep; what is in it was not taken over.`,
    );
    return;
  }
  const names = await readdir(folder).catch((error: unknown) => {
    problems.add(pathIn(root, folder), `The folder cannot be read and was not taken over: ${errorText(error)}`);
    return [];
  });
  for (const name of names.sort()) {
    walk.signal?.throwIfAborted();
    await take(join(folder, name), walk, depth);
    if (walk.files.length > mostFiles)
      throw new ImportError(
        'too_complex',
        `${root} holds more than ${mostFiles.toLocaleString('en-US')} files, which is no debate. Name the folder of one debate.`,
      );
  }
}

async function take(absolute: string, walk: Walk, depth: number): Promise<void> {
  const { root, problems } = walk;
  const path = pathIn(root, absolute);
  try {
    const stats = await lstat(absolute);
    if (stats.isSymbolicLink()) await takeLink(absolute, walk);
    else if (stats.isDirectory()) await takeFolder(absolute, walk, depth);
    else if (isKeptAnswer(absolute.split(sep).join('/')))
      problems.add(path, 'An answer that stands in no log is no part of a debate and was not taken over.');
    else if (stats.isFile()) takeFile(fileOf(path, absolute, stats), walk);
    else problems.add(path, 'This is no file (a pipe, a socket or a device) and was not taken over.');
  } catch (error) {
    walk.signal?.throwIfAborted();
    if (error instanceof ImportError) throw error;
    problems.add(path, `This cannot be read and was not taken over: ${errorText(error)}`);
  }
}

async function takeFolder(absolute: string, walk: Walk, depth: number): Promise<void> {
  const path = pathIn(walk.root, absolute);
  if (/(?:^|\/)\.(?:git|hg|svn)$/.test(path)) {
    walk.problems.add(path, 'Version control is no part of a debate and was not taken over.');
  } else if (await exists(pathOfLog(absolute))) {
    walk.problems.add(
      path,
      'The folder holds the log of another debate, which was not taken over: import it on its own.',
    );
  } else await scan(absolute, walk, depth + 1);
}

/** Takes the link's target as the file; a target outside the folder could be anything, so it is skipped. */
async function takeLink(absolute: string, walk: Walk): Promise<void> {
  const { root, problems } = walk;
  const path = pathIn(root, absolute);
  const target = await realpath(absolute).catch(() => undefined);
  const stats = target === undefined || !isInside(root, target) ? undefined : await stat(target);
  if (target === undefined) problems.add(path, 'The link leads nowhere and was not taken over.');
  else if (stats === undefined)
    problems.add(path, 'The link leads out of the folder; what it leads to was neither read nor taken over.');
  else if (stats.isFile()) takeFile(fileOf(path, target, stats), walk);
  else problems.add(path, 'The link leads to a folder inside this one and was not taken over; the folder itself was.');
}

/** The folder's log has no length limit, because it is read line by line. */
function takeFile(file: FoundFile, { files, problems }: Walk): void {
  const most = file.path === logFileName ? longestLog : longestKept;
  if (file.bytes <= most) files.push(file);
  else
    problems.add(
      file.path,
      `The file has ${file.bytes.toLocaleString('en-US')} bytes; files over ${most.toLocaleString('en-US')} are neither read nor taken over.`,
    );
}

const fileOf = (path: string, absolute: string, { size, mtimeMs }: Stats): FoundFile => ({
  path,
  absolute,
  bytes: size,
  modified: Math.floor(mtimeMs),
});

function isInside(root: string, target: string): boolean {
  const way = relative(root, target);
  return way !== '..' && !way.startsWith(`..${sep}`);
}

const pathIn = (root: string, absolute: string): string => relative(root, absolute).split(sep).join('/') || '.';

/** Bytes; no argument is longer. A longer file is kept, but not read. */
const longestRead = 16 * 1024 * 1024;
/**
 * Sections are compared in pairs, and lines are read several times. Counts, not times, make the limit the same on every
 * machine.
 */
const bounds = { lines: 200_000, headings: 5_000 };

/**
 * Reads text with `\n` line ends and without a byte order mark; undefined, with a problem, for binary, huge and too
 * complex files. A file that is not UTF-8 is read as Windows-1252.
 *
 * @throws ImportError `unreadable`, because the record would have a hole.
 */
export async function readText(file: FoundFile, problems: Problems): Promise<string | undefined> {
  const kept = `It is kept as originals/${file.path}, and nothing in the record comes from it.`;
  if (file.bytes > longestRead) {
    problems.add(file.path, `The file has ${file.bytes} bytes; more than ${longestRead} are not read. ${kept}`);
    return undefined;
  }
  const body = await readRegular(file.absolute, { most: longestRead }).catch((error: unknown) => {
    const message = `${file.absolute} cannot be read (${errorText(error)}). Give yourself read access to it, then import again.`;
    throw new ImportError('unreadable', message, { cause: error });
  });
  const text = decoded(body, file.path, problems);
  if (text === undefined) problems.add(file.path, `The file is no text. ${kept}`);
  const words = text?.replace(/\r\n?/g, '\n');
  const excess = excessOf(words ?? '');
  if (excess === undefined) return words;
  problems.found.push({
    path: file.path,
    code: 'too_complex',
    message: `The file is too complex: ${excess}. ${kept}`,
  });
  return undefined;
}

function excessOf(text: string): string | undefined {
  const found = { lines: 0, headings: 0 };
  for (let start = 0; start <= text.length && start >= 0; start = text.indexOf('\n', start) + 1 || text.length + 1) {
    found.lines += 1;
    if (/[ #]/.test(text[start] ?? '') && /^ {0,3}#/.test(text.slice(start, start + 4))) found.headings += 1;
  }
  const over = (['headings', 'lines'] as const).find((measure) => found[measure] > bounds[measure]);
  return over === undefined
    ? undefined
    : `${found[over].toLocaleString('en-US')} ${over}; at most ${bounds[over].toLocaleString('en-US')} are read`;
}

function decoded(body: Buffer, path: string, problems: Problems): string | undefined {
  const mark = body.toString('hex', 0, 2);
  if (mark === 'fffe' || mark === 'feff')
    return new TextDecoder(mark === 'fffe' ? 'utf-16le' : 'utf-16be').decode(body);
  if (body.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    problems.add(path, 'The file is not UTF-8; it was read as Windows-1252.');
    return new TextDecoder('windows-1252').decode(body);
  }
}

/** Reads a file like `readText`; undefined if no file has that path. */
export async function textAt(
  { files }: Pick<ImportSource, 'files'>,
  path: string,
  problems: Problems,
): Promise<string | undefined> {
  const file = files.find((found) => found.path === path);
  return file === undefined ? undefined : readText(file, problems);
}

/** The folder that is imported. */
export interface ImportSource {
  name: string;
  files: readonly FoundFile[];
  /** The folder as the user gave it, and the time of the import. */
  provenance: { from: string; at: string };
}

/** `time`: in milliseconds since the epoch. */
export interface TimedDraft {
  draft: Draft;
  time: number;
}

/** An importer's result: either `drafts` or `log` is set. */
export interface Imported {
  format: FormatName;
  topic: string;
  /** Entries in order; those of one step are next to each other. */
  drafts?: readonly TimedDraft[];
  /** A log that becomes the record byte for byte. */
  log?: FoundFile;
}

/** Marks a step of another system: its duration is unknown, so it has no time and one attempt. */
export const stepMark = (id: string, index = 0, count = 1): StepMark => ({
  id,
  index,
  count,
  attempt: 1,
  elapsed_ms: 0,
});

/** Day of access, for which the entry's day is used: other systems do not note when a page was read. */
export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
