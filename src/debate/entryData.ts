import * as z from 'zod';

/** The `data` of an entry, by type. Objects are open: fields of later versions are kept and written back. */

const seq = z.int().min(0);
const text = z.string();

export const usageSchema = z.looseObject({
  input: z.number().min(0),
  cache_write: z.number().min(0),
  cache_read: z.number().min(0),
  output: z.number().min(0),
  usd: z.number().min(0),
  /** The provider tells no usage: the tokens were estimated from the texts. */
  estimated: z.boolean().optional(),
  /** No price is known of a model that was used: `usd` leaves it out. */
  unpriced: z.boolean().optional(),
});

/** Tokens (uncached input, written to and read from the provider's cache, output) and US dollars. */
export type Usage = z.infer<typeof usageSchema>;

export const stepMarkSchema = z.looseObject({
  id: z.string().min(1),
  index: z.int().min(0),
  count: z.int().min(1),
  attempt: z.int().min(1),
  elapsed_ms: z.number().min(0),
  /** Who was asked: the usage is theirs, whoever's name the entries bear. */
  agent: z.string().optional(),
  usage: usageSchema.optional(),
  /** The record did not fit: so many earlier entries were given as the Chair's summaries. */
  condensed: z.int().min(1).optional(),
});

/** Which step wrote the entry: id, the entry's place in the step's batch, attempts, active milliseconds. */
export type StepMark = z.infer<typeof stepMarkSchema>;

const step = { step: stepMarkSchema.optional() };

export const debaterSchema = z.looseObject({
  name: text,
  persona: text,
  starting_position: text,
  incentives: text,
  model: text,
});

export type Debater = z.infer<typeof debaterSchema>;

export const limitsSchema = z.looseObject({
  min_rounds: z.int().min(1),
  max_rounds: z.int().min(1),
  time_budget_minutes: z.number().positive(),
  budget_usd: z.number().positive().nullable(),
  /** How long the audience is waited for after each round; 2 where it is not said. */
  audience_minutes: z.number().positive().optional(),
  /** How long a task may show no progress before its agent is nudged; 5 where it is not said. */
  task_minutes: z.number().positive().optional(),
});

export type Limits = z.infer<typeof limitsSchema>;

export const evidenceFileSchema = z.looseObject({ path: text, bytes: z.int().min(0), sha256: text });

export const setupDataSchema = z.looseObject({
  ...step,
  record_version: z.int().min(1),
  engine_version: text,
  topic: text,
  format: z.enum(['panel', 'tribunal', 'dialectic']),
  debaters: z.array(debaterSchema),
  models: z.record(z.string(), z.string()),
  limits: limitsSchema,
  evidence: z.looseObject({ root: text.nullable(), files: z.array(evidenceFileSchema) }),
  prompts: z.record(z.string(), z.string()),
});

export type SetupData = z.infer<typeof setupDataSchema>;

export const pointSchema = z.looseObject({ text, seqs: z.array(seq) });
export type Point = z.infer<typeof pointSchema>;

const announcementData = z.looseObject({
  ...step,
  kind: text.optional(),
  round: z.int().min(0).optional(),
  points: z.array(pointSchema).optional(),
});

export const frameworkSchema = z.looseObject({ name: text.min(1), description: text });
export type Framework = z.infer<typeof frameworkSchema>;

const noteData = z.looseObject({
  ...step,
  kind: text.optional(),
  round: z.int().min(0).optional(),
  summary: text.optional(),
  frameworks: z.array(frameworkSchema).optional(),
  questions: z.array(z.looseObject({ to: text, question: text })).optional(),
  problems: z.array(z.looseObject({ document: text, problem: text })).optional(),
});

const rulingData = z.looseObject({
  ...step,
  kind: text.optional(),
  rule: text.optional(),
  reason: text.optional(),
  url: text.optional(),
  debater: text.optional(),
});

const conclusionData = z.looseObject({
  ...step,
  outcome: text,
  reason: text,
  evaluations: z.array(z.looseObject({ debater: text, criteria: z.record(z.string(), z.unknown()) })).optional(),
});

export const concessionSchema = z.looseObject({ seq, claim: text });
export const correctionSchema = z.looseObject({ seq, old_url: text, new_url: text, reason: text });

const turnFields = {
  ...step,
  introduces: z.array(frameworkSchema).optional(),
  acknowledges: z.array(seq).optional(),
  concedes: z.array(concessionSchema).optional(),
  correction: correctionSchema.optional(),
};
const turnData = z.looseObject(turnFields);
const challengeData = z.looseObject({ ...turnFields, url: text, claim: text });

export const checkResults = ['pass', 'fail', 'approximate', 'not_judged', 'not_applicable', 'same'] as const;
const check = z.enum(checkResults);
export type CheckResult = (typeof checkResults)[number];

export const verificationStatuses = ['verified', 'unreliable', 'fabricated', 'unverified'] as const;
export type VerificationStatus = (typeof verificationStatuses)[number];

