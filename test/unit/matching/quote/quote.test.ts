import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findQuote,
  lineRangeToOffsets,
  normaliseText,
  sameStatement,
  type QuoteMatch,
} from '../../../../src/matching/quote/quote';
import { Needle, occurrences } from '../../../../src/matching/quote/verbatimSearch';

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
    'The audit, however, lists 17 stoppages (…) in the control loop',
  ])('leaves out: %s', (quote) => {
    expect(find(report, quote).kind).toBe('exact');
  });

  it('points to the whole, from the first part to the last', () => {
    const match = find(report, 'Crews were trained … The training budget rose');
    expect(pointed(report, match)).toBe('Crews were trained before the season. The training budget rose');
  });

  it('takes the occurrence that lies near the other parts', () => {
    const source = `The crew was happy. ${'Filler goes on and on. '.repeat(60)}The crew was happy before the storm sank the ship.`;
    const match = find(source, 'The crew was happy … sank the ship');
    expect(pointed(source, match)).toBe('The crew was happy before the storm sank the ship');
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

  it('takes the lines that exist of a range that goes on behind the last, and none of one that begins there', () => {
    const lines = source.split('\n').length;
    expect(within(2, lines + 1)).toEqual(within(2, lines));
    expect(within(lines, lines + 40)).toEqual(within(lines, lines));
    expect(within(lines + 1, lines + 1)).toBeUndefined();
    expect(within(3, 2)).toBeUndefined();
  });

  it('keeps an approximate match in the range', () => {
    const match = findQuote(normalised, 'The gate is shut at night', within(2, 2));
    expect(pointed(source, match)).toBe('The gate is open at noon');
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

it('spends steps on each place where a list marker is missing', () => {
  const source = normaliseText(`- item\n\n${'a b '.repeat(1000)}`);
  const budget = { left: 500 };
  const forms = [new Needle('- a b a b - c')];
  expect([...occurrences(source, { forms, budget }, { start: 0, end: source.text.length })]).toEqual([]);
  expect(budget.left).toBeLessThanOrEqual(0);
});
