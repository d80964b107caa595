import * as z from 'zod';
import { answered, readingOrders, step, text } from './common';

export const attackTypes = ['claim_attack', 'grounds_attack', 'warrant_attack', 'backing_attack'] as const;
export type AttackType = (typeof attackTypes)[number];
export const attackSchema = z.looseObject({ target_id: text, type: z.enum(attackTypes), content: text.optional() });
export const defenceTypes = ['reinforce', 'clarify', 'concede_and_pivot'] as const;
export type DefenceType = (typeof defenceTypes)[number];
export const defenceSchema = z.looseObject({ target_id: text, type: z.enum(defenceTypes), content: text.optional() });

export const sides = ['proposition', 'opposition'] as const;
export type Side = (typeof sides)[number];

/** `source` names the source for people; `url` and `quote` are what the Verifier opens and looks for. */
export const groundSchema = z.looseObject({
  source: text,
  content: text,
  relevance: text.optional(),
  url: text.optional(),
  quote: text.optional(),
});
export type Ground = z.infer<typeof groundSchema>;

/** An argument after Toulmin. Reading is lenient: gate and lint check the limits of length. */
const argumentSchema = z.looseObject({
  /** Ids like `prop_000a` to `prop_000c`, `prop_001`, `opp_001` … */
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

export const argumentData = z.looseObject({
  ...step,
  ...answered,
  argument: argumentSchema,
  /** Number of the evidence's passages that no argument uses after an offline exchange. */
  passages_left: z.int().min(0).optional(),
});

const scoreSchema = z.looseObject({ argument_id: text, score: z.number(), reasoning: text });
const rescoreSchema = z.looseObject({
  argument_id: text,
  old_score: z.number(),
  new_score: z.number(),
  reasoning: text,
});

export const judgmentData = z.looseObject({
  ...step,
  exchange: z.int().min(0).optional(),
  scores: z.array(scoreSchema),
  rescores: z.array(rescoreSchema).optional(),
  /** The ids in the order in which the Judge saw them, in the first pass if there were several. */
  order: z.array(text).optional(),
  seed: z.union([z.int(), text]).optional(),
  /** The passes with their scores, before the average. */
  passes: z
    .array(
      z.looseObject({
        /** The judge, and which of its two orders this is; absent where one Judge decides alone. */
        judge: text.optional(),
        reading: z.enum(readingOrders).optional(),
        order: z.array(text),
        scores: z.array(z.looseObject({ argument_id: text, score: z.number() })),
        rescores: z.array(z.looseObject({ argument_id: text, new_score: z.number() })).optional(),
      }),
    )
    .optional(),
  /** Judges without a pass in this exchange, and why. */
  failed: z.array(z.looseObject({ judge: text, reason: text })).optional(),
  /** The passes' highest score minus the lowest, by argument. */
  spread: z.record(text, z.number()).optional(),
});
