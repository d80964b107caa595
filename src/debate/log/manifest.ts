import type { SetupData } from './entryData';

export type SetupEvidence = SetupData['evidence'];
export type ManifestFile = SetupEvidence['files'][number];

const known = new WeakMap<readonly { path: string }[], ReadonlyMap<string, number>>();

/**
 * Finds a file by its path in composed form, because some file systems write é as two code points, and agents as one.
 */
export function listedFile<T extends { path: string }>(files: readonly T[], path: string): T | undefined {
  const positions = known.get(files) ?? new Map(files.map((file, index) => [file.path.normalize('NFC'), index]));
  known.set(files, positions);
  return files[positions.get(path.normalize('NFC')) ?? -1];
}

/** Returns undefined if the files are unknown: there is no evidence, or a long list is missing or altered. */
export function manifestOf(evidence: SetupEvidence | undefined): readonly ManifestFile[] | undefined {
  const { files, manifest } = evidence ?? {};
  return manifest !== undefined && manifest.files !== files?.length ? undefined : files;
}

/** Paths of the files that are the debate's subject. */
export const subjectPaths = (setup: SetupData | undefined): string[] =>
  Array.isArray(setup?.subject) ? setup.subject.filter((path) => typeof path === 'string') : [];
