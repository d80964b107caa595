import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findQuote,
  lineRangeToOffsets,
  normaliseText,
  offsetsToLines,
  sameStatement,
  type QuoteMatch,
} from '../../../src/debate/quote';
import { Needle } from '../../../src/debate/verbatimSearch';

describe('a needle', () => {
  const few = fc.string({ unit: fc.constantFrom('a', 'b', '-'), maxLength: 120 });

  it('is found wherever the text has it, however both repeat themselves', () => {
    const needles = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 30 });
    const times = fc.integer({ min: 1, max: 4 });
    fc.assert(
      fc.property(few, needles, times, fc.boolean(), (text, piece, repeated, skips) => {
        const sought = piece.repeat(repeated);
        const inside = `${text}${sought}${text}${sought}${sought.slice(1)}`;
        const step = skips ? Math.max(1, piece.length - 1) : 1;
        const next = new Needle(sought).placesIn(inside);
        let from = 0;
        for (;;) {
          const expected = inside.indexOf(sought, from);
          expect(next(from)).toBe(expected);
          if (expected < 0) break;
          from = expected + step;
        }
      }),
    );
  });
});

const find = (source: string, quote: string): QuoteMatch => findQuote(normaliseText(source), quote);

/** What the match points to in the source. */
function pointed(source: string, match: QuoteMatch): string | undefined {
  return match.start === undefined ? undefined : source.slice(match.start, match.end);
}

const report = `The harbour authority counted 1,204 arrivals in 2023, of which 41–46% carried grain.
Delays did not fall: the median wait grew from 3.5 to 5 hours, and "night shifts" were cancelled.

Operators say that the new cranes work well — except in strong wind. No crane was out of service for
longer than two days. The audit, however, lists 17 stoppages of more than 27 ms in the control loop.
Crews were trained before the season. The training budget rose to $5 million.`;

describe('normaliseText', () => {
  it.each<[string, string, string]>([
    ['white space', ' a \t b\r\n\n c\u00a0d\u2009e ', 'a b c d e'],
    ['case', 'ÄPFEL Straße ΟΔΟΣ', 'äpfel strasse οδοσ'],
    ['quotation marks', '“a” ‘b’ «\u00a0c\u00a0» „d“ it’s `e`', "'a' 'b' 'c' 'd' it's e"],
    ['dashes', 'a-b a‐b 3–4 3 — 4 word—word word -- word', 'a-b a-b 3-4 3-4 word - word word - word'],
    ['the minus sign', 'at −5 and -5', 'at -5 and -5'],
    ['ligatures and widths', 'ﬁnd ＡＢＣ ５％ ㎏', 'find abc 5% kg'],
    ['decomposed letters', 'cafe\u0301', 'café'],
    ['soft hyphens and zero widths', 'docu\u00adment zero\u200bwidth', 'document zerowidth'],
    [
      'emphasis',
      '**not** *so* _fast_ `code` ~~gone~~ snake_case 2*3 2 * 3',
      'not so fast code ~~gone~~ snake_case 2*3 2 * 3',
    ],
    ['signs that look like emphasis', '10**6 and a ** b and 1`2 ~5', '10**6 and a ** b and 1`2 ~5'],
    ['numerals stay apart from digits', '10₂ 3② ½5 H₂O x₁₂', '10 2 3 2 1/2 5 h2o x12'],
    ['powers keep their caret', '10⁶ but km² and 3½', '10^6 but km2 and 3 1/2'],
    ['space before marks', 'Quoi ? 50 % : oui', 'quoi? 50%: oui'],
    ['ellipsis', 'so… then', 'so... then'],
    ['headings, quotations and bullets', '## Head\n> one\n> two\n\n- item\n* item', 'head one two item item'],
    ['a wrapped comparison is no quotation', 'costs\n> 50 euros', 'costs > 50 euros'],
    ['a wrapped number is no list', 'The total was\n12. We left.', 'the total was 12. we left.'],
    ['a list', 'Then:\n\n1. one\n2. two', 'then: one two'],
    ['hyphenation', 'a docu-\n  ment and COVID-\n19', 'a document and covid-19'],
    ['hyphenation in a block quotation', '> a docu-\n> ment', 'a document'],
  ])('%s', (_, text, expected) => {
    expect(normaliseText(text).text).toBe(expected);
  });

  it('maps every index to the character it came from', () => {
    const original = '> **Ein** ﬁnes docu-\n> ment — cafe\u0301';
    const normalised = normaliseText(original);
    expect(normalised.text).toBe('ein fines document - café');
    const at = (word: string) => normalised.text.indexOf(word);
    expect(normalised.toOriginal(at('ein'))).toBe(original.indexOf('Ein'));
    expect(normalised.toOriginal(at('fines'))).toBe(original.indexOf('ﬁ'));
    expect(normalised.toOriginal(at('ines'))).toBe(original.indexOf('ﬁ'));
    expect(normalised.toOriginal(at('ment'))).toBe(original.indexOf('ment'));
    expect(normalised.endInOriginal(normalised.text.length)).toBe(original.length);
    expect(normalised.toOriginal(normalised.text.length)).toBe(original.length);
  });

  it('maps monotonically, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const normalised = normaliseText(text);
        for (let index = 0; index < normalised.text.length; index += 1) {
          expect(normalised.toOriginal(index)).toBeLessThanOrEqual(normalised.toOriginal(index + 1));
          expect(normalised.endInOriginal(index + 1)).toBeGreaterThan(normalised.toOriginal(index));
        }
      }),
      { seed: 21 },
    );
  });
});

