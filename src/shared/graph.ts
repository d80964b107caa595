import * as z from 'zod';
import { attackTypes, defenceTypes } from '../debate/entryData';
import { panelArgumentSchema } from './scores';

/** The arguments of a dialectic and what they do to each other, laid out. Lengths are CSS pixels before any zoom. */

const count = z.int().min(0);
const length = z.number();

export const graphNodeSchema = z.object({
  ...panelArgumentSchema.shape,
  /** Of another exchange than those asked for, drawn for what they have to do with it. */
  isContext: z.boolean(),
  /** Its middle. */
  x: length,
  y: length,
  width: length,
  height: length,
});
export type GraphNode = z.infer<typeof graphNodeSchema>;

export const edgeTypes = [...attackTypes, ...defenceTypes] as const;
export type EdgeType = (typeof edgeTypes)[number];

export const graphEdgeSchema = z.object({
  id: z.string(),
  from: z.string(),
  to: z.string(),
  kind: z.enum(['attack', 'defence']),
  type: z.enum(edgeTypes),
  /** The `d` of an SVG path, from the one box to the other. */
  path: z.string(),
});
export type GraphEdge = z.infer<typeof graphEdgeSchema>;

export const graphSchema = z.object({
  width: length,
  height: length,
  nodes: z.array(graphNodeSchema),
  edges: z.array(graphEdgeSchema),
  /** A row for each exchange that is drawn. */
  rows: z.array(z.object({ exchange: count, y: length, height: length })),
  /** All exchanges with arguments, in order. */
  exchanges: z.array(count),
  /** Arguments of the whole debate. */
  total: count,
  /** Of the exchanges asked for there are more than may be drawn at once: these are the latest. */
  isCut: z.boolean(),
  /** So many at once. */
  most: count,
});
export type Graph = z.infer<typeof graphSchema>;
