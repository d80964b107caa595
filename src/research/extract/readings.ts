import { WorkerFailure, WorkerPool } from '../../async/workerPool';
import type { Admitted, HashedFile } from '../admit';
import { fileKind } from '../fileKind';
import type { ReadText } from '../fileText';
import type { PageSource } from './extractPage';
import type { Reading, ReadingJob } from './readingThread';

/** The threads that read foreign text, for the whole process. */
const threads = new WorkerPool<ReadingJob, Reading>({
  program: { folder: import.meta.dirname, name: 'readingThread.js' },
  here: async (job) => await (await import('./readingThread')).reading(job),
});

/**
 * Not read to its end, which says nothing about the source: `deadline` is a limit of the thread, `failed` a fault of
 * the reader.
 */
interface NotRead {
  kind: 'unread';
  reason: 'deadline' | 'failed';
  /** For people; completes "it could not be read: …". */
  detail: string;
}

/** A page's text, and the barrier if it is not the requested page. Rejects only with the signal's reason. */
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

/** The text of a file with this name. Rejects only with the signal's reason. */
export async function fileReading(path: string, body: Uint8Array, signal?: AbortSignal): Promise<FileReading> {
  const answer = await read({ kind: 'file', path, body }, 'file', signal);
  return answer.kind === 'file' ? answer.read : { ok: false, reason: answer.reason, detail: answer.detail };
}

/** Which of these files may be evidence, in their order. Rejects only with the signal's reason. */
export async function admission(root: string, paths: readonly string[], signal?: AbortSignal): Promise<Admitted[]> {
  const answer = await read({ kind: 'admit', root, paths }, 'admit', signal);
  if (answer.kind === 'admit') return answer.files;
  const [path = ''] = paths;
  if (paths.length <= 1)
    return [{ path, reason: answer.reason === 'deadline' ? 'deadline' : 'unreadable', detail: answer.detail }];
  // One of them failed: each is tried alone, so that none is left out because of another.
  const each: Admitted[] = [];
  for (const one of paths) each.push(...(await admission(root, [one], signal)));
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
    const answer = await threads.run(job, { signal, isLast: changesGlobals(job) });
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

/** The PDF reader changes its thread: nothing else is read there afterwards. */
function changesGlobals(job: ReadingJob): boolean {
  if (job.kind === 'page') return job.page.kind === 'pdf';
  if (job.kind === 'hash') return false;
  return (job.kind === 'file' ? [job.path] : job.paths).some((path) => fileKind(path) === 'pdf');
}
