import * as z from 'zod';
import {
  concessionSchema,
  answerFields,
  correctionSchema,
  frameworkSchema,
  grantSchema,
  pointSchema,
  type Debater,
  type Framework,
  type Point,
  type VerificationStatus,
} from '../log/entryData';
import {
  citedSource,
  memo,
  sentences,
  seq,
  text,
  type ArguingInput,
  type Brief,
  type VisibleEntry,
  type WithRecord,
} from './tasks/common';
import { formatTasks, type FormatInputs } from './tasks/formats';

export type { Brief, CitedSource, CheckedSource, StandingIssue, VisibleEntry } from './tasks/common';

/**
 * Each with the schema of its answer. Every performer (a language model, offline, a script, a person) gets the same
 * input and must give the same output.
 */

const spokenFields = {
  content: text,
  sources: z.array(citedSource).nullish(),
  introduces: z.array(frameworkSchema).optional(),
  acknowledges: z.array(seq).optional(),
  concedes: z.array(concessionSchema).optional(),
  correction: correctionSchema.optional(),
  corrections: z.array(correctionSchema).optional(),
  /** With each rebuttal and closing: where its author stands now, and what would change that. */
  position_now: z.string().optional(),
  would_change_my_mind: z.string().optional(),
};

const sourceChallenge = z.looseObject({
  type: z.literal('source_challenge'),
  ...spokenFields,
  target_seq: seq,
  url: text,
  claim: text,
});
const clarification = z.looseObject({
  type: z.literal('clarification_request'),
  ...spokenFields,
  target_seq: seq.nullish(),
});
const rider = [sourceChallenge, clarification] as const;

const opening = z.looseObject({ type: z.literal('opening_statement'), ...spokenFields });
const closing = z.looseObject({ type: z.literal('closing_statement'), ...spokenFields });
const newPoint = z.looseObject({ type: z.literal('new_point'), ...spokenFields });
const conjecture = z.looseObject({ type: z.literal('conjecture'), ...spokenFields });
const rebuttal = z.looseObject({ type: z.literal('rebuttal'), ...spokenFields, rebuttal_to_seq: seq });

/** An argument, or an accompanying challenge or question to the Chair. */
export type SpokenEntry = z.infer<
  | typeof opening
  | typeof closing
  | typeof newPoint
  | typeof conjecture
  | typeof rebuttal
  | typeof sourceChallenge
  | typeof clarification
>;

/** Nobody is asked for it: a challenge or question that failed its gate, and why. */
const fallenRider = z.looseObject({ type: text, reason: text });
export type FallenRider = z.infer<typeof fallenRider>;

/** A turn is `{entries: […]}`; a single entry counts as a turn of one. */
const turnOf = <T extends z.ZodType>(entry: T) =>
  z.preprocess(
    (value) => (typeof value === 'object' && value !== null && 'content' in value ? { entries: [value] } : value),
    z.looseObject({ entries: z.array(entry).min(1).max(8), memo, fallen: z.array(fallenRider).optional() }),
  );

const lineup = z.looseObject({
  debaters: z
    .array(
      z.looseObject({
        name: text,
        persona: text,
        starting_position: text,
        incentives: text,
        model: z.string().optional(),
      }),
    )
    .min(2)
    .max(8),
});

/** `text`: of a person, who says in one place why the points are what they are. */
const evaluation = z.looseObject({
  debater: text,
  criteria: z.record(z.string(), z.unknown()),
  text: z.string().optional(),
});

