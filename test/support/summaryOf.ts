import { SummaryReader, type DebateSummary } from '../../src/session/library/summary';

/** What a list says of one debate that it sees for the first time. */
export const summaryOf = (folder: string): Promise<DebateSummary> => new SummaryReader().summaryOf(folder);
