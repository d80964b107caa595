import type { SetupData } from './entryData';

type Evidence = SetupData['evidence'];
export type ManifestFile = Evidence['files'][number];

const known = new WeakMap<readonly { path: string }[], ReadonlyMap<string, { path: string }>>();

/** The listed file of this path, by the composed form: some file systems spell é in two code points, agents in one. */
export function listedFile<T extends { path: string }>(files: readonly T[], path: string): T | undefined {
  let byPath = known.get(files) as ReadonlyMap<string, T> | undefined;
  if (byPath === undefined)
    known.set(files, (byPath = new Map(files.map((file) => [file.path.normalize('NFC'), file]))));
  return byPath.get(path.normalize('NFC'));
}

/** Which files were evidence; undefined where that cannot be told: of no evidence, or of a long list that is missing or altered. */
export function manifestOf(evidence: Evidence | undefined): readonly ManifestFile[] | undefined {
  const { files, manifest } = evidence ?? {};
  return manifest !== undefined && manifest.files !== files?.length ? undefined : files;
}
