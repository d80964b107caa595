import * as z from 'zod';
import { answered, answerFields, rulingVerdicts, seq, step, tally, text, undecided } from './common';

export { rulingVerdicts } from './common';

export const severities = ['Critical', 'Major', 'Minor'] as const;
export type Severity = (typeof severities)[number];
const severity = z.enum(severities);

const citedSources = z.looseObject({
  external: z.array(text).optional(),
  evidence: z.array(text).optional(),
  /** Paths of the subject material itself. */
  subject: z.array(text).optional(),
});

export const researchLogSchema = z.looseObject({
  queries: z.array(text),
  files_read: z.array(text),
  key_findings: z.array(text),
});

export const defenceStatuses = ['DEFENDED', 'NEEDS TIGHTENING', 'VULNERABLE'] as const;
export const assessedPointSchema = z.looseObject({
  point: text,
  issue: text.optional(),
  status: z.enum(defenceStatuses),
  answer: text.optional(),
});

export const defenseData = z.looseObject({
  ...step,
  round: z.int().min(1).optional(),
  research_log: researchLogSchema.optional(),
  /** Markdown, with citations in the text. */
  argument: text.optional(),
  preemptive_rebuttals: z.array(text).optional(),
  evidence_strengthening: z.array(text).optional(),
  assumption_defence: z.array(text).optional(),
  assessments: z.array(assessedPointSchema).optional(),
  scope_and_framing: text.optional(),
  cited: citedSources.optional(),
  /** Whether the side argued from the subject material alone. */
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
  /** Issue that the objection continues; a new objection has none. */
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
/** `stalled` is computed: the issue was argued for two rounds or more without movement. */
const trackedIssueSchema = z.looseObject({
  id: text,
  title: text,
  status: z.enum(issueStatuses),
  severity: severity.optional(),
  is_new: z.boolean().optional(),
  /** Whether either side argued it. */
  argued: z.boolean().optional(),
  reason: text.optional(),
});
export type TrackedIssue = z.infer<typeof trackedIssueSchema>;

export const factVerdicts = ['CONFIRMED', 'DISPUTED', 'UNVERIFIABLE', 'FABRICATED'] as const;
export type FactVerdict = (typeof factVerdicts)[number];
export const factCheckSchema = z.looseObject({
  claim: text,
  verdict: z.enum(factVerdicts),
  /** Side, `advocate` or `critic`. */
  side: text.optional(),
  /** Entry on which the verdict is based. */
  seq: seq.optional(),
  url: text.optional(),
  explanation: text.optional(),
});

export const roundScoreSchema = z.looseObject({
  /** Score from 0 to 10. */
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
  /** Issues after this round. */
  issues: z.array(trackedIssueSchema).optional(),
  round_score: roundScoreSchema.optional(),
  /** Whether it ends the rounds; the ruling follows. */
  end: z.boolean().optional(),
  end_reason: text.optional(),
  /** Why the Judge's request to end the rounds was refused. */
  end_refused: text.optional(),
  /** Earlier rounds without an assessment, which this one covers. */
  covers: z.array(z.int().min(1)).optional(),
});

/** Verdicts on an issue; `UNDECIDED` means that the issue was not judged. */
export const issueVerdicts = [...rulingVerdicts, 'UNDECIDED'] as const;
export const issueVerdictSchema = z.looseObject({
  /** Id of the issue. */
  issue: text,
  verdict: z.enum(issueVerdicts),
  reason: text,
  evidence_quality: text.optional(),
  /** Whether more than half of the judges gave just this verdict in both orders. */
  firm: z.boolean().optional(),
});

/** Figures that code counts. */
export const qualityMetricsSchema = z.looseObject({
  citations: z.looseObject({
    confirmed: seq,
    /** Confirmed sources whose support was not judged. */
    quoted: seq.optional(),
    disputed: seq,
    unverifiable: seq,
    fabricated: seq,
  }),
  issues: z.looseObject({ total: seq, resolved: seq, open: seq, stalled: seq }),
  research: z.record(text, z.looseObject({ queries: seq, files_read: seq, sources: seq, closed_book_rounds: seq })),
  /** The issues at the end of each round. */
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
  ...answerFields,
  outcome: z.enum(tribunalOutcomes).optional(),
  undecided,
  tally,
  /** Whether the debate ended before the planned number of rounds. */
  early: z.boolean().optional(),
});
