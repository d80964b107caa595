import type { LeftOut } from './admission';

/**
 * Why a folder cannot be the evidence of a debate:
 * - `evidence_missing`: there is no such file or folder
 * - `evidence_empty`: nothing in it can be read; `leftOut` lists what was skipped and why
 * - `evidence_is_debate`: it is a debate's own folder, whose redacted text would come back as evidence
 * - `evidence_too_many`: there are more files than are read, see `mostFiles`
 * - `evidence_not_readable`: no permission, or a file that can no longer be read
 */
type EvidenceErrorCode =
  | 'evidence_missing'
  | 'evidence_empty'
  | 'evidence_is_debate'
  | 'evidence_too_many'
  | 'evidence_not_readable';

export class EvidenceError extends Error {
  readonly isRetryable = false;
  readonly leftOut: readonly LeftOut[];

  constructor(
    readonly code: EvidenceErrorCode,
    message: string,
    options: ErrorOptions & { leftOut?: readonly LeftOut[] } = {},
  ) {
    super(message, options);
    this.name = 'EvidenceError';
    this.leftOut = options.leftOut ?? [];
  }
}