export const taskOutputs = {
  'chair/propose_lineup': lineup,
  'chair/revise_lineup': lineup,
  /** For a topic that is none, before a dialectic exists; the best first. */
  'moderator/propose_motions': z.looseObject({ motions: z.array(text).min(1) }),
  'chair/review_turn': z.looseObject({
    summary: text,
    frameworks: z.array(frameworkSchema).default([]),
    infractions: z.array(z.looseObject({ rule: z.enum(['6', '7', '11']), reason: text })).default([]),
    /** What the turn grants in words without saying so in `concedes`. */
    granted: z.array(grantSchema).optional(),
  }),
  'chair/choose_questions': z.looseObject({ chosen: z.array(z.int().min(0)), reason: z.string().optional() }),
  'chair/go_on': z.looseObject({ go_on: z.boolean(), reason: text }),
  'chair/rule_on_challenge': z.looseObject({ reason: text }),
  'chair/answer_clarification': z.looseObject({ answer: text }),
  'chair/name_unresolved': z.looseObject({
    points: z.array(pointSchema).min(1).max(3),
    /** What both sides accept by now. */
    agreed: z.array(pointSchema).max(3).optional(),
  }),
  'chair/name_crux': z.looseObject({ points: z.array(pointSchema).min(2).max(3) }),
  'chair/conclude': z.looseObject({
    /** By word: only in records before points were numbers, and where nobody weighed. Else code makes it of the points. */
    outcome: text.optional(),
    reason: text,
    evaluations: z.array(evaluation).default([]),
    /** Why nothing fair can be concluded. */
    void: z.looseObject({ reason: text }).nullish(),
    ...answerFields,
    /** Markdown, if nobody weighed: what the evidence says. */
    map: text.optional(),
  }),
  'chair/review_documents': z.looseObject({ problems: z.array(z.looseObject({ document: text, problem: text })) }),
  'debater/opening': turnOf(z.discriminatedUnion('type', [opening, ...rider])),
  'debater/turn': turnOf(z.discriminatedUnion('type', [newPoint, conjecture, rebuttal, ...rider])),
  'debater/closing': turnOf(z.discriminatedUnion('type', [closing, ...rider])),
  ...formatTasks,
  'verifier/support': z.looseObject({ answer: z.enum(['supports', 'contradicts', 'does_not_say']), explanation: text }),
  'audience/questions': z.looseObject({
    questions: z.array(z.looseObject({ to: text, question: text })).max(2),
  }),
  'audience/conclusion': z.looseObject({ content: text, seqs: z.array(seq).min(2).max(3) }),
  'reporter/summary': z.looseObject({
    key_arguments: z.array(z.looseObject({ debater: text, arguments: z.array(pointSchema) })),
    exchanges: z.array(pointSchema),
    flow: text,
    /** Markdown, if nobody reads: it replaces the others. */
    map: text.optional(),
  }),
  'reporter/blog_post': z.looseObject({ title: text, body: text }),
  'assessor/report': z.looseObject({
    overall: z.looseObject({ rating: z.enum(['Excellent', 'Good', 'Adequate', 'Poor']), reasons: text }),
    roles: z.array(
      z.looseObject({ role: text, strengths: sentences, improvements: sentences, suggestions: sentences }),
    ),
    execution: sentences.min(3).max(5),
    output: sentences.min(3).max(5),
  }),
} as const;

export type TaskKind = keyof typeof taskOutputs;
export type PanelKind = Exclude<TaskKind, keyof FormatInputs | 'moderator/propose_motions'>;
export type TaskOutput<K extends TaskKind> = z.infer<(typeof taskOutputs)[K]>;
export type TurnOutput = {
  entries: SpokenEntry[];
  memo?: string | undefined;
  fallen?: FallenRider[] | undefined;
};

export interface PanelBrief extends Brief {
  minRounds: number;
  maxRounds: number;
}

export interface NamedFramework extends Framework {
  seq: number;
  by: string;
}

/** Counted by code, weighed by the Chair. */
export interface DebaterLedger {
  name: string;
  /** Skipped turns included. */
  turns: number;
  skipped: number;
  conjectures: number;
  /** Distinct (entry, URL) pairs, those of redacted entries included. */
  cited: number;
  /** Of entries in force. */
  verification: Record<VerificationStatus, number>;
  /** Nobody judged support. */
  quoted: number;
  unchecked: number;
  /** Corrected, or withdrawn, by their author. */
  setRight: number;
  redactedSources: number;
  /** Distinct; pages with the same text are one. */
  verifiedFiles: number;
  rebuttals: { seq: number; to: string; toSeq: number }[];
  /** Arguments that another's verified rebuttal answered. */
  rebutted: number[];
  unanswered: number[];
  infractions: { seq: number; rule: string; reason: string }[];
  redacted: number[];
  fabricated: number;
  concessions: number;
}

