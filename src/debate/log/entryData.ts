import { checkResults } from '../../matching/quote/checkResult';
import * as z from 'zod';
import {
  answerFields,
  correctionFields,
  grantSchema,
  pointSchema,
  seq,
  step,
  text,
  undecided,
  unreadSourcesSchema,
  mendedSchema,
  usageSchema,
} from './data/common';
import { argumentData, judgmentData } from './data/dialectic';
import { assessmentData, critiqueData, defenseData, handoffData, judgesRulingData } from './data/tribunal';
import { keysOf } from './objects';

export {
  answerFields,
  correctionSchema,
  correctionsOf,
  grantSchema,
  pointSchema,
  stepMarkSchema,
  sum,
  usageSchema,
  type OpenPoint,
  type Point,
  type StepMark,
  type UndecidedWhy,
  type Usage,
} from './data/common';
export * from './data/dialectic';
export * from './data/tribunal';

/** The `data` of an entry, by type. Objects are open: fields of later versions are kept and written back. */

const debaterSchema = z.looseObject({
  name: text,
  persona: text,
  starting_position: text,
  incentives: text,
  model: text,
  /** The file of the evidence that speaks, and its section where only that does. */
  document: text.optional(),
  section: text.optional(),
});

export type Debater = z.infer<typeof debaterSchema>;

export const limitsSchema = z.looseObject({
  min_rounds: z.int().min(1),
  max_rounds: z.int().min(1),
  time_budget_minutes: z.number().positive(),
  budget_usd: z.number().positive().nullable(),
  /** Of each round's end; 2 if absent. */
  audience_minutes: z.number().positive().optional(),
  /** Without progress an agent is nudged after this long; 5 if absent. */
  task_minutes: z.number().positive().optional(),
});

export type Limits = z.infer<typeof limitsSchema>;

export const evidenceFileSchema = z.looseObject({ path: text, bytes: z.int().min(0), sha256: text });

export const leftOutSchema = z.looseObject({ path: text, detail: text });

export const evidenceSchema = z.looseObject({
  root: text.nullable(),
  /** Absent if they are too many for an entry: then `manifest` names their list. */
  files: z.array(evidenceFileSchema),
  /** With the reason in `detail`. */
  left_out: z.array(leftOutSchema).optional(),
  /** The list of both is in `manifests/<sha256>.jsonl` beside the record. `bytes`: of all files together. */
  manifest: z
    .looseObject({ sha256: text, files: z.int().min(0), bytes: z.int().min(0), left_out: z.int().min(0) })
    .optional(),
});

export const setupDataSchema = z.looseObject({
  ...step,
  record_version: z.int().min(1),
  engine_version: text,
  topic: text,
  /** A name of `formats/registry.ts`; a later version may write others. */
  format: text.min(1),
  /** Of one format, read by its `optionsOf`. */
  options: z.looseObject({}).optional(),
  debaters: z.array(debaterSchema),
  models: z.record(z.string(), z.string()),
  limits: limitsSchema,
  evidence: evidenceSchema,
  prompts: z.record(z.string(), z.string()),
});

export type SetupData = z.infer<typeof setupDataSchema>;

/** Another system held the debate: nobody performs until the user names a performer. */
export const importedProvider = 'imported';

const announcementData = z.looseObject({
  ...step,
  kind: text.optional(),
  round: z.int().min(0).optional(),
  points: z.array(pointSchema).optional(),
  /** Of `unresolved`: what both sides accept by then. */
  agreed: z.array(pointSchema).optional(),
  /** Of a round's start, if it differs from the lineup's. */
  order: z.array(text).optional(),
});

export const frameworkSchema = z.looseObject({ name: text.min(1), description: text });
export type Framework = z.infer<typeof frameworkSchema>;

const noteData = z.looseObject({
  ...step,
  kind: text.optional(),
  round: z.int().min(0).optional(),
  summary: text.optional(),
  frameworks: z.array(frameworkSchema).optional(),
  /** Of a review: what the turn grants in words. */
  granted: z.array(grantSchema).optional(),
  questions: z.array(z.looseObject({ to: text, question: text })).optional(),
  problems: z.array(z.looseObject({ document: text, problem: text })).optional(),
  /** Of a failure: `side` is whose contribution is missing. */
  reason: text.optional(),
  side: text.optional(),
  /** Of a memo. */
  debater: text.optional(),
  /** Planned. */
  rounds: z.int().min(1).optional(),
  /** Of a dialectic that ends for lack of them. */
  passages_left: z.int().min(0).optional(),
  /** Of `usage`: by attempts whose step is not logged; by agent if several were asked. */
  usage: usageSchema.optional(),
  usage_by: z.record(z.string(), usageSchema).optional(),
  /** Kept answers that are counted here: used later, they are not counted again. */
  answers: z.array(z.string()).optional(),
  steps: z.array(text).optional(),
});

const rulingData = z.looseObject({
  ...step,
  kind: text.optional(),
  rule: text.optional(),
  reason: text.optional(),
  url: text.optional(),
  debater: text.optional(),
});

/** How one criterion was met; records before version 3 say it in words. */
export const criterionSchema = z.looseObject({
  points: z.int().min(0).max(10),
  text: z.string(),
  seqs: z.array(seq).optional(),
});

