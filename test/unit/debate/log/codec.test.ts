import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dataOf, entrySchema, isEnvelope, parseLine, serialiseEntry } from '../../../../src/debate/log/codec';
import { knownTypes } from '../../../../src/debate/log/quickCheck';
import { stepOf, type Entry } from '../../../../src/debate/log/entry';
import type { LineProblem } from '../../../../src/debate/log/lineProblems';
import { dataSchemas, entryTypes } from '../../../../src/debate/log/entryData';
import { awkwardKeys, entry, setupData, step } from '../../../support/entries';
import { validData } from '../../../support/validData';

const seed = 20_260_721;
const ancestor = resolve(import.meta.dirname, '../../../../../shared/data/panel-ancestor/debate-log.jsonl');

function parsed(line: string): { entry: Entry; problems: readonly LineProblem[] } {
  const result = parseLine(line);
  if (result.kind !== 'entry') throw new Error(`${result.kind}: ${line}`);
  return result;
}

const anyJson = fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }) as fc.Arbitrary<unknown>;
const isoTime = fc
  .date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) })
  .map((date) => date.toISOString());
const reference = fc.option(fc.nat(), { nil: null });
const sources = fc.option(
  fc.array(
    fc.record(
      {
        url: fc.string({ minLength: 1 }),
        title: fc.string(),
        accessed: fc.string(),
        quote: fc.string(),
        claim: fc.string(),
        page: anyJson,
      },
      { requiredKeys: ['url', 'title', 'accessed'] },
    ),
    { maxLength: 3 },
  ),
  { nil: null },
);

/** Entries of a type that nobody knows: their `data` may be anything, and so may fields of other writers. */
const foreignEntry = fc
  .tuple(
    fc.record({
      seq: fc.nat(),
      timestamp: isoTime,
      phase: fc.string(),
      speaker: fc.string({ minLength: 1 }),
      type: fc.string({ minLength: 1 }).filter((type) => !knownTypes.has(type)),
      content: fc.string({ unit: 'binary' }),
      sources,
      rebuttal_to_seq: reference,
      target_seq: reference,
    }),
    fc.dictionary(fc.oneof(fc.string(), fc.constantFrom(...awkwardKeys)), anyJson, { noNullPrototype: false }),
    fc.option(fc.dictionary(fc.oneof(fc.string(), fc.constantFrom(...awkwardKeys)), anyJson), { nil: undefined }),
  )
  .map(([own, extra, data]): Entry => {
    const fields = new Map<string, unknown>([...Object.entries(extra), ...Object.entries(own)]);
    fields.delete('data');
    if (data !== undefined) fields.set('data', data);
    return Object.fromEntries(fields) as Entry;
  });

