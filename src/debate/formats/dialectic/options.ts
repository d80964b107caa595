import * as z from 'zod';
import type { Argument } from '../../log/entryData';
import type { DebateState } from '../../fold/state';
import type { Motion } from '../../flow/tasks/dialectic';
import { lengthProblems } from '../../rules/violation';
import { judgingOptions } from '../../flow/judges';
import { option } from '../../flow/options';
import { sentences, wordCount } from '../../../matching/text/text';

export const dialecticOptions = z
  .looseObject({
    /** The motion; the topic stands for it where none is given. */
    motion: option(z.string().trim().min(1).optional(), {
      label: (l10n) => l10n.t('Motion'),
      placeholder: 'TEXT',
    }),
    definitions: z
      .array(z.looseObject({ term: z.string().trim().min(1), meaning: z.string().trim().min(1) }))
      .default([]),
    scope: z.string().trim().min(1).optional(),
    /** How many exchanges are held before the debate waits, the opening one included. */
    exchanges: option(z.int().min(1).max(1_000).default(3), {
      label: (l10n) => l10n.t('Exchanges'),
      hint: (l10n) => l10n.t('Includes the openings. You can add more at any time.'),
      help: '"resume --exchanges N" holds N more at any time',
    }),
    /** Once if absent, unless judges sit: each of them reads twice. */
    judge_passes: option(z.int().min(1).max(9).optional(), {
      label: (l10n) => l10n.t('Scoring passes'),
      hint: (l10n) => l10n.t('How often the Judge scores each exchange, in different orders; the scores are averaged.'),
      placeholder: 'K',
      isSetting: true,
      isMootWith: ({ judges }) => Array.isArray(judges) && judges.length > 0,
    }),
    /** Seed of the order in which the Judge sees the arguments. */
    seed: option(z.string().min(1).default('rostrum'), { placeholder: 'TEXT' }),
    ...judgingOptions,
  })
  .refine(({ judges = [], judge_passes: passes }) => judges.length === 0 || passes === undefined, {
    path: ['judge_passes'],
    message: 'judges read twice each, so that passes are not counted beside them',
  });

/** The defaults where the record says nothing, or nothing that can be used. */
export const optionsOf = ({ setup }: DebateState): z.infer<typeof dialecticOptions> =>
  dialecticOptions.safeParse(setup?.options ?? {}).data ?? dialecticOptions.parse({});

export function motionOf(state: DebateState): Motion {
  const { motion, definitions, scope } = optionsOf(state);
  return { text: motion ?? state.setup?.topic ?? '', definitions, scope };
}

/** The motion's terms as people read them in the setup. Markdown. */
export function termsText({ text, definitions, scope }: Motion): string {
  const terms = definitions.map(({ term, meaning }) => `- **${term}**: ${meaning}`);
  return [
    `Motion: ${text}`,
    ...(terms.length === 0 ? [] : [`Definitions:\n\n${terms.join('\n')}`]),
    ...(scope === undefined ? [] : [`Scope: ${scope}`]),
  ].join('\n\n');
}

/** Words of each part, and how many parts there may be: for gate, lint and whoever tells agents. */
export const argumentLimits = {
  title: { min: 5, max: 7 },
  claim: 25,
  grounds: { min: 1, max: 3, content: 100, relevance: 30 },
  warrant: 50,
  backing: 50,
  qualifier: 10,
  attacks: { max: 3, content: 75 },
  defends: { max: 2, content: 75 },
  openings: 3,
} as const;

/** Limit of one reason of the Judge. */
export const reasoningWords = 75;

/** Scores in hundredths: of a new argument, and by how much an earlier one may be changed in one exchange. */
export const scoreLimits = { highest: 100, change: 50 } as const;

export interface Measuring {
  /** What a field, such as `attacks.0.content`, is called; by itself if not given. */
  nameOf?: (field: string) => string;
  /** Title and claim are a passage's own words, cut where they are too long: no sentence is asked for. */
  isQuoted?: boolean;
}

type Measured = Pick<
  Argument,
  'title' | 'claim' | 'grounds' | 'warrant' | 'backing' | 'qualifier' | 'attacks' | 'defends'
>;

/** Parts that are too many or too few. */
export function partBreaches(
  { grounds, attacks = [], defends = [] }: Measured,
  { nameOf = (field) => field }: Measuring = {},
): string[] {
  const limits = argumentLimits;
  return [
    ...numberBreaches(grounds.length, limits.grounds, nameOf('grounds')),
    ...numberBreaches(attacks.length, limits.attacks, nameOf('attacks')),
    ...numberBreaches(defends.length, limits.defends, nameOf('defends')),
  ];
}

/** Texts of another length than asked for, each with its field and its words. */
export function wordBreaches(
  argument: Measured,
  { nameOf = (field) => field, isQuoted = false }: Measuring = {},
): string[] {
  const { title, claim, grounds, warrant, backing, qualifier, attacks = [], defends = [] } = argument;
  const limits = argumentLimits;
  return [
    ...lengthProblems(nameOf('title'), wordCount(title), { ...limits.title, ...(isQuoted ? { min: 1 } : {}) }),
    ...atMost(claim, limits.claim, nameOf('claim')),
    ...(isQuoted ? [] : sentenceBreaches(claim, nameOf('claim'))),
    ...grounds.flatMap(({ content, relevance }, index) => [
      ...atMost(content, limits.grounds.content, nameOf(`grounds.${index}.content`)),
      ...atMost(relevance, limits.grounds.relevance, nameOf(`grounds.${index}.relevance`)),
    ]),
    ...atMost(warrant, limits.warrant, nameOf('warrant')),
    ...atMost(backing, limits.backing, nameOf('backing')),
    ...atMost(qualifier, limits.qualifier, nameOf('qualifier')),
    ...attacks.flatMap(({ content }, index) =>
      atMost(content, limits.attacks.content, nameOf(`attacks.${index}.content`)),
    ),
    ...defends.flatMap(({ content }, index) =>
      atMost(content, limits.defends.content, nameOf(`defends.${index}.content`)),
    ),
  ];
}

export function atMost(text: string | undefined, limit: number, field: string): string[] {
  return lengthProblems(field, text === undefined ? 0 : wordCount(text), { max: limit });
}

function sentenceBreaches(claim: string, field: string): string[] {
  const count = sentences(claim).length;
  if (count > 1) return [`${field} has ${count} sentences; it is one.`];
  return claim.trimEnd().endsWith('…') ? [`${field} is cut short; it is one whole sentence.`] : [];
}

function numberBreaches(count: number, { min = 0, max }: { min?: number; max: number }, field: string): string[] {
  if (count > max) return [`${field} are ${count}; at most ${max} are allowed.`];
  return count < min ? [`${field} are ${count}; at least ${min} is asked for.`] : [];
}
