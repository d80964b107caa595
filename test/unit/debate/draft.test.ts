import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draftProblems, mayUse, phases, typeRules, type Draft } from '../../../src/debate/log/entry';
import { entryTypes, type EntryType } from '../../../src/debate/log/entryData';
import { isDebaterName, isReservedSpeaker, reservedSpeakers, slugOf } from '../../../src/debate/log/names';
import { source } from '../../support/entries';
import { validData } from '../../support/validData';

/** The table of docs/record.md, written out once more: type → who, in which phases. */
const table: Record<EntryType, [speakers: string, phases: string]> = {
  setup: ['chair moderator', 'system'],
  announcement: ['chair moderator', 'system rebuttal'],
  note: ['chair moderator judge', 'system'],
  ruling: ['chair moderator', 'system'],
  redaction: ['chair moderator', 'system'],
  conclusion: ['chair', 'system'],
  opening_statement: ['ada', 'opening'],
  new_point: ['ada', 'rebuttal'],
  rebuttal: ['ada', 'rebuttal'],
  conjecture: ['ada', 'rebuttal'],
  clarification_request: ['ada', 'opening rebuttal closing'],
  source_challenge: ['ada', 'opening rebuttal closing'],
  closing_statement: ['ada', 'closing'],
  verification_result: ['verifier user', 'system'],
  audience_question: ['audience user', 'rebuttal'],
  audience_conclusion: ['audience', 'system'],
  intervention: ['user', 'system'],
  document: ['reporter assessor', 'system'],
  defense: ['ada', 'rebuttal'],
  critique: ['ada', 'rebuttal'],
  handoff: ['moderator', 'system'],
  assessment: ['judge', 'system'],
  judges_ruling: ['judge', 'system'],
  argument: ['ada', 'opening rebuttal'],
  judgment: ['judge', 'system'],
  verdict: ['judge', 'system'],
  vote: ['judge audience user', 'system'],
};

const needsTarget = ['verification_result', 'source_challenge', 'redaction'];

function draft(type: EntryType, changes: Partial<Draft> = {}): Draft {
  const [speakers, allowed] = table[type];
  return {
    type,
    speaker: speakers.split(' ')[0] ?? '',
    phase: (allowed.split(' ')[0] ?? '') as Draft['phase'],
    content: 'Some words.',
    ...(needsTarget.includes(type) ? { target_seq: 1 } : {}),
    ...(type === 'rebuttal' ? { rebuttal_to_seq: 1 } : {}),
    ...(validData[type][0] === undefined ? {} : { data: validData[type][0] }),
    ...changes,
  };
}

