import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020';
import { describe, expect, it } from 'vitest';
import { parseLine } from '../../../src/debate/log/codec';
import type { Entry } from '../../../src/debate/log/entry';
import { dataSchemas, entryTypes } from '../../../src/debate/log/entryData';
import { typeRules } from '../../../src/debate/log/entry';
import { entry } from '../../support/entries';
import { entryJsonSchema } from '../../support/jsonSchema';
import { recordTypes } from '../../support/recordTypes';
import { validData } from '../../support/validData';

const path = resolve(import.meta.dirname, '../../../docs/debate-log.schema.json');
const ancestor = resolve(import.meta.dirname, '../../../../shared/data/panel-ancestor/debate-log.jsonl');

const generated = (): string => `${JSON.stringify(entryJsonSchema(), null, 2)}\n`;

describe('docs/debate-log.schema.json', () => {
  it('is what the code makes of its schemas; UPDATE_SCHEMA=1 writes it anew', () => {
    if (process.env['UPDATE_SCHEMA'] === '1') writeFileSync(path, generated());
    expect(readFileSync(path, 'utf8')).toBe(generated());
  });
});

describe('docs/record.d.ts', () => {
  const types = resolve(import.meta.dirname, '../../../docs/record.d.ts');

  it('is what the code makes of its schemas; UPDATE_SCHEMA=1 writes it anew', () => {
    if (process.env['UPDATE_SCHEMA'] === '1') writeFileSync(types, recordTypes());
    expect(readFileSync(types, 'utf8')).toBe(recordTypes());
  });
});

describe('docs/record.md', () => {
  const text = readFileSync(resolve(import.meta.dirname, '../../../docs/record.md'), 'utf8');

  it.each(entryTypes)('lists %s with who writes it', (type) => {
    const row = text.split('\n').find((line) => line.startsWith('| ') && line.split(' | ')[0]?.includes(`\`${type}\``));
    for (const speaker of typeRules[type].speakers) expect(row).toContain(speaker);
  });

  const section = /^## Types$[\s\S]*?^## Steps$/m.exec(text)?.[0] ?? '';
  const debatersSay = /^Debaters say in[^]*?\n\n/m.exec(section)?.[0] ?? '';
  const rowsOf = (type: string): string =>
    [debatersSay, ...section.split('\n').filter((line) => line.split(' | ')[0]?.includes(`\`${type}\``))].join('\n');
  const unnamed = (type: string, fields: readonly string[]): string[] =>
    fields.filter((field) => field !== 'step' && !new RegExp(`\`${field}\\b`).test(rowsOf(type)));

  it.each(entryTypes)('names each field of %s that is checked', (type) => {
    expect(unnamed(type, Object.keys(dataSchemas[type].shape))).toEqual([]);
  });

  it('names each field that stands in a debate of test/golden', () => {
    const golden = resolve(import.meta.dirname, '../../golden');
    const logs = readdirSync(golden, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.jsonl'));
    const entries = logs.flatMap((log) =>
      readFileSync(resolve(golden, log), 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as { type: string; data?: object }),
    );
    expect(entries.length).toBeGreaterThan(100);
    const missing = entries.flatMap(({ type, data = {} }) =>
      unnamed(type, Object.keys(data)).map((field) => `${type}: ${field}`),
    );
    expect([...new Set(missing)]).toEqual([]);
  });
});

/** A validator that is not ours. The formats are its own business: it knows none here. */
const validate = new Ajv2020({
  strict: true,
  strictRequired: false,
  strictTypes: false,
  allErrors: true,
  formats: { 'date-time': true },
}).compile(entryJsonSchema());

const problems = (value: unknown): string[] =>
  validate(value) ? [] : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message ?? ''}`);

const speakerOf = (type: keyof typeof typeRules): string => {
  const [speaker] = typeRules[type].speakers;
  return speaker === undefined || speaker === 'debater' ? 'ada' : speaker;
};

describe('the JSON Schema', () => {
  it.each(entryTypes)('%s: takes what the record takes', (type) => {
    for (const phase of typeRules[type].phases) {
      for (const data of [...validData[type], undefined]) {
        const good: Entry = entry({
          seq: 0,
          type,
          phase,
          speaker: speakerOf(type),
          ...(data === undefined ? {} : { data }),
        });
        expect(problems(JSON.parse(JSON.stringify(good)))).toEqual([]);
      }
    }
  });

  it.each(entryTypes)('%s: refuses the wrong speaker, phase and data', (type) => {
    const [data] = validData[type];
    const good = entry({
      seq: 0,
      type,
      phase: typeRules[type].phases[0] ?? '',
      speaker: speakerOf(type),
      ...(data && { data }),
    });
    const wrongSpeaker = typeRules[type].speakers.includes('debater') ? 'chair' : 'ada';
    expect(problems({ ...good, speaker: wrongSpeaker }).join()).toContain('/speaker');
    expect(problems({ ...good, phase: 'lunch' }).join()).toContain('/phase');
    expect(problems({ ...good, data: { ...data, step: { id: 'x' } } }).join()).toContain('/data/step');
  });

  it('allows what nobody knows, and what the ancestors leave out', () => {
    const bare = {
      seq: 0,
      timestamp: '2026-07-21T12:00:00Z',
      phase: 'lunch',
      speaker: 'Somebody else',
      type: 'poll',
      content: '',
    };
    expect(problems({ ...bare, data: { step: 5 }, 'x-field': [] })).toEqual([]);
  });

  it('refuses what is no entry', () => {
    const good = entry({ seq: 0, type: 'poll' });
    const broken = [
      5,
      null,
      [],
      {},
      { ...good, seq: -1 },
      { ...good, seq: 1.5 },
      { ...good, speaker: '' },
      { ...good, sources: [{ url: 'u' }] },
    ];
    for (const value of broken) {
      expect(problems(value), JSON.stringify(value)).not.toEqual([]);
      expect(parseLine(JSON.stringify(value)).kind).toBe('raw');
    }
  });

  it.skipIf(!existsSync(ancestor))('takes every entry of the ancestor’s real log', () => {
    const lines = readFileSync(ancestor, 'utf8').trimEnd().split('\n');
    for (const line of lines) expect(problems(JSON.parse(line))).toEqual([]);
  });
});
