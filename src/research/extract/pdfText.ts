import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Turns } from '../turns';
import type { PdfJob } from './pdfJob';
import type { PdfText } from './pdfPage';

export type { PdfText } from './pdfPage';

export interface PdfLimits {
  pages: number;
  characters: number;
  milliseconds: number;
  /** Of memory, besides that of the document itself. */
  megabytes: number;
}

export const pdfLimits: PdfLimits = { pages: 5_000, characters: 10_000_000, milliseconds: 60_000, megabytes: 768 };

/** Each thread may take the memory of its limit, whoever asks: the evidence alone is read by eight at once. */
const threads = new Turns(2);

/**
 * The text of a PDF document, read in a thread of its own: it blocks nobody, ends when its time or memory is used up, and
 * leaves this process's globals alone. Rejects only with the signal's reason.
 */
export async function pdfText(body: Uint8Array, signal?: AbortSignal, limits: PdfLimits = pdfLimits): Promise<PdfText> {
  signal?.throwIfAborted();
  const { pages, characters } = limits;
  const job: PdfJob = { task: 'rostrum-pdf', body, limits: { pages, characters } };
  const program = join(import.meta.dirname, 'pdfPage.js');
  if (existsSync(program)) return threads.take(() => inThread({ program, job, limits, signal }), signal);
  // From the sources, as tests run it, there is no file that a thread could be started with.
  const read = await (await import('./pdfPage')).readPdf(body, job.limits);
  signal?.throwIfAborted();
  return read;
}

interface Threaded {
  program: string;
  job: PdfJob;
  limits: PdfLimits;
  signal: AbortSignal | undefined;
}

async function inThread({ program, job, limits, signal }: Threaded): Promise<PdfText> {
  const worker = new Worker(program, {
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: limits.megabytes },
    // What the reader of PDF has to say is not for the console of an editor.
    ...{ stdout: true, stderr: true, env: {}, execArgv: [] },
  });
  let timer: NodeJS.Timeout | undefined;
  let abort: (() => void) | undefined;
  try {
    return await new Promise<PdfText>((resolve, reject) => {
      const refuse = (reason: string): void => resolve({ ok: false, reason });
      worker.once('message', (answer: PdfText) => resolve(answer));
      worker.once('error', (error) => refuse(failure(error)));
      worker.once('exit', () => refuse('the reader of PDF ended without an answer'));
      timer = setTimeout(() => refuse(`reading it takes longer than ${Math.round(limits.milliseconds / 1_000)} s`), limits.milliseconds);
      abort = (): void => reject(signal?.reason as Error);
      signal?.addEventListener('abort', abort, { once: true });
    });
  } finally {
    clearTimeout(timer);
    if (abort !== undefined) signal?.removeEventListener('abort', abort);
    await worker.terminate();
  }
}

function failure(error: Error): string {
  const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isMemory ? 'reading it takes more memory than one document may have' : 'the reader of PDF failed on it';
}
