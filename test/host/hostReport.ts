import * as z from 'zod';

/** The variable that names the file into which the suite of the extension host writes its results. */
export const hostReportVariable = 'ROSTRUM_HOST_REPORT';

/** The variable that names the one suite or test to run, by a part of its name; without it all are run. */
export const hostOnlyVariable = 'ROSTRUM_HOST_ONLY';

/** The suite that runs in a window with a proxy too. */
export const addressSuite = 'nobody gets in through an address';

const hostTest = z.object({
  /** The titles of its suites. */
  suite: z.array(z.string()),
  title: z.string(),
  state: z.enum(['passed', 'failed', 'skipped']),
  durationMs: z.number(),
  /** Why it failed. */
  error: z.object({ message: z.string(), stack: z.string() }).optional(),
});

/** What the suite of the extension host found; written after each test, so that a suite that hangs says where. */
export const hostReport = z.object({ isComplete: z.boolean(), tests: z.array(hostTest) });

export type HostTest = z.infer<typeof hostTest>;
export type HostReport = z.infer<typeof hostReport>;
