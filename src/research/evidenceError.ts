import type { LeftOut } from './admission';

/**
 * Why a folder cannot be evidence:
 * - `evidence_missing`: the file or folder does not exist
 * - `evidence_empty`: none of its files can be read; see `leftOut`
 * - `evidence_is_debate`: redacted text would come back as evidence
 * - `evidence_too_many`: see `mostFiles`
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