describe('findQuote: exact', () => {
  it.each<[string, string, string?]>([
    ['as it stands', 'the new cranes work well — except in strong wind'],
    ['other quotation marks', 'and “night shifts” were cancelled', 'and "night shifts" were cancelled'],
    ['single quotation marks inside', "and 'night shifts' were cancelled", 'and "night shifts" were cancelled'],
    ['enclosed in quotation marks', '“Delays did not fall”', 'Delays did not fall'],
    ['other dashes', 'cranes work well - except in strong wind', 'cranes work well — except in strong wind'],
    ['a hyphen in the range', 'of which 41-46% carried grain', 'of which 41–46% carried grain'],
    ['over a line end', 'out of service for longer than two days', 'out of service for\nlonger than two days'],
    ['other case and emphasis', 'DELAYS did **not** fall', 'Delays did not fall'],
    ['a space before the percent sign', 'which 41–46 % carried grain', 'which 41–46% carried grain'],
    ['to the end', 'The training budget rose to $5 million.'],
  ])('%s', (_, quote, expected = quote) => {
    const match = find(report, quote);
    expect(match).toMatchObject({ kind: 'exact', ratio: 1, differing: [], typographic: false });
    expect(pointed(report, match)).toBe(expected);
  });

  it.each<[string, string, string]>([
    ['a word broken at a line end', 'It is a docu-\nment of its time.', 'a document of its time'],
    ['a compound broken at a line end', 'It is a long-\nterm plan for all.', 'It is a long-term plan for all'],
    ['both in one quotation', 'The docu-\nment is a long-\nterm plan.', 'The document is a long-term plan'],
    ['a compound broken in the quotation', 'It is a long-term plan for all.', 'It is a long-\nterm plan'],
    ['a word broken in the quotation', 'It is a document of its time.', 'It is a docu-\nment of its time'],
    ['bullets left out', 'We found:\n- cold rooms\n- warm halls', 'We found: cold rooms warm halls'],
    ['bullets kept', 'We found:\n* cold rooms\n* warm halls', 'We found:\n- cold rooms\n- warm halls'],
    ['list numbers kept', 'We found:\n\n1. cold rooms\n2. warm halls', '1. cold rooms\n2. warm halls'],
    ['list numbers left out', 'We found:\n\n1. cold rooms\n2. warm halls', 'cold rooms\nwarm halls'],
    ['a quotation mark over two lines', '> the cold rooms\n> were warm', 'the cold rooms were warm'],
    ['Japanese without spaces', 'その報告書によると、費用は三割増えたという。', '報告書によると、費用は三割増えた'],
    ['an ellipsis of the source', 'Well... yes... I think so', 'well… yes… I think so'],
  ])('%s', (_, source, quote) => {
    expect(find(source, quote).kind).toBe('exact');
  });

  it('includes the number of a list in the place', () => {
    const source = 'We found:\n\n1. cold rooms\n2. warm halls';
    expect(pointed(source, find(source, '1. cold rooms'))).toBe('1. cold rooms');
  });
});