describe('the codec', () => {
  it('reads back what it wrote, with fields and types that it does not know', () => {
    fc.assert(
      fc.property(foreignEntry, (original) => {
        const line = serialiseEntry(original);
        expect(line.endsWith('\n')).toBe(true);
        expect(line.slice(0, -1)).not.toContain('\n');
        const { entry: read, problems } = parsed(line.slice(0, -1));
        expect(problems).toEqual([]);
        expect(read).toEqual(JSON.parse(JSON.stringify(original)));
        expect(Object.keys(read).sort()).toEqual(Object.keys(original).sort());
        expect(serialiseEntry(read)).toBe(line);
      }),
      { seed, numRuns: 500 },
    );
  });

  it('writes the nine fields in their order, then those of other writers, then data', () => {
    const line = serialiseEntry({ data: { kind: 'x' }, 1: 'one', zebra: true, ...entry({ seq: 3, type: 'note' }) });
    const keys = [...line.matchAll(/"(\w+)":/g)].map((match) => match[1]);
    const nine = [
      'seq',
      'timestamp',
      'phase',
      'speaker',
      'type',
      'content',
      'sources',
      'rebuttal_to_seq',
      'target_seq',
    ];
    expect(keys).toEqual([...nine, '1', 'zebra', 'data', 'kind']);
  });

  it('keeps keys that objects treat in a way of their own', () => {
    const line = `{"seq":0,"timestamp":"2026-01-01T00:00:00Z","phase":"p","speaker":"s","type":"t","content":"","sources":null,"rebuttal_to_seq":null,"target_seq":null,"__proto__":{"a":1},"toString":"x"}`;
    expect(serialiseEntry(parsed(line).entry)).toBe(`${line}\n`);
  });

  it('reads lines with CRLF, a byte order mark, and blank ones', () => {
    const line = serialiseEntry(entry({ seq: 0, type: 'note' })).trimEnd();
    expect(parsed(`${line}\r`).entry.type).toBe('note');
    expect(parsed(`\uFEFF${line}`).entry.type).toBe('note');
    for (const blank of ['', '\r', '  \t ', '\uFEFF']) expect(parseLine(blank).kind).toBe('blank');
  });

  it('judges an envelope as the schema does, whatever it is given', () => {
    const field = fc.oneof(
      anyJson,
      isoTime,
      sources,
      fc.integer(),
      fc.constantFrom(undefined, -0, 1.5, 2 ** 53, '', 'x'),
    );
    const almost = fc.record(Object.fromEntries(Object.keys(entrySchema.shape).map((key) => [key, field])), {
      requiredKeys: [],
    });
    const good = foreignEntry.map((value): unknown => value);
    const mutated = fc
      .tuple(good, fc.constantFrom(...Object.keys(entrySchema.shape)), field)
      .map(([value, key, other]) => ({
        ...(value as object),
        [key]: other,
      }));
    fc.assert(
      fc.property(fc.oneof(anyJson, almost, good, mutated), (value) => {
        expect(isEnvelope(value)).toBe(entrySchema.safeParse(value).success);
      }),
      { seed, numRuns: 3_000 },
    );
  });

  it('says of a line that is no entry why, and keeps it raw', () => {
    for (const line of ['{', '5', 'null', '[]', '"text"', 'not json', '{"seq":0}', '{"seq":-1,"type":"note"}']) {
      const result = parseLine(line);
      expect(result.kind).toBe('raw');
      if (result.kind === 'raw') expect(result).toMatchObject({ text: line });
      if (result.kind === 'raw') expect(result.problem.message).not.toBe('');
    }
  });

  it('says it in words of the record, once a line', () => {
    const problemOf = (value: unknown): unknown => {
      const result = parseLine(JSON.stringify(value));
      return result.kind === 'raw' ? result.problem : result;
    };
    expect(problemOf({ speaker: '', type: 'note', content: 'x' })).toEqual({
      code: 'no_entry',
      message: 'it has no number, time, phase; its speaker is empty',
    });
    const source = { url: 'https://a.example', title: 7, accessed: '2026-01-01' };
    const timestamp = 'noon';
    expect(problemOf({ ...entry({ seq: 0, type: 'note' }), timestamp, sources: [source], target_seq: -1 })).toEqual({
      code: 'no_entry',
      message: 'its time is no date; its title of source 1 is no text; its target is below 0',
    });
    expect(problemOf([])).toMatchObject({ message: 'it has no fields' });
    const { problems } = parsed(
      JSON.stringify(entry({ seq: 0, type: 'verification_result', data: { status: 'fine', checks: { quote: 'no' } } })),
    );
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^it has no address, exists of checks, .*; its status is none of verified, unreliable, fabricated, unverified; its quote of checks is none of pass, /,
      ),
    ]);
  });

  it('never throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          anyJson.map((value) => JSON.stringify(value)),
        ),
        (line) => {
          expect(['entry', 'raw', 'blank']).toContain(parseLine(line).kind);
        },
      ),
      { seed, numRuns: 500 },
    );
  });
});

