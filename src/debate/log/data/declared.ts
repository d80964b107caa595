import * as z from 'zod';
import { descriptionOf, field, told } from '../described';
import { correctionSchema, seq, text } from './common';

/**
 * What an entry of a panel declares beside its words, a field each. The record, the answer, the schema and the prompt of
 * models, the form for people, what the step writes, and the documents are derived from this list.
 */

/** When debaters speak. */
export type Occasion = 'opening' | 'turn' | 'closing';

interface Declaration {
  /** Models are asked for it on these occasions. */
  asked: readonly Occasion[];
  /** It comes with each rebuttal and each closing, and with nothing else. */
  isOfRebuttals?: true;
  /** What the prompt says of it, by occasion. */
  prompt?: Readonly<Partial<Record<Occasion, string>>>;
  /** What the transcript puts before the words. */
  transcript?: string;
  /** How a fault of the record begins that names a seq in it. */
  names?: string;
  /** It holds words of others, which are not its author's own. */
  holdsOthersWords?: true;
}

const declarations = new WeakMap<z.core.$ZodType, Declaration>();

function declared<S extends z.ZodType>(schema: S, declaration: Declaration): S {
  declarations.set(schema, declaration);
  return schema;
}

export const frameworkSchema = z.looseObject({
  name: field(text.min(1), { label: (l10n) => l10n.t('Name'), isLine: true }),
  description: field(text, {
    told: 'One sentence.',
    label: (l10n) => l10n.t('What it weighs'),
    isLine: true,
  }),
});
export type Framework = z.infer<typeof frameworkSchema>;

const concessionSchema = z.looseObject({
  seq: field(seq, { label: (l10n) => l10n.t('To') }),
  claim: field(text, {
    told: 'The fact that is granted.',
    label: (l10n) => l10n.t('The claim that you grant'),
    isLine: true,
  }),
});

const correctionByModels = z.looseObject({
  seq: told(seq, 'Your entry that cites the source.'),
  old_url: told(text, 'The address, exactly as cited there.'),
  new_url: told(text, 'The source for what holds instead; null where the statement is only withdrawn.').nullable(),
  reason: told(text, 'Why, in a few words.'),
  statement: told(text, 'The sentence of that entry that was wrong, verbatim.'),
  instead: told(text, 'What holds instead; null where it is only withdrawn.').nullable(),
});

const newFramework =
  '`introduces`: a named model or theory that nobody has brought up before, with a one-sentence description; mostly empty.';

/** Fields in the order in which the record writes them. */
export const declaredFields = {
  introduces: declared(
    field(z.array(frameworkSchema).optional(), {
      told: 'Named frameworks that nobody has brought up before.',
      label: (l10n) => l10n.t('A framework that you introduce'),
      add: (l10n) => l10n.t('Add Framework'),
      most: 3,
      isAskedLast: true,
    }),
    { asked: ['opening', 'turn'], prompt: { opening: newFramework, turn: newFramework } },
  ),
  acknowledges: declared(
    field(z.array(seq).optional(), {
      told: 'Frameworks and redactions that this answers.',
      label: (l10n) => l10n.t('Taken up'),
      hint: (l10n) => l10n.t('Take each up in what you say, or say that you leave it for later.'),
    }),
    { asked: ['opening', 'turn', 'closing'], names: 'It acknowledges' },
  ),
  concedes: declared(
    field(z.array(concessionSchema).optional(), {
      label: (l10n) => l10n.t('You concede'),
      add: (l10n) => l10n.t('Add Concession'),
      most: 8,
    }),
    {
      asked: ['turn', 'closing'],
      prompt: {
        turn: '`concedes`: each fact that the entry grants, with the seq where it was said.',
        closing: '`concedes`: each fact that you grant, with the seq where it was said.',
      },
      names: 'It concedes a claim of',
      holdsOthersWords: true,
    },
  ),
  /** One correction alone; several stand in `corrections`. */
  correction: declared(correctionSchema.optional(), { asked: [], names: 'It corrects' }),
  corrections: declared(
    field(z.array(correctionSchema).optional(), {
      told: 'Of your sources that may be corrected now; mostly empty.',
      as: z.array(correctionByModels),
    }),
    { asked: ['turn', 'closing'], names: 'It corrects' },
  ),
  position_now: declared(
    field(text, {
      told: 'Where you stand now, in one sentence.',
      label: (l10n) => l10n.t('Where you stand now'),
      hint: (l10n) => l10n.t('One sentence.'),
      isLine: true,
    }).optional(),
    {
      asked: ['turn', 'closing'],
      isOfRebuttals: true,
      prompt: {
        turn: 'A rebuttal also says in `position_now`, in one sentence, where you stand now, which may be narrower than at the start, and in `would_change_my_mind` what would change that.',
        closing: '`position_now`: where you stand now, in one sentence; it may be narrower than at the start.',
      },
      transcript: 'stands now for',
    },
  ),
  would_change_my_mind: declared(
    field(text, {
      told: 'What would change it, in one sentence.',
      label: (l10n) => l10n.t('What would change your mind'),
      hint: (l10n) => l10n.t('One sentence.'),
      isLine: true,
    }).optional(),
    {
      asked: ['turn', 'closing'],
      isOfRebuttals: true,
      prompt: { closing: '`would_change_my_mind`: the finding or figure that would change it, in one sentence.' },
      transcript: 'would change this for',
    },
  ),
};

interface DeclaredField extends Declaration {
  name: string;
  schema: z.ZodOptional;
}

export const declaredList: readonly DeclaredField[] = Object.entries(declaredFields).map(([name, schema]) => ({
  asked: [],
  ...declarations.get(schema),
  name,
  schema,
}));

/** The declared fields that are given, in the order of the record. */
export const declaredOf = (given: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(declaredList.flatMap(({ name }) => (given[name] === undefined ? [] : [[name, given[name]]])));

/** What models are asked to declare. */
export const declaredFor = (occasion: Occasion): Record<string, z.ZodType> =>
  Object.fromEntries(
    declaredList
      .filter(({ asked }) => asked.includes(occasion))
      .map(({ name, schema, isOfRebuttals = false }) => [name, isOfRebuttals ? ofRebuttals(schema, occasion) : schema]),
  );

/** A closing always gives it, another entry only where it is a rebuttal. */
function ofRebuttals(schema: z.ZodOptional, occasion: Occasion): z.ZodType {
  if (occasion === 'closing') return field(schema, { isOwed: true });
  const { told: words = '' } = descriptionOf(schema.unwrap());
  return told(schema, `With a rebuttal: ${words.charAt(0).toLowerCase()}${words.slice(1)}`);
}

/** What the prompt says of the fields. */
export const declaredWords = (occasion: Occasion): string[] =>
  [...declaredList.filter((one) => !isAskedLast(one)), ...declaredList.filter(isAskedLast)].flatMap(
    ({ prompt }) => prompt?.[occasion] ?? [],
  );

const isAskedLast = ({ schema }: DeclaredField): boolean => descriptionOf(schema).isAskedLast === true;
