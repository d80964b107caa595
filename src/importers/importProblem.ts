/** What could not be imported as it should be. `path` is relative to the imported folder; lines count from 1. */
export interface ImportProblem {
  path: string;
  line?: number;
  /** The file exceeds a bound, and nothing in the record comes from it. */
  code?: 'too_complex';
  message: string;
}

/** Where importers put what they find wrong. */
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

/** Nothing was made when it is thrown. */
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
