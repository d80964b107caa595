import * as z from 'zod';
import { bodySchema, rawLineSchema, rowSchema } from './entries';
import { actionSchema, headSchema, workingSchema } from './head';
import { draftDebaterSchema, reviewSchema } from './review';
import { seatSchema, seatValuesSchema } from './seat';
import { mostSpans, shownViewSchema, spanSchema, viewNames, viewRequestSchema } from './views';

export * from './board';
export * from './entries';
export * from './graph';
export * from './head';
export * from './review';
export * from './scores';
export * from './seat';
export * from './views';

/**
 * What the extension host and the panel's page say to each other: one schema per direction. Both sides parse what they
 * receive; a message that does not fit is logged and dropped.
 *
 * The page asks `ready`; the host answers with a whole `snapshot` (or `review`, or `failed`). Every later message that
 * changes what is shown carries `rev`, which counts up by one: on a gap the page asks `ready` again. A new `epoch` means
 * that the log was truncated or replaced and read anew. Rows are addressed by `at`, their position in the log (0-based),
 * because a foreign log may hold a seq twice; bodies of rows are sent on request only.
 */

const count = z.int().min(0);
const at = z.int().min(0);
const seq = z.int().min(0);
const text = z.string();

const rev = z.int().min(0);
const epoch = z.int().min(0);

/** Orders to show a view. */
export const showing = ['showDebate', 'showBoard', 'showScores', 'showGraph'] as const;

export const toPageSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('snapshot'),
    rev,
    epoch,
    head: headSchema,
    rows: z.array(rowSchema),
    rawLines: z.array(rawLineSchema),
    bodies: z.array(bodySchema),
    working: z.array(workingSchema),
    seat: seatSchema.optional(),
    /** The entry to show first: of a deep link, or where the reader was. */
    focus: seq.optional(),
  }),
  z.object({
    kind: z.literal('changed'),
    rev,
    epoch,
    head: headSchema,
    /** Appended behind those that are known. */
    rows: z.array(rowSchema),
    rawLines: z.array(rawLineSchema),
    /** Known rows that have changed: marks, redactions. Their bodies are stale. */
    updated: z.array(rowSchema),
    /** Every body is stale: something was struck, and its words are masked everywhere. */
    isAllStale: z.boolean(),
    bodies: z.array(bodySchema),
    /** Together with the rows: nobody is at work on what is written. */
    working: z.array(workingSchema),
  }),
  /** How it stands, and who is at work: a debate that is over has nobody. */
  z.object({ kind: z.literal('head'), rev, head: headSchema, working: z.array(workingSchema) }),
  z.object({ kind: z.literal('working'), rev, working: z.array(workingSchema) }),
  /** Whom the page asks; absent: nobody any more. */
  z.object({ kind: z.literal('seat'), rev, seat: seatSchema.optional() }),
  /** What is looked at beside the entries, as it stands now: sent when it was asked for or has changed. */
  z.object({ kind: z.literal('view'), rev, shown: shownViewSchema }),
  z.object({ kind: z.literal('review'), rev, review: reviewSchema }),
  /** Nothing can be shown; `button` is the one thing that helps. */
  z.object({
    kind: z.literal('failed'),
    rev,
    title: text,
    message: text,
    button: z.object({ label: text, command: text }).optional(),
  }),
  z.object({ kind: z.literal('bodies'), id: count, epoch, bodies: z.array(bodySchema) }),
  /** Hits so far, by position; `isDone` with the last batch. `total` counts occurrences. */
  z.object({ kind: z.literal('found'), id: count, epoch, hits: z.array(at), total: count, isDone: z.boolean() }),
  z.object({ kind: z.literal('reveal'), seq, isFlashed: z.boolean() }),
  /** The answer to `say`: what was typed is kept where it was refused. */
  z.object({ kind: z.literal('said'), id: count, problem: text.optional() }),
  /** A command of the editor acts on the page: find, next and previous hit, back, forward, help, copy. */
  z.object({
    kind: z.literal('do'),
    what: z.enum([
      'find',
      'findNext',
      'findPrevious',
      'back',
      'forward',
      'help',
      'copyEntry',
      'focusComposer',
      ...showing,
    ]),
  }),
]);
export type ToPage = z.infer<typeof toPageSchema>;

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
  z.object({ kind: z.literal('exportGraph'), spans: z.array(spanSchema).max(mostSpans) }),
  z.object({ kind: z.literal('bodies'), id: count, epoch, at: z.array(at).max(500), isWhole: z.boolean() }),
  /** An empty query ends a search. */
  z.object({ kind: z.literal('find'), id: count, query: text }),
  z.object({ kind: z.literal('act'), action: actionSchema }),
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
  /** What is done with a source from the place that says why it stands as it does. */
  z.object({ kind: z.literal('source'), at, index: count, what: z.enum(['checkAgain', 'vouch', 'browse']) }),
  z.object({ kind: z.literal('openInLog'), at }),
  z.object({ kind: z.literal('openLine'), line: count }),
  z.object({ kind: z.literal('openWeb'), url: text }),
  z.object({ kind: z.literal('openDocument'), name: text }),
  z.object({ kind: z.literal('openFolder') }),
  z.object({ kind: z.literal('copyMarkdown'), at: z.array(at).min(1) }),
  z.object({ kind: z.literal('copyLink'), at }),
  /** An auditor's wish to read a struck entry; the host asks first. */
  z.object({ kind: z.literal('disclose'), at }),
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

/** What the page keeps over a reload; the serializer finds the debate by it. Never holds text of the debate. */
export const pageStateSchema = z.object({
  folder: text.optional(),
  draft: text.optional(),
  focus: seq.optional(),
  filters: z.array(text).optional(),
  view: z.enum(viewNames).optional(),
});
export type PageState = z.infer<typeof pageStateSchema>;

/** What the page is told in its HTML: texts in the user's language, and whether the bench listens. */
export const pageSetupSchema = z.object({
  l10n: z.record(z.string(), z.unknown()).optional(),
  reportsPaint: z.boolean(),
  /** For the state that the page keeps. */
  folder: text.optional(),
  draft: text.optional(),
});
export type PageSetup = z.infer<typeof pageSetupSchema>;
