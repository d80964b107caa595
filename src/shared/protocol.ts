import * as z from 'zod';

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
export const asideSchema = z.object({ kind: z.enum(['concedes', 'introduces', 'acknowledges', 'corrects', 'to', 'refused', 'condensed']), text });
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

export const usageKinds = ['exact', 'estimated', 'tokens-only'] as const;
export type UsageKind = (typeof usageKinds)[number];

export const runStates = ['running', 'paused', 'needs-you', 'interrupted', 'failed', 'done', 'foreign', 'empty'] as const;
/** `foreign`: a log that another program wrote; it can be read, not run. */
export type RunState = (typeof runStates)[number];

export const railItemSchema = z.object({
  id: text,
  label: text,
  state: z.enum(['done', 'now', 'todo', 'skipped']),
  /** Where it begins in the log, once it has. */
  at: at.optional(),
});
export type RailItem = z.infer<typeof railItemSchema>;

export const panelDebaterSchema = z.object({
  name: text,
  persona: text,
  position: text,
  incentives: text,
  model: text,
  /** 0-based; picks one of the theme's chart colours. */
  colour: count,
  entries: count,
});
export type PanelDebater = z.infer<typeof panelDebaterSchema>;

/** The buttons that make sense now. The host decides; the page only shows them, and performs `answer` itself. */
export const actionSchema = z.enum([
  ...(['answer', 'pause', 'resume', 'stop', 'takeOver', 'conclude', 'openSummary', 'trust'] as const),
  ...(['setApiKey', 'changeModel', 'showSettings'] as const),
]);
export type Action = z.infer<typeof actionSchema>;

/** Everything above and below the list. Times are milliseconds. */
export const headSchema = z.object({
  folder: text,
  topic: text,
  format: text,
  /** Said in the header where no language model argues. */
  notice: text.optional(),
  state: z.enum(runStates),
  /** One line: who won and why, what it waits for, who runs it since when. */
  stateText: text,
  /** Run by this window's engine. */
  isOurs: z.boolean(),
  actions: z.array(actionSchema),
  round: count,
  minRounds: count,
  maxRounds: count,
  activeMs: z.number(),
  /** Set while the clock runs: add the time since then. */
  runningSince: z.number().optional(),
  timeBudgetMs: z.number().optional(),
  tokens: count,
  cachedTokens: count,
  usd: z.number(),
  /** What it may cost at most. */
  usdBudget: z.number().optional(),
  /** What it was estimated to cost before the start. */
  usdExpected: z.object({ low: z.number(), high: z.number() }).optional(),
  /** `estimated`: a provider tells no usage. `tokens-only`: of a model no price is known, `usd` leaves it out. */
  usage: z.enum(usageKinds),
  rail: z.array(railItemSchema),
  debaters: z.array(panelDebaterSchema),
  rulings: count,
  redactions: count,
  /** Claims that debaters granted each other, in entries that stand. */
  concessions: count,
  marks: marksSchema,
  /** Notes, verification results and the like, which the list leaves out until asked for. */
  procedural: count,
  documents: z.array(z.object({ name: text, label: text })),
  /** Lines of the log that are no proper entries, as they are told to people. */
  problems: count,
  /** Guidance and questions may be sent. Else `closedReason` says why not. */
  isOpen: z.boolean(),
  closedReason: text.optional(),
});
export type Head = z.infer<typeof headSchema>;

/** Somebody at work: shown below the list until the turn is accepted. Never written to the record. */
export const workingSchema = z.object({
  agent: text,
  step: text,
  since: z.number(),
  /** `is writing`, `is checking seq 6` … */
  words: text,
  activity: z.array(text),
  /** What has been written so far, where the performer streams. Provisional: shown, and kept nowhere. */
  draft: text.optional(),
  /** Nothing is done until then (milliseconds since the epoch), because of `reason`. */
  waiting: z.object({ reason: text, until: z.number() }).optional(),
  refused: z.object({ attempt: count, reasons: z.array(text) }).optional(),
});
export type Working = z.infer<typeof workingSchema>;