describe('the strict writer', () => {
  it('knows the same types as this table', () => {
    expect(Object.keys(table).sort()).toEqual([...entryTypes].sort());
    expect(Object.keys(typeRules).sort()).toEqual([...entryTypes].sort());
  });

  it.each(entryTypes)('%s: takes each speaker and phase of the table and no other', (type) => {
    const [speakers, allowed] = table[type];
    for (const data of validData[type]) expect(draftProblems(draft(type, { data }))).toEqual([]);
    for (const speaker of [...reservedSpeakers, 'ada', 'Ada-2', 'CHAIR', 'no name', '']) {
      const isDebater = speaker === 'ada' || speaker === 'Ada-2';
      const fits = speakers.split(' ').includes(isDebater ? 'ada' : speaker);
      expect(mayUse(type, speaker), speaker).toBe(fits);
      const problems = draftProblems(draft(type, { speaker }));
      if (fits) expect(problems).toEqual([]);
      else expect(problems.join()).toContain(`speaker "${speaker}" may not write "${type}"`);
    }
    for (const phase of phases) {
      const problems = draftProblems(draft(type, { phase }));
      if (allowed.split(' ').includes(phase)) expect(problems).toEqual([]);
      else expect(problems.join()).toContain(`phase "${phase}" does not fit`);
    }
  });

  it.each(entryTypes)('%s: refuses data that breaks its schema, and says where', (type) => {
    const data = { ...validData[type][0], step: { id: 's', index: 0, count: 0, attempt: 1, elapsed_ms: 1 } };
    expect(draftProblems(draft(type, { data })).join()).toContain('data.step.count');
  });

  it('refuses types that nobody knows, names of object methods included', () => {
    for (const type of ['poll', 'toString', '__proto__']) {
      expect(draftProblems({ ...draft('note'), type: type as EntryType }).join()).toContain(
        `type "${type}" is unknown`,
      );
    }
  });

  it('wants rebuttal_to_seq of rebuttals and of nothing else', () => {
    expect(draftProblems(draft('rebuttal', { rebuttal_to_seq: null }))).toEqual(['a rebuttal needs rebuttal_to_seq']);
    expect(draftProblems(draft('new_point', { rebuttal_to_seq: 3 }))).toEqual(['only a rebuttal has rebuttal_to_seq']);
  });

  it.each(needsTarget as EntryType[])('wants target_seq of a %s', (type) => {
    expect(draftProblems(draft(type, { target_seq: null }))).toEqual([`a ${type} needs target_seq`]);
  });

  it('refuses references that are no seq', () => {
    for (const target_seq of [-1, 1.5, NaN, '3' as unknown as number]) {
      expect(draftProblems(draft('ruling', { target_seq })).join()).toContain('target_seq');
    }
  });

  it('refuses sources of a wrong shape: no URL, no title, a day of another form', () => {
    const good = source('workspace:a.md#L3', { quote: 'q', claim: 'c' });
    expect(draftProblems(draft('new_point', { sources: [good, { ...good, page: 3 }] }))).toEqual([]);
    const bad = [
      { ...good, url: '' },
      { url: 'workspace:a.md' },
      { ...good, accessed: '21.7.2026' },
      { ...good, quote: 5 },
      null,
      'x',
    ];
    for (const item of bad) {
      expect(draftProblems(draft('new_point', { sources: [item] as Draft['sources'] & object })).join()).toMatch(
        /^sources\.0/,
      );
    }
  });

  it('refuses content that is no text', () => {
    expect(draftProblems(draft('note', { content: undefined as unknown as string })).join()).toContain('content');
  });
});

describe('names', () => {
  it('are 1 to 50 letters, digits and hyphens', () => {
    for (const name of ['a', 'A-1', 'x'.repeat(50), '-', '007', 'promoter'])
      expect(isDebaterName(name), name).toBe(true);
    for (const name of ['', 'x'.repeat(51), 'a b', 'a_b', 'ä', 'a\n', ' a', 'a.b'])
      expect(isDebaterName(name), name).toBe(false);
  });

  it('are none of the roles, in any case', () => {
    for (const name of reservedSpeakers) {
      expect(isReservedSpeaker(name)).toBe(true);
      expect(isDebaterName(name)).toBe(false);
      expect(isDebaterName(name.toUpperCase())).toBe(false);
    }
  });
});

describe('slugs', () => {
  it.each([
    ['Tabs or spaces?', 'tabs-or-spaces'],
    ['  Ünïcode & more!  ', 'n-code-more'],
    ['C++ vs. Rust — 2026', 'c-vs-rust-2026'],
    ['', 'debate'],
    ['???', 'debate'],
    ['日本語', 'debate'],
    ['a'.repeat(60), 'a'.repeat(50)],
    [`${'a'.repeat(49)} b`, 'a'.repeat(49)],
    [`${'a'.repeat(50)} b`, 'a'.repeat(50)],
    ['../../etc/passwd', 'etc-passwd'],
    ['CON', 'con'],
  ])('%j becomes %j', (topic, slug) => expect(slugOf(topic)).toBe(slug));

  it('are always short and plain', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (topic) => {
        expect(slugOf(topic)).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
        expect(slugOf(topic).length).toBeLessThanOrEqual(50);
      }),
      { seed: 20_260_721, numRuns: 1_000 },
    );
  });
});
