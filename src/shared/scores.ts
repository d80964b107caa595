import * as z from 'zod';
import { sides } from '../debate/entryData';

/** The scores of a dialectic, in points: 0.35. They are cumulative, and those of both sides sum to 0. */

const count = z.int().min(0);
const seq = z.int().min(0);
const text = z.string();
const points = z.number();

export const scoreStepSchema = z.object({
  exchange: count,
  score: points,
  reasoning: text,
  /** The judgment. */
  seq,
  /** The highest less the lowest of several passes. */
  spread: points.optional(),
});
export type PanelScoreStep = z.infer<typeof scoreStepSchema>;

export const panelArgumentSchema = z.object({
  id: text,
  side: z.enum(sides),
  exchange: count,
  seq,
  /** Of a struck one, title and claim are gone. */
  title: text,
  claim: text,
  /** Null before it is judged. */
  score: points.nullable(),
  /** Oldest first; the last one is its score now. */
  history: z.array(scoreStepSchema),
  struck: z.boolean(),
});
export type PanelArgument = z.infer<typeof panelArgumentSchema>;

const sideTotals = { proposition: points, opposition: points };

export const scoresSchema = z.object({
  totals: z.object(sideTotals),
  /** The totals after each exchange that was judged. */
  exchanges: z.array(z.object({ exchange: count, seq, ...sideTotals })),
  arguments: z.array(panelArgumentSchema),
});
export type Scores = z.infer<typeof scoresSchema>;
