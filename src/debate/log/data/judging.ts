import * as z from 'zod';
import { point, pointSchema, readingOrders, rulingVerdicts, seq, step, text } from './common';

/** A seat that gives a verdict: `j1`, `j2` …, and the model that holds it. */
export const judgeSeatSchema = z.looseObject({ id: z.string().min(1), model: text });
export type JudgeSeat = z.infer<typeof judgeSeatSchema>;

const judgedCriterion = z.looseObject({
  label: text,
  name: text,
  points: z.number().min(0).max(10),
  text: z.string(),
  seqs: z.array(seq),
});

/** A verdict on one issue of a tribunal, with its reasons. */
export const judgedIssueSchema = z.looseObject({
  issue: text,
  verdict: z.enum(rulingVerdicts),
  reasons: z.array(point('One or two sentences.', 'The entries that it rests on.')),
});

/** One reading of the record by one judge. A judge gives two, in opposite orders. */
export const verdictData = z.looseObject({
  ...step,
  judge: text,
  model: text,
  /** Who answered: a model, or an agent of the host. */
  by: text.optional(),
  order: z.enum(readingOrders),
  seed: text,
  /** Names by label, in the order in which they were read. */
  labels: z.record(text, text),
  reasons: z.array(pointSchema).optional(),
  criteria: z.array(judgedCriterion).optional(),
  void: z.looseObject({ reason: text }).optional(),
  /** What the points come to, computed by code. */
  choice: text.optional(),
  margin: z.number().optional(),
  issues: z.array(judgedIssueSchema).optional(),
});

const voteOption = z.looseObject({
  label: text,
  text,
  debater: text.optional(),
  side: text.optional(),
  verdict: text.optional(),
});

/** An answer beside the debate that enters no rule of outcome. */
export const voteData = z.looseObject({
  ...step,
  stage: text,
  voter: text.optional(),
  model: text.optional(),
  options: z.array(voteOption).optional(),
  /** Labels in the order in which they were shown. */
  order: z.array(text).optional(),
  choice: text,
  reason: text.optional(),
  /** Whether no evidence was given, so that the answer comes from memory. */
  from_memory: z.boolean().optional(),
});