describe('data of known types', () => {
  it.each(entryTypes)('%s: proper data is kept, a malformed one is a problem and never unknown', (type) => {
    for (const data of validData[type]) {
      const { entry: read, problems } = parsed(serialiseEntry(entry({ seq: 0, type, data })).trimEnd());
      expect(problems).toEqual([]);
      expect(read.data).toEqual(data);
    }
    const bad = { ...validData[type][0], step: { id: '' } };
    const { entry: read, problems } = parsed(serialiseEntry(entry({ seq: 0, type, data: bad })).trimEnd());
    expect(problems).toEqual([
      { code: 'malformed_data', message: expect.stringMatching(/id of step is empty/) as string },
    ]);
    expect(read.data).toBeUndefined();
    expect(read.type).toBe(type);
  });

  it('is judged by the quick check as by the schema', () => {
    const paths = (value: unknown, before: string[] = []): string[][] =>
      typeof value !== 'object' || value === null
        ? [before]
        : [before, ...Object.entries(value).flatMap(([key, item]) => paths(item, [...before, key]))];
    const set = (value: unknown, [key, ...rest]: string[], other: unknown): unknown => {
      if (key === undefined) return other;
      const copy: Record<string, unknown> | unknown[] = Array.isArray(value)
        ? [...(value as unknown[])]
        : { ...(value as object) };
      (copy as Record<string, unknown>)[key] = set((value as Record<string, unknown>)[key], rest, other);
      return copy;
    };
    const other = fc.oneof(
      anyJson,
      fc.constantFrom<unknown>(undefined, null, -1, 0, 1, 1.5, NaN, Infinity, 2 ** 53, '', 'pass', [], {}, true),
    );
    const samples = entryTypes.flatMap((type) =>
      validData[type].flatMap((data) => paths(data).map((path) => ({ type, data, path }))),
    );
    fc.assert(
      fc.property(fc.constantFrom(...samples), other, ({ type, data, path }, value) => {
        const changed = set(data, path, value);
        expect(knownTypes.get(type)?.isData(changed)).toBe(dataSchemas[type].safeParse(changed).success);
      }),
      { seed, numRuns: 6_000 },
    );
  });

  it('passes over a key "__proto__" in a table as zod does', () => {
    const data = JSON.parse('{"url":"u","status":"verified","notes":{"__proto__":5}}') as Record<string, unknown>;
    expect(dataSchemas.verification_result.safeParse(data).success).toBe(true);
    expect(knownTypes.get('verification_result')?.isData(data)).toBe(true);
  });

  it('reports a phase that does not exist, and keeps the data', () => {
    const { entry: read, problems } = parsed(
      serialiseEntry(entry({ seq: 0, type: 'setup', phase: 'lunch', data: setupData })).trimEnd(),
    );
    expect(problems).toEqual([
      { code: 'unknown_phase', message: 'its phase "lunch" is none of system, opening, rebuttal, closing' },
    ]);
    expect(dataOf(read, 'setup')?.topic).toBe(setupData.topic);
  });

  it('is not looked at for types that nobody knows, names of object methods included', () => {
    for (const type of ['poll', 'toString', '__proto__', 'constructor', 'hasOwnProperty']) {
      const data = { step: 5, kind: [] };
      const { entry: read, problems } = parsed(serialiseEntry(entry({ seq: 0, type, phase: 'lunch', data })).trimEnd());
      expect(problems).toEqual([]);
      expect(read.data).toEqual(data);
      expect(stepOf(read)).toBeUndefined();
    }
    expect(stepOf(entry({ seq: 0, type: 'poll', data: { step: step('s') } }))?.id).toBe('s');
  });
});

describe("the ancestors' shapes", () => {
  it('lacks keys: they read as null', () => {
    const line =
      '{"seq":0,"timestamp":"2026-02-21T15:15:43Z","phase":"system","speaker":"chair","type":"setup","content":"x","sources":null}';
    expect(parsed(line)).toMatchObject({ entry: { rebuttal_to_seq: null, target_seq: null }, problems: [] });
    expect('data' in parsed(line).entry).toBe(false);
  });

  it('has any number of sources and speakers of its own', () => {
    const many = Array.from({ length: 7 }, (_, index) => ({
      url: `https://x.example/${index}`,
      title: 't',
      accessed: '2026-02-21',
    }));
    const line = serialiseEntry(
      entry({ seq: 1, type: 'opening_statement', phase: 'opening', speaker: 'promoter', sources: many }),
    );
    expect(parsed(line.trimEnd())).toMatchObject({ problems: [], entry: { sources: many } });
  });

  it.skipIf(!existsSync(ancestor))('the real log: every line is an entry without a problem', () => {
    const lines = readFileSync(ancestor, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
    expect(lines).toHaveLength(25);
    for (const [index, line] of lines.entries()) {
      const { entry: read, problems } = parsed(line);
      expect(problems).toEqual([]);
      expect(read.seq).toBe(index);
      expect(JSON.parse(serialiseEntry(read))).toMatchObject(JSON.parse(line) as object);
    }
  });

  it('every type has sample data', () => {
    for (const type of entryTypes) expect(validData[type].length, type).toBeGreaterThan(0);
  });
});
