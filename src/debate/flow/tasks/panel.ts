import * as z from 'zod';
import { type Description, field, told } from '../../log/described';
import { cruxWords } from '../../rules/cruxGate';
import {
  answerFields,
  criteria,
  frameworkSchema,
  grantSchema,
  point,
  type Debater,
  type UndecidedWhy,
  type VerificationStatus,
} from '../../log/entryData';
import { sentences, seq, text, type VisibleEntry, type WithRecord } from './common';
import { debaterTasks, type DebaterInputs, type PanelBrief } from './debater';

const lineup = z.looseObject({
  debaters: told(
    z
      .array(
        z.looseObject({
          name: told(text, '1 to 50 letters, digits and hyphens; unique.'),
          persona: told(text, 'Who speaks: one or two sentences.'),
          starting_position: told(text, 'The thesis: one or two sentences.'),
          incentives: told(text, 'What this persona stands to gain, lose and protect.'),
          model: field(z.string().optional(), { isUnasked: true }),
        }),
      )
      .min(2)
      .max(8),
    '2 to 8 debaters, in the order of speaking.',
  ),
});

const criterion = z.looseObject({
  text: told(text, 'One or two sentences.'),
  seqs: told(z.array(seq), 'The entries they rest on.'),
  points: told(z.int(), '0 to 10.'),
});

/** `text`: of a person, who says in one place why the points are what they are. */
const evaluation = z.looseObject({
  debater: told(text, 'The label, exactly as given.'),
  criteria: field(z.record(z.string(), z.unknown()), {
    as: z.looseObject(Object.fromEntries(criteria.map((name) => [name, criterion]))),
  }),
  text: field(z.string().optional(), { isUnasked: true }),
});

const why: Description = { label: (l10n) => l10n.t('Why') };

const infraction = z.looseObject({
  rule: field(z.enum(['6', '7', '11']), {
    label: (l10n) => l10n.t('Rule'),
    options: (l10n) => ({
      6: l10n.t('Rule 6: against the person'),
      7: l10n.t('Rule 7: another’s position is misrepresented'),
      11: l10n.t('Rule 11: a claim of fact without source or label'),
    }),
  }),
  reason: field(text, { ...why, isLine: true }),
});

const problem = z.looseObject({
  document: field(text, { label: (l10n) => l10n.t('Document') }),
  problem: field(text, { label: (l10n) => l10n.t('Problem') }),
});

const question = z.looseObject({
  to: field(text, { told: "A debater's name.", label: (l10n) => l10n.t('To') }),
  question: field(text, { label: (l10n) => l10n.t('Question') }),
});

/** Points of the debate that the Chair names; where they stand may be left to code. */
const named = (words: string) => {
  const { seqs, ...shape } = point(words).shape;
  return z.looseObject({ ...shape, seqs: field(seqs, { mayBeEmpty: true }) });
};
const points: Description = { label: (l10n) => l10n.t('Points'), add: (l10n) => l10n.t('Add Point') };

const unasked = (schema: typeof text) => field(schema.optional(), { isUnasked: true });
const upTo = (most: string) => told(sentences, most);