interface Common {
  brief: PanelBrief;
}
type PanelRecord = WithRecord<PanelBrief>;
export interface SpeakerInput extends ArguingInput<PanelBrief> {
  /** To be engaged with or explicitly deferred. */
  frameworks: readonly NamedFramework[];
}
export interface OpeningInput extends SpeakerInput {
  priorOpeners: readonly { name: string; seqs: readonly number[] }[];
}
interface LaterInput extends SpeakerInput {
  /** Arguments in force that no rebuttal names. */
  unanswered: readonly { seq: number; by: string }[];
  /** Conceded, with the entries concerned. */
  granted: readonly { seq: number; claim: string }[];
}
export interface TurnInput extends LaterInput {
  round: number;
  spokenThisRound: readonly { name: string; seqs: readonly number[]; summary: string }[];
}
export interface ClosingInput extends LaterInput {
  unresolved: readonly Point[];
  agreed: readonly Point[];
  priorClosers: readonly { name: string; seqs: readonly number[] }[];
}
export interface LineupInput {
  topic: string;
  /** Free text: personas, a number, full detail; empty if the Chair is to choose. */
  hints: string;
  evidence: readonly string[];
}

export interface TaskInputs extends FormatInputs {
  'chair/propose_lineup': LineupInput;
  'chair/revise_lineup': LineupInput & { proposed: readonly Debater[]; request: string };
  /** `style`: wanted by the user. */
  'moderator/propose_motions': Pick<LineupInput, 'topic' | 'evidence'>;
  'chair/review_turn': Common & { speaker: Debater; entries: readonly VisibleEntry[] };
  'chair/choose_questions': Common & { round: number; questions: readonly { to: string; question: string }[] };
  'chair/go_on': PanelRecord & { round: number };
  'chair/rule_on_challenge': Common & {
    challenge: VisibleEntry;
    target: VisibleEntry;
    url: string;
    claim: string;
    finding: { status: VerificationStatus; explanation: string };
  };
  'chair/answer_clarification': PanelRecord & { request: VisibleEntry };
  'chair/name_unresolved': PanelRecord;
  'chair/name_crux': PanelRecord & { round: number };
  'chair/conclude': PanelRecord & { ledgers: readonly DebaterLedger[]; barred: readonly string[] };
  'chair/review_documents': Common & { documents: readonly { name: string; content: string }[] };
  'debater/opening': OpeningInput;
  'debater/turn': TurnInput;
  'debater/closing': ClosingInput;
  'verifier/support': {
    claim: string;
    passage: string;
    surroundings: string;
    /** Uncertain findings of code. */
    note?: string;
    title: string;
    url: string;
  };
  'audience/questions': PanelRecord & {
    round: number;
    turns: readonly { name: string; seqs: readonly number[]; summary: string }[];
  };
  'audience/conclusion': PanelRecord & { outcome: string };
  'reporter/summary': PanelRecord & { outcome: string; ledgers: readonly DebaterLedger[] };
  'reporter/blog_post': PanelRecord & {
    outcome: string;
    /** Only these may be named. */
    verified: readonly { seq: number; url: string; title: string; quote: string }[];
    wordLimits: { min: number; max: number };
  };
  'assessor/report': PanelRecord & {
    outcome: string;
    documents: readonly { name: string; content: string }[];
    ledgers: readonly DebaterLedger[];
  };
}

/** As shown to the agent that must correct it. */
export interface Violation {
  /** A rule's number, or `schema`, `structure`, `source`, `length`, `words`. */
  rule: string;
  message: string;
  /** A round's turn with only such violations is logged as conjecture, with the label added. */
  curedBy?: 'conjecture';
  /** The agent may insist: after the revisions the answer is logged and the Verifier decides. */
  insistable?: boolean;
  /** After the revisions the answer is logged without this: a source, by its address, or a field, by its name. */
  leavesOut?: string;
  /** The author has to read more before it can be mended: what the message shows does not help. */
  needsReading?: boolean;
  /** Nobody could read the omitted source. */
  why?: string;
  /** The answer goes back for it once, and then stands as it comes. */
  toldOnce?: true;
  /** The entry that the answer had to take up: what still ignores it is logged, and costs an infraction. */
  ignores?: number;
}

export interface TaskRequest<K extends TaskKind = TaskKind> {
  id: string;
  kind: K;
  agent: string;
  input: TaskInputs[K];
  /** From 1. */
  attempt: number;
  /** Of the previous answer. */
  feedback: readonly Violation[];
}
