import * as z from 'zod';
import {
  assessedPointSchema,
  factCheckSchema,
  issueVerdictSchema,
  objectionAreas,
  objectionSchema,
  researchLogSchema,
  roundScoreSchema,
  severities,
  type IssueStatus,
  type QualityMetrics,
  type Severity,
} from '../entryData';
import {
  citedSource,
  memo,
  sentences,
  seq,
  text,
  type ArguingInput,
  type Brief,
  type CheckedSource,
  type VisibleEntry,
  type WithRecord,
} from './common';

// The tasks of a tribunal: Advocate, Critic, Judge (`formats.md`, tribunal).

const spoken = {
  research_log: researchLogSchema,
  /** Markdown, with citations in the text. */
  argument: text,
  sources: z.array(citedSource).default([]),
  /** Redactions that this answers. */
  acknowledges: z.array(seq).optional(),
  memo,
};

const score = z.number().min(0).max(10);

export const tribunalTasks = {
  'advocate/defend': z.looseObject({
    ...spoken,
    preemptive_rebuttals: sentences,
    evidence_strengthening: sentences,
    assumption_defence: sentences,
    /** One for each point of the critique that is answered. */
    assessments: z.array(assessedPointSchema),
    scope_and_framing: text,
  }),
  'critic/critique': z.looseObject({
    ...spoken,
    objections: z.array(objectionSchema.extend({ area: z.enum(objectionAreas), text })),
  }),
  'judge/recommend_rounds': z.looseObject({ rounds: z.int(), reason: text }),
  'judge/assess': z.looseObject({
    fact_check: z.array(factCheckSchema),
    argument_evaluation: z.looseObject({ advocate: text, critic: text }),
    evidence_quality: z.looseObject({ advocate: text, critic: text }),
    /** The tracker as the Judge sees it: known issues by id, new ones without. The Judge does not set `stalled`. */
    issues: z.array(
      z.looseObject({
        id: text.optional(),
        title: text,
        status: z.enum(['open', 'resolved']),
        severity: z.enum(severities).optional(),
        /** Either side argued it in this round. */
        argued: z.boolean().default(true),
        reason: text,
      }),
    ),
    /** None where nobody weighs. */
    round_score: roundScoreSchema.extend({ advocate: score, critic: score, reason: text }).optional(),
    /** No further round is worth holding; rejected while issues move. */
    end: z.boolean().default(false),
    end_reason: text.optional(),
  }),
  'judge/rule': z.looseObject({
    verdicts: z.array(issueVerdictSchema.extend({ reason: text, evidence_quality: text })),
    agreements: sentences,
    concessions: sentences,
    dismissed: sentences,
    unresolved: sentences,
    overall: text,
    /** Given if nobody weighed: every verdict is UNDECIDED then. Else the outcome follows from the verdicts. */
    outcome: z.literal('undecided').optional().catch(undefined),
  }),
} as const;

/** An issue of the tracker with its history, oldest round first. */
export interface TrackerRow {
  id: string;
  title: string;
  status: IssueStatus;
  severity: Severity | undefined;
  history: readonly {
    round: number;
    status: IssueStatus;
    severity: Severity | undefined;
    reason: string | undefined;
    /** Either side argued it in that round. */
    argued: boolean;
  }[];
}

/** What both sides are told. Nothing in it shows the number of rounds. */
interface TribunalSideInput extends ArguingInput {
  round: number;
  tracker: readonly TrackerRow[];
  /**
   * The other side's contribution to this round as this side may see it; undefined if it has not spoken, or was
   * skipped.
   */
  answerTo: VisibleEntry | undefined;
  /** The other side's turn came first and failed. */
  isOtherMissing: boolean;
}

interface JudgeInput extends WithRecord {
  round: number;
  tracker: readonly TrackerRow[];
  /** Every source of both sides, with the Verifier's result. */
  checked: readonly CheckedSource[];
  guidance: readonly { seq: number; text: string }[];
}

export interface TribunalInputs {
  'advocate/defend': TribunalSideInput;
  'critic/critique': TribunalSideInput;
  'judge/recommend_rounds': { brief: Brief; min: number; max: number };
  'judge/assess': JudgeInput & {
    defense: VisibleEntry | undefined;
    critique: VisibleEntry | undefined;
    /** Sides whose contribution to this round failed or was redacted. */
    missing: readonly string[];
    /** Earlier rounds without an assessment. */
    uncovered: readonly number[];
    /** Only in the last round. */
    final: { total: number } | undefined;
  };
  'judge/rule': JudgeInput & {
    /** `final`: the planned rounds are held; `early`: the Judge ended them; `concluded`: the user or the time budget did. */
    occasion: 'final' | 'early' | 'concluded';
    metrics: QualityMetrics;
  };
}