/** What those who lead, watch and report a panel are asked for, and its debaters. */
export const panelTasks = {
  'chair/propose_lineup': lineup,
  'chair/revise_lineup': lineup,
  'chair/review_turn': z.looseObject({
    summary: field(text, {
      told: 'One sentence, at most 30 words.',
      label: (l10n) => l10n.t('Summary'),
      hint: (l10n) => l10n.t('30 words at most.'),
    }),
    frameworks: field(z.array(frameworkSchema).default([]), {
      told: 'Newly brought in and not declared; mostly empty.',
      label: (l10n) => l10n.t('Frameworks that it introduces'),
      add: (l10n) => l10n.t('Add Framework'),
      most: 3,
      isAskedLast: true,
    }),
    infractions: field(z.array(infraction).default([]), {
      told: 'Mostly empty.',
      label: (l10n) => l10n.t('Infractions'),
      add: (l10n) => l10n.t('Add Infraction'),
      most: 5,
    }),
    /** What the turn grants in words without saying so in `concedes`. */
    granted: told(z.array(grantSchema).optional(), 'Mostly empty.'),
  }),
  'chair/choose_questions': field(
    z.looseObject({
      chosen: field(z.array(seq), {
        told: 'Numbers of the questions, from 0.',
        last: 1,
        label: (l10n) => l10n.t('Questions'),
      }),
      reason: field(z.string().optional(), { ...why, told: 'One sentence.', isOwed: true, isLine: true }),
    }),
    { order: ['chosen', 'reason'] },
  ),
  'chair/go_on': field(
    z.looseObject({
      go_on: field(z.boolean(), {
        last: 1,
        label: (l10n) => l10n.t('Another round'),
        options: (l10n) => ({ no: l10n.t('No, on to the closing statements') }),
      }),
      reason: field(text, { ...why, told: 'One or two sentences.' }),
    }),
    { order: ['go_on', 'reason'] },
  ),
  'chair/rule_on_challenge': z.looseObject({
    reason: field(text, {
      told: 'One to three sentences.',
      label: (l10n) => l10n.t('The ruling in words; the Verifier’s finding stands'),
    }),
  }),
  'chair/answer_clarification': z.looseObject({
    answer: field(text, { told: 'One to four sentences.', label: (l10n) => l10n.t('Answer') }),
  }),
  'chair/name_unresolved': z.looseObject({
    points: field(z.array(named('One neutral sentence.')).min(1).max(3), {
      ...points,
      told: '1 to 3.',
      hint: (l10n) => l10n.t('One to three.'),
    }),
    /** What both sides accept by now. */
    agreed: told(z.array(point('One neutral sentence.')).max(3).optional(), '0 to 3.'),
  }),
  'chair/name_crux': z.looseObject({
    points: field(
      z
        .array(named(`One neutral sentence of at most ${cruxWords} words.`))
        .min(2)
        .max(3),
      {
        ...points,
        told: '2 or 3.',
        hint: (l10n) => l10n.t('Two or three, each of at most {0} words and with entries of both sides.', cruxWords),
      },
    ),
  }),
  'chair/conclude': z.looseObject({
    /** Code makes it of the points. It is given in words only in records before points were numbers, and where nobody weighed. */
    outcome: unasked(text),
    evaluations: told(z.array(evaluation).default([]), 'One for each debater.'),
    /** Why nothing fair can be concluded. */
    void: told(z.looseObject({ reason: text }).nullish(), 'Mostly null: only where nothing fair can be concluded.'),
    reason: told(text, 'What decided between the cases.'),
    ...answerFields,
    /** Markdown, if nobody weighed: what the evidence says. */
    map: unasked(text),
  }),
  /** Asked where judges decided: points and outcome are theirs. */
  'chair/word_conclusion': z.looseObject({
    reason: told(text, 'What decided between the cases.'),
    ...answerFields,
  }),
  /** A blind judge's reading of the whole record; code makes its choice of the points. */
  'juror/verdict': z.looseObject({
    reasons: told(z.array(point('One or two sentences.', 'The entries that it rests on.')).min(2), 'At least 2.'),
    evaluations: told(z.array(evaluation), 'One for each label.'),
    void: told(z.looseObject({ reason: text }).nullish(), 'Mostly null: only where nothing fair can be concluded.'),
  }),
  'chair/review_documents': z.looseObject({
    problems: field(z.array(problem), {
      told: 'Mostly empty.',
      label: (l10n) => l10n.t('To be written again'),
      hint: (l10n) => l10n.t('None: they stand as they are.'),
      add: (l10n) => l10n.t('Add Problem'),
      most: 10,
    }),
  }),
  'audience/questions': z.looseObject({
    questions: field(z.array(question).max(2), {
      told: '0 to 2.',
      label: (l10n) => l10n.t('Questions'),
      hint: (l10n) => l10n.t('Two at most; none is an answer, too.'),
      add: (l10n) => l10n.t('Add Question'),
    }),
  }),
  'audience/conclusion': z.looseObject({
    content: told(text, '200 to 400 words.'),
    seqs: told(z.array(seq).min(2).max(3), 'The 2 or 3 entries named in content.'),
  }),
  'reporter/summary': z.looseObject({
    key_arguments: told(
      z.array(z.looseObject({ debater: text, arguments: told(z.array(point('One or two sentences.')), '3 to 5.') })),
      'Every debater, in lineup order.',
    ),
    exchanges: told(z.array(point('A clash, with both sides of it.')), '2 to 5.'),
    flow: told(text, 'One to three paragraphs.'),
    /** Markdown, if nobody reads: it replaces the others. */
    map: unasked(text),
  }),
  'reporter/blog_post': z.looseObject({
    title: field(text, { label: (l10n) => l10n.t('Title'), isLine: true }),
    body: field(text, {
      told: 'Markdown without the title.',
      label: (l10n) => l10n.t('Text'),
      hint: (l10n, min = '', max = '') => l10n.t('Markdown, {0} to {1} words.', min, max),
    }),
  }),
  'assessor/report': z.looseObject({
    overall: field(
      z.looseObject({
        rating: field(z.enum(['Excellent', 'Good', 'Adequate', 'Poor']), { last: 1 }),
        reasons: told(text, 'Two to four sentences.'),
      }),
      { last: 1 },
    ),
    roles: z.array(
      z.looseObject({
        role: text,
        strengths: upTo('0 to 3.'),
        improvements: upTo('0 to 3.'),
        suggestions: upTo('0 to 3.'),
      }),
    ),
    execution: told(sentences.min(3).max(5), '3 to 5.'),
    output: told(sentences.min(3).max(5), '3 to 5.'),
  }),
  ...debaterTasks,
} as const;

/** Counted by code, weighed by the Chair. */
export interface DebaterLedger {
  name: string;
  /** Skipped turns included. */
  turns: number;
  skipped: number;
  conjectures: number;
  /** Distinct (entry, URL) pairs, those of redacted entries included. */
  cited: number;
  /** Citations in entries in force. */
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

/** A debater under a label, as a judge reads it. */
export interface BlindDebater {
  label: string;
  position: string;
  incentives: string;
  words: number;
  seqs: readonly number[];
}

interface Common {
  brief: PanelBrief;
}
type PanelRecord = WithRecord<PanelBrief>;
export interface LineupInput {
  topic: string;
  /** Free text: personas, a number, full detail; empty if the Chair is to choose. */
  hints: string;
  evidence: readonly string[];
}

export interface PanelInputs extends DebaterInputs {
  'chair/propose_lineup': LineupInput;
  'chair/revise_lineup': LineupInput & { proposed: readonly Debater[]; request: string };
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
  'chair/word_conclusion': PanelRecord & {
    ledgers: readonly DebaterLedger[];
    /** What the judges decided; `why` where it is undecided. */
    outcome: string;
    why: UndecidedWhy | undefined;
    tally: string;
  };
  'juror/verdict': WithRecord & { debaters: readonly BlindDebater[] };
  'chair/review_documents': Common & { documents: readonly { name: string; content: string }[] };
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

export type PanelKind = keyof typeof panelTasks;
