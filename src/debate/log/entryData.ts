import { checkResults } from '../../matching/quote/checkResult';
import * as z from 'zod';
import {
  answerFields,
  briefSchema,
  grantSchema,
  pointSchema,
  seq,
  step,
  tally,
  text,
  undecided,
  unreadSourcesSchema,
  mendedSchema,
  usageSchema,
} from './data/common';
import { declaredFields, frameworkSchema } from './data/declared';
import { argumentData, judgmentData } from './data/dialectic';
import { verdictData, voteData } from './data/judging';
import { assessmentData, critiqueData, defenseData, handoffData, judgesRulingData } from './data/tribunal';
import { keysOf } from './objects';

export {
  answerFields,
  correctionSchema,
  correctionsOf,
  grantSchema,
  point,
  readingOrders,
  stepMarkSchema,
  sum,
  usageSchema,
  type OpenPoint,
  type Point,
  type ReadingOrder,
  type StepMark,
  type Tally,
  type UndecidedWhy,
  type Usage,
} from './data/common';
export { frameworkSchema, type Framework } from './data/declared';
export * from './data/dialectic';
export type { JudgeSeat } from './data/judging';
export * from './data/tribunal';

/** The `data` of an entry, by type. Objects are open: fields of later versions are kept and written back. */

const debaterSchema = z.looseObject({
  name: text,
  persona: text,
  starting_position: text,
  incentives: text,
  model: text,
  /** The evidence file that the debater speaks for, and the section if it is only a part of that file. */
  document: text.optional(),
  section: text.optional(),
});

export type Debater = z.infer<typeof debaterSchema>;

export const limitsSchema = z.looseObject({
  min_rounds: z.int().min(1),
  max_rounds: z.int().min(1),
  time_budget_minutes: z.number().positive(),
  budget_usd: z.number().positive().nullable(),
  /** Minutes that the audience has at each round's end; 2 if absent. */
  audience_minutes: z.number().positive().optional(),
  /** Minutes without progress after which an agent is nudged; 5 if absent. */
  task_minutes: z.number().positive().optional(),
});

export type Limits = z.infer<typeof limitsSchema>;

export const evidenceFileSchema = z.looseObject({ path: text, bytes: z.int().min(0), sha256: text });

export const leftOutSchema = z.looseObject({ path: text, detail: text });

export const evidenceSchema = z.looseObject({
  root: text.nullable(),
  /** Absent if the files are too many for an entry; `manifest` then names their list. */
  files: z.array(evidenceFileSchema),
  /** Files that were left out, with the reason in `detail`. */
  left_out: z.array(leftOutSchema).optional(),
  /**
   * The list of all files and omissions is in `manifests/<sha256>.jsonl` beside the record. `bytes`: total of all
   * files.
   */
  manifest: z
    .looseObject({ sha256: text, files: z.int().min(0), bytes: z.int().min(0), left_out: z.int().min(0) })
    .optional(),
});

/** What a client says of itself and its agents; foreign text. */
const hostsSchema = z.looseObject({
  /** Roles and debaters that its agents answer for. */
  seats: z.array(text),
  client: z.looseObject({ name: text, version: text }),
  model: text.optional(),
  /** `as told`: the client says that its agents have the tools of the ticket alone. */
  restricted: z.enum(['as told', 'unknown']),
});

/** The seats that hosts answer, in the shape of `hostsSchema`. */
export interface HostsData {
  seats: string[];
  client: { name: string; version: string };
  model?: string | undefined;
  restricted: 'as told' | 'unknown';
}

export const setupDataSchema = z.looseObject({
  ...step,
  record_version: z.int().min(1),
  engine_version: text,
  topic: text,
  /** A name of `formats/registry.ts`; a later version may write others. */
  format: text.min(1),
  /** Options of one format, read by its `optionsOf`. */
  options: z.looseObject({}).optional(),
  debaters: z.array(debaterSchema),
  models: z.record(z.string(), z.string()),
  limits: limitsSchema,
  evidence: evidenceSchema,
  prompts: z.record(z.string(), z.string()),
  /** Clients whose agents answer for seats. */
  hosts: z.array(hostsSchema).optional(),
  /** What led to the debate, in the client's words: for who argues and the Chair. */
  background: text.optional(),
});

export type SetupData = z.infer<typeof setupDataSchema>;

/** Provider of a debate that another system held: it has no performers until the user chooses one. */
export const importedProvider = 'imported';

const announcementData = z.looseObject({
  ...step,
  kind: text.optional(),
  round: z.int().min(0).optional(),
  points: z.array(pointSchema).optional(),
  /** Points that both sides accept by then, for `unresolved`. */
  agreed: z.array(pointSchema).optional(),
  /** Order of a round, if it differs from the lineup's. */
  order: z.array(text).optional(),
});

