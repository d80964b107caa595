import * as z from 'zod';
import { field, told } from '../described';

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
  /** Whether tokens are estimated from the texts, because the provider reports no usage. */
  estimated: z.boolean().optional(),
  /** Whether a model without a known price was used; `usd` leaves its cost out. */
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
  /** Milliseconds for which the answer was also shown word by word; not part of the active time. */
  paced_ms: z.number().min(0).optional(),
  /** Agent whose usage this is, even if the entries name another speaker. */
  agent: z.string().optional(),
  usage: usageSchema.optional(),
  /** Each agent's share of `usage`, if several were asked at once. */
  usage_by: z.record(z.string(), usageSchema).optional(),
  /** Number of earlier entries that the agent read as the Chair's summaries, because the record did not fit. */
  condensed: z.int().min(1).optional(),
  /** Figures of the entries that nobody else stated: their author was told once, and left them. */
  unstated: z.array(text).optional(),
  /** Client whose agent answered, as it says of itself, and how often the task was opened. */
  via: z.looseObject({ client: z.looseObject({ name: text, version: text }), opens: z.int().min(1) }).optional(),
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

/** A single correction is in `correction`, several are in `corrections`. */
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

/** A sentence or more, and the entries that it rests on. Both are described in the words of the field that holds the point. */
export const point = (words: string, entries = 'The entries where it stands.') =>
  z.looseObject({
    text: field(text, { told: words, label: (l10n) => l10n.t('Point') }),
    seqs: field(z.array(seq), { told: entries, label: (l10n) => l10n.t('Entries, such as 4, 12'), isLine: true }),
  });
export const pointSchema = point('One sentence.');
export type Point = z.infer<typeof pointSchema>;

const openPointSchema = point('One sentence.', 'The entries where it is argued.').extend({
  settle: field(text, { told: 'What would settle it.', label: (l10n) => l10n.t('What would settle it') }),
});
export type OpenPoint = z.infer<typeof openPointSchema>;

/**
 * Fields of the role that concludes: the answer to the question, the points accepted by the end, and what would settle
 * the rest.
 */
export const answerFields = {
  answer: field(
    z
      .looseObject({
        text: field(text, {
          told: 'One or two sentences.',
          label: (l10n) => l10n.t('The answer to the question'),
          hint: (l10n) => l10n.t('One or two sentences: what holds, not who argued better.'),
        }),
        seqs: field(z.array(seq), {
          told: 'The entries it rests on.',
          label: (l10n) => l10n.t('The entries that it rests on, such as 4, 12'),
          isLine: true,
        }),
      })
      .nullish(),
    { told: 'The question of the topic, answered.' },
  ),
  agreed: field(z.array(pointSchema).optional(), {
    told: 'What both sides accept by now.',
    label: (l10n) => l10n.t('What both sides accept by now'),
    add: (l10n) => l10n.t('Add Point'),
    most: 8,
  }),
  open: field(z.array(openPointSchema).optional(), {
    told: 'What is still in dispute.',
    label: (l10n) => l10n.t('What is still open'),
    add: (l10n) => l10n.t('Add Point'),
    most: 8,
  }),
};

/** Words of a turn that grant something to the other side, verbatim. */
export const grantSchema = z.looseObject({ seq, words: told(text, 'Copied exactly from that entry.') });

/** Sources that the entry would have cited, but that could not be read. */
export const unreadSourcesSchema = z.array(z.looseObject({ url: text, reason: text }));
export type LeftOutSources = z.infer<typeof unreadSourcesSchema>;

const undecidedReasons = ['nobody_weighed', 'flips', 'split', 'judges_failed'] as const;
export type UndecidedWhy = (typeof undecidedReasons)[number];
export const undecided = z.looseObject({ why: z.enum(undecidedReasons) }).optional();

/** Verdicts on an issue, of a Judge who judges. */
export const rulingVerdicts = ['ACCEPTED', 'REJECTED', 'REVISION REQUIRED'] as const;

/** Each judge reads the record twice: in an order that is drawn, and in its reverse. */
export const readingOrders = ['a', 'b'] as const;
export type ReadingOrder = (typeof readingOrders)[number];

/** How the seated judges decided. */
export const tally = z
  .looseObject({
    seated: z.int().min(0),
    complete: z.int().min(0),
    need: z.int().min(0),
    votes: z.record(text, z.int().min(0)),
    flips: z.array(text),
    failed: z.array(text),
    /** Entries with the verdicts. */
    seqs: z.array(seq),
  })
  .optional();
export type Tally = NonNullable<z.infer<typeof tally>>;

const seqs = z.array(seq);

/** What the Reporter writes of a decision brief; code fills the rest from the record. */
export const briefSchema = z.looseObject({
  cruxes: z.array(z.looseObject({ text, seqs, for: seqs, against: seqs })),
  options: z.array(z.looseObject({ name: text, for: seqs, against: seqs })),
  assumptions: z.array(pointSchema),
  would_change: z.array(pointSchema),
  minority: z.array(pointSchema),
  next: z.array(pointSchema),
});

/** Quotations in which code replaced words by the source's own. */
export const mendedSchema = z.array(z.looseObject({ was: z.string(), is: z.string() }));
export type Mended = z.infer<typeof mendedSchema>[number];

/** A contribution's answers to the host, in a tribunal or dialectic. `acknowledges`: redactions. */
export const answered = {
  acknowledges: z.array(seq).optional(),
  ...correctionFields,
  /** Duties that the entry was given and does not fulfil: seqs of frameworks and redactions. */
  ignores: z.array(seq).optional(),
  left_out: unreadSourcesSchema.optional(),
  mended: mendedSchema.optional(),
};
