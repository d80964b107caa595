import * as z from 'zod';

/** A lineup under review, before there is a debate. */

const count = z.int().min(0);
const text = z.string();

/** A debater as it is edited before the start. */
export const draftDebaterSchema = z.object({
  name: text,
  persona: text,
  starting_position: text,
  incentives: text,
  model: text,
});
export type DraftDebater = z.infer<typeof draftDebaterSchema>;

export const reviewSchema = z.object({
  draft: text,
  topic: text,
  /** What the format is, in words. */
  format: text,
  /** Whose models argue, in words. */
  provider: text,
  notice: text.optional(),
  limits: z.object({ minRounds: count, maxRounds: count, timeBudgetMinutes: z.number() }),
  /** What the format alone knows, in words: the motion, the number of exchanges. In place of `limits` where there are any. */
  settings: z.array(z.object({ label: text, value: text })).optional(),
  /** The format names its debaters: nobody comes, goes, moves or is renamed. */
  isFixed: z.boolean().optional(),
  debaters: z.array(draftDebaterSchema),
  /** The one revision was asked for already. */
  isRevised: z.boolean(),
  /** What goes on just now; the page disables what would collide. */
  busy: z.enum(['proposing', 'revising', 'starting']).optional(),
  /** What stands in the way, by field: `debaters`, `debaters.1.name`, `evidence` … */
  problems: z.array(z.object({ field: text, message: text })),
  evidence: z.object({
    root: text.optional(),
    files: count,
    bytes: count,
    subject: z.array(text),
    /** The first of them; `leftOutCount` counts all. */
    leftOut: z.array(z.object({ path: text, reason: text })),
    leftOutCount: count,
  }),
  /** Where the folder will be made at Start. */
  parent: text,
  /** What leaves this machine and where it goes, a line per place. */
  sends: text,
  /** What the debate may cost, and what that rests on. */
  estimate: z.object({ text, basis: z.array(text) }).optional(),
  /** References that a debater's model may be, as far as they are known; others may be written. */
  models: z.array(text),
});
export type Review = z.infer<typeof reviewSchema>;
