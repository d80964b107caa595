import type { VerificationStatus } from '../../debate/entryData';
import type { Passage } from './passage';
import type { SearchKind } from './query';

/** One text that was found. */
export interface DebateHit {
  folder: string;
  topic: string;
  seq: number;
  speaker: string;
  type: string;
  kind: SearchKind;
  /** Milliseconds since the epoch. */
  time: number;
  passage: Passage;
  /** Of a source: its address, and what the Verifier came to. */
  url?: string;
  status?: VerificationStatus;
}

export interface SearchAnswer {
  hits: DebateHit[];
  total: number;
  /** How many debates these are in. */
  debates: number;
  /** Nothing holds all the words: what was found holds some. */
  isLoose: boolean;
  /** Debates that could not be asked yet: their index is not made. */
  pending: number;
  /** Debates that cannot be asked: too large, or not to be read. */
  left: number;
  /** There may be more: as many were found as were asked for, and the rest was not read. */
  isCut: boolean;
}

export const nothingFound: SearchAnswer = {
  hits: [],
  total: 0,
  debates: 0,
  isLoose: false,
  pending: 0,
  left: 0,
  isCut: false,
};