describe('findQuote: never exact', () => {
  it.each<[string, string, { quoted: string; found: string }]>([
    ['a number', 'the authority counted 1,205 arrivals in 2023', { quoted: '1,205', found: '1,204' }],
    ['a decimal', 'the median wait grew from 3.6 to 5 hours', { quoted: '3.6', found: '3.5' }],
    ['a unit', 'lists 17 stoppages of more than 27 s in the control loop', { quoted: 's', found: 'ms' }],
    ['a currency', 'The training budget rose to €5 million.', { quoted: '€5 million', found: '$5 million' }],
    ['half of a range', 'in 2023, of which 46% carried grain', { quoted: '46%', found: '41–46%' }],
    ['a dropped negation', 'Delays did fall: the median wait grew', { quoted: '', found: 'not' }],
    ['an added negation', 'Crews were not trained before the season', { quoted: 'not', found: '' }],
    ['a swapped word', 'the old cranes work well — except in strong wind', { quoted: 'old', found: 'new' }],
    ['a cut number', 'The training budget rose to $5', { quoted: '$5', found: '$5 million' }],
  ])('%s', (_, quote, difference) => {
    const match = find(report, quote);
    expect(match.kind).toBe('approximate');
    expect(match.typographic).toBe(false);
    expect(match.differing).toContainEqual(difference);
    expect(match.ratio).toBeGreaterThan(0.6);
  });

  it.each<[string, string, string]>([
    ['the beginning of a word', 'It will in time cost 50 crowns', 'It will in time cost 5'],
    ['the end of a word', 'They were unable to help the crew', 'able to help the crew'],
    ['a prefix cut off', 'It is a non-toxic substance, they say', 'toxic substance, they say'],
    ['a sign cut off', 'It was -5 degrees in the harbour', '5 degrees in the harbour'],
    ['a percent sign cut off', 'The price of grain grew by 50% a year', 'The price of grain grew by 50'],
    ['a decimal cut off', 'The price of grain grew by 3.5', 'The price of grain grew by 3'],
    ['a power made flat', 'There are 10⁶ ships in the harbour', 'There are 106 ships in the harbour'],
    ['a list number changed', 'Then:\n\n2. cold rooms only', '3. cold rooms only'],
  ])('%s', (_, source, quote) => {
    expect(find(source, quote).kind).not.toBe('exact');
    expect(find(source, quote).typographic).toBe(false);
  });
});

describe('findQuote: approximate, missing, too short', () => {
  it.each<[string, string, string]>([
    ['a comma', 'No crane was out of service, for longer than two days', 'service,'],
    ['a hyphen', 'the harbour-authority counted 1,204 arrivals in 2023', 'harbour-authority'],
    ['the stop', 'Crews were trained before the season, ', 'season'],
  ])('is typographic if only %s differs', (_, quote) => {
    const match = find(report, quote);
    expect(match).toMatchObject({ kind: 'approximate', typographic: true });
    expect(match.ratio).toBeGreaterThanOrEqual(0.9);
  });

  it.each<[string, string, string]>([
    ['words grown together', 'The crane is not able to lift it at all', 'The crane is notable to lift it at all'],
    ['a range taken apart', 'It takes 41-46 days to unload a ship', 'It takes 41 46 days to unload a ship'],
    ['a decimal point lost', 'It takes 3.5 days to unload one ship', 'It takes 35 days to unload one ship'],
  ])('is not typographic: %s', (_, source, quote) => {
    expect(find(source, quote)).toMatchObject({ kind: 'approximate', typographic: false });
  });

  it('points to the best place among similar ones', () => {
    const source = `${'The crane of the west quay works well in rain. '.repeat(200)}The crane of the east quay works badly in snow.`;
    const match = find(source, 'The old crane of the east quay works badly in snow');
    expect(pointed(source, match)).toBe('The crane of the east quay works badly in snow');
    expect(match.differing).toEqual([{ quoted: 'old', found: '' }]);
  });

  it('finds the place in a long text', () => {
    const filler = Array.from({ length: 20_000 }, (_, index) => `Line ${index} is about ships and the sea.`).join('\n');
    const source = `${filler.slice(0, 400_000)}\n${report}\n${filler.slice(400_000)}`;
    const match = find(source, 'The audit, however, names 17 stoppages of more than 27 ms in the control room.');
    expect(pointed(source, match)).toContain('The audit, however, lists 17 stoppages');
    expect(match.differing).toEqual([
      { quoted: 'names', found: 'lists' },
      { quoted: 'room', found: 'loop' },
    ]);
  });

  it('is missing if too little of it stands there', () => {
    const match = find(report, 'Penguins are reported to have taken over the harbour of this small town.');
    expect(match).toMatchObject({ kind: 'missing', differing: [], typographic: false });
    expect(match.ratio).toBeLessThan(0.6);
    expect(match.start).toBeUndefined();
  });

  it.each(['', '  “”', 'a crane', 'grew … fell … wind', '…', '**a** `b` c'])('%j proves nothing', (quote) => {
    expect(find(report, quote).kind).toBe('too_short');
  });

  it('finds nothing in nothing', () => {
    expect(find('', 'Delays did not fall').kind).toBe('missing');
  });
});

