export type ImportErrorCode =
  'not_found' | 'not_recognised' | 'rostrum' | 'unreadable' | 'too_complex' | 'deadline' | 'failed';

/** Why a folder cannot be imported, and what to do instead. Nothing was made when it is thrown. */
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
