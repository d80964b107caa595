import * as z from 'zod';
import type { Translator } from '../../../matching/text/translator';
import { argumentLimits, reasoningWords } from '../../formats/dialectic/options';
import { type Description, field, told } from '../../log/described';
import {
  answerFields,
  attackSchema,
  attackTypes,
  defenceSchema,
  defenceTypes,
  groundSchema,
  type Argument,
  type AttackType,
  type DefenceType,
  type Side,
  type VerificationStatus,
} from '../../log/entryData';
import { acknowledges, address, memo, text, type ArguingInput, type Brief, type WithRecord } from './common';

const { title, claim, grounds, warrant, backing, qualifier, attacks, defends, openings } = argumentLimits;

const ground = field(
  groundSchema.extend({
    source: field(text, {
      told: 'What it is, for people: author, title, year.',
      label: (l10n) => l10n.t('What it is'),
      hint: (l10n) => l10n.t('Author, title, year.'),
      isLine: true,
    }),
    content: field(text, {
      told: `What it says that bears on the claim. At most ${grounds.content} words.`,
      label: (l10n) => l10n.t('What it says that bears on the claim'),
      hint: (l10n) => l10n.t('At most {0} words.', grounds.content),
    }),
    relevance: field(text, {
      told: `Why that matters here. At most ${grounds.relevance} words.`,
      label: (l10n) => l10n.t('Why that matters here'),
      hint: (l10n) => l10n.t('At most {0} words.', grounds.relevance),
      isLine: true,
    }),
    url: address,
    quote: field(text, {
      told: 'The passage that content rests on, verbatim from the source.',
      label: (l10n) => l10n.t('Quote, word for word'),
    }),
  }),
  { order: ['source', 'url', 'quote', 'content', 'relevance'] },
);

const target = field(text, { label: (l10n) => l10n.t('Argument') });
const way = { label: (l10n: Translator) => l10n.t('Its way') };
const saidOf = (most: number) =>
  field(text, {
    label: (l10n) => l10n.t('What you say of it'),
    hint: (l10n) => l10n.t('At most {0} words.', most),
  });

const attack = attackSchema.extend({
  target_id: target,
  type: field(z.enum(attackTypes), {
    ...way,
    options: (l10n): Record<AttackType, string> => ({
      claim_attack: l10n.t('against its claim'),
      grounds_attack: l10n.t('against its grounds'),
      warrant_attack: l10n.t('against its warrant'),
      backing_attack: l10n.t('against its backing, where it has one'),
    }),
  }),
  content: saidOf(attacks.content),
});

const defence = defenceSchema.extend({
  target_id: target,
  type: field(z.enum(defenceTypes), {
    ...way,
    options: (l10n): Record<DefenceType, string> => ({
      reinforce: l10n.t('reinforce it'),
      clarify: l10n.t('clarify it'),
      concede_and_pivot: l10n.t('concede, and go on from there'),
    }),
  }),
  content: saidOf(defends.content),
});

const argument = z.looseObject({
  title: field(text, {
    label: (l10n) => l10n.t('Title'),
    hint: (l10n) => l10n.t('{0} to {1} words.', title.min, title.max),
    isLine: true,
  }),
  claim: field(text, {
    label: (l10n) => l10n.t('Claim'),
    hint: (l10n) => l10n.t('One sentence of at most {0} words.', claim),
    isLine: true,
  }),
  grounds: field(z.array(ground).min(grounds.min).max(grounds.max), {
    told: `${grounds.min} to ${grounds.max}.`,
    label: (l10n) => l10n.t('Grounds'),
    hint: (l10n) => l10n.t('One to three, each on a passage of its own.'),
    add: (l10n) => l10n.t('Add Ground'),
  }),
  warrant: field(text, {
    told: `The rule by which the grounds carry the claim. At most ${warrant} words.`,
    label: (l10n) => l10n.t('Warrant'),
    hint: (l10n) => l10n.t('Why the grounds carry the claim. At most {0} words.', warrant),
  }),
  backing: field(text, {
    told: `Why the rule holds. At most ${backing} words.`,
    label: (l10n) => l10n.t('Backing'),
    hint: (l10n) => l10n.t('Why the warrant holds; may be left out. At most {0} words.', backing),
  }).optional(),
  qualifier: field(text, {
    told: `How far the claim goes. At most ${qualifier} words.`,
    label: (l10n) => l10n.t('Qualifier'),
    hint: (l10n) => l10n.t('How far the claim goes; may be left out. At most {0} words.', qualifier),
    isLine: true,
  }).optional(),
});

/** The first exchange has nothing yet to attack or defend. */
const firstToulmin = argument.extend({
  attacks: field(z.array(attack).default([]), { isUnasked: true }),
  defends: field(z.array(defence).default([]), { isUnasked: true }),
});