describe('findQuote: ellipses', () => {
  it.each([
    'Operators say that the new cranes work well … except in strong wind',
    'the new cranes ... work well',
    'the new cranes work […] except in strong wind',
    'the harbour authority counted [...] arrivals in 2023',
    '… the new cranes work well …',
    'The audit … lists 17 stoppages (…) in the control loop',
  ])('leaves out: %s', (quote) => {
    expect(find(report, quote).kind).toBe('exact');
  });

  it('points to the whole, from the first part to the last', () => {
    const match = find(report, 'Crews were trained … The training budget rose');
    expect(pointed(report, match)).toBe('Crews were trained before the season. The training budget rose');
  });

  it('takes the occurrence that lies near the other parts', () => {
    const source = `The crew was happy. ${'Filler goes on and on. '.repeat(60)}The crew was happy until the storm sank the ship.`;
    const match = find(source, 'The crew was happy … sank the ship');
    expect(pointed(source, match)).toBe('The crew was happy until the storm sank the ship');
  });

  it('does not join what stands far apart', () => {
    const source = `The crew was happy about it. ${'Filler goes on and on. '.repeat(60)}Then the storm sank the ship.`;
    expect(find(source, 'The crew was happy … the storm sank the ship').kind).not.toBe('exact');
  });

  it('does not join in the wrong order', () => {
    expect(find(report, 'The training budget rose … Crews were trained').kind).not.toBe('exact');
  });

  it('does not let an ellipsis swallow a negation', () => {
    const match = find(
      'After a year the drug was not found effective in adults.',
      'the drug was … found effective in adults',
    );
    expect(match).toMatchObject({
      kind: 'approximate',
      typographic: false,
      differing: [{ quoted: '…', found: 'not' }],
    });
  });

  it('may leave out a whole sentence with a negation', () => {
    const source = 'The drug was found effective. It was not cheap. It is sold in all countries.';
    expect(find(source, 'The drug was found effective. […] It is sold in all countries.').kind).toBe('exact');
  });

  it.each<[string, string]>([
    ['The cranes work well — except in strong wind.', 'The cranes work well […] in strong wind'],
    ['The council approved the plan, but the audit office rejected the budget.', 'The council approved … the budget.'],
    ['The committee praised it, and the minister dismissed its findings.', 'The committee … dismissed its findings'],
    ['The drug lowers pressure in adults; its metabolite raises it in children.', 'The drug lowers … it in children.'],
    [
      'The sale of grain was banned. The sale of timber was left to the towns.',
      'The sale of grain … left to the towns.',
    ],
    ['The dam will hold.\n\nNobody doubts it.\n\nThe gates are new.', 'The dam will hold. … The gates are new.'],
    ['Der Rat billigte den Plan, während das Amt den Haushalt verwarf.', 'Der Rat billigte … den Haushalt verwarf.'],
    ['Le conseil n’a jamais approuvé ce budget de travaux.', 'Le conseil … approuvé ce budget de travaux.'],
    ['这座旧桥因为桥墩不再安全，于今年春天关闭，市政府没有公布报告。', '这座旧桥因为桥墩……安全，于今年春天关闭'],
  ])('does not make another statement: %s', (source, quote) => {
    expect(find(source, quote)).not.toMatchObject({ kind: 'exact' });
    expect(find(source, quote).typographic).toBe(false);
  });

  it('may lead over the end of a sentence, or of a paragraph, to the beginning of another one', () => {
    const source = 'The dam will hold, they say.\n\nThe gates are new. Their motors are of 1,3 Mrd. Watt.';
    expect(find(source, 'The dam will hold … The gates are new').kind).toBe('exact');
    expect(find(source, 'The dam will hold … Watt, they say').kind).not.toBe('exact');
  });

  it('does not take a short part from another sentence', () => {
    const source = 'There was no funding. The treatment reduced mortality in all groups.';
    expect(find(source, 'no … treatment reduced mortality in all groups').kind).not.toBe('exact');
  });
});

