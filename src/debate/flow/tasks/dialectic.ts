import * as z from 'zod';
import {
  answerFields,
  attackSchema,
  defenceSchema,
  groundSchema,
  type Argument,
  type Side,
  type VerificationStatus,
} from '../../log/entryData';
import { memo, seq, text, type ArguingInput, type Brief, type WithRecord } from './common';

/** The format adds id, side and exchange. A ground's `quote` is verbatim from `url`. */
const toulmin = z.looseObject({
  title: text,
  claim: text,
  grounds: z
    .array(groundSchema.extend({ source: text, content: text, relevance: text, url: text, quote: text }))
    .min(1)
    .max(3),
  warrant: text,
  backing: text.optional(),
  qualifier: text.optional(),
  attacks: z.array(attackSchema.extend({ content: text })).default([]),
  defends: z.array(defenceSchema.extend({ content: text })).default([]),
});

export type Toulmin = z.infer<typeof toulmin>;

const acknowledges = z.array(seq).optional();

export const dialecticTasks = {
  'side/open': z.looseObject({ arguments: z.array(toulmin).length(3), acknowledges, memo }),
  'side/rebut': z.looseObject({ argument: toulmin, acknowledges, memo }),
  /** `argument_id`: the label that the Judge saw, or the id itself. */
  'scorer/score': z.looseObject({
    scores: z.array(z.looseObject({ argument_id: text, score: z.number(), reasoning: text })).min(1),
    rescores: z.array(z.looseObject({ argument_id: text, new_score: z.number(), reasoning: text })).default([]),
  }),
  /** Only prose: verdict, totals and graph are code's. Arguments are named by id. */
  'reporter/clash': z.looseObject({
    question: text,
    clash: text,
    turning_points: z
      .array(z.looseObject({ title: text, text }))
      .min(1)
      .max(4),
    verdict: text,
    ...answerFields,
  }),
} as const;

export interface Motion {
  /** Such as “This house would …”. */
  text: string;
  definitions: readonly { term: string; meaning: string }[];
  scope: string | undefined;
}

/** A redacted one has no words left. */
export interface KnownArgument {
  seq: number;
  argument: Argument;
  score: number | undefined;
  /** By address of its grounds. */
  checks: readonly { url: string; status: VerificationStatus; explanation: string }[];
  redacted: { by: number; reason: string } | undefined;
}

/** With a label for its id, also in others' attacks and defences, and no side. */
export interface BlindArgument {
  label: string;
  title: string;
  claim: string;
  grounds: readonly {
    source: string;
    content: string;
    relevance: string | undefined;
    status: VerificationStatus | undefined;
  }[];
  warrant: string;
  backing: string | undefined;
  qualifier: string | undefined;
  attacks: readonly { target: string; type: string; content: string }[];
  defends: readonly { target: string; type: string; content: string }[];
  score: number | undefined;
  redacted: string | undefined;
}

interface SideTask extends ArguingInput {
  side: Side;
  motion: Motion;
  exchange: number;
}

export interface DialecticInputs {
  'side/open': SideTask;
  /** Results of earlier exchanges only. */
  'side/rebut': SideTask & { own: readonly KnownArgument[]; opponent: readonly KnownArgument[] };
  'scorer/score': {
    brief: Brief;
    motion: Motion;
    /** In the drawn order. */
    arguments: readonly BlindArgument[];
    earlier: readonly BlindArgument[];
    guidance: readonly { seq: number; text: string }[];
  };
  'reporter/clash': WithRecord & {
    motion: Motion;
    arguments: readonly KnownArgument[];
    totals: Readonly<Record<Side, { total: number; count: number }>>;
    /** Of the whole report, without the graph. */
    wordLimits: { min: number; max: number };
  };
}
