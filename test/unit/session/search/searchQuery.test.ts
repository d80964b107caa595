import { describe, expect, it } from 'vitest';
import { parseQuery, patternQuery, QueryError, writtenFilter } from '../../../../src/session/search/query';

const codeOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof QueryError) return error.code;
    throw error;
  }
  return 'none';
};

describe('a query', () => {
  it('has words, phrases, and what is written as one of several words', () => {
    expect(parseQuery('Café "shared  pipeline" on-call').units).toEqual([
      ['cafe'],
      ['shared', 'pipeline'],
      ['on', 'call'],
    ]);
  });

  it('has filters, any case, several of one; dates in UTC', () => {
    const { units, filters } = parseQuery(
      'cost SPEAKER:Ann speaker:bob type:"new point" in:sources after:2026-02 before:2026-03-04',
    );
    expect(units).toEqual([['cost']]);
    expect(filters).toMatchObject({
      speaker: ['ann', 'bob'],
      type: ['new_point'],
      in: ['source'],
      after: Date.UTC(2026, 1),
      before: Date.UTC(2026, 2, 4),
    });
  });

  it('takes a word before a colon that is no filter as words', () => {
    expect(parseQuery('note:this https://a.b/c').units).toEqual([
      ['note', 'this'],
      ['https', 'a', 'b', 'c'],
    ]);
  });

  it('may be a regular expression with filters', () => {
    expect(parseQuery('speaker:ann /ship(s| ped)/')).toMatchObject({
      pattern: 'ship(s| ped)',
      units: [],
      filters: { speaker: ['ann'] },
    });
    expect(parseQuery('/usr/bin').pattern).toBeUndefined();
    expect(patternQuery('a/b speaker:x', 'type:ruling')).toMatchObject({
      pattern: 'a/b speaker:x',
      filters: { type: ['ruling'], speaker: [] },
    });
  });

  it.each([
    ['', 'empty'],
    ['"" , !', 'empty'],
    ['after:tomorrow x', 'bad_date'],
    ['before:2026-13-01 x', 'bad_date'],
    ['in:margins x', 'bad_value'],
    ['format:tribunl x', 'bad_value'],
    ['type:rebutal', 'bad_value'],
    ['status:verifed', 'bad_value'],
    ['status:empty', 'bad_value'],
    ['/(a/', 'bad_pattern'],
    ['/a/ word', 'mixed'],
  ])('says why %j cannot be asked', (text, code) => {
    expect(codeOf(() => parseQuery(text))).toBe(code);
  });

  it('names what is known where a filter asks for something else', () => {
    expect(() => parseQuery('status:verifed')).toThrow(/^status:verifed is not known: it takes verified, .*paused/);
    expect(parseQuery('in:source in:documents status:unreadable-format').filters).toMatchObject({
      in: ['source', 'document'],
      status: ['unreadable_format'],
    });
  });

  it('is written as it is read', () => {
    const text = [writtenFilter('type', 'new point'), writtenFilter('speaker', 'ann')].join(' ');
    expect(text).toBe('type:"new point" speaker:ann');
    expect(parseQuery(text).filters).toMatchObject({ type: ['new_point'], speaker: ['ann'] });
  });
});