describe('findQuote within a range', () => {
  const source = 'The gate is shut at night.\nThe gate is open at noon.\nThe gate is shut at night.';
  const normalised = normaliseText(source);
  const within = (first: number, last: number) => lineRangeToOffsets(source, first, last);

  it('finds only what lies in the range', () => {
    expect(findQuote(normalised, 'The gate is shut at night', within(2, 3))).toMatchObject({
      kind: 'exact',
      start: 53,
    });
    expect(findQuote(normalised, 'The gate is shut at night', within(1, 1))).toMatchObject({ kind: 'exact', start: 0 });
    expect(findQuote(normalised, 'The gate is shut at night', within(2, 2))).toMatchObject({ kind: 'approximate' });
    expect(findQuote(normalised, 'at night. The gate is open', within(1, 1))).not.toMatchObject({ kind: 'exact' });
    expect(findQuote(normalised, 'at night. The gate is open', within(1, 2))).toMatchObject({ kind: 'exact' });
  });

  it('keeps an approximate match in the range', () => {
    const match = findQuote(normalised, 'The gate is shut at night', within(2, 2));
    expect(pointed(source, match)).toBe('The gate is open at noon');
  });
});

describe('findQuote: properties', () => {
  const word = fc.constantFrom(
    ...[
      'harbour',
      'crane',
      'is',
      'not',
      'the',
      'of',
      '3.5%',
      '1,204',
      '41–46',
      'long-term',
      '“night”',
      'it’s',
      'ﬁnal',
      'naïve',
      'GRAIN',
      '**bold**',
      '—',
      '$5',
      'e.g.',
      'well;',
      '(wind)',
      'v1.2',
      '漢字',
    ],
  );
  const separator = fc.constantFrom(' ', ' ', ' ', '\n', '\u00a0', '  ');
  const passage = fc.array(fc.tuple(word, separator), { minLength: 4, maxLength: 60 });
  const join = (pairs: readonly (readonly [string, string])[]) => pairs.map(([text, gap]) => text + gap).join('');
  const cut = fc.record({ pairs: passage, from: fc.nat(50), count: fc.integer({ min: 3, max: 20 }) });

  /** A piece of the text that begins and ends at spaces, as long as a quotation has to be. */
  function excerpt({ pairs, from, count }: { pairs: [string, string][]; from: number; count: number }) {
    const start = from % pairs.length;
    const text = join(pairs);
    const quote = join(pairs.slice(start, start + count)).trim();
    fc.pre(normaliseText(quote, 'quote').text.length >= 12);
    // A dash between two numbers makes a range of them, which is not to be cut; one at a line's start may be a bullet.
    fc.pre(!/\d\s*—\s*\d|\n\s*—/.test(text));
    fc.pre(!/^—/.test(quote) && !/—\s*$/.test(quote));
    return { text, quote };
  }

  it('finds every excerpt exactly, and the place reads the same', () => {
    fc.assert(
      fc.property(cut, (input) => {
        const { text, quote } = excerpt(input);
        const match = find(text, quote);
        expect(match.kind).toBe('exact');
        expect(normaliseText(pointed(text, match) ?? '').text).toBe(normaliseText(quote).text);
      }),
      { seed: 22, numRuns: 500 },
    );
  });

  const variants: Record<string, (text: string) => string> = {
    'straight marks': (text) => text.replace(/[“”]/g, '"').replace(/’/g, "'"),
    'plain hyphens': (text) => text.replace(/–/g, '-').replace(/—/g, ' - '),
    'two hyphens': (text) => text.replace(/—/g, '--'),
    'one space': (text) => text.replace(/\s+/g, ' '),
    'line ends': (text) => text.replace(/ (?=\p{Ll})/gu, '\r\n'),
    'no-break spaces': (text) => text.replace(/ /g, '\u202f'),
    'upper case': (text) => text.toUpperCase(),
    'no emphasis': (text) => text.replace(/\*/g, ''),
    'decomposed letters': (text) => text.normalize('NFD'),
    'soft hyphens': (text) => text.replace(/arb/g, 'ar\u00adb'),
  };
  it.each(Object.keys(variants))('finds an excerpt with %s', (name) => {
    fc.assert(
      fc.property(cut, (input) => {
        const { text, quote } = excerpt(input);
        expect(find(text, variants[name]?.(quote) ?? '').kind).toBe('exact');
        expect(find(variants[name]?.(text) ?? '', quote).kind).toBe('exact');
      }),
      { seed: 23, numRuns: 200 },
    );
  });

  it('never finds an excerpt exactly, or typographically, with a digit changed', () => {
    fc.assert(
      fc.property(cut, fc.nat(), fc.integer({ min: 1, max: 9 }), (input, which, by) => {
        const { text, quote } = excerpt(input);
        const digits = [...quote.matchAll(/\d/g)].map((match) => match.index);
        fc.pre(digits.length > 0);
        const at = digits[which % digits.length] ?? 0;
        const changed = `${quote.slice(0, at)}${(Number(quote[at]) + by) % 10}${quote.slice(at + 1)}`;
        fc.pre(!normaliseText(text).text.includes(normaliseText(changed).text));
        const match = find(text, changed);
        expect(match.kind).not.toBe('exact');
        expect(match.typographic).toBe(false);
      }),
      { seed: 24, numRuns: 500 },
    );
  });

  it('never finds an excerpt exactly, or typographically, with a negation put in', () => {
    fc.assert(
      fc.property(cut, fc.nat(), (input, where) => {
        const { text, quote } = excerpt(input);
        const words = quote.split(/\s+/);
        const changed = words.toSpliced(1 + (where % (words.length - 1)), 0, 'never').join(' ');
        const match = find(text, changed);
        expect(match.kind).not.toBe('exact');
        expect(match.typographic).toBe(false);
      }),
      { seed: 25, numRuns: 300 },
    );
  });

  it('answers whatever it is asked', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.string({ unit: 'binary', maxLength: 60 }),
        (text, quote) => {
          const match = find(text, quote);
          expect(match.ratio).toBeGreaterThanOrEqual(0);
          expect(match.ratio).toBeLessThanOrEqual(1);
          if (match.start !== undefined) expect(match.start).toBeLessThan(match.end);
        },
      ),
      { seed: 26, numRuns: 500 },
    );
  });
});

