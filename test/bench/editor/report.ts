import * as z from 'zod';

/** The variable that names the file into which the figures of the extension host are written. */
export const benchReportVariable = 'ROSTRUM_BENCH';
/** The extension that is activated, and nothing else done; without it, everything else is measured. */
export const benchActivationVariable = 'ROSTRUM_BENCH_ACTIVATION';

export const timedActivation = z.object({ cpuMs: z.number(), wallMs: z.number() });
export type TimedActivation = z.infer<typeof timedActivation>;

const spread = z.object({ p50: z.number(), p95: z.number() });
export type Spread = z.infer<typeof spread>;

const size = z.object({
  entries: z.int(),
  own: spread,
  others: spread,
  roundTrip: spread,
  firstPaintMs: z.number(),
  unkeptPaintMs: z.number(),
  barePaintMs: z.number(),
});

/** Milliseconds and bytes as measured inside the extension host. */
export const editorReport = z.object({
  sizes: z.array(size),
  activationMs: z.number(),
  list: z.object({ debates: z.int(), coldMs: z.number(), statMs: z.number() }),
  memory: z.object({ entries: z.int(), logBytes: z.number(), heapBytes: z.number() }),
  error: z.string().optional(),
});
export type EditorReport = z.infer<typeof editorReport>;
