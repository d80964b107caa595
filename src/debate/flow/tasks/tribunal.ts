import * as z from 'zod';
import {
  answerFields,
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
} from '../../log/entryData';
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

const spoken = {
  research_log: researchLogSchema,
  /** Markdown, with citations in the text. */
  argument: text,
  sources: z.array(citedSource).default([]),
  /** Redactions. */
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
    /** One for each answered point of the critique. */
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
    /** Known issues by id, new ones without. The Judge does not set `stalled`. */
    issues: z.array(
      z.looseObject({
        id: text.optional(),
        title: text,
        status: z.enum(['open', 'resolved']),
        severity: z.enum(severities).optional(),
        /** By either side, in this round. */
        argued: z.boolean().default(true),
        reason: text,
      }),
    ),
    /** None where nobody weighs. */
    round_score: roundScoreSchema.extend({ advocate: score, critic: score, reason: text }).optional(),
    /** Rejected while issues move. */
    end: z.boolean().default(false),
    end_reason: text.optional(),
    /** Nobody is asked for it: why code refused the end. */
    end_refused: z.string().optional(),
  }),
  'judge/rule': z.looseObject({
    verdicts: z.array(issueVerdictSchema.extend({ reason: text, evidence_quality: text })),
    /** In place of `agreed` and `open`, where a record has no answer. */
    agreements: sentences.optional(),
    unresolved: sentences.optional(),
    concessions: sentences,
    dismissed: sentences,
    ...answerFields,
    overall: text,
    /** Only if nobody weighed: every verdict is UNDECIDED then. Else the outcome follows from the verdicts. */
    outcome: z.literal('undecided').optional().catch(undefined),
  }),
} as const;

/** With its history, oldest round first. */
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
    /** By either side. */
    argued: boolean;
  }[];
}

/** Nothing in it shows the number of rounds. */
interface TribunalSideInput extends ArguingInput {
  round: number;
  tracker: readonly TrackerRow[];
  /** As this side may see it; undefined if the other has not spoken, or was skipped. */
  answerTo: VisibleEntry | undefined;
  /** Its turn came first and failed. */
  isOtherMissing: boolean;
}

interface JudgeInput extends WithRecord {
  round: number;
  tracker: readonly TrackerRow[];
  /** Of both sides. */
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
    /** Their contribution to this round failed or was redacted. */
    missing: readonly string[];
    /** Earlier ones without an assessment. */
    uncovered: readonly number[];
    /** Only in the last round. */
    final: { total: number } | undefined;
  };
  'judge/rule': JudgeInput & {
    /** `early`: the Judge ended the rounds; `concluded`: the user or the time budget did. */
    occasion: 'final' | 'early' | 'concluded';
    metrics: QualityMetrics;
  };
}
