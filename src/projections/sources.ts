import type { Citation } from '../debate/citations';
import { findingOn, isCorrected, isStruck, type DebateState, type Ruling } from '../debate/state';

/** The sign of a status, for whoever reads no colours. */
export const marks = { verified: '✓', unreliable: '⚠', fabricated: '✗', unverified: '?' } as const;

/** The correction that replaced the source, the one that verified if there are several. */
export function correctionOf(
  state: DebateState,
  { seq, url }: Pick<Citation, 'seq' | 'url'>,
): DebateState['corrections'][number] | undefined {
  const all = state.corrections.filter((item) => item.seq === seq && item.oldUrl === url && !isStruck(state, item.by));
  return (
    all.find(({ by, newUrl }) => newUrl !== undefined && findingOn(state, by, newUrl)?.status === 'verified') ??
    all.at(-1)
  );
}

/** The latest ruling on a source of an entry. */
export const rulingOn = (state: DebateState, seq: number, url: string): Ruling | undefined =>
  state.rulings.findLast((ruling) => ruling.target === seq && ruling.url === url);

/** The entry that settled it: the correction that replaced it, or the latest ruling about it. */
export const settledBy = (state: DebateState, seq: number, url: string): number | undefined =>
  (isCorrected(state, seq, url) ? correctionOf(state, { seq, url })?.by : undefined) ?? rulingOn(state, seq, url)?.seq;
