import { realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Turns } from '../async/deadline';
import { WorkerFailure } from '../async/workerJobs';
import { WorkerPool } from '../async/workerPool';
import { isLined } from '../matching/text/linedText';
import { parseSourceUrl } from '../matching/text/sourceUrl';
import { boundedRead } from '../research/boundedRead';
import { contentTypeOf, decodeText, fileKind } from '../research/fileKind';
import { pool } from '../research/pool';
import type { UnreadSource } from '../research/sourceReader';
import { isInside, readWorkspaceBytes, readWorkspaceFile, relativeTo } from '../research/workspaceFile';
import { ReadSource } from '../verify/readSource';
import type { CitationAnswer } from './answer';
import { checkCitation } from './checkCitation';
import { type CitationJob, readCitations } from './citationThread';
import type { DocumentCitation, DocumentCitations, UncheckedPassage } from './markdown/citationsIn';
import type { CitedPages, CachedPage } from './pages';
import { changesSince, type ChangesSince, GitFailure, gitTop } from './repository';
import { answerKey, CitationCache } from './results';
import { type LinkTarget, targetOf } from './target';

export interface AnsweredCitation {
  citation: DocumentCitation;
  /** The address in canonical form. */
  url: string;
  answer: CitationAnswer;
  /** The page's text differs from the one of the last check. */
  hasChanged: boolean;
}

export interface CheckedDocument {
  /** Absolute. */
  file: string;
  /** The folder that its links count from. */
  root: string;
  /** Below the root, with `/`. */
  path: string;
  citations: readonly AnsweredCitation[];
  unchecked: readonly (Pick<UncheckedPassage, 'line' | 'column' | 'said'> & { why: string })[];
}

export interface CheckedDocuments {
  documents: readonly CheckedDocument[];
  /** Files that could not be read, with the reason. */
  unreadable: readonly { file: string; reason: string }[];
  /** Citations that were looked at, and not answered from the cache. */
  looked: number;
}

export interface CheckOptions {
  /** The folder of the sources for all documents; default: each document's repository, or its folder. */
  root?: string | undefined;
  cacheFolder: string;
  pages: CitedPages;
  /** Leaves out blocks and sources that are as in this revision. */
  since?: string | undefined;
  signal: AbortSignal;
  onProgress?: ((done: number, total: number) => void) | undefined;
  /** Texts that are not saved yet, by absolute path. */
  unsaved?: ReadonlyMap<string, string>;
}

/** Threads that read documents, which others wrote. */
const threads = new WorkerPool<CitationJob, DocumentCitations>({
  program: { folder: import.meta.dirname, name: 'citationThread.js' },
  here: readCitations,
});

const sourcesAtOnce = 6;

/** Checks the citations of documents. @throws GitFailure; the signal's reason */
export async function checkDocuments(files: readonly string[], options: CheckOptions): Promise<CheckedDocuments> {
  return await new DocumentsCheck(options).run(files);
}

interface OpenDocument extends CheckedDocument {
  citations: AnsweredCitation[];
  unchecked: CheckedDocument['unchecked'][number][];
}

type SourceAddress = Extract<LinkTarget, { url: string }>;

/** A citation that waits for its source. */
interface PendingCitation {
  document: OpenDocument;
  citation: DocumentCitation;
  target: SourceAddress;
}

class DocumentsCheck {
  readonly #turns = new Turns();
  readonly #answers = new Map<string, Promise<CitationCache>>();
  readonly #changes = new Map<string, Promise<ChangesSince>>();
  #looked = 0;

  constructor(private readonly options: CheckOptions) {}

