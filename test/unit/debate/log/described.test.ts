import * as z from 'zod';
import { describe, expect, it } from 'vitest';
import { declaredFor, declaredList, declaredWords } from '../../../../src/debate/log/data/declared';
import { field, schemaForModels, told } from '../../../../src/debate/log/described';

const text = z.string().trim().min(1);
const jsonOf = (schema: z.ZodType): unknown => z.toJSONSchema(schemaForModels(schema));

describe('the schema that models get', () => {
  it('asks for verdicts after their reasons, the last of all at the end', () => {
    const schema = z.looseObject({
      verdict: field(z.enum(['yes', 'no']), { last: 2 }),
      points: field(z.int().min(0), { last: 1 }),
      reason: text,
    });
    expect(jsonOf(schema)).toMatchObject({ required: ['reason', 'points', 'verdict'], additionalProperties: false });
  });

  it('asks for everything, for null where a text does not apply, and for an empty list where there is nothing', () => {
    const schema = z.looseObject({
      note: text.optional(),
      list: z.array(text).optional(),
      owed: field(text.optional(), { isOwed: true }),
      preset: z.boolean().default(false),
    });
    expect(jsonOf(schema)).toMatchObject({
      required: ['note', 'list', 'owed', 'preset'],
      properties: {
        note: { type: ['string', 'null'] },
        list: { type: 'array' },
        owed: { type: 'string' },
        preset: { type: 'boolean' },
      },
    });
    expect(schemaForModels(schema).safeParse({ note: null, list: [], owed: '', preset: true }).success).toBe(true);
    expect(schemaForModels(schema).safeParse({ list: [], owed: '', preset: true }).success).toBe(false);
  });

  it('leaves out what code knows, and takes another shape in place of a field', () => {
    const schema = z.looseObject({
      known: field(text, { isUnasked: true }),
      sources: field(z.array(z.looseObject({ url: text, claim: text })), {
        told: 'At most 5.',
        as: z.array(z.looseObject({ mark: told(text, 's1, s2 …') })),
      }),
    });
    expect(jsonOf(schema)).toMatchObject({
      required: ['sources'],
      properties: {
        sources: { description: 'At most 5.', items: { properties: { mark: { description: 's1, s2 …' } } } },
      },
    });
  });

  it('says what people are told where nothing else is said', () => {
    const hint = field(text, { label: (l10n) => l10n.t('Title'), hint: (l10n) => l10n.t('At most {0} words.', 5) });
    expect(jsonOf(hint)).toMatchObject({ description: 'At most 5 words.' });
  });
});

describe('what a turn declares', () => {
  it('is asked of models where its occasion has room for it', () => {
    const [opening, turn, closing] = (['opening', 'turn', 'closing'] as const).map(declaredFor);
    for (const name of ['concedes', 'corrections', 'position_now']) expect(opening).not.toHaveProperty(name);
    expect(closing).not.toHaveProperty('introduces');
    for (const asked of [opening, turn, closing]) expect(asked).not.toHaveProperty('correction');
  });

  it('is given with each closing, and in a turn only with a rebuttal', () => {
    const isNullTaken = (occasion: 'turn' | 'closing'): boolean | undefined => {
      const asked = declaredFor(occasion)['position_now'];
      return asked && schemaForModels(asked).safeParse(null).success;
    };
    expect(isNullTaken('turn')).toBe(true);
    expect(isNullTaken('closing')).toBe(false);
  });

  it('is named in the prompt of each occasion, if the prompt does not name it by itself', () => {
    for (const occasion of ['opening', 'turn', 'closing'] as const) {
      const words = declaredWords(occasion).join(' ');
      const named = declaredList.filter(({ name }) => words.includes(`\`${name}\``)).map(({ name }) => name);
      const inPrompt = ['acknowledges', 'corrections'];
      expect([...named, ...inPrompt]).toEqual(expect.arrayContaining(Object.keys(declaredFor(occasion))));
    }
  });
});
