import * as z from 'zod';
import { actions } from './head';
import { viewNames } from '../projections/vocabulary';
import { mostSpans } from './views';

/** Messages from the page, checked on arrival. */

const count = z.int().min(0);
const at = z.int().min(0);
const seq = z.int().min(0);
const epoch = z.int().min(0);
const text = z.string();

export const draftDebaterSchema = z.object({
  name: text,
  persona: text,
  starting_position: text,
  incentives: text,
  model: text,
});

export type DraftDebater = z.infer<typeof draftDebaterSchema>;

/** Values by field: a text, the ticked values, or the rows of a group. */
export const seatValuesSchema = z.record(
  text,
  z.union([text, z.array(text).max(1_000), z.array(z.record(text, text)).max(100)]),
);
export type SeatValues = z.infer<typeof seatValuesSchema>;

const spansSchema = z.array(z.object({ from: count, to: count })).max(mostSpans);
/** `spans`: exchanges of the graph; default: all that can be drawn. */
const viewRequestSchema = z.object({ view: z.enum(viewNames), spans: spansSchema.optional() });
export type ViewRequest = z.infer<typeof viewRequestSchema>;

const says = <const K extends string, T extends z.core.$ZodLooseShape>(kind: K, what: T) =>
  z.object({ kind: z.literal(kind), ...what });

export const toHostSchema = z.discriminatedUnion('kind', [
  /**
   * `focus`: the entry at the top of the visible part. `isStill`: the reader wants no motion, so no text arrives word
   * by word.
   */
  says('ready', {
    focus: seq.optional(),
    look: viewRequestSchema.optional(),
    isStill: z.boolean().optional(),
  }),
  /** Shows a view, or another part of the current one. */
  says('look', { look: viewRequestSchema }),
  /** Saves the graph as a file that the user chooses. */
  says('exportGraph', { spans: spansSchema }),
  says('bodies', { id: count, epoch, at: z.array(at).max(500), isWhole: z.boolean() }),
  /** An empty text ends the search. */
  says('find', { id: count, query: text }),
  says('act', { action: z.enum(actions) }),
  says('say', {
    id: count,
    what: z.enum(['guidance', 'question']),
    to: text.optional(),
    text,
  }),
  /** A new `seat` says whether the answer was accepted. */
  says('seat', { id: text, values: seatValuesSchema }),
  /** The host keeps the draft, because the page may be unloaded. */
  says('seatDraft', { id: text, values: seatValuesSchema }),
  says('seatSkip', { id: text }),
  /** `isFollowed`: the cursor moves there, too. */
  says('openSource', { at, index: count, isFollowed: z.boolean().optional() }),
  says('passage', { epoch, at, index: count }),
  /** Acts on a source from its explanation. */
  says('source', { at, index: count, what: z.enum(['checkAgain', 'vouch', 'browse']) }),
  says('openInLog', { at }),
  says('openLine', { line: count }),
  says('openWeb', { url: text }),
  says('openDocument', { name: text }),
  says('openAccuracy', {}),
  says('openFolder', {}),
  says('copyMarkdown', { at: z.array(at).min(1) }),
  says('copyLink', { at }),
  /** Reveals redacted text for an auditor; the host asks first. */
  says('disclose', { at }),
  /** An invalid value is answered with a problem. */
  says('setup', { field: text, value: text }),
  says('lineup', { debaters: z.array(draftDebaterSchema) }),
  says('revise', { wish: text }),
  says('start', { debaters: z.array(draftDebaterSchema) }),
  says('cancel', {}),
  says('button', { command: text }),
  /** State for the editor's context keys. */
  says('history', { canGoBack: z.boolean(), canGoForward: z.boolean() }),
  says('fault', { message: text }),
  /** Sent for the bench only. */
  says('painted', { entries: count, isVerdict: z.boolean(), at: z.number() }),
]);
export type ToHost = z.infer<typeof toHostSchema>;
