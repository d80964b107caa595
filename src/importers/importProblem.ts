/** A part that could not be imported properly. `path` is relative to the imported folder; lines count from 1. */
export interface ImportProblem {
  path: string;
  line?: number;
  /** The file exceeds a limit, and nothing in the record comes from it. */
  code?: 'too_complex';
  message: string;
}

/** Collects the problems that importers find. */
export class Problems {
  readonly found: ImportProblem[] = [];

  add(path: string, message: string, line?: number): void {
    this.found.push({ path, ...(line === undefined ? {} : { line }), message });
  }
}

export type ImportErrorCode =
  | 'not_found'
  | 'not_recognised'
  | 'rostrum'
  | 'unreadable'
  | 'too_complex'
  | 'deadline'
  | 'failed';

/** A failed import; nothing was written when it is thrown. */
export class ImportError extends Error {
  constructor(
    readonly code: ImportErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'ImportError';
  }
}
