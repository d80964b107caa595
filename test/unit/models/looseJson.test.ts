import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findObjects, looseJson, onlyObject, readJsonAt } from '../../../src/models/looseJson';

const valueOf = (text: string): unknown => {
  const reading = readJsonAt(text, 0);
  return 'value' in reading ? reading.value : reading.fault;
};

describe('JSON as models write it', () => {
  it('reads strict JSON as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(valueOf(text)).toEqual(JSON.parse(text));
      }),
    );
    fc.assert(
      fc.property(fc.json({ maxDepth: 4, stringUnit: 'binary' }), (text) => {
        expect(valueOf(text)).toEqual(JSON.parse(text));
      }),
    );
    const odd = '{"__proto__": {"a": 1}, "a": 1, "a": -0, "e": 1.5E+3, "u": "\\ud83d\\u0041\\/"}';
    expect(JSON.stringify(valueOf(odd))).toBe(JSON.stringify(JSON.parse(odd)));
    expect(Object.hasOwn(valueOf(odd) as object, '__proto__')).toBe(true);
  });

  it.each([
    ['{"a": "one\ntwo\r\n\tthree"}', { a: 'one\ntwo\r\n\tthree' }],
    ['{"a": [1, 2,], "b": {"c": null,},}', { a: [1, 2], b: { c: null } }],
    ['{ // why\n "a": /* not // here */ "b // kept /* too */" }', { a: 'b // kept /* too */' }],
    ['\uFEFF{\u00a0"a"\u2003: 1}', { a: 1 }],
    ['{"a": "it\\\'s \\(x\\) and \\d"}', { a: "it's \\(x\\) and \\d" }],
    ['{"a": "line\\\nbreak"}', { a: 'line\\\nbreak' }],
  ])('reads %j', (text, value) => {
    expect(looseJson(text)).toEqual(value);
  });

  it.each([
    ['{"a": 1\n,\n"b" 2}', 3, 'a colon is missing after "b"'],
    ['{"a": 1\n"b": 2}', 2, 'a comma is missing before “"b": 2}”'],
    ['{\n"a": "he said "no" to it"}', 2, 'a comma is missing before “no" to it"}”'],
    ['{"a": \n\nNone}', 3, '“None}” is no value of JSON'],
    ['{"a": [1,\n2', 2, 'the text ends before the list of line 1 is closed'],
    ['{\n\n"a": "open', 3, 'a string begins here and does not end'],
    ["{'a': 1}", 1, "a name in quotation marks is missing before “'a': 1}”"],
    ['{"a":', 1, 'the text ends where a value is missing'],
  ])('says of %j where it stops being JSON', (text, line, what) => {
    expect(valueOf(text)).toEqual({ line, what });
  });

  it('finds objects among other text, and knows what stands within broken ones', () => {
    const { found } = findObjects('a {1, 2} {"a": 1} [see] {"b": {"c": 1} "d": 2} {"e": 1} [{"f": 1}] {"g": [{"h": 1}');
    expect(found.map(({ value, isInner }) => [value, isInner])).toEqual([
      [{ a: 1 }, false],
      [{ c: 1 }, true],
      [{ e: 1 }, false],
      [{ f: 1 }, false],
      [{ h: 1 }, true],
    ]);
  });

  it('takes a text for one object only where nothing else is in it', () => {
    expect(onlyObject(' {"a": 1} ')).toEqual({ a: 1 });
    expect(onlyObject('```json\n{"a": 1,}\n```')).toEqual({ a: 1 });
    for (const text of ['So: {"a": 1}', '{"a": 1} {"a": 2}', '[{"a": 1}]', '"a"', ''])
      expect(onlyObject(text)).toBeUndefined();
  });

  it('is not held up by braces without end, or by depth', () => {
    const since = performance.now();
    findObjects('{"a":'.repeat(50_000));
    findObjects('{"a":['.repeat(50_000));
    findObjects('[{'.repeat(50_000));
    findObjects(`{"a": ${'{'.repeat(100_000)}`);
    expect(performance.now() - since).toBeLessThan(5_000);
  });
});
