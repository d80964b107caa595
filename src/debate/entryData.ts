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
  /** Where several were asked at once: whose share of `usage` is how much. */
  usage_by: z.record(z.string(), usageSchema).optional(),
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

const evidenceSchema = z.looseObject({ root: text.nullable(), files: z.array(evidenceFileSchema) });

export const setupDataSchema = z.looseObject({
  ...step,
  record_version: z.int().min(1),
  engine_version: text,
  topic: text,
  /** A name of `formats/registry.ts`; a later version may write others. */
  format: text.min(1),
  /** What the format alone knows, such as the motion of a dialectic: `optionsOf` of the format reads it. */
  options: z.looseObject({}).optional(),
  debaters: z.array(debaterSchema),
  models: z.record(z.string(), z.string()),
  limits: limitsSchema,
  evidence: evidenceSchema,
  prompts: z.record(z.string(), z.string()),
});

export type SetupData = z.infer<typeof setupDataSchema>;

/** The provider of a debate that another system held: nobody performs in it until the user names somebody. */
export const importedProvider = 'imported';

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
  /** Of a failure: why, and which side's contribution is missing for it. */
  reason: text.optional(),
  side: text.optional(),
  /** How many rounds are planned. */
  rounds: z.int().min(1).optional(),
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
      /** The id of a step that failed for good: the debate goes on without what it was to bring. */
      skip: text.min(1).optional(),
      /** Evidence, and who performs where no agent has a model of its own, for a debate that came without: from the next run on. */
      evidence: evidenceSchema.optional(),
      provider: text.min(1).optional(),
      script: text.min(1).optional(),
    })
    .optional(),
});

export const severities = ['Critical', 'Major', 'Minor'] as const;
export type Severity = (typeof severities)[number];
const severity = z.enum(severities);

const citedSources = z.looseObject({
  /** Pages. */
  external: z.array(text).optional(),
  /** Files of the evidence folder. */
  evidence: z.array(text).optional(),
  /** The subject material itself. */
  subject: z.array(text).optional(),
});

export const researchLogSchema = z.looseObject({
  queries: z.array(text),
  files_read: z.array(text),
  key_findings: z.array(text),
});
export type ResearchLog = z.infer<typeof researchLogSchema>;

export const defenceStatuses = ['DEFENDED', 'NEEDS TIGHTENING', 'VULNERABLE'] as const;
export const assessedPointSchema = z.looseObject({
  /** The critic's point. */
  point: text,
  /** The issue of the tracker that it is about. */
  issue: text.optional(),
  status: z.enum(defenceStatuses),
  answer: text.optional(),
});

/** What a contribution to a tribunal or dialectic answers to the host. */
const answered = {
  /** Redactions. */
  acknowledges: z.array(seq).optional(),
  correction: correctionSchema.optional(),
};

const defenseData = z.looseObject({
  ...step,
  round: z.int().min(1).optional(),
  research_log: researchLogSchema.optional(),
  /** The case itself, in Markdown, with citations in the text. */
  argument: text.optional(),
  preemptive_rebuttals: z.array(text).optional(),
  evidence_strengthening: z.array(text).optional(),
  assumption_defence: z.array(text).optional(),
  assessments: z.array(assessedPointSchema).optional(),
  scope_and_framing: text.optional(),
  cited: citedSources.optional(),
  /** Argued from the subject material alone. */
  closed_book: z.boolean().optional(),
  ...answered,
});

export const objectionAreas = [
  ...(['logical coherence', 'evidence and support', 'assumptions'] as const),
  ...(['completeness', 'alternatives', 'rhetorical weaknesses'] as const),
] as const;
export const objectionSchema = z.looseObject({
  area: text,
  title: text.optional(),
  text,
  severity,
  /** The issue of the tracker that it goes on with; a new objection has none. */
  issue: text.optional(),
});

const critiqueData = z.looseObject({
  ...step,
  round: z.int().min(1).optional(),
  research_log: researchLogSchema.optional(),
  argument: text.optional(),
  objections: z.array(objectionSchema).optional(),
  cited: citedSources.optional(),
  closed_book: z.boolean().optional(),
  ...answered,
});

const handoffData = z.looseObject({ ...step, from: text.optional(), to: text.optional(), round: z.int().optional() });

export const issueStatuses = ['open', 'resolved', 'stalled'] as const;
export type IssueStatus = (typeof issueStatuses)[number];
/** An issue as it stands after a round. `stalled` is computed: argued for two rounds or more, and nothing moved. */
export const trackedIssueSchema = z.looseObject({
  id: text,
  title: text,
  status: z.enum(issueStatuses),
  severity: severity.optional(),
  /** Raised in this round. */
  is_new: z.boolean().optional(),
  /** Argued in this round, by either side. */
  argued: z.boolean().optional(),
  reason: text.optional(),
});
export type TrackedIssue = z.infer<typeof trackedIssueSchema>;

export const factVerdicts = ['CONFIRMED', 'DISPUTED', 'UNVERIFIABLE', 'FABRICATED'] as const;
export type FactVerdict = (typeof factVerdicts)[number];
export const factCheckSchema = z.looseObject({
  claim: text,
  verdict: z.enum(factVerdicts),
  /** Whose claim: `advocate` or `critic`. */
  side: text.optional(),
  /** The entry and the source that the verdict rests on. */
  seq: seq.optional(),
  url: text.optional(),
  explanation: text.optional(),
});

