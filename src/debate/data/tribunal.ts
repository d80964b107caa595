import * as z from 'zod';
import { answered, seq, step, text, undecided } from './common';

/** The `data` of a tribunal's entries. */

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

export const defenceStatuses = ['DEFENDED', 'NEEDS TIGHTENING', 'VULNERABLE'] as const;
export const assessedPointSchema = z.looseObject({
  /** The critic's point. */
  point: text,
  /** The issue of the tracker that it concerns. */
  issue: text.optional(),
  status: z.enum(defenceStatuses),
  answer: text.optional(),
});

export const defenseData = z.looseObject({
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
  /** The issue of the tracker that it continues; a new objection has none. */
  issue: text.optional(),
});

export const critiqueData = z.looseObject({
  ...step,
  round: z.int().min(1).optional(),
  research_log: researchLogSchema.optional(),
  argument: text.optional(),
  objections: z.array(objectionSchema).optional(),
  cited: citedSources.optional(),
  closed_book: z.boolean().optional(),
  ...answered,
});

export const handoffData = z.looseObject({
  ...step,
  from: text.optional(),
  to: text.optional(),
  round: z.int().optional(),
});

export const issueStatuses = ['open', 'resolved', 'stalled'] as const;
export type IssueStatus = (typeof issueStatuses)[number];
/** An issue after a round. `stalled` is computed: argued for two rounds or more without movement. */
const trackedIssueSchema = z.looseObject({
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
  /** The entry and the source on which the verdict is based. */
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

export const assessmentData = z.looseObject({
  ...step,
  round: z.int().min(1).optional(),
  fact_check: z.array(factCheckSchema).optional(),
  argument_evaluation: z.looseObject({ advocate: text.optional(), critic: text.optional() }).optional(),
  evidence_quality: z.looseObject({ advocate: text.optional(), critic: text.optional() }).optional(),
  /** The whole tracker after this round. */
  issues: z.array(trackedIssueSchema).optional(),
  round_score: roundScoreSchema.optional(),
  /** The Judge ends the rounds with this assessment; the ruling follows. */
  end: z.boolean().optional(),
  end_reason: text.optional(),
  /** Earlier rounds without an assessment, which this one covers. */
  covers: z.array(z.int().min(1)).optional(),
});

/** The verdicts of a Judge who weighs. */
export const rulingVerdicts = ['ACCEPTED', 'REJECTED', 'REVISION REQUIRED'] as const;
/** Those, and the verdict of a ruling that nobody weighed. */
export const issueVerdicts = [...rulingVerdicts, 'UNDECIDED'] as const;
export const issueVerdictSchema = z.looseObject({
  /** The issue's id. */
  issue: text,
  verdict: z.enum(issueVerdicts),
  reason: text,
  evidence_quality: text.optional(),
});

/** The facts of the record that code counts in a tribunal. */
export const qualityMetricsSchema = z.looseObject({
  /** Sources by the Verifier's result. */
  citations: z.looseObject({
    confirmed: seq,
    /** Of the confirmed: nobody judged what they are quoted for. */
    quoted: seq.optional(),
    disputed: seq,
    unverifiable: seq,
    fabricated: seq,
  }),
  issues: z.looseObject({ total: seq, resolved: seq, open: seq, stalled: seq }),
  research: z.record(text, z.looseObject({ queries: seq, files_read: seq, sources: seq, closed_book_rounds: seq })),
  /** By round: its issues by status at its end, and its score. */
  evolution: z.array(
    z.looseObject({
      round: z.int().min(1),
      open: seq,
      resolved: seq,
      stalled: seq,
      score: roundScoreSchema.optional(),
    }),
  ),
});
export type QualityMetrics = z.infer<typeof qualityMetricsSchema>;

export const tribunalOutcomes = ['accepted', 'rejected', 'revision_required', 'mixed', 'undecided'] as const;
export const judgesRulingData = z.looseObject({
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
  undecided,
  /** Before the planned number of rounds. */
  early: z.boolean().optional(),
});