/** The format adds id, side and exchange. A ground's `quote` is verbatim from `url`. */
const toulmin = argument.extend({
  attacks: field(z.array(attack).default([]), {
    told: `0 to ${attacks.max}.`,
    label: (l10n) => l10n.t('Attacks'),
    hint: (l10n) => l10n.t('{0} at most; none twice in the same way.', attacks.max),
    add: (l10n) => l10n.t('Add Attack'),
    most: attacks.max,
  }),
  defends: field(z.array(defence).default([]), {
    told: `0 to ${defends.max}.`,
    label: (l10n) => l10n.t('Defences of your own'),
    hint: (l10n) => l10n.t('{0} at most; none twice in the same way.', defends.max),
    add: (l10n) => l10n.t('Add Defence'),
    most: defends.max,
  }),
});

export type Toulmin = z.infer<typeof toulmin>;

const besides = { acknowledges, memo };

const reasoning: Description = {
  label: (l10n) => l10n.t('Why'),
  hint: (l10n) => l10n.t('At most {0} words.', reasoningWords),
};
const judged = { argument_id: told(text, 'The label.') };

/** `argument_id`: the label that the Judge saw, or the id itself. */
const score = z.looseObject({
  ...judged,
  score: field(z.number(), {
    told: '-1 to 1, two decimals; all of them sum to 0.',
    label: (l10n, label = '') => l10n.t('{0}: score', label),
    hint: (l10n) =>
      l10n.t('−1 to +1 in steps of 0.01. All of them together are 0; up to 0.10 off is corrected for you.'),
    last: 1,
  }),
  reasoning: field(text, {
    ...reasoning,
    label: (l10n, label = '', of = '') => l10n.t('{0}, “{1}”: why', label, of),
  }),
});

const rescore = field(
  z.looseObject({
    argument_id: field(text, { told: 'The label.', label: (l10n) => l10n.t('Argument') }),
    new_score: field(z.number(), {
      told: 'At most 0.5 from the present score; all changes sum to 0.',
      label: (l10n) => l10n.t('New score'),
      last: 1,
    }),
    reasoning: field(text, reasoning),
  }),
  { order: ['argument_id', 'new_score', 'reasoning'] },
);

const turningPoint = z.looseObject({
  title: field(text, {
    told: 'Up to 10 words.',
    label: (l10n) => l10n.t('Title'),
    hint: (l10n) => l10n.t('At most {0} words.', 10),
    isLine: true,
  }),
  text: field(text, { label: (l10n) => l10n.t('Text'), hint: (l10n) => l10n.t('One to three sentences.') }),
});

export const dialecticTasks = {
  'side/open': z.looseObject({ arguments: told(z.array(firstToulmin).length(openings), 'Three.'), ...besides }),
  'side/rebut': field(z.looseObject({ argument: toulmin, ...besides }), {
    // Models know the word from their first task.
    as: z.looseObject({ arguments: told(z.array(toulmin), 'One.'), ...besides }),
  }),
  'scorer/score': z.looseObject({
    scores: told(z.array(score).min(1), 'One for each new argument.'),
    rescores: field(z.array(rescore).default([]), {
      told: 'Mostly empty.',
      label: (l10n) => l10n.t('Earlier arguments that are worth another score now'),
      hint: (l10n) => l10n.t('Mostly none. Each changes by at most 0.5, and all changes together are exactly 0.'),
      add: (l10n) => l10n.t('Add New Score'),
    }),
  }),
  /** Only prose: verdict, totals and graph are code's. Arguments are named by id. */
  'reporter/clash': z.looseObject({
    question: field(text, {
      told: 'One paragraph.',
      label: (l10n) => l10n.t('The question'),
      hint: (l10n, min = '', max = '') => l10n.t('One paragraph. The whole report has {0} to {1} words.', min, max),
    }),
    clash: field(text, {
      told: 'Two or three paragraphs.',
      label: (l10n) => l10n.t('The clash'),
      hint: (l10n) => l10n.t('Two or three paragraphs. Name arguments by their ids.'),
    }),
    turning_points: field(z.array(turningPoint).min(1).max(4), {
      told: '1 to 4.',
      label: (l10n) => l10n.t('Turning points'),
      hint: (l10n) => l10n.t('One to four.'),
      add: (l10n) => l10n.t('Add Turning Point'),
    }),
    verdict: field(text, {
      told: 'One or two paragraphs.',
      label: (l10n) => l10n.t('The verdict'),
      hint: (l10n) => l10n.t('One or two paragraphs. Totals and graph are added.'),
    }),
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
  /** Check results, by address of its grounds. */
  checks: readonly { url: string; status: VerificationStatus; explanation: string }[];
  redacted: { by: number; reason: string } | undefined;
}

/** An argument with a label for its id, also in others' attacks and defences, and no side. */
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
    /** Arguments in the drawn order. */
    arguments: readonly BlindArgument[];
    earlier: readonly BlindArgument[];
    guidance: readonly { seq: number; text: string }[];
  };
  'reporter/clash': WithRecord & {
    motion: Motion;
    arguments: readonly KnownArgument[];
    totals: Readonly<Record<Side, { total: number; count: number }>>;
    /** Word limits of the whole report, without the graph. */
    wordLimits: { min: number; max: number };
  };
}
