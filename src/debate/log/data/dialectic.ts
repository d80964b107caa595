import * as z from 'zod';
import { answered, step, text } from './common';

export const attackTypes = ['claim_attack', 'grounds_attack', 'warrant_attack', 'backing_attack'] as const;
export type AttackType = (typeof attackTypes)[number];
export const attackSchema = z.looseObject({ target_id: text, type: z.enum(attackTypes), content: text.optional() });
export const defenceTypes = ['reinforce', 'clarify', 'concede_and_pivot'] as const;
export type DefenceType = (typeof defenceTypes)[number];
export const defenceSchema = z.looseObject({ target_id: text, type: z.enum(defenceTypes), content: text.optional() });

export const sides = ['proposition', 'opposition'] as const;
export type Side = (typeof sides)[number];

/** `source` names it for people; `url` and `quote` are what the Verifier opens and looks for. */
export const groundSchema = z.looseObject({
  source: text,
  content: text,
  relevance: text.optional(),
  url: text.optional(),
  quote: text.optional(),
});
export type Ground = z.infer<typeof groundSchema>;

/** An argument after Toulmin. Reading is liberal: the gate and lint hold the limits of length. */
const argumentSchema = z.looseObject({
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

export const argumentData = z.looseObject({
  ...step,
  ...answered,
  argument: argumentSchema,
  /** Of a dealt exchange: the evidence's passages that no argument uses after it. */
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
  /** The ids as the Judge saw them, in the first pass if there were several. */
  order: z.array(text).optional(),
  seed: z.union([z.int(), text]).optional(),
  /** With their scores before they were averaged. */
  passes: z
    .array(
      z.looseObject({ order: z.array(text), scores: z.array(z.looseObject({ argument_id: text, score: z.number() })) }),
    )
    .optional(),
  /** By argument: the passes' highest score minus the lowest. */
  spread: z.record(text, z.number()).optional(),
});
