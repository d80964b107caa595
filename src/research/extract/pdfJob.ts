/** What the thread that reads a PDF document is given. */
export interface PdfJob {
  task: 'rostrum-pdf';
  body: Uint8Array;
  /** Documents of more are not read at all. Characters are UTF-16 code units. */
  limits: { pages: number; characters: number };
}

/** Whether a thread was started for this: the file that does it is loaded elsewhere, too. */
export function isPdfJob(data: unknown): data is PdfJob {
  return typeof data === 'object' && data !== null && 'task' in data && data.task === 'rostrum-pdf';
}
