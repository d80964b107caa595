import { expect } from 'vitest';
import { readEvidence, type EvidenceOptions } from '../../src/research/evidence';
import { EvidenceError } from '../../src/research/evidenceError';
import { evidenceOnDisk } from '../../src/research/tools/evidencePaths';

export type EvidenceSummary = { files: string[]; leftOut: Record<string, string> };

/** Paths that are evidence, and the reason for each path that is not. */
export async function evidenceSummary(
  root: string,
  options: Omit<EvidenceOptions, 'root'> = {},
): Promise<EvidenceSummary> {
  const evidence = await readEvidence({ root, ...options });
  const leftOut = Object.fromEntries(evidence.leftOut.map((item) => [item.path, item.reason]));
  expect(Object.keys(leftOut)).toHaveLength(evidence.leftOut.length);
  expect(evidence.leftOut.every((item) => item.detail !== '')).toBe(true);
  return { files: evidence.files.map((file) => file.path), leftOut };
}

/** The evidence below a folder, with its text as agents read it. */
export async function evidenceWithText(options: EvidenceOptions) {
  const evidence = await readEvidence(options);
  const { text, document } = evidenceOnDisk({ root: evidence.root }, evidence.files);
  return { ...evidence, text, document };
}

/** The error with which the evidence is refused. */
export async function evidenceFailure(options: EvidenceOptions): Promise<EvidenceError> {
  const error: unknown = await readEvidence(options).catch((thrown: unknown) => thrown);
  if (!(error instanceof EvidenceError)) throw new Error('no EvidenceError', { cause: error });
  return error;
}
