import * as z from 'zod';
import { boardSchema } from './board';
import { graphSchema } from './graph';
import { scoresSchema } from './scores';

/** What can be looked at in a debate: the entries; the issues of a tribunal; the scores and the arguments of a dialectic. */
export const viewNames = ['debate', 'board', 'scores', 'graph'] as const;
export type ViewName = (typeof viewNames)[number];

/** Exchanges from one to another, both included. */
export const spanSchema = z.object({ from: z.int().min(0), to: z.int().min(0) });
export type EntryRange = z.infer<typeof spanSchema>;

/** Of one request. */
export const mostSpans = 32;

/** What the page looks at; `spans`: the exchanges that the graph is of, all that are drawable where there is none. */
export const viewRequestSchema = z.object({
  view: z.enum(viewNames),
  spans: z.array(spanSchema).max(mostSpans).optional(),
});
export type ViewRequest = z.infer<typeof viewRequestSchema>;

export const shownViewSchema = z.discriminatedUnion('view', [
  z.object({ view: z.literal('board'), board: boardSchema }),
  z.object({ view: z.literal('scores'), scores: scoresSchema }),
  z.object({ view: z.literal('graph'), graph: graphSchema }),
]);
export type ShownView = z.infer<typeof shownViewSchema>;
