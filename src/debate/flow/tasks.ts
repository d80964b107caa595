import * as z from 'zod';
import { type Description, field, told } from '../log/described';
import { point } from '../log/entryData';
import { citedSource, seq, text, type Brief, type CitedSource, type WithRecord } from './tasks/common';
import { formatTasks, type FormatInputs } from './tasks/formats';
import type { LineupInput } from './tasks/panel';

export type { Brief, CitedSource, CheckedSource, StandingIssue, VisibleEntry } from './tasks/common';

const why: Description = { label: (l10n) => l10n.t('Why') };

const briefItems = (words: string) => told(z.array(point('At most 40 words.')).max(3), `${words} 0 to 3.`);

/**
 * Each with the schema of its answer. Every performer (a language model, offline, a script, a person) gets the same
 * input and must give the same output.
 */
export const taskOutputs = {
  ...formatTasks,
  /** Motions for a topic that is none, before a dialectic exists; the best first. */
  'moderator/propose_motions': z.looseObject({
    motions: told(z.array(told(text, 'One declarative sentence.')).min(1), '2 to 4, the best first.'),
  }),
  /** An answer beside the debate, before it begins; code adds the passages that it was given. */
  'voter/choose': field(
    z.looseObject({
      choice: field(text, {
        last: 1,
        told: 'A label, exactly as given, or "none".',
        label: (l10n) => l10n.t('The position that you would take'),
        isLine: true,
      }),
      reason: field(text, { ...why, told: 'At most 60 words.' }),
      sources: field(z.array(citedSource).optional(), { isUnasked: true }),
    }),
    { order: ['choice', 'reason'] },
  ),
  'verifier/support': field(
    z.looseObject({
      answer: field(z.enum(['supports', 'contradicts', 'does_not_say']), {
        last: 1,
        label: (l10n) => l10n.t('The passage'),
        options: (l10n) => ({
          supports: l10n.t('supports the claim'),
          contradicts: l10n.t('contradicts it'),
          does_not_say: l10n.t('does not say'),
        }),
      }),
      explanation: field(text, { ...why, told: 'One or two sentences with the decisive words.' }),
    }),
    { order: ['answer', 'explanation'] },
  ),
  /** One page for whoever decides; code fills question, answer, what stands and what is unchecked. */
  'reporter/brief': z.looseObject({
    cruxes: told(
      z
        .array(
          z.looseObject({
            text: told(text, 'One sentence of at most 40 words.'),
            seqs: told(z.array(seq), 'The entries of at least two debaters where it is argued.'),
            for: told(z.array(seq), 'The strongest entries for it.'),
            against: told(z.array(seq), 'The strongest entries against it.'),
          }),
        )
        .max(3),
      '0 to 3.',
    ),
    options: told(
      z
        .array(
          z.looseObject({
            name: told(text, 'A few words.'),
            for: told(z.array(seq), 'Entries that speak for it.'),
            against: told(z.array(seq), 'Entries that speak against it.'),
          }),
        )
        .max(3),
      '0 to 3.',
    ),
    assumptions: briefItems('What the answer takes for granted.'),
    would_change: briefItems('What would change the answer.'),
    minority: briefItems('The best of what the answer goes against.'),
    next: briefItems('What to do next, as far as the record carries it.'),
  }),
} as const;

export type TaskKind = keyof typeof taskOutputs;
/** Kinds of tasks that several formats have, and that are told no format's rules. */
export type SharedKind = 'verifier/support' | 'voter/choose' | 'reporter/brief';
export type TaskOutput<K extends TaskKind> = z.infer<(typeof taskOutputs)[K]>;

export interface TaskInputs extends FormatInputs {
  /** `style`: wanted by the user. */
  'moderator/propose_motions': Pick<LineupInput, 'topic' | 'evidence'>;
  'voter/choose': {
    brief: Brief;
    positions: readonly { label: string; text: string }[];
    /** Best passages of the evidence on the topic, which code finds when the task is performed. */
    passages: readonly CitedSource[];
  };
  'verifier/support': {
    claim: string;
    passage: string;
    surroundings: string;
    /** Uncertain findings of code. */
    note?: string;
    title: string;
    url: string;
  };
  'reporter/brief': WithRecord & { outcome: string; mostWords: number };
}

/** An objection, as shown to the agent that must correct it. */
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
  /** Figures that no entry states: what still has them is marked. */
  unstated?: readonly string[];
  /** The entry that the answer had to take up: what still ignores it is logged, and costs an infraction. */
  ignores?: number;
}

export interface TaskRequest<K extends TaskKind = TaskKind> {
  id: string;
  kind: K;
  agent: string;
  input: TaskInputs[K];
  /** Number of the attempt, from 1. */
  attempt: number;
  /** Objections to the previous answer. */
  feedback: readonly Violation[];
}
