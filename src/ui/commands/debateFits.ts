import type { DebateSummary } from '../../session/summary';

/** A debate of ours that is not done. */
export const isOpenDebate = ({ state }: DebateSummary): boolean => state === 'running' || isResting({ state });

export const isResting = ({ state }: Pick<DebateSummary, 'state'>): boolean =>
  state === 'paused' || state === 'interrupted' || state === 'failed';

export const isRunning = ({ state }: DebateSummary): boolean => state === 'running';