export const roundScoreSchema = z.looseObject({
  /** 0 to 10. */
  advocate: z.number().optional(),
  critic: z.number().optional(),
  reason: text.optional(),
});

const assessmentData = z.looseObject({
  ...step,
  round: z.int().min(1).optional(),
  fact_check: z.array(factCheckSchema).optional(),
  argument_evaluation: z.looseObject({ advocate: text.optional(), critic: text.optional() }).optional(),
  evidence_quality: z.looseObject({ advocate: text.optional(), critic: text.optional() }).optional(),
  /** The whole tracker after this round. */
  issues: z.array(trackedIssueSchema).optional(),
  round_score: roundScoreSchema.optional(),
  /** The Judge ends the rounds with this assessment: the ruling follows. */
  end: z.boolean().optional(),
  end_reason: text.optional(),
  /** Earlier rounds that no assessment covered, and this one does. */
  covers: z.array(z.int().min(1)).optional(),
});

export const rulingVerdicts = ['ACCEPTED', 'REJECTED', 'REVISION REQUIRED'] as const;
export const issueVerdictSchema = z.looseObject({
  /** The issue's id. */
  issue: text,
  verdict: z.enum(rulingVerdicts),
  reason: text,
  evidence_quality: text.optional(),
});

/** What code counts of a tribunal: the record's own facts, none of them a matter of opinion. */
export const qualityMetricsSchema = z.looseObject({
  /** Sources by how the Verifier left them. */
  citations: z.looseObject({ confirmed: seq, disputed: seq, unverifiable: seq, fabricated: seq }),
  issues: z.looseObject({ total: seq, resolved: seq, open: seq, stalled: seq }),
  research: z.record(text, z.looseObject({ queries: seq, files_read: seq, sources: seq, closed_book_rounds: seq })),
  /** By round: how many issues stood how at its end, and its score. */
  evolution: z.array(z.looseObject({ round: z.int().min(1), open: seq, resolved: seq, stalled: seq, score: roundScoreSchema.optional() })),
});
export type QualityMetrics = z.infer<typeof qualityMetricsSchema>;

export const tribunalOutcomes = ['accepted', 'rejected', 'revision_required', 'mixed'] as const;
const judgesRulingData = z.looseObject({
  ...step,
  round: z.int().min(1).optional(),
  verdicts: z.array(issueVerdictSchema).optional(),
  agreements: z.array(text).optional(),
  concessions: z.array(text).optional(),
  dismissed: z.array(text).optional(),
  unresolved: z.array(text).optional(),
  metrics: z.looseObject({}).optional(),
  overall: text.optional(),
  outcome: z.enum(tribunalOutcomes).optional(),
  /** Before the planned number of rounds. */
  early: z.boolean().optional(),
});

export const attackTypes = ['claim_attack', 'grounds_attack', 'warrant_attack', 'backing_attack'] as const;
export type AttackType = (typeof attackTypes)[number];
export const attackSchema = z.looseObject({ target_id: text, type: z.enum(attackTypes), content: text.optional() });
export const defenceTypes = ['reinforce', 'clarify', 'concede_and_pivot'] as const;
export type DefenceType = (typeof defenceTypes)[number];
export const defenceSchema = z.looseObject({ target_id: text, type: z.enum(defenceTypes), content: text.optional() });

export const sides = ['proposition', 'opposition'] as const;
export type Side = (typeof sides)[number];

/** What a claim rests on. `source` names it for people; `url` and `quote` are what the Verifier opens and looks for. */
export const groundSchema = z.looseObject({
  source: text,
  content: text,
  relevance: text.optional(),
  url: text.optional(),
  quote: text.optional(),
});
export type Ground = z.infer<typeof groundSchema>;

/** An argument after Toulmin. Reading is liberal: the limits of length are the gate's and lint's. */
export const argumentSchema = z.looseObject({
  /** `prop_000a` to `prop_000c`, `prop_001`, `opp_001` … */
  id: text,
  side: z.enum(sides),
  exchange: z.int().min(0),
  title: text,
  claim: text,
  grounds: z.array(groundSchema),
  warrant: text,
  backing: text.optional(),
  qualifier: text.optional(),
  attacks: z.array(attackSchema).optional(),
  defends: z.array(defenceSchema).optional(),
});
export type Argument = z.infer<typeof argumentSchema>;

const argumentData = z.looseObject({ ...step, ...answered, argument: argumentSchema });

export const scoreSchema = z.looseObject({ argument_id: text, score: z.number(), reasoning: text });
export const rescoreSchema = z.looseObject({ argument_id: text, old_score: z.number(), new_score: z.number(), reasoning: text });

const judgmentData = z.looseObject({
  ...step,
  exchange: z.int().min(0).optional(),
  scores: z.array(scoreSchema),
  rescores: z.array(rescoreSchema).optional(),
  /** The ids in the order in which the Judge was shown them; of the first pass where there were several. */
  order: z.array(text).optional(),
  /** What the order was drawn from. */
  seed: z.union([z.int(), text]).optional(),
  /** Of several passes: each with its order and its scores before they were averaged. */
  passes: z.array(z.looseObject({ order: z.array(text), scores: z.array(z.looseObject({ argument_id: text, score: z.number() })) })).optional(),
  /** By argument: the highest less the lowest score of the passes. */
  spread: z.record(text, z.number()).optional(),
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
