import { sharedWeight } from '../contradiction';
import type { EvidenceIndex } from '../evidenceIndex';
import { decreases, increases } from '../lexicon';
import { motionOf } from '../motion';
import type { Quoted } from '../record';
import { rootOf, termsIn } from '../terms';
import type { Contribution } from './exchanges';
import { keyOf } from './points';
import type { Side } from './sides';

/** What the Judge compares passages by: the evidence, and the words that the topic gives to all of them. */
export interface Frame {
  readonly index: EvidenceIndex;
  readonly topicTerms: ReadonlySet<string>;
  readonly subject: ReadonlySet<string>;
}

export function frameOf(brief: { topic: string; subject: readonly string[] }, index: EvidenceIndex): Frame {
  const { options } = motionOf(brief.topic);
  const topicTerms = new Set([...termsIn(brief.topic), ...options.flatMap(({ terms }) => [...terms].map(rootOf))]);
  return { index, topicTerms, subject: new Set(brief.subject) };
}

/** Points that each criterion is worth. The same for both sides. */
const worth = { verification: 4, passages: 3, engagement: 3 };

export interface SideScore {
  /** 0 to 10, in tenths. */
  readonly points: number;
  readonly cited: number;
  readonly verified: number;
  /** Verified passages that nobody had quoted before. */
  readonly fresh: number;
  readonly files: number;
  readonly isClosedBook: boolean;
  /** Verified passages of the other side that stood before it, and how many of them one of its own shares the subject with. */
  readonly faced: number;
  readonly met: number;
}

/**
 * A side's score for the contributions given. Counted is what was quoted and verified, never how much was said: words add
 * nothing, nor does a quotation that stood in the record before.
 */
export function scoreOf(side: Side, rounds: readonly number[], { contributions, frame }: { contributions: readonly Contribution[]; frame: Frame }): SideScore {
  const own = contributions.filter((one) => one.side === side && rounds.includes(one.round));
  const first = own[0]?.entry.seq ?? Infinity;
  const before = new Set(contributions.filter(({ entry }) => entry.seq < first).flatMap(({ cited }) => cited.map(({ quote }) => keyOf(quote))));
  const cited = own.flatMap((one) => one.cited);
  const verified = own.flatMap((one) => one.verified);
  const fresh = verified.filter(({ quote }) => !before.has(keyOf(quote)));
  const facing = own.length === 0 ? [] : facedBy(side, own, contributions);
  const met = facing.filter((theirs) => fresh.some((mine) => meets(frame, theirs, mine)));
  const isClosedBook = fresh.length > 0 && fresh.every(({ path }) => path !== undefined && frame.subject.has(path));
  const facts = { cited: cited.length, verified: verified.length, fresh: fresh.length, isClosedBook, faced: facing.length, met: met.length };
  return { ...facts, files: new Set(fresh.map(({ path, url }) => path ?? url)).size, points: pointsFor(facts) };
}

/** Verified passages of the other side since this one last spoke. */
function facedBy(side: Side, own: readonly Contribution[], contributions: readonly Contribution[]): Quoted[] {
  const [first] = own;
  const last = own.at(-1);
  const earlier = contributions.findLast((one) => one.side === side && one.entry.seq < (first?.entry.seq ?? 0))?.entry.seq ?? -1;
  return contributions
    .filter((one) => one.side !== side && one.entry.seq > earlier && one.entry.seq < (last?.entry.seq ?? 0))
    .flatMap(({ verified }) => verified);
}

type Counts = Pick<SideScore, 'cited' | 'verified' | 'fresh' | 'isClosedBook' | 'faced' | 'met'>;

interface Parts {
  verification: number;
  passages: number;
  engagement: number;
  possible: number;
}

function partsOf({ cited, verified, fresh, isClosedBook, faced, met }: Counts): Parts {
  return {
    verification: cited === 0 ? 0 : worth.verification * (verified / cited),
    passages: Math.min(fresh, worth.passages) * (isClosedBook ? 0.5 : 1),
    engagement: faced === 0 ? 0 : worth.engagement * (met / faced),
    possible: worth.verification + worth.passages + (faced === 0 ? 0 : worth.engagement),
  };
}

function pointsFor(counts: Counts): number {
  if (counts.cited === 0) return 0;
  const { verification, passages, engagement, possible } = partsOf(counts);
  return Math.round((100 * (verification + passages + engagement)) / possible) / 10;
}

const tenths = (value: number): number => Math.round(value * 10) / 10;

/** How the points were summed up, in words and figures. */
export function sumOf(score: SideScore): string {
  if (score.cited === 0) return 'nothing quoted, 0';
  const { verification, passages, engagement, possible } = partsOf(score);
  const met = score.faced === 0 ? '' : ` + ${tenths(engagement)} for what it met`;
  return `${tenths(verification)} for verification + ${tenths(passages)} for new passages${met}, of ${possible}`;
}

/** Below this part of its telling words a passage does not speak of the same. */
const sharedPart = 0.15;

/** Whether a passage speaks of what another does: it shares telling words with it, or stands right beside it. */
export function meets(frame: Frame, theirs: Quoted, mine: Quoted): boolean {
  const beside = theirs.path !== undefined && theirs.path === mine.path && theirs.lines !== undefined && mine.lines !== undefined;
  if (beside && Math.abs((mine.lines?.start ?? 0) - (theirs.lines?.end ?? 0)) <= 1) return true;
  const { share, count } = sharedWeight(frame, undirected(theirs.quote), { text: undirected(mine.quote) });
  return count >= 1 && share >= sharedPart;
}

/** That both fell makes no common subject. */
const undirected = (text: string): string => text.split(' ').filter((word) => !increases.has(word.toLowerCase()) && !decreases.has(word.toLowerCase())).join(' ');

export const scoreRule =
  'Both scores are counted in the same way, of ten: four points for the part of the quotations that was verified, one for each verified passage nobody had quoted before, up to three (half as much with a closed book), and three for the part of the other side’s verified passages that one of these speaks of. Where nothing stood against a side, that last part is left out and the rest set to ten.';
