import { readdir, realpath, stat } from 'node:fs/promises';
import * as path from 'node:path';
import { isDebateLog, reasonWords, type LeftOut } from './admission';
import type { EvidenceFile } from './admit';
import { readFailure } from './boundedRead';
import { EvidenceError } from './evidenceError';
import { many, type EvidenceProgress } from './evidencePace';
import { evidenceWalk, type Walked } from './evidenceWalk';
import { admission } from './extract/readings';
import { fileKind } from './fileKind';
import { IgnoreFileError, IgnoreRules } from './ignoreRules';
import { pool } from './pool';

export interface EvidenceOptions {
  /** A folder, or a file: its folder is then the root, and it is the only evidence. */
  root: string;
  /** Absolute folders that are never read; they need not exist. */
  exclude?: readonly string[];
  /** Globs in the dialect of VS Code's `files.exclude`, relative to `globsBase`. */
  excludeGlobs?: readonly string[];
  /** Base of the globs, for example the workspace folder; default: the root. */
  globsBase?: string;
  signal?: AbortSignal | undefined;
  /** Called after each handful of files. */
  onProgress?: ((progress: EvidenceProgress) => void) | undefined;
}

export interface Evidence {
  /** Absolute path without links. */
  root: string;
  /** Files sorted by path, by UTF-16 code units; never empty. */
  files: EvidenceFile[];
  /** Files and folders left out, sorted likewise; a folder skipped whole is one item. */
  leftOut: LeftOut[];
}

interface EvidenceRoot {
  root: string;
  only?: string;
}

/** Batches in progress: one for each thread, and one waiting. */
const lanes = 3;
/** Limit of files, because their list stays in memory while a debate is open. */
const mostFiles = 200_000;
/** Files per message, enough that a message's cost does not matter. */
const filesAtOnce = 16;

/**
 * Reads and hashes the files below a folder that may be evidence. Rejects with an EvidenceError, or with the signal's
 * reason. Unusable files are in `leftOut`; they are an error only if no file is usable.
 */
export async function readEvidence(options: EvidenceOptions): Promise<Evidence> {
  const place = await locate(options.root);
  await refuseDebate(place.root);
  const { candidates, links, leftOut } = await walk(place, options);
  if (candidates.length > mostFiles) throw tooMany(options.root, candidates.length);
  const files: EvidenceFile[] = [];
  let done = 0;
  const bytes = candidates.length < many ? undefined : await sizesOf(place.root, candidates);
  options.onProgress?.({ done, total: candidates.length, bytes });
  const admit = async (paths: readonly string[]): Promise<void> => {
    for (const admitted of await admission(place.root, paths, options.signal)) {
      if ('reason' in admitted) leftOut.push(admitted);
      else files.push(admitted);
    }
    done += paths.length;
    options.onProgress?.({ done, total: candidates.length });
  };
  await pool(inBatches(candidates), admit, { width: lanes, signal: options.signal });
  files.sort(byPath);
  leftOut.push(...deadLinks(links, files, leftOut));
  leftOut.sort(byPath);
  if (files.length === 0) throw nothingToRead(options.root, leftOut);
  return { root: place.root, files, leftOut };
}

async function locate(given: string): Promise<EvidenceRoot> {
  if (given.trim() === '') {
    throw new EvidenceError('evidence_missing', 'No evidence was named. Name a folder or a file.');
  }
  try {
    const real = await realpath(path.resolve(given));
    const stats = await stat(real);
    if (stats.isDirectory()) return { root: real };
    if (stats.isFile()) return { root: path.dirname(real), only: path.basename(real) };
  } catch (error) {
    if (readFailure(error).reason !== 'missing') throw notReadable(given, error);
    const message = `The evidence ${given} does not exist. Check the path, or choose another folder.`;
    throw new EvidenceError('evidence_missing', message, { cause: error });
  }
  const message = `${given} is neither a folder nor a file. Choose a folder or a file.`;
  throw new EvidenceError('evidence_not_readable', message);
}

/** Refuses a debate's folder and the folders inside one. */
async function refuseDebate(root: string): Promise<void> {
  const suspects = [root];
  if (/^(?:sources|arguments|round-\d+)$/i.test(path.basename(root))) suspects.push(path.dirname(root));
  for (const folder of suspects) {
    const names = await readdir(folder).catch((error: unknown) => {
      if (folder === root) throw notReadable(root, error);
      return [];
    });
    if (!names.some(isDebateLog)) continue;
    throw new EvidenceError(
      'evidence_is_debate',
      `${folder} holds a debate (debate-log.jsonl). Text that was redacted there would come back as evidence. ` +
        'Choose the folder with the original material.',
    );
  }
}

