import { SummaryReader, type DebateSummary } from '../../src/session/library/summary';

/** Summary of one debate that a list sees for the first time. */
export const summaryOf = (folder: string): Promise<DebateSummary> => new SummaryReader().summaryOf(folder);