  async run(files: readonly string[]): Promise<CheckedDocuments> {
    const { signal, onProgress } = this.options;
    const documents: OpenDocument[] = [];
    const unreadable: { file: string; reason: string }[] = [];
    const waiting = new Map<string, PendingCitation[]>();
    this.#shared = await sharedFolder(files);
    for (const file of files) {
      signal.throwIfAborted();
      const opened = await this.#open(file);
      if ('reason' in opened) unreadable.push({ file, reason: opened.reason });
      else {
        documents.push(opened.document);
        for (const pending of opened.pending) {
          const key = sourceKey(pending);
          waiting.set(key, [...(waiting.get(key) ?? []), pending]);
        }
      }
    }
    let done = 0;
    const work = async (pending: PendingCitation[]): Promise<void> => {
      await this.#checkSource(pending);
      done += 1;
      onProgress?.(done, waiting.size);
    };
    try {
      await pool(waiting.values(), work, { width: sourcesAtOnce, signal });
    } finally {
      for (const answers of this.#answers.values()) await (await answers).save();
    }
    for (const document of documents)
      document.citations.sort((one, other) => one.citation.start - other.citation.start);
    return { documents, unreadable, looked: this.#looked };
  }

  async #open(file: string): Promise<{ document: OpenDocument; pending: PendingCitation[] } | { reason: string }> {
    const { signal, unsaved } = this.options;
    const absolute = await realpath(resolve(file)).catch(() => resolve(file));
    const text = unsaved?.get(resolve(file)) ?? (await documentText(absolute, signal));
    if (typeof text !== 'string') return text;
    const root = await this.#rootOf(absolute);
    if (!isInside(root, absolute)) return { reason: 'it is not below the folder that --root names' };
    const found = await citationsOf(text, signal);
    if ('reason' in found) return found;
    const document: OpenDocument = {
      file: resolve(file),
      root,
      path: relativeTo(root, absolute),
      citations: [],
      unchecked: [...found.unchecked],
    };
    return { document, pending: await this.#pendingOf(document, found.citations, text) };
  }

  /** The folder of all the documents, if it is the working folder or below. */
  #shared: string | undefined;

  async #rootOf(file: string): Promise<string> {
    const { root } = this.options;
    if (root !== undefined) return await realpath(root);
    return (await gitTop(dirname(file))) ?? this.#shared ?? dirname(file);
  }

  async #pendingOf(
    document: OpenDocument,
    citations: readonly DocumentCitation[],
    text: string,
  ): Promise<PendingCitation[]> {
    const pending: PendingCitation[] = [];
    const isLeftOut = await this.#leavesOut(document, text);
    for (const citation of citations) {
      const target = targetOf(citation.target, document.path);
      const { line, column } = citation;
      if (target.kind === 'refused') document.unchecked.push({ why: target.why, line, column });
      else if (isLeftOut(citation, target)) document.unchecked.push({ why: 'unchanged', line, column });
      else pending.push({ document, citation, target });
    }
    return pending;
  }

  /** Where `since` is given, a citation is looked at if its block or the file that it cites differs. */
  async #leavesOut(
    { root, path: own }: OpenDocument,
    text: string,
  ): Promise<(citation: DocumentCitation, target: SourceAddress) => boolean> {
    const { since, signal } = this.options;
    if (since === undefined) return () => false;
    const file = join(root, own);
    const top = await gitTop(dirname(file));
    if (top === undefined) throw new GitFailure(`--since needs a git repository, and ${file} is in none.`);
    const changes = await (this.#changes.get(top) ?? this.#changesIn(top, since));
    const before = await changes.before(relativeTo(top, file));
    const lines = linesOf(text);
    const old = `\n${linesOf(before ?? '').join('\n')}\n`;
    return ({ block }, target) => {
      const isOld = old.includes(`\n${lines.slice(block.first - 1, block.last).join('\n')}\n`);
      const path = target.kind === 'file' ? relativeTo(top, join(root, target.path)) : undefined;
      signal.throwIfAborted();
      return isOld && (path === undefined || !changes.files.has(path));
    };
  }

  #changesIn(top: string, since: string): Promise<ChangesSince> {
    const changes = changesSince(top, since, this.options.signal);
    this.#changes.set(top, changes);
    return changes;
  }

  #answersOf(root: string): Promise<CitationCache> {
    const known = this.#answers.get(root) ?? CitationCache.open(this.options.cacheFolder, root);
    this.#answers.set(root, known);
    return known;
  }

  /** All citations of one source. */
  async #checkSource(pending: readonly PendingCitation[]): Promise<void> {
    const [first] = pending;
    if (first === undefined) return;
    const { root } = first.document;
    const answers = await this.#answersOf(root);
    const source = await this.#sourceOf(first);
    for (const { document, citation, target } of pending) {
      const { form, quote, statement } = citation;
      const anchor = target.kind === 'file' ? target.anchor : undefined;
      const key = answerKey({ form, quote, statement, url: target.url, anchor, source: source.hash });
      const known = answers.get(key);
      const answer = known ?? (await this.#look(citation, { url: target.url, anchor }, source));
      if (known === undefined && source.isKept) answers.set(key, answer);
      document.citations.push({ citation, url: target.url, answer, hasChanged: source.hasChanged });
    }
  }

  async #look(
    citation: DocumentCitation,
    cited: { url: string; anchor: string | undefined },
    source: LazySource,
  ): Promise<CitationAnswer> {
    await this.#turns.next(this.options.signal);
    this.#looked += 1;
    return checkCitation(citation, cited, await source.at(cited.url));
  }

  async #sourceOf({ document: { root }, target }: PendingCitation): Promise<LazySource> {
    return target.kind === 'web'
      ? await this.#pageOf(target.url)
      : await fileAt(root, target.path, this.options.signal);
  }

  async #pageOf(url: string): Promise<LazySource> {
    const { pages, signal } = this.options;
    const known = await pages.find(url, signal);
    if (known === undefined) return notLookedAt;
    return { hash: known.hash, hasChanged: known.hasChanged, isKept: known.isKept, at: pageReader(known) };
  }
}

