import * as z from 'zod';
import { issueStatuses, severities } from '../debate/entryData';

/** The issues of a tribunal, as a board that fills round by round. */

const count = z.int().min(0);
const seq = z.int().min(0);
const text = z.string();

const severity = z.enum(severities).optional();

/** How an issue stood after a round. */
export const issueMarkSchema = z.object({
  round: count,
  status: z.enum(issueStatuses),
  severity,
  reason: text.optional(),
  /** Raised in this round. */
  isNew: z.boolean(),
});
export type IssueMark = z.infer<typeof issueMarkSchema>;

export const boardIssueSchema = z.object({
  id: text,
  title: text,
  status: z.enum(issueStatuses),
  severity,
  /** One for each round that was assessed since it was raised, oldest first. */
  marks: z.array(issueMarkSchema),
  /** `ACCEPTED` …, once it is ruled. */
  verdict: text.optional(),
});
export type BoardIssue = z.infer<typeof boardIssueSchema>;

export const boardRoundSchema = z.object({
  round: count,
  /** The Judge's assessment. */
  assessment: seq.optional(),
  /** 0 to 10. */
  advocate: z.number().optional(),
  critic: z.number().optional(),
  /** Who was to speak in it and failed. */
  failed: z.array(text),
});
export type BoardRound = z.infer<typeof boardRoundSchema>;

export const boardSchema = z.object({
  rounds: z.array(boardRoundSchema),
  issues: z.array(boardIssueSchema),
  ruling: z.object({ seq, isEarly: z.boolean() }).optional(),
});
export type Board = z.infer<typeof boardSchema>;