/** What stands in one field of a seat's form: a text, the ticked values, or the rows of a group. */
const seatValueSchema = z.union([text, z.array(text).max(1_000), z.array(z.record(text, text)).max(100)]);
export const seatValuesSchema = z.record(text, seatValueSchema);
export type SeatValues = z.infer<typeof seatValuesSchema>;

const fieldBase = {
  id: text,
  label: text,
  hint: text.optional(),
  isRequired: z.boolean().optional(),
  /** Asked for only where that field has one of these values. */
  when: z.object({ field: text, is: z.array(text) }).optional(),
};
const optionSchema = z.object({ value: text, label: text });
export type SeatOption = z.infer<typeof optionSchema>;
const inputSchemas = [
  /** Lines without end, or (`isLine`) one. `suggestions` may be taken or not. */
  z.object({ kind: z.literal('text'), ...fieldBase, isLine: z.boolean().optional(), suggestions: z.array(text).optional() }),
  /** One of the options; none is chosen at first unless the first one is the empty value. */
  z.object({ kind: z.literal('choice'), ...fieldBase, options: z.array(optionSchema) }),
] as const;
const seatInputSchema = z.discriminatedUnion('kind', inputSchemas);
export type SeatInput = z.infer<typeof seatInputSchema>;
export const seatFieldSchema = z.discriminatedUnion('kind', [
  ...inputSchemas,
  /** Any of the options. */
  z.object({ kind: z.literal('checks'), ...fieldBase, options: z.array(optionSchema) }),
  /** A group of fields, as often as wished. */
  z.object({ kind: z.literal('rows'), ...fieldBase, fields: z.array(seatInputSchema), most: count, add: text }),
]);
export type SeatField = z.infer<typeof seatFieldSchema>;

/** A task that a person in this window is asked to do: what a model would be told, and the form of the answer. */
export const seatSchema = z.object({
  /** Of the task. */
  id: text,
  agent: text,
  /** Of the task, such as `debater/turn`. */
  kind: text,
  /** `Your turn in round 2`. */
  title: text,
  /** What the answer has to take up, most pressing first. */
  cue: z.array(z.object({ label: text, lines: z.array(text) })),
  rules: z.array(text),
  /** Why the answer before was sent back. */
  problems: z.array(text),
  /** Counts up whenever an answer was refused. */
  refusals: count,
  fields: z.array(seatFieldSchema),
  /** What was typed before, and the values to begin with. */
  values: seatValuesSchema,
  canSkip: z.boolean(),
  /** An answer was given and is held against the rules: sources are read meanwhile, which takes its time. */
  isChecking: z.boolean(),
  /** So many others are asked behind this one. */
  behind: count,
});
export type Seat = z.infer<typeof seatSchema>;

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
  format: text,
  provider: text,
  notice: text.optional(),
  limits: z.object({ minRounds: count, maxRounds: count, timeBudgetMinutes: z.number() }),
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

const rev = z.int().min(0);
const epoch = z.int().min(0);

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
  }),
  z.object({ kind: z.literal('head'), rev, head: headSchema }),
  z.object({ kind: z.literal('working'), rev, working: z.array(workingSchema) }),
  /** Whom the page asks; absent: nobody any more. */
  z.object({ kind: z.literal('seat'), rev, seat: seatSchema.optional() }),
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
  z.object({ kind: z.literal('do'), what: z.enum(['find', 'findNext', 'findPrevious', 'back', 'forward', 'help', 'copyEntry', 'focusComposer']) }),
]);
export type ToPage = z.infer<typeof toPageSchema>;

export const toHostSchema = z.discriminatedUnion('kind', [
  /** `focus`: the entry at the top of what is seen, to be there again. */
  z.object({ kind: z.literal('ready'), focus: seq.optional() }),
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

/** Entries that the list leaves out until they are asked for or jumped to. */
export const isProcedural = (type: string): boolean => procedural.has(type);
const procedural: ReadonlySet<string> = new Set(['setup', 'note', 'verification_result', 'handoff']);
