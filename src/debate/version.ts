import type { DebateState } from './state';

/** The version of the records that this program writes; `docs/record.md` lists what each added. */
export const recordVersion = 2;

type Versioned = Pick<DebateState, 'version'>;

/** Whether the record is of this version or a later one. Earlier records neither need nor miss what a version added. */
export const isSince = ({ version }: Versioned, since: number): boolean => version >= since;

/**
 * Why nothing may be written to the record; undefined if it may. The meaning of a later version's entries is unknown.
 */
export function newerVersionReason({ version }: Versioned): string | undefined {
  if (version <= recordVersion) return undefined;
  return `It is a record of version ${version}; this program writes version ${recordVersion}. It can be read. To go on with it, use a newer Rostrum.`;
}
