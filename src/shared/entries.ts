import * as z from 'zod';

/** Entries as the page knows them: rows of all of them, bodies of those that are seen. */

const count = z.int().min(0);
const at = z.int().min(0);
const seq = z.int().min(0);
const text = z.string();

export const sourceStatuses = ['verified', 'unreliable', 'fabricated', 'unverified', 'pending'] as const;
export type SourceStatus = (typeof sourceStatuses)[number];

/** How many sources stand in which state. `pending`: cited, and not checked yet. */
export const marksSchema = z.object({
  verified: count,
  unreliable: count,
  fabricated: count,
  unverified: count,
  pending: count,
});
export type Marks = z.infer<typeof marksSchema>;

/** What the list, the rail, the chips and the filters need of every entry. */
export const rowSchema = z.object({
  at,
  seq,
  /** Milliseconds since the epoch. */
  time: z.number(),
  phase: text,
  speaker: text,
  type: text,
  /** 0 outside the rounds. */
  round: count,
  /** The id of the rail's item that the entry stands under. */
  section: text,
  /** `data.kind`: of an announcement, note or ruling. */
  kind: text.optional(),
  /** Of an argument: by what others name it, such as `prop_001`. */
  argument: text.optional(),
  rebuttalTo: seq.optional(),
  target: seq.optional(),
  /** Seq of the redaction that struck it. */
  struck: seq.optional(),
  /** It grants others a claim. */
  concedes: z.boolean().optional(),
  /** Absent where it cites nothing. */
  marks: marksSchema.optional(),
});
export type Row = z.infer<typeof rowSchema>;

/** A line of the log that is no entry. Shown raw, behind `after` entries. */
export const rawLineSchema = z.object({ line: count, after: count, text, message: text });
export type RawLine = z.infer<typeof rawLineSchema>;

/** A source as it stands below its entry. */
export const sourceLineSchema = z.object({
  index: count,
  url: text,
  title: text,
  place: z.enum(['workspace', 'web', 'invalid']),
  /** What is shown for it: the title of a page, `file.md:18–21` of a file. */
  label: text,
  quote: text.optional(),
  claim: text.optional(),
  status: z.enum(sourceStatuses),
  /** The words on the mark, such as `exists · quote · figures` or `figure differs`. */
  words: text,
  /** Why: the Verifier's explanation, and a line per check. */
  explanation: text,
  checks: z.array(z.object({ name: text, result: text, note: text })),
  /** Whether the text that was kept is what its body says, with a sentence that says so; absent where nothing was kept. */
  proof: z.object({ state: z.enum(['pending', 'proven', 'not_provable', 'does_not_fit']), words: text }).optional(),
  /** Seq of the result in force. */
  result: seq.optional(),
  isVouched: z.boolean(),
  /** Day on which the user vouched for it, `YYYY-MM-DD`. */
  vouchedOn: text.optional(),
  /** The source was replaced by a later correction, or ruled on: the entry that says so. */
  ruling: seq.optional(),
});
export type SourceLine = z.infer<typeof sourceLineSchema>;

/** A sentence about the entry in one dim line under it: what it concedes, introduces, acknowledges, corrects. */
const asideKinds = [
  ...(['concedes', 'introduces', 'acknowledges', 'corrects', 'to', 'refused', 'condensed'] as const),
  ...(['closed-book', 'attacks', 'defends', 'judged', 'moves'] as const),
] as const;
export const asideSchema = z.object({ kind: z.enum(asideKinds), text });
export type Aside = z.infer<typeof asideSchema>;

export const bodySchema = z.object({
  at,
  seq,
  /** Markdown, as anyone may see it: struck text is masked. Empty for a struck entry. */
  content: text,
  /** Set where `content` was cut: the length of the whole in UTF-16 code units. */
  wholeLength: count.optional(),
  sources: z.array(sourceLineSchema),
  asides: z.array(asideSchema),
  struck: z.object({ by: seq, reason: text }).optional(),
  /** Of a struck entry whose text an auditor asked to see. */
  disclosed: text.optional(),
  words: count,
  attempt: count.optional(),
  elapsedMs: z.number().optional(),
  /** 1-based line in the log. */
  line: count.optional(),
});
export type Body = z.infer<typeof bodySchema>;

/** Entries that the list leaves out until they are asked for or jumped to. */
export const isProcedural = (type: string): boolean => procedural.has(type);
const procedural: ReadonlySet<string> = new Set(['setup', 'note', 'verification_result', 'handoff']);
