import * as z from 'zod';
import { statuses } from '../projections/vocabulary';
import { marksSchema } from './entries';
import { viewNames } from './views';

/** What stands above and below the list, and who is at work. */

const count = z.int().min(0);
const at = z.int().min(0);
const text = z.string();

export const usageKinds = ['exact', 'estimated', 'tokens-only'] as const;
export type UsageKind = (typeof usageKinds)[number];

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
  ...(['answer', 'pause', 'resume', 'stop', 'takeOver', 'conclude', 'openSummary', 'openReport', 'trust'] as const),
  ...(['setApiKey', 'changeModel', 'showSettings', 'moreExchanges', 'skip'] as const),
]);
export type Action = z.infer<typeof actionSchema>;

/** Everything above and below the list. Times are milliseconds. */
export const headSchema = z.object({
  folder: text,
  topic: text,
  /** Its host is a Chair, to whom guidance goes. */
  hasChair: z.boolean(),
  /** Said in the header where no language model argues. */
  notice: text.optional(),
  state: z.enum(statuses),
  /** Nothing goes on before the user has done something. */
  needsYou: z.literal(true).optional(),
  /** One line: who won and why, what it waits for, who runs it since when. */
  stateText: text,
  /** Run by this window's engine. */
  isOurs: z.boolean(),
  actions: z.array(actionSchema),
  /** Said in place of the round, where a format counts otherwise. */
  progress: text.optional(),
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
  /** What can be looked at beside the entries, in the order of the tabs; absent where there is nothing else. */
  views: z.array(z.enum(viewNames)).optional(),
  debaters: z.array(panelDebaterSchema),
  rulings: count,
  redactions: count,
  /** What a Judge has written: assessments, judgments, the ruling. */
  judgments: count.optional(),
  /** Ids of the issues that a tribunal tracks, by which texts name them. */
  issues: z.array(text).optional(),
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
