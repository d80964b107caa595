import type { DebateState } from './state';

/** The record's versions: what each one added, in one place. `docs/record.md` says the same in words. */

/** Written from now on. */
export const recordVersion = 3;

/**
 * The version that each part of a course began with. A record of an earlier version neither needs nor misses it: it keeps
 * its course, its lint and its counts to its end.
 */
const since = {
  /** The Chair names the points on which the outcome hangs, by option. */
  crux: 2,
  /** A verification result names the text that it was made on. */
  checkedText: 2,
  /** Offline, quotations are dealt to the seats; before, an offline performer chose them by side. */
  dealtQuotations: 2,
  /** A debate that only quoted, and ended by its own rules, has a brief. */
  brief: 2,
  /** Offline, documents speak, and a seat that nobody takes stays empty. */
  emptySeats: 3,
  /** Points are numbers, and code makes totals, margin and outcome of them. */
  points: 3,
  /** Whoever concludes answers the question, and says what is agreed and what is open. */
  answer: 3,
  /** Scores of one exchange that miss 0 by rounding are centred, and struck arguments count in no total. */
  centredScores: 3,
  /** The Chair's review names what a turn grants in words, and that counts. */
  grants: 3,
  /** An entry corrects several sources, also one by the same address; corrected sources count as corrected. */
  corrections: 3,
  /** A duty that is ignored costs one infraction instead of the turn. */
  infractions: 3,
  /** A text of another length than asked for is sent back once, and then stands. */
  lengths: 3,
  /** Code words the ruling on a challenged source, which follows from the finding. */
  codedRulings: 3,
  /** A debate of one round asks its audience before it. */
  earlyAudience: 3,
  /** Code mends near-miss quotations, and records what it mended. */
  mending: 3,
  /** A verification result names what its page's snapshot says of where, when and how it was read. */
  capture: 3,
  /** What a debate that rests can still be asked for is named as its next step. */
  offers: 3,
} as const;

export type VersionedPart = keyof typeof since;

type Versioned = Pick<DebateState, 'version'>;

export const has = ({ version }: Versioned, part: VersionedPart): boolean => version >= since[part];

/** Why nothing may be written to the record: the meaning of a later version's entries is unknown. */
export function newerVersionReason({ version }: Versioned): string | undefined {
  if (version <= recordVersion) return undefined;
  return `It is a record of version ${version}; this program writes version ${recordVersion}. It can be read. To go on with it, use a newer Rostrum.`;
}