async function walk(place: EvidenceRoot, options: EvidenceOptions): Promise<Walked> {
  const { exclude = [], excludeGlobs = [], globsBase, signal } = options;
  signal?.throwIfAborted();
  try {
    const excluded = await Promise.all(exclude.map(realAsFarAsItExists));
    const base = globsBase === undefined ? place.root : await realAsFarAsItExists(globsBase);
    const rules = await IgnoreRules.atRoot(place.root, excludeGlobs, base);
    return await evidenceWalk({ ...place, excluded, rules, signal });
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof IgnoreFileError) {
      throw new EvidenceError('evidence_not_readable', error.message, { cause: error });
    }
    throw notReadable(place.root, error);
  }
}

/** Real path of a folder that may be reached through a link, or may not exist. */
async function realAsFarAsItExists(folder: string): Promise<string> {
  const absolute = path.resolve(folder);
  const parent = path.dirname(absolute);
  return realpath(absolute).catch(async () =>
    parent === absolute ? absolute : path.join(await realAsFarAsItExists(parent), path.basename(absolute)),
  );
}

const mostMeasured = 400;

async function sizesOf(root: string, paths: readonly string[]): Promise<NonNullable<EvidenceProgress['bytes']>> {
  const every = Math.ceil(paths.length / mostMeasured);
  const bytes = { text: 0, documents: 0 };
  for (let at = 0; at < paths.length; at += every) {
    const file = paths[at] ?? '';
    const stats = await stat(path.join(root, file)).catch(() => undefined);
    bytes[fileKind(file) === 'pdf' ? 'documents' : 'text'] += (stats?.size ?? 0) * every;
  }
  return bytes;
}

/** Groups files; a document is alone, so that its thread reads nothing after it. */
function* inBatches(paths: readonly string[]): Generator<readonly string[]> {
  const [documents, others] = [true, false].map((isDocument) =>
    paths.filter((file) => (fileKind(file) === 'pdf') === isDocument),
  );
  for (let at = 0; at < (others ?? []).length; at += filesAtOnce) yield (others ?? []).slice(at, at + filesAtOnce);
  for (const document of documents ?? []) yield [document];
}

/**
 * Links to report: a link to a file that is read is not mentioned, and another one is left out for its target's reason.
 */
function deadLinks(links: Walked['links'], files: readonly EvidenceFile[], leftOut: readonly LeftOut[]): LeftOut[] {
  const read = new Set<string>(['']);
  for (const { path: file } of files) {
    for (let covering = file; covering !== ''; covering = parentOf(covering)) read.add(covering);
  }
  const reasons = new Map(leftOut.map((item) => [item.path, item.reason]));
  return links.flatMap(({ path: link, target }) => {
    if (read.has(target)) return [];
    let covering = target;
    while (covering !== '' && !reasons.has(covering)) covering = parentOf(covering);
    const reason = reasons.get(covering) ?? 'unsupported';
    return [{ path: link, reason, detail: `it is a link to ${target}, of which nothing is read` }];
  });
}

function parentOf(file: string): string {
  return file.slice(0, Math.max(0, file.lastIndexOf('/')));
}

function nothingToRead(root: string, leftOut: readonly LeftOut[]): EvidenceError {
  const firsts = new Map(leftOut.toReversed().map((item) => [item.reason, item.path]));
  const counts = [...firsts].toReversed().map(([reason, first]) => {
    const count = leftOut.filter((item) => item.reason === reason).length;
    return `${count} ${reasonWords[reason]} (such as ${first})`;
  });
  const why = leftOut.length === 0 ? 'it holds no files' : `${leftOut.length} left out: ${counts.join(', ')}`;
  const message =
    `Nothing in ${root} can be used as evidence; ${why}. ` +
    'Choose a folder with Markdown, text, CSV, JSON, HTML, PDF or source code.';
  return new EvidenceError('evidence_empty', message, { leftOut });
}

function tooMany(root: string, found: number): EvidenceError {
  const message = `${root} has ${found} files that may be evidence; at most ${mostFiles} are read. Choose a narrower folder.`;
  return new EvidenceError('evidence_too_many', message);
}

function notReadable(root: string, error: unknown): EvidenceError {
  const { detail } = readFailure(error);
  const message = `The evidence ${root} cannot be read: ${detail}. Check its permissions, or choose another folder.`;
  return new EvidenceError('evidence_not_readable', message, { cause: error });
}

function byPath(a: { path: string }, b: { path: string }): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}
