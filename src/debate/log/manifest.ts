import type { SetupData } from './entryData';

export type SetupEvidence = SetupData['evidence'];
export type ManifestFile = SetupEvidence['files'][number];

const known = new WeakMap<readonly { path: string }[], ReadonlyMap<string, number>>();

/** In composed form: some file systems write é as two code points, agents as one. */
export function listedFile<T extends { path: string }>(files: readonly T[], path: string): T | undefined {
  const positions = known.get(files) ?? new Map(files.map((file, index) => [file.path.normalize('NFC'), index]));
  known.set(files, positions);
  return files[positions.get(path.normalize('NFC')) ?? -1];
}

/** Undefined if unknown: no evidence, or a long list is missing or altered. */
export function manifestOf(evidence: SetupEvidence | undefined): readonly ManifestFile[] | undefined {
  const { files, manifest } = evidence ?? {};
  return manifest !== undefined && manifest.files !== files?.length ? undefined : files;
}

/** Those that are debated themselves. */
export const subjectPaths = (setup: SetupData | undefined): string[] =>
  Array.isArray(setup?.subject) ? setup.subject.filter((path) => typeof path === 'string') : [];
