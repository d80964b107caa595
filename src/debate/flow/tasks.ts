import * as z from 'zod';
import { type Description, field, told } from '../log/described';
import { cruxWords } from '../rules/cruxGate';
import { declaredFields, declaredFor } from '../log/data/declared';
import {
  answerFields,
  criteria,
  frameworkSchema,
  grantSchema,
  point,
  type Debater,
  type Framework,
  type Point,
  type UndecidedWhy,
  type VerificationStatus,
} from '../log/entryData';
import {
  citedBy,
  citedSource,
  memo,
  sentences,
  seq,
  text,
  type ArguingInput,
  type Brief,
  type CitedSource,
  type VisibleEntry,
  type WithRecord,
} from './tasks/common';
import { formatTasks, type FormatInputs } from './tasks/formats';

export type { Brief, CitedSource, CheckedSource, StandingIssue, VisibleEntry } from './tasks/common';

/**
 * Each with the schema of its answer. Every performer (a language model, offline, a script, a person) gets the same
 * input and must give the same output.
 */

/** What every entry of a turn says. */
export const spokenFields = {
  content: field(text, {
    told: 'What is said, in Markdown.',
    label: (l10n) => l10n.t('What you say'),
    hint: (l10n) => l10n.t('Markdown. “seq 4” becomes a link to that entry.'),
  }),
  sources: citedBy(z.array(citedSource).nullish()),
  ...declaredFields,
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

/** A turn is `{entries: […]}`; a single entry counts as a turn of one. Models give it as `asked`. */
const turnOf = <T extends z.ZodType>(entry: T, asked: z.ZodType) =>
  field(
    z.preprocess(
      (value) => (typeof value === 'object' && value !== null && 'content' in value ? { entries: [value] } : value),
      z.looseObject({ entries: z.array(entry).min(1).max(8), memo, fallen: z.array(fallenRider).optional() }),
    ),
    { as: asked },
  );

const { content, sources } = spokenFields;

const challengeByModels = {
  target_seq: told(seq, 'The challenged entry.'),
  url: told(text, 'The address, exactly as cited there.'),
  claim: told(text, 'The failing claim, verbatim from the challenged entry.'),
  content: told(text, 'Why the source fails the claim, in up to three sentences.'),
};

const turnEntryByModels = z.discriminatedUnion('type', [
  // The three have so much in common that a schema each would be told three times.
  z.looseObject({
    type: z.enum(['new_point', 'rebuttal', 'conjecture']),
    rebuttal_to_seq: told(seq.nullable(), 'The entry that a rebuttal answers; else null.'),
    content,
    sources,
    ...declaredFor('turn'),
  }),
  z.looseObject({ type: z.literal('source_challenge'), ...challengeByModels }),
  z.looseObject({
    type: z.literal('clarification_request'),
    target_seq: told(seq.nullable(), 'The entry asked about, or null.'),
    content: told(text, 'The question to the Chair, in up to three sentences.'),
  }),
]);

const closingByModels = z.looseObject({
  content,
  sources,
  ...declaredFor('closing'),
  challenge: told(
    z.looseObject(challengeByModels).nullable(),
    'A source of another debater that fails its claim; mostly null.',
  ),
});

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
  text: told(text, 'One to three sentences.'),
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
const briefItems = (words: string) => told(z.array(point('At most 40 words.')).max(3), `${words} 0 to 3.`);

export const taskOutputs = {
  'chair/propose_lineup': lineup,
  'chair/revise_lineup': lineup,
  /** Motions for a topic that is none, before a dialectic exists; the best first. */
  'moderator/propose_motions': z.looseObject({
    motions: told(z.array(told(text, 'One declarative sentence.')).min(1), '2 to 4, the best first.'),
  }),
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
    /** By word: only in records before points were numbers, and where nobody weighed. Else code makes it of the points. */
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
  'chair/review_documents': z.looseObject({
    problems: field(z.array(problem), {
      told: 'Mostly empty.',
      label: (l10n) => l10n.t('To be written again'),
      hint: (l10n) => l10n.t('None: they stand as they are.'),
      add: (l10n) => l10n.t('Add Problem'),
      most: 10,
    }),
  }),
  'debater/opening': turnOf(
    z.discriminatedUnion('type', [opening, ...rider]),
    z.looseObject({ content, sources, ...declaredFor('opening'), memo }),
  ),
  'debater/turn': turnOf(
    z.discriminatedUnion('type', [newPoint, conjecture, rebuttal, ...rider]),
    z.looseObject({ entries: told(z.array(turnEntryByModels), '1 to 8 entries.'), memo }),
  ),
  'debater/closing': turnOf(z.discriminatedUnion('type', [closing, ...rider]), closingByModels),
  ...formatTasks,
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
} as const;

export type TaskKind = keyof typeof taskOutputs;
export type PanelKind = Exclude<TaskKind, keyof FormatInputs | 'moderator/propose_motions' | SharedKind>;
/** Kinds of tasks that several formats have, and that are told no format's rules. */
export type SharedKind = 'verifier/support' | 'voter/choose' | 'reporter/brief';
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
export interface SpeakerInput extends ArguingInput<PanelBrief> {
  /** Frameworks to engage with or explicitly defer. */
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
  'chair/word_conclusion': PanelRecord & {
    ledgers: readonly DebaterLedger[];
    /** What the judges decided; `why` where it is undecided. */
    outcome: string;
    why: UndecidedWhy | undefined;
    tally: string;
  };
  'juror/verdict': WithRecord & { debaters: readonly BlindDebater[] };
  'voter/choose': {
    brief: Brief;
    positions: readonly { label: string; text: string }[];
    /** Best passages of the evidence on the topic, which code finds when the task is performed. */
    passages: readonly CitedSource[];
  };
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
  'reporter/brief': WithRecord & { outcome: string };
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