describe('sameStatement', () => {
  it.each([
    ['Costs fell by 5%.', '“Costs fell by 5%”'],
    ['"costs fell by 5 %"', 'Costs fell by 5%.'],
    ['The docu-\nment is old.', 'The document is old'],
    ['**Costs** fell.', 'Costs fell…'],
  ])('%s = %s', (claim, quote) => {
    expect(sameStatement(claim, quote)).toBe(true);
  });

  it.each([
    ['Costs fell by 5%.', 'Costs fell by 6%.'],
    ['Costs fell by 5%.', 'Costs did not fall by 5%.'],
    ['Costs fell by 5%.', 'Reports say costs fell by 5%.'],
    ['Costs fell.', 'Costs fell?'],
    ['1. Costs fell', '2. Costs fell'],
    ['', '“”'],
  ])('%s ≠ %s', (claim, quote) => {
    expect(sameStatement(claim, quote)).toBe(false);
  });
});

describe('lines and offsets', () => {
  const text = 'one\r\ntwo\nthree\n';

  it.each<[number, number, string | undefined]>([
    [1, 1, 'one'],
    [2, 3, 'two\nthree'],
    [1, 4, text],
    [4, 4, ''],
    [4, 5, undefined],
    [0, 1, undefined],
    [3, 2, undefined],
    [1.5, 2, undefined],
  ])('lines %d to %d', (first, last, expected) => {
    const range = lineRangeToOffsets(text, first, last);
    expect(range === undefined ? undefined : text.slice(range.start, range.end)).toBe(expected);
  });

  it('leads back to the lines', () => {
    for (const [startLine, endLine] of [
      [1, 1],
      [2, 3],
      [3, 3],
      [1, 3],
    ] as const) {
      const range = lineRangeToOffsets(text, startLine, endLine);
      expect(offsetsToLines(text, range?.start ?? -1, range?.end ?? -1)).toEqual({ startLine, endLine });
    }
    expect(offsetsToLines(text, 0, 5)).toEqual({ startLine: 1, endLine: 1 });
    expect(offsetsToLines(text, 15, 15)).toEqual({ startLine: 4, endLine: 4 });
  });
});
