import { isUnderWay } from '../../projections/status';
import type { DebateSummary } from '../../session/summary';

/** A debate of ours that is not done. */
export const isOpenDebate = ({ state }: DebateSummary): boolean => isUnderWay(state);

export const isResting = ({ state }: Pick<DebateSummary, 'state'>): boolean => isUnderWay(state) && state !== 'running';

export const isRunning = ({ state }: DebateSummary): boolean => state === 'running';

/** What a command acts on, where it was called on nothing: one debate, or one of several to be picked. */
export function candidates(
  debates: readonly DebateSummary[],
  { fits, visible }: { fits: (debate: DebateSummary) => boolean; visible: DebateSummary | undefined },
): readonly DebateSummary[] {
  // A panel that is in view without the focus is what is meant only where the command can do something for it.
  return visible !== undefined && fits(visible) ? [visible] : debates.filter(fits);
}
