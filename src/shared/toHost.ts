import * as z from 'zod';
import { actions } from './head';
import { viewNames } from '../projections/vocabulary';
import { mostSpans } from './views';

/** What the page says, checked where it arrives. */

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

export const seatValuesSchema = z.record(
  text,
  z.union([text, z.array(text).max(1_000), z.array(z.record(text, text)).max(100)]),
);
const spansSchema = z.array(z.object({ from: count, to: count })).max(mostSpans);
const viewRequestSchema = z.object({ view: z.enum(viewNames), spans: spansSchema.optional() });

export const toHostSchema = z.discriminatedUnion('kind', [
  /** `focus`: the entry at the top of what is seen. `isStill`: the reader wants no motion, so nothing arrives word by word. */
  z.object({
    kind: z.literal('ready'),
    focus: seq.optional(),
    look: viewRequestSchema.optional(),
    isStill: z.boolean().optional(),
  }),
  /** Or another part of the same. */
  z.object({ kind: z.literal('look'), look: viewRequestSchema }),
  /** As a file, where the user says. */
  z.object({ kind: z.literal('exportGraph'), spans: spansSchema }),
  z.object({ kind: z.literal('bodies'), id: count, epoch, at: z.array(at).max(500), isWhole: z.boolean() }),
  /** Empty: the end of a search. */
  z.object({ kind: z.literal('find'), id: count, query: text }),
  z.object({ kind: z.literal('act'), action: z.enum(actions) }),
  z.object({
    kind: z.literal('say'),
    id: count,
    what: z.enum(['guidance', 'question']),
    /** A debater. */
    to: text.optional(),
    text,
  }),
  /** A new `seat` says whether it was taken. */
  z.object({ kind: z.literal('seat'), id: text, values: seatValuesSchema }),
  /** Kept by the host while the page may be taken down. */
  z.object({ kind: z.literal('seatDraft'), id: text, values: seatValuesSchema }),
  z.object({ kind: z.literal('seatSkip'), id: text }),
  z.object({ kind: z.literal('openSource'), at, index: count }),
  z.object({ kind: z.literal('passage'), epoch, at, index: count }),
  /** Where it says why the source stands as it does. */
  z.object({ kind: z.literal('source'), at, index: count, what: z.enum(['checkAgain', 'vouch', 'browse']) }),
  z.object({ kind: z.literal('openInLog'), at }),
  z.object({ kind: z.literal('openLine'), line: count }),
  z.object({ kind: z.literal('openWeb'), url: text }),
  z.object({ kind: z.literal('openDocument'), name: text }),
  z.object({ kind: z.literal('openAccuracy') }),
  z.object({ kind: z.literal('openFolder') }),
  z.object({ kind: z.literal('copyMarkdown'), at: z.array(at).min(1) }),
  z.object({ kind: z.literal('copyLink'), at }),
  /** For an auditor; the host asks first. */
  z.object({ kind: z.literal('disclose'), at }),
  /** What cannot be taken is answered with a problem. */
  z.object({ kind: z.literal('setup'), field: text, value: text }),
  z.object({ kind: z.literal('lineup'), debaters: z.array(draftDebaterSchema) }),
  z.object({ kind: z.literal('revise'), wish: text }),
  z.object({ kind: z.literal('start'), debaters: z.array(draftDebaterSchema) }),
  z.object({ kind: z.literal('cancel') }),
  z.object({ kind: z.literal('button'), command: text }),
  /** For the editor's context keys. */
  z.object({ kind: z.literal('history'), canGoBack: z.boolean(), canGoForward: z.boolean() }),
  /** For the log. */
  z.object({ kind: z.literal('fault'), message: text }),
  /** For the bench only. */
  z.object({ kind: z.literal('painted'), epoch, entries: count, at: z.number() }),
]);
export type ToHost = z.infer<typeof toHostSchema>;
