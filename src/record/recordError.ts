import { FileRefused } from '../async/regularFile';
import { errorCode, errorText } from '../debate/log/objects';

type RecordErrorCode =
  | 'invalid_entry'
  | 'entry_too_large'
  | 'missing_reference'
  | 'newer_version'
  | 'line_ends'
  | 'manifest_missing'
  | 'manifest_altered'
  | 'no_space'
  | 'not_permitted'
  | 'read_only'
  | 'folder_missing'
  | 'lock_timeout'
  | 'lock_compromised'
  | 'lease_held'
  | 'lease_lost'
  | 'not_a_file'
  | 'too_large'
  | 'io';

const lasting: ReadonlySet<RecordErrorCode> = new Set([
  'invalid_entry',
  'entry_too_large',
  'missing_reference',
  'newer_version',
  'line_ends',
  'manifest_missing',
  'manifest_altered',
  'not_a_file',
  'too_large',
]);

/** A failure to read or write the record. Nothing was written when it is thrown. */
export class RecordError extends Error {
  constructor(
    readonly code: RecordErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'RecordError';
  }

  get isRetryable(): boolean {
    return !lasting.has(this.code);
  }
}

const advice: Partial<Record<string, { code: RecordErrorCode; text: string }>> = {
  ENOSPC: { code: 'no_space', text: 'the disk is full. Free some space, then resume' },
  EDQUOT: { code: 'no_space', text: 'the disk quota is used up. Free some space, then resume' },
  EACCES: { code: 'not_permitted', text: 'permission was refused. Give yourself write access, then resume' },
  EPERM: { code: 'not_permitted', text: 'the operation is not permitted. Give yourself write access, then resume' },
  EROFS: { code: 'read_only', text: 'the file system is read-only. Make it writable, then resume' },
  ENOENT: { code: 'folder_missing', text: 'the folder is gone. Put it back, then resume' },
};

export function recordErrorFrom(error: unknown, doing: string, path: string): RecordError {
  if (error instanceof RecordError) return error;
  if (error instanceof FileRefused)
    return new RecordError(error.code, `Could not ${doing} the file: ${error.message}.`, { cause: error });
  const known = advice[systemCode(error) ?? ''];
  const text = known?.text ?? errorText(error);
  return new RecordError(known?.code ?? 'io', `Could not ${doing} ${path}: ${text}.`, { cause: error });
}

/** Returns the result of the work, and turns an error of the system into a RecordError with words. */
export async function orRecordError<T>(work: Promise<T>, doing: string, path: string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const isOurs = systemCode(error) === undefined && !(error instanceof FileRefused);
    throw isOurs ? error : recordErrorFrom(error, doing, path);
  }
}

/** Code of an operating system's error, for example `ENOENT`; undefined for a program's fault. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'syscall' in error ? errorCode(error) : undefined;
}
