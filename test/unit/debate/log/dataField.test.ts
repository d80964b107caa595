import { describe, expect, it } from 'vitest';
import { dataField } from '../../../../src/debate/log/dataField';

function fieldOf(text: string, words: string, contentType: string): string | undefined {
  const start = text.indexOf(words);
  const field = dataField(text, { start, end: start + words.length }, contentType);
  return field === undefined ? undefined : text.slice(field.start, field.end);
}

describe('a field of data', () => {
  const table =
    'place,share,remark\nnorth,0.01,Nobody was there\nsouth,0.02,"Most stayed, and some left"\n"east, far",3,last';

  it.each([
    ['Nobody was there', 'Nobody was there'],
    ['was there', 'Nobody was there'],
    ['Most stayed, and some left', '"Most stayed, and some left"'],
    ['far', '"east, far"'],
    ['last', 'last'],
    ['place', 'place'],
  ])('of a table: %s', (words, field) => {
    expect(fieldOf(table, words, 'text/csv')).toBe(field);
    expect(fieldOf(table.replace(/\n/g, '\r\n'), words, 'text/csv')).toBe(field);
  });

  it('is none where words run over several', () => {
    expect(fieldOf(table, '0.01,Nobody', 'text/csv')).toBeUndefined();
    expect(fieldOf(table, 'there\nsouth', 'text/csv')).toBeUndefined();
  });

  it.each([
    ['north,0.01,Nobody was there'],
    ['place,share,remark\nnorth,0.01,Nobody was there'],
    ['south,0.02,"Most stayed, and some left"'],
    ['"east, far",3,last'],
  ])('of whole rows the rows: %s', (rows) => {
    expect(fieldOf(table, rows, 'text/csv')).toBe(rows);
    // Part of a row may leave out what turns it.
    expect(fieldOf(table, rows.slice(0, -6), 'text/csv')).toBeUndefined();
  });

  it('of a table with other delimiters', () => {
    expect(fieldOf('a;b\none, two;three', 'one, two', 'text/csv')).toBe('one, two');
    expect(fieldOf('a\tb\none, two\tthree', 'three', 'text/tab-separated-values')).toBe('three');
  });

  it('of JSON is the string', () => {
    const json = '{\n  "remarks": ["Not so.", "Nine of \\"twelve\\" run."],\n  "share": 3\n}';
    expect(fieldOf(json, 'Not so.', 'application/json')).toBe('Not so.');
    expect(fieldOf(json, 'twelve', 'application/ld+json')).toBe('Nine of \\"twelve\\" run.');
    expect(fieldOf(json, 'Not so.", "Nine', 'application/json')).toBeUndefined();
    expect(fieldOf(json, '"share": 3', 'application/json')).toBeUndefined();
  });

  it('of a whole record of JSON is the record, and nothing of a part of one', () => {
    const record = '{\n "yard": "Nordhavn",\n "price": 7.9\n}';
    const json = `{"offers": [${record}, {"yard": "Skagen"}], "remark": "Not binding."}`;
    expect(fieldOf(json, record, 'application/json')).toBe(record);
    expect(fieldOf(json, '{"yard": "Skagen"}], "remark"', 'application/json')).toBeUndefined();
  });

  it('is none in prose, whatever stands around the words', () => {
    expect(fieldOf('They claim: "it works", and are wrong.', 'it works', 'text/plain')).toBeUndefined();
  });
});