const noteData = z.looseObject({
  ...step,
  kind: text.optional(),
  round: z.int().min(0).optional(),
  summary: text.optional(),
  frameworks: z.array(frameworkSchema).optional(),
  /** Words in which the reviewed turn grants something. */
  granted: z.array(grantSchema).optional(),
  questions: z.array(z.looseObject({ to: text, question: text })).optional(),
  problems: z.array(z.looseObject({ document: text, problem: text })).optional(),
  /** Reason of a failure, and the side whose contribution is missing. */
  reason: text.optional(),
  side: text.optional(),
  /** Debater of a memo. */
  debater: text.optional(),
  /** Judge whose verdict failed. */
  judge: text.optional(),
  /** Who gave no vote. */
  voter: text.optional(),
  /** Planned number of rounds. */
  rounds: z.int().min(1).optional(),
  /** Passages left when a dialectic ends for lack of them. */
  passages_left: z.int().min(0).optional(),
  /** Usage of attempts whose step is not logged; by agent if several were asked. */
  usage: usageSchema.optional(),
  usage_by: z.record(z.string(), usageSchema).optional(),
  /** Names of kept answers that this usage includes; if they are used later, they are not counted again. */
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

/** What the Chair of a panel gives points for. */
export const criteria = [
  'sourced_arguments',
  'rebuttals',
  'verifier_findings',
  'rules',
  'persona_consistency',
] as const;

/** How well one criterion was met; records before version 3 say it in words. */
export const criterionSchema = z.looseObject({
  /** Whole, or the mean of several judges. */
  points: z.number().min(0).max(10),
  text: z.string(),
  seqs: z.array(seq).optional(),
  /** Highest minus lowest of the judges' points. */
  spread: z.number().min(0).optional(),
});

const conclusionData = z.looseObject({
  ...step,
  outcome: text,
  reason: text,
  /** `total`: sum of the points, made by code. */
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
  /** Points by which the best total leads the next. */
  margin: z.number().optional(),
  void: z.looseObject({ reason: text }).optional(),
  ...answerFields,
  undecided,
  tally,
  /** Why code worded the conclusion: the Chair failed after the judges had decided. */
  unworded: text.optional(),
});

const turnFields = {
  ...step,
  ...declaredFields,
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
  /** SHA-256 of the text that was checked; since version 2 of the record. */
  text_sha256: text.optional(),
  /** SHA-256 of where, when and how a web page was read; since version 3 of the record. */
  capture_sha256: text.optional(),
  passage: z
    .looseObject({ start: z.int().min(0), end: z.int().min(0) })
    .nullable()
    .optional(),
  explanation: text.optional(),
  /** Sketch of a web page's text, see `debate/fold/origins.ts`. */
  sketch: text.optional(),
  /** Whether support should have been judged, but no performer answered. */
  unanswered: z.boolean().optional(),
  /** Whether the check was repeated on request. */
  again: z.boolean().optional(),
  /** Whether a user vouched for the source: "I read it". */
  vouched: z.boolean().optional(),
});

/**
 * `checks` holds one word per check, `notes` its sentence; `snapshot` is the SHA-256 of the body under `sources/`;
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
      /** Models by role or debater. */
      models: z.record(z.string(), z.string()).optional(),
      /** Prices that are added to the setup's from the next run on. */
      prices: z.record(z.string(), z.unknown()).optional(),
      /** Endpoints that are added to the setup's, for people and estimates only. */
      endpoints: z.record(z.string(), z.unknown()).optional(),
      stop: z.boolean().optional(),
      conclude: z.boolean().optional(),
      /** Id of a step that failed for good; the debate continues without its result. */
      skip: text.min(1).optional(),
      /** Evidence for a debate that had none, from the next run on. */
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
  document: z.looseObject({ ...step, name: text, ...answerFields, brief: briefSchema.optional() }),
  defense: defenseData,
  critique: critiqueData,
  handoff: handoffData,
  assessment: assessmentData,
  judges_ruling: judgesRulingData,
  argument: argumentData,
  judgment: judgmentData,
  verdict: verdictData,
  vote: voteData,
} as const;

export type EntryType = keyof typeof dataSchemas;
export type EntryData = { [T in EntryType]: z.infer<(typeof dataSchemas)[T]> };
export const entryTypes = keysOf(dataSchemas);

/** Types of turns in a panel, which all have the same fields. */
export const turnTypes: ReadonlySet<string> = new Set(
  entryTypes.filter((type) => dataSchemas[type] === turnData || dataSchemas[type] === challengeData),
);

export function isEntryType(type: string): type is EntryType {
  return Object.hasOwn(dataSchemas, type);
}
