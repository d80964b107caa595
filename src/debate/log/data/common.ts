import * as z from 'zod';

export const seq = z.int().min(0);
export const text = z.string();

export const usageSchema = z.looseObject({
  input: z.number().min(0),
  cache_write: z.number().min(0),
  /** The part of `cache_write` that is kept for an hour. */
  cache_write_1h: z.number().min(0).optional(),
  cache_read: z.number().min(0),
  output: z.number().min(0),
  usd: z.number().min(0),
  /** The provider reports no usage: tokens are estimated from the texts. */
  estimated: z.boolean().optional(),
  /** A model that was used has no known price; `usd` leaves it out. */
  unpriced: z.boolean().optional(),
});

/** Tokens (uncached input, written to and read from the provider's cache, output) and US dollars. */
export type Usage = z.infer<typeof usageSchema>;

export function sum(a: Usage | undefined, b: Usage | undefined): Usage | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return {
    input: a.input + b.input,
    cache_write: a.cache_write + b.cache_write,
    ...writtenForHour(a, b),
    cache_read: a.cache_read + b.cache_read,
    output: a.output + b.output,
    usd: a.usd + b.usd,
    ...(a.estimated === true || b.estimated === true ? { estimated: true } : {}),
    ...(a.unpriced === true || b.unpriced === true ? { unpriced: true } : {}),
  };
}

export function writtenForHour(
  { cache_write_1h: a = 0 }: Pick<Usage, 'cache_write_1h'>,
  { cache_write_1h: b = 0 }: Pick<Usage, 'cache_write_1h'>,
): { cache_write_1h?: number } {
  return a + b === 0 ? {} : { cache_write_1h: a + b };
}

export const stepMarkSchema = z.looseObject({
  id: z.string().min(1),
  index: z.int().min(0),
  count: z.int().min(1),
  attempt: z.int().min(1),
  elapsed_ms: z.number().min(0),
  /** Milliseconds for which the answer was also shown word by word; no part of the active time. */
  paced_ms: z.number().min(0).optional(),
  /** The usage is its own, whoever the entries name. */
  agent: z.string().optional(),
  usage: usageSchema.optional(),
  /** Each one's share of `usage`, if several were asked at once. */
  usage_by: z.record(z.string(), usageSchema).optional(),
  /** This many earlier entries were given as the Chair's summaries, for the record did not fit. */
  condensed: z.int().min(1).optional(),
});

/** `index`: the entry's position in the step's batch; `elapsed_ms`: active milliseconds. */
export type StepMark = z.infer<typeof stepMarkSchema>;

export const step = { step: stepMarkSchema.optional() };

/** `statement`: the wrong sentence, verbatim in `seq`; `instead`: the correct one, unless it is merely withdrawn. */
export const correctionSchema = z.looseObject({
  seq,
  old_url: text,
  reason: text,
  new_url: text.optional(),
  statement: text.optional(),
  instead: text.optional(),
});
export type Correction = z.infer<typeof correctionSchema>;

/** One alone stands in `correction`, several in `corrections`. */
export const correctionFields = {
  correction: correctionSchema.optional(),
  corrections: z.array(correctionSchema).optional(),
};

export const correctionsOf = ({
  correction,
  corrections = [],
}: {
  correction?: Correction | undefined;
  corrections?: readonly Correction[] | undefined;
}): Correction[] => [...(correction === undefined ? [] : [correction]), ...corrections];

export const pointSchema = z.looseObject({ text, seqs: z.array(seq) });
export type Point = z.infer<typeof pointSchema>;

export const openPointSchema = pointSchema.extend({ settle: text });
export type OpenPoint = z.infer<typeof openPointSchema>;

/** Of whoever concludes: the question answered, what is accepted by the end, and what would settle the rest. */
export const answerFields = {
  answer: pointSchema.nullish(),
  agreed: z.array(pointSchema).optional(),
  open: z.array(openPointSchema).optional(),
};

/** Words of a turn that grant something to the other side, verbatim. */
export const grantSchema = z.looseObject({ seq, words: text });

/** Those that the entry would have cited, but nobody could read. */
export const unreadSourcesSchema = z.array(z.looseObject({ url: text, reason: text }));
export type LeftOutSources = z.infer<typeof unreadSourcesSchema>;

const undecidedReasons = ['nobody_weighed', 'flips', 'split', 'judges_failed'] as const;
export type UndecidedWhy = (typeof undecidedReasons)[number];
export const undecided = z.looseObject({ why: z.enum(undecidedReasons) }).optional();

/** Quotations into which code put the source's words. */
export const mendedSchema = z.array(z.looseObject({ was: z.string(), is: z.string() }));
export type Mended = z.infer<typeof mendedSchema>[number];

/** What a contribution to a tribunal or dialectic answers to the host. `acknowledges`: redactions. */
export const answered = {
  acknowledges: z.array(seq).optional(),
  ...correctionFields,
  /** Duties that the entry was told of, and does not take up: seqs of frameworks and redactions. */
  ignores: z.array(seq).optional(),
  left_out: unreadSourcesSchema.optional(),
  mended: mendedSchema.optional(),
};
