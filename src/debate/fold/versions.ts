import type { DebateState } from './state';

/** The record's versions: all that each one added, in one place. `docs/record.md` says the same in words. */

/** Version that this program writes. */
export const recordVersion = 3;

/**
 * Version with which each feature of the record began. A record of an earlier version neither needs nor misses the
 * feature: it keeps its rules, its lint and its counts to its end.
 */
const since = {
  /** The Chair names the points on which the outcome depends, if the option is set. */
  crux: 2,
  /** A verification result names the text that was checked. */
  checkedText: 2,
  /** Code distributes quotations to the seats of an offline debate; before, an offline performer chose them by side. */
  dealtQuotations: 2,
  /** A debate that only quoted, and ended by its own rules, has a brief. */
  brief: 2,
  /** Documents speak in an offline debate, and a seat without a performer stays empty. */
  emptySeats: 3,
  /** Points are numbers, from which code derives totals, margin and outcome. */
  points: 3,
  /** The concluding role answers the question, and says what is agreed and what is open. */
  answer: 3,
  /** Scores of one exchange that miss 0 by rounding are centred, and redacted arguments count in no total. */
  centredScores: 3,
  /** The Chair's review names what a turn grants in words, and these grants count. */
  grants: 3,
  /** An entry can correct several sources, also one by the same address; corrected sources count as corrected. */
  corrections: 3,
  /** An ignored duty costs one infraction instead of the turn. */
  infractions: 3,
  /** A text of the wrong length is sent back once, and then accepted. */
  lengths: 3,
  /** Code words the ruling on a challenged source, which follows from the finding. */
  codedRulings: 3,
  /** A debate of one round asks its audience before it. */
  earlyAudience: 3,
  /** Code corrects near-miss quotations, and records the corrections. */
  mending: 3,
  /** A verification result names where, when and how its page's snapshot was read. */
  capture: 3,
  /** A debate that has come to its end names the further work that the user can ask for as its next step. */
  offers: 3,
  /** Each entry names the line before it by its hash. */
  chain: 3,
} as const;

export type VersionedPart = keyof typeof since;

type Versioned = Pick<DebateState, 'version'>;

export const has = ({ version }: Versioned, part: VersionedPart): boolean => version >= since[part];

/** Why the record must not be written to: the meaning of a later version's entries is unknown. */
export function newerVersionReason({ version }: Versioned): string | undefined {
  if (version <= recordVersion) return undefined;
  return `It is a record of version ${version}; this program writes version ${recordVersion}. It can be read. To go on with it, use a newer Rostrum.`;
}
