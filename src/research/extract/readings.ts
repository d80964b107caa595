import { WorkerFailure } from '../../async/workerJobs';
import { WorkerPool } from '../../async/workerPool';
import type { Admitted, HashedFile } from '../admit';
import type { FetchRefusal, SafeFetch } from '../fetch/fetchedPage';
import { fileKind } from '../fileKind';
import type { ReadText } from '../fileText';
import type { CapturedPage } from '../tool';
import type { PageSource } from './extractPage';
import type { Reading, ReadingJob } from './readingThread';

/** The threads that read foreign text, for the whole process. */
const threads = new WorkerPool<ReadingJob, Reading>({
  program: { folder: import.meta.dirname, name: 'readingThread.js' },
  here: async (job) => await (await import('./readingThread')).reading(job),
});

/** The process that reads PDF documents: their reader can abort, which ends its process and nothing else. */
const documents = new WorkerPool<ReadingJob, Reading>({
  program: { folder: import.meta.dirname, name: 'readingProcess.js' },
  here: async (job) => await (await import('./readingThread')).reading(job),
  isProcess: true,
});

/** Says nothing about the source: `deadline` is a limit of the thread, `failed` a fault of the reader. */
interface NotRead {
  kind: 'unread';
  reason: 'deadline' | 'failed';
  /** For people; completes "it could not be read: …". */
  detail: string;
}

/** Reads a page, with the barrier if it is not the requested page. Rejects only with the signal's reason. */
export async function pageReading(
  url: string,
  { kind, text, body, finalUrl }: PageSource,
  signal: AbortSignal,
  { isGone = false }: { isGone?: boolean } = {},
): Promise<Extract<Reading, { kind: 'page' }> | NotRead> {
  // Only a PDF document has more in its body than in its text.
  const page = { kind, text, finalUrl, body: kind === 'pdf' ? body : new Uint8Array() };
  return await read({ kind: 'page', url, page, isGone }, 'page', signal);
}

export type FileReading = ReadText | ({ ok: false } & Pick<NotRead, 'reason' | 'detail'>);

/** Reads a file; its name says the kind. Rejects only with the signal's reason. */
export async function fileReading(path: string, body: Uint8Array, signal?: AbortSignal): Promise<FileReading> {
  const answer = await read({ kind: 'file', path, body }, 'file', signal);
  return answer.kind === 'file' ? answer.read : { ok: false, reason: answer.reason, detail: answer.detail };
}

/** Admits files in the order of the paths. Rejects only with the signal's reason. */
export async function admission(root: string, paths: readonly string[], signal?: AbortSignal): Promise<Admitted[]> {
  const [pdfs, others] = [paths.filter(isDocument), paths.filter((path) => !isDocument(path))];
  const admitted = [await admissionOf(root, others, signal), await admissionOf(root, pdfs, signal)].flat();
  const byPath = new Map(admitted.map((file) => [file.path, file]));
  return paths.flatMap((path) => byPath.get(path) ?? []);
}

async function admissionOf(root: string, paths: readonly string[], signal?: AbortSignal): Promise<Admitted[]> {
  if (paths.length === 0) return [];
  const answer = await read({ kind: 'admit', root, paths }, 'admit', signal);
  if (answer.kind === 'admit') return answer.files;
  const [path = ''] = paths;
  if (paths.length <= 1)
    return [{ path, reason: answer.reason === 'deadline' ? 'deadline' : 'unreadable', detail: answer.detail }];
  // One of them failed: each is tried alone.
  const each: Admitted[] = [];
  for (const one of paths) each.push(...(await admissionOf(root, [one], signal)));
  return each;
}

/** The current state of the same files, in their order. Never rejects. */
export async function hashesNow(root: string, files: readonly HashedFile[]): Promise<readonly HashedFile[]> {
  const answer = await read({ kind: 'hash', root, files }, 'hash', undefined);
  return answer.kind === 'hash' ? answer.files : files.map(({ path }) => ({ path }));
}

async function read<K extends Reading['kind']>(
  job: ReadingJob,
  kind: K,
  signal: AbortSignal | undefined,
): Promise<Extract<Reading, { kind: K }> | NotRead> {
  try {
    const answer = await (readsDocuments(job) ? documents : threads).run(job, { signal });
    if (isOf(answer, kind)) return answer;
    throw new WorkerFailure('failed', 'its reader gave another answer than was asked for');
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof WorkerFailure)) throw error;
    return { kind: 'unread', reason: error.code, detail: error.message };
  }
}

const isOf = <K extends Reading['kind']>(answer: Reading, kind: K): answer is Extract<Reading, { kind: K }> =>
  answer.kind === kind;

function readsDocuments(job: ReadingJob): boolean {
  if (job.kind === 'page') return job.page.kind === 'pdf';
  if (job.kind === 'hash') return false;
  return (job.kind === 'file' ? [job.path] : job.paths).some(isDocument);
}

const isDocument = (path: string): boolean => fileKind(path) === 'pdf';

/** `came`: suspected by its words alone; anything found in it is there. */
type ReadPage = { outcome: 'read'; page: CapturedPage } | (FetchRefusal & { came?: CapturedPage });

/** Rejects only with the signal's reason. */
export async function readPage(fetch: SafeFetch, url: string, signal: AbortSignal): Promise<ReadPage> {
  const fetched = await fetch.fetch(url, signal);
  if (fetched.outcome !== 'fetched') return await refused(fetched, signal);
  const { finalUrl, contentType, body, status, charset, via } = fetched;
  const way = { url, finalUrl, status, via };
  const reading = await pageReading(url, fetched, signal);
  signal.throwIfAborted();
  if (reading.kind === 'unread')
    return { outcome: reading.reason, ...way, reason: `reading it was given up: ${reading.detail}` };
  const { unread, ...extracted } = reading.page;
  if (extracted.text.trim() === '') {
    if (unread?.reason === 'too_complex')
      return { outcome: 'too_complex', ...way, reason: `it is too complex: ${unread.detail}` };
    const reason = unread?.detail ?? 'it holds no text that can be read; scripts may build it in a browser';
    return { outcome: 'unsupported', ...way, reason };
  }
  const page: CapturedPage = { ...way, contentType, body, charset, ...extracted };
  const { barrier, isSaid } = reading;
  if (barrier === undefined) return { outcome: 'read', page };
  // Nobody may take it for the page, and a kept page is never fetched again.
  const reason = `what came looks like a ${barrier}, not like the page`;
  return { outcome: 'blocked', ...way, reason, ...(isSaid ? { came: page } : {}) };
}

/** A login, a check or an empty shell means that we cannot reach the page, whatever its status. */
async function refused({ page, ...refusal }: FetchRefusal, signal: AbortSignal): Promise<FetchRefusal> {
  if (page === undefined) return refusal;
  const { url, finalUrl, status } = refusal;
  const reading = await pageReading(url, { ...page, finalUrl }, signal, { isGone: true });
  signal.throwIfAborted();
  if (reading.kind === 'unread' || reading.barrier === undefined) return refusal;
  const said = status === undefined ? '' : ` (${status})`;
  return {
    ...refusal,
    outcome: 'blocked',
    reason: `the server answers${said} with what looks like a ${reading.barrier}`,
  };
}