const conclusionData = z.looseObject({
  ...step,
  outcome: text,
  reason: text,
  /** `total`: of the points, by code. */
  evaluations: z
    .array(
      z.looseObject({
        debater: text,
        criteria: z.record(z.string(), z.unknown()),
        text: z.string().optional(),
        total: z.number().optional(),
      }),
    )
    .optional(),
  /** By how many points the best total leads the next. */
  margin: z.number().optional(),
  void: z.looseObject({ reason: text }).optional(),
  ...answerFields,
  undecided,
});

export const concessionSchema = z.looseObject({ seq, claim: text });

const turnFields = {
  ...step,
  introduces: z.array(frameworkSchema).optional(),
  acknowledges: z.array(seq).optional(),
  concedes: z.array(concessionSchema).optional(),
  ...correctionFields,
  position_now: text.optional(),
  would_change_my_mind: text.optional(),
  ignores: z.array(seq).optional(),
  left_out: unreadSourcesSchema.optional(),
  mended: mendedSchema.optional(),
};
const turnData = z.looseObject(turnFields);
const challengeData = z.looseObject({ ...turnFields, url: text, claim: text });

const check = z.enum(checkResults);

export const verificationStatuses = ['verified', 'unreliable', 'fabricated', 'unverified'] as const;
export type VerificationStatus = (typeof verificationStatuses)[number];

const verificationDataSchema = z.looseObject({
  ...step,
  url: text,
  status: z.enum(verificationStatuses),
  confidence: z.enum(['high', 'medium-high', 'low']).optional(),
  checks: z.looseObject({ exists: check, quote: check, figures: check, attribution: check, support: check }).optional(),
  notes: z.record(z.string(), z.string()).optional(),
  snapshot: text.nullable().optional(),
  /** Of the text that was checked; since version 2 of the record. */
  text_sha256: text.optional(),
  /** A hash of where, when and how a page of the web was read; since version 3 of the record. */
  capture_sha256: text.optional(),
  passage: z
    .looseObject({ start: z.int().min(0), end: z.int().min(0) })
    .nullable()
    .optional(),
  explanation: text.optional(),
  /** Of a web page, see `debate/origins.ts`. */
  sketch: text.optional(),
  /** Support was to be judged, and nobody answered. */
  unanswered: z.boolean().optional(),
  /** On request. */
  again: z.boolean().optional(),
  /** By a user: "I read it". */
  vouched: z.boolean().optional(),
});

/**
 * `checks` holds one word a check, `notes` its sentence; `snapshot` is the SHA-256 of the body under `sources/`;
 * `passage` counts UTF-16 code units of the snapshot's text.
 */
export type VerificationData = z.infer<typeof verificationDataSchema>;

const interventionData = z.looseObject({
  ...step,
  guidance: text.optional(),
  change: z
    .looseObject({
      max_rounds: z.int().min(1).optional(),
      min_rounds: z.int().min(1).optional(),
      time_budget_minutes: z.number().positive().optional(),
      budget_usd: z.number().positive().nullable().optional(),
      limits: limitsSchema.partial().optional(),
      exchanges: z.int().min(1).optional(),
      /** By role or debater. */
      models: z.record(z.string(), z.string()).optional(),
      /** Beside the setup's: from the next run on. */
      prices: z.record(z.string(), z.unknown()).optional(),
      /** Beside the setup's: for people and estimates only. */
      endpoints: z.record(z.string(), z.unknown()).optional(),
      stop: z.boolean().optional(),
      conclude: z.boolean().optional(),
      /** A step that failed for good: the debate goes on without its result. */
      skip: text.min(1).optional(),
      /** For a debate that came without: from the next run on. */
      evidence: evidenceSchema.optional(),
      provider: text.min(1).optional(),
      script: text.min(1).optional(),
    })
    .optional(),
});

export const dataSchemas = {
  setup: setupDataSchema,
  announcement: announcementData,
  note: noteData,
  ruling: rulingData,
  redaction: rulingData,
  conclusion: conclusionData,
  opening_statement: turnData,
  new_point: turnData,
  rebuttal: turnData,
  conjecture: turnData,
  clarification_request: turnData,
  source_challenge: challengeData,
  closing_statement: turnData,
  verification_result: verificationDataSchema,
  audience_question: z.looseObject({ ...step, to: text }),
  audience_conclusion: z.looseObject({ ...step, seqs: z.array(seq).optional() }),
  intervention: interventionData,
  document: z.looseObject({ ...step, name: text, ...answerFields }),
  defense: defenseData,
  critique: critiqueData,
  handoff: handoffData,
  assessment: assessmentData,
  judges_ruling: judgesRulingData,
  argument: argumentData,
  judgment: judgmentData,
} as const;

export type EntryType = keyof typeof dataSchemas;
export type EntryData = { [T in EntryType]: z.infer<(typeof dataSchemas)[T]> };
export const entryTypes = keysOf(dataSchemas);

/** In a panel: all of these types declare the same fields. */
export const turnTypes: ReadonlySet<string> = new Set(
  entryTypes.filter((type) => dataSchemas[type] === turnData || dataSchemas[type] === challengeData),
);

export function isEntryType(type: string): type is EntryType {
  return Object.hasOwn(dataSchemas, type);
}
