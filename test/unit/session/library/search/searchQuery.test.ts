import { describe, expect, it } from 'vitest';
import { english } from '../../../../../src/projections/vocabulary';
import {
  parseQuery,
  patternQuery,
  placedTerms,
  QueryError,
  queryWords,
  regExpOf,
  unknownWords,
  writtenFilter,
} from '../../../../../src/session/library/search/query';

const faultOf = (work: () => unknown): QueryError['fault'] | undefined => {
  try {
    work();
  } catch (error) {
    if (error instanceof QueryError) return error.fault;
    throw error;
  }
  return undefined;
};

describe('what a text is found by', () => {
  const termsOf = (text: string): string[] => [...placedTerms(text)].map(({ term }) => term);

  it.each([
    ['Straße STRASSE strasse', ['strasse', 'strasse', 'strasse']],
    ['de\u00adpart\u00adment Donau\u200bdampfer', ['department', 'donaudampfer']],
    ['\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645', ['\u0645\u06cc\u062e\u0648\u0627\u0647\u0645']],
    ['\u6f2b\u200b\u753b', ['\u6f2b\u753b', '\u753b']],
  ])('%j: what is not seen parts no word, and ß is ss', (text, terms) => {
    expect(termsOf(text)).toEqual(terms);
  });

  it('stands where it is written', () => {
    expect([...placedTerms('a de\u00adpart x')][1]).toEqual({ term: 'depart', start: 2, end: 9 });
  });
});

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

  it('has words and phrases that are not to be there; a word with a hyphen is a phrase', () => {
    const { units, without } = parseQuery('school -pupils -"head teacher" e-mail - "-5"');
    expect([units, without]).toEqual([
      [['school'], ['e', 'mail'], ['5']],
      [['pupils'], ['head', 'teacher']],
    ]);
  });

  it('takes phrases in curly quotation marks', () => {
    expect(parseQuery('“shared pipeline” „on call“ speaker:“Ann B”')).toMatchObject({
      units: [
        ['shared', 'pipeline'],
        ['on', 'call'],
      ],
      filters: { speaker: ['ann b'] },
    });
  });

  it('takes filters beside a text whose quotation mark is left open', () => {
    expect(parseQuery('"school house', 'speaker:ledger')).toMatchObject({
      units: [['school', 'house']],
      filters: { speaker: ['ledger'] },
    });
  });

  it('reads days and times in UTC where nothing else is said', () => {
    const after = (text: string): number | undefined => parseQuery(`after:${text}`).filters.after;
    expect(after('2026-02-03T04:05')).toBe(Date.UTC(2026, 1, 3, 4, 5));
    expect(after('2026-02-03T04:05:06.7Z')).toBe(Date.UTC(2026, 1, 3, 4, 5, 6, 700));
    expect(after('2026-02-03T04:05+01:00')).toBe(Date.UTC(2026, 1, 3, 3, 5));
    expect(after('2024-02-29')).toBe(Date.UTC(2024, 1, 29));
    expect(after('1970')).toBe(0);
  });

  it('has expressions of lines, with the escapes of other programs', () => {
    const found = (pattern: string, text: string): string[] => text.match(regExpOf(pattern)) ?? [];
    expect(found('^line two$', 'line one\nLine two\nthree')).toEqual(['Line two']);
    expect(found('a\\-b\\@', 'a-b@')).toEqual(['a-b@']);
    expect(found('[a\\-z]+', 'a-m')).toEqual(['a-']);
    expect(found('\\\\-', '\\-')).toEqual(['\\-']);
    expect(() => regExpOf('(')).toThrow(/^This is no regular expression: Unterminated group\.$/);
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
    expect(parseQuery('/a b/c/gi type:ruling')).toMatchObject({ pattern: 'a b/c', filters: { type: ['ruling'] } });
    expect(parseQuery('"of /two/ words" -"/x/"')).toMatchObject({
      pattern: undefined,
      units: [['of', 'two', 'words']],
      without: [['x']],
    });
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
    ['status:verifed', 'bad_value'],
    ['status:empty', 'bad_value'],
    ['/(a/', 'bad_pattern'],
    ['after:2026-02-31', 'bad_date'],
    ['after:2026-02-03T25:00', 'bad_date'],
    ['speaker: x', 'no_value'],
    ['speaker:"" x', 'no_value'],
    ['x -speaker:ann', 'without_filter'],
    ['-school', 'empty'],
    ['/a/ -b', 'mixed'],
    ['/a/ word', 'mixed'],
    ['/a/ /b/s', 'bad_flags'],
    ['/a.b/s', 'bad_flags'],
  ])('says why %j cannot be asked', (text, code) => {
    expect(faultOf(() => parseQuery(text))?.code).toBe(code);
  });

  it('says it in any language, and what stands in a text by itself as a parameter', () => {
    const German = { t: (text: string, ...parts: (string | number)[]) => `DE ${text} ${JSON.stringify(parts)}` };
    const said = (work: () => unknown): string => {
      const fault = faultOf(work);
      return fault === undefined ? '' : queryWords(German, fault);
    };
    expect(said(() => parseQuery('/(a/'))).toBe('DE This is no regular expression: {0}. ["Unterminated group"]');
    expect(said(() => patternQuery('', 'type:ruling'))).toBe(
      'DE There is nothing to search for: the expression is empty. []',
    );
    expect(said(() => parseQuery('after: x'))).toMatch(/^DE .*as in \{1\}\. \["after","after:2026-01-31"\]$/);
  });

  it('names what is known where a filter asks for something else', () => {
    expect(() => parseQuery('status:verifed')).toThrow(/^“status:verifed” is not known. What is: verified, .*paused/);
    expect(parseQuery('in:source in:documents status:unreadable-format').filters).toMatchObject({
      in: ['source', 'document'],
      status: ['unreadable_format'],
    });
  });

  it('takes types and formats of other programs, and says what ours are where nothing is found', () => {
    const query = parseQuery('type:Cross-Exam type:new-point format:Oxford');
    expect(query.filters).toMatchObject({ type: ['cross-exam', 'new_point'], format: ['oxford'] });
    expect(unknownWords(english, query)).toEqual([
      expect.stringMatching(/^“type:cross-exam” is not known\. What is: .*rebuttal/),
      expect.stringMatching(/^“format:oxford” is not known\. What is: .*tribunal/),
    ]);
    expect(unknownWords(english, parseQuery('type:rebuttal format:panel'))).toEqual([]);
  });

  it('is written as it is read', () => {
    const text = [writtenFilter('type', 'new point'), writtenFilter('speaker', 'ann')].join(' ');
    expect(text).toBe('type:"new point" speaker:ann');
    expect(parseQuery(text).filters).toMatchObject({ type: ['new_point'], speaker: ['ann'] });
  });
});