export const verificationDataSchema = z.looseObject({
  ...step,
  url: text,
  status: z.enum(verificationStatuses),
  confidence: z.enum(['high', 'medium-high', 'low']).optional(),
  checks: z
    .looseObject({ exists: check, quote: check, figures: check, attribution: check, support: check })
    .optional(),
  notes: z.record(z.string(), z.string()).optional(),
  snapshot: text.nullable().optional(),
  passage: z.looseObject({ start: z.int().min(0), end: z.int().min(0) }).nullable().optional(),
  explanation: text.optional(),
  /** Checked once more, because somebody asked for it. */
  again: z.boolean().optional(),
  /** By a user: "I read it". */
  vouched: z.boolean().optional(),
});

/**
 * A verification result. `checks` holds one word a check, `notes` the sentence that goes with it; `snapshot` is the
 * SHA-256 of the body under `sources/`; `passage` counts UTF-16 code units of the snapshot's text.
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
      /** Who performs from now on, by role or debater. */
      models: z.record(z.string(), z.string()).optional(),
      stop: z.boolean().optional(),
      conclude: z.boolean().optional(),
    })
    .optional(),
});

const severity = z.enum(['Critical', 'Major', 'Minor']);
const citedSources = z.looseObject({
  external: z.array(text).optional(),
  evidence: z.array(text).optional(),
  subject: z.array(text).optional(),
});
const researchLog = z.looseObject({
  queries: z.array(text),
  files_read: z.array(text),
  key_findings: z.array(text),
});

const defenseData = z.looseObject({
  ...step,
  round: z.int().min(1).optional(),
  research_log: researchLog.optional(),
  preemptive_rebuttals: z.array(text).optional(),
  evidence_strengthening: z.array(text).optional(),
  assumption_defence: z.array(text).optional(),
  assessments: z
    .array(z.looseObject({ point: text, status: z.enum(['DEFENDED', 'NEEDS TIGHTENING', 'VULNERABLE']) }))
    .optional(),
  scope_and_framing: text.optional(),
  cited: citedSources.optional(),
});

const critiqueData = z.looseObject({
  ...step,
  round: z.int().min(1).optional(),
  research_log: researchLog.optional(),
  objections: z.array(z.looseObject({ area: text, text, severity })).optional(),
  cited: citedSources.optional(),
});

const handoffData = z.looseObject({ ...step, from: text.optional(), to: text.optional(), round: z.int().optional() });

const issue = z.looseObject({ id: text, title: text, status: z.enum(['open', 'resolved', 'stalled']), severity: severity.optional() });

const assessmentData = z.looseObject({
  ...step,
  round: z.int().min(1).optional(),
  fact_check: z
    .array(z.looseObject({ claim: text, verdict: z.enum(['CONFIRMED', 'DISPUTED', 'UNVERIFIABLE', 'FABRICATED']) }))
    .optional(),
  issues: z.array(issue).optional(),
  round_score: z.looseObject({}).optional(),
});

const rulingVerdict = z.enum(['ACCEPTED', 'REJECTED', 'REVISION REQUIRED']);
const judgesRulingData = z.looseObject({
  ...step,
  verdicts: z.array(z.looseObject({ issue: text, verdict: rulingVerdict, reason: text })).optional(),
  agreements: z.array(text).optional(),
  concessions: z.array(text).optional(),
  dismissed: z.array(text).optional(),
  unresolved: z.array(text).optional(),
  metrics: z.looseObject({}).optional(),
  outcome: z.enum(['accepted', 'rejected', 'revision_required', 'mixed']).optional(),
});

const attack = z.looseObject({
  target_id: text,
  type: z.enum(['claim_attack', 'grounds_attack', 'warrant_attack', 'backing_attack']),
  content: text.optional(),
});
const defence = z.looseObject({
  target_id: text,
  type: z.enum(['reinforce', 'clarify', 'concede_and_pivot']),
  content: text.optional(),
});

const argumentData = z.looseObject({
  ...step,
  argument: z.looseObject({
    id: text,
    side: z.enum(['proposition', 'opposition']),
    exchange: z.int().min(0),
    title: text,
    claim: text,
    grounds: z.array(z.looseObject({ source: text, content: text, relevance: text.optional() })),
    warrant: text,
    backing: text.optional(),
    qualifier: text.optional(),
    attacks: z.array(attack).optional(),
    defends: z.array(defence).optional(),
  }),
});

const judgmentData = z.looseObject({
  ...step,
  scores: z.array(z.looseObject({ argument_id: text, score: z.number(), reasoning: text })),
  rescores: z
    .array(z.looseObject({ argument_id: text, old_score: z.number(), new_score: z.number(), reasoning: text }))
    .optional(),
  order: z.array(text).optional(),
  seed: z.union([z.int(), text]).optional(),
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
  document: z.looseObject({ ...step, name: text }),
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
export const entryTypes = Object.keys(dataSchemas) as EntryType[];

export function isEntryType(type: string): type is EntryType {
  return Object.hasOwn(dataSchemas, type);
}
