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
  /** `focus`: the entry at the top of what is seen, to be there again. `look`: what is looked at beside the entries. */
  /** `isStill`: the reader wants no motion, so that nothing arrives word by word. */
  z.object({
    kind: z.literal('ready'),
    focus: seq.optional(),
    look: viewRequestSchema.optional(),
    isStill: z.boolean().optional(),
  }),
  /** Another view is looked at from now on, or another part of it. */
  z.object({ kind: z.literal('look'), look: viewRequestSchema }),
  /** The graph of these exchanges as a file, where the user says. */
  z.object({ kind: z.literal('exportGraph'), spans: spansSchema }),
  z.object({ kind: z.literal('bodies'), id: count, epoch, at: z.array(at).max(500), isWhole: z.boolean() }),
  /** An empty query ends a search. */
  z.object({ kind: z.literal('find'), id: count, query: text }),
  z.object({ kind: z.literal('act'), action: z.enum(actions) }),
  z.object({
    kind: z.literal('say'),
    id: count,
    what: z.enum(['guidance', 'question']),
    /** The debater that a question is put to. */
    to: text.optional(),
    text,
  }),
  /** The answer of a person whose seat is asked. A new `seat` says whether it was taken. */
  z.object({ kind: z.literal('seat'), id: text, values: seatValuesSchema }),
  /** What is typed so far: kept by the host as long as the page may be taken down. */
  z.object({ kind: z.literal('seatDraft'), id: text, values: seatValuesSchema }),
  z.object({ kind: z.literal('seatSkip'), id: text }),
  z.object({ kind: z.literal('openSource'), at, index: count }),
  /** The passage of a source that is looked at. */
  z.object({ kind: z.literal('passage'), epoch, at, index: count }),
  /** What is done with a source from the place that says why it stands as it does. */
  z.object({ kind: z.literal('source'), at, index: count, what: z.enum(['checkAgain', 'vouch', 'browse']) }),
  z.object({ kind: z.literal('openInLog'), at }),
  z.object({ kind: z.literal('openLine'), line: count }),
  z.object({ kind: z.literal('openWeb'), url: text }),
  z.object({ kind: z.literal('openDocument'), name: text }),
  /** How often checks are right, in the papers. */
  z.object({ kind: z.literal('openAccuracy') }),
  z.object({ kind: z.literal('openFolder') }),
  z.object({ kind: z.literal('copyMarkdown'), at: z.array(at).min(1) }),
  z.object({ kind: z.literal('copyLink'), at }),
  /** An auditor's wish to read a redacted entry; the host asks first. */
  z.object({ kind: z.literal('disclose'), at }),
  /** `topic`, or one of the review's fields, has this value now; what cannot be taken is answered with a problem. */
  z.object({ kind: z.literal('setup'), field: text, value: text }),
  z.object({ kind: z.literal('lineup'), debaters: z.array(draftDebaterSchema) }),
  z.object({ kind: z.literal('revise'), wish: text }),
  z.object({ kind: z.literal('start'), debaters: z.array(draftDebaterSchema) }),
  z.object({ kind: z.literal('cancel') }),
  z.object({ kind: z.literal('button'), command: text }),
  /** Which entry the page's history stands at, for the editor's context keys. */
  z.object({ kind: z.literal('history'), canGoBack: z.boolean(), canGoForward: z.boolean() }),
  /** A fault of the page, for the log. */
  z.object({ kind: z.literal('fault'), message: text }),
  /** Painted: for the bench only. */
  z.object({ kind: z.literal('painted'), epoch, entries: count, at: z.number() }),
]);
export type ToHost = z.infer<typeof toHostSchema>;
