import type { DebateState } from './state';

/** The version of the records that this program writes; `docs/record.md` says what came with which. */
export const recordVersion = 2;

type Versioned = Pick<DebateState, 'version'>;

/** Whether the record is of this version or a later one. What came with a version is neither wanted nor missed in earlier records. */
export const isSince = ({ version }: Versioned, since: number): boolean => version >= since;

/** Why nothing is written to the record; undefined where it may be. What a later version means by its entries is not known. */
export function newerVersionReason({ version }: Versioned): string | undefined {
  if (version <= recordVersion) return undefined;
  return `It is a record of version ${version}; this program writes version ${recordVersion}. It can be read. To go on with it, use a newer Rostrum.`;
}