/** A source whose text is read when it is needed. */
interface LazySource {
  hash: string;
  hasChanged: boolean;
  /** Whether an answer about it holds at the next check. */
  isKept: boolean;
  /** `url`: the address with lines or page. */
  at(url: string): Promise<ReadSource | UnreadSource>;
}

const notLookedAt: LazySource = {
  hash: '',
  hasChanged: false,
  isKept: false,
  at: () => Promise.resolve({ outcome: 'failed', reason: 'it was not looked at, because nothing may be fetched' }),
};

function pageReader(known: CachedPage): LazySource['at'] {
  let reading: ReturnType<CachedPage['read']> | undefined;
  return async (url) => {
    const read = await (reading ??= known.read());
    return read.outcome === 'read' ? new ReadSource(parseSourceUrl(url), read) : read;
  };
}

const sourceKey = ({ document, target }: PendingCitation): string =>
  target.kind === 'web' ? target.url.replace(/#.*/s, '') : `${document.root}\0${target.path}`;

async function fileAt(root: string, path: string, signal: AbortSignal): Promise<LazySource> {
  const bytes = await readWorkspaceBytes(root, path, signal);
  if (!bytes.ok) {
    const at = (): Promise<UnreadSource> => Promise.resolve(unreadFile(bytes.reason));
    return { hash: bytes.reason, hasChanged: false, isKept: false, at };
  }
  let reading: ReturnType<typeof readWorkspaceFile> | undefined;
  const at = async (url: string): Promise<ReadSource | UnreadSource> => {
    const read = await (reading ??= readWorkspaceFile(root, path, signal));
    if (!read.ok) return 'detail' in read ? { outcome: 'failed', reason: read.detail } : unreadFile(read.reason);
    if (read.text.trim() === '') return { outcome: 'failed', reason: 'it holds no text' };
    const kind = fileKind(path);
    const contentType = kind === undefined ? {} : { contentType: contentTypeOf(kind) };
    const kept = {
      ...read,
      title: read.title ?? '',
      isLined: isLined({ extractor: read.extractor?.name }),
      ...contentType,
    };
    return new ReadSource(parseSourceUrl(url), kept);
  };
  return { hash: bytes.sha256, hasChanged: false, isKept: true, at };
}

const fileReasons = {
  not_a_file: 'it is no file',
  too_large: 'it is larger than what is read',
  unreadable: 'it cannot be read; check its permissions',
  binary: 'it is no UTF-8 text',
} as const;

type FileFailure = keyof typeof fileReasons | 'missing' | 'outside';

function unreadFile(reason: FileFailure): UnreadSource {
  if (reason === 'missing') return { outcome: 'absent', reason: 'there is no such file' };
  if (reason === 'outside') return { outcome: 'outside', reason: 'it is not below the root' };
  return { outcome: 'failed', reason: fileReasons[reason] };
}

async function documentText(file: string, signal: AbortSignal): Promise<string | { reason: string }> {
  const stats = await stat(file).catch(() => undefined);
  if (stats?.isDirectory() === true) return { reason: 'it is a folder' };
  const read = await boundedRead(file, { signal });
  if (!read.ok) return { reason: read.detail };
  return decodeText(read.body) ?? { reason: 'it is no UTF-8 text' };
}

async function citationsOf(document: string, signal: AbortSignal): Promise<DocumentCitations | { reason: string }> {
  try {
    return await threads.run({ document }, { signal });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof WorkerFailure)) throw error;
    return { reason: `it is too complex: ${error.message}` };
  }
}

const linesOf = (text: string): string[] => text.split(/\r\n|\n|\r/);

/** The innermost folder that holds all of the files; undefined if it lies outside the working folder. */
async function sharedFolder(files: readonly string[]): Promise<string | undefined> {
  const here = await realpath('.');
  const folders = await Promise.all(files.map((file) => realpath(dirname(file)).catch(() => resolve(dirname(file)))));
  let shared = folders[0] ?? here;
  while (shared !== dirname(shared) && !folders.every((one) => isInside(shared, one))) shared = dirname(shared);
  return isInside(here, shared) ? shared : undefined;
}
