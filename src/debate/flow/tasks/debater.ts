import * as z from 'zod';
import { field, told } from '../../log/described';
import { declaredFields, declaredFor } from '../../log/data/declared';
import type { Framework, Point } from '../../log/entryData';
import { citedBy, citedSource, memo, seq, text, type ArguingInput, type Brief } from './common';

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

/** What the debaters of a panel are asked for. */
export const debaterTasks = {
  'debater/opening': turnOf(
    z.discriminatedUnion('type', [opening, ...rider]),
    z.looseObject({ content, sources, ...declaredFor('opening'), memo }),
  ),
  'debater/turn': turnOf(
    z.discriminatedUnion('type', [newPoint, conjecture, rebuttal, ...rider]),
    z.looseObject({ entries: told(z.array(turnEntryByModels), '1 to 8 entries.'), memo }),
  ),
  'debater/closing': turnOf(z.discriminatedUnion('type', [closing, ...rider]), closingByModels),
} as const;

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
  /** Conceded, with the entries that say so. */
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
export interface DebaterInputs {
  'debater/opening': OpeningInput;
  'debater/turn': TurnInput;
  'debater/closing': ClosingInput;
}
