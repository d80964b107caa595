import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  figureFindings,
  figureWarning,
  missingFigures,
  unreckoned,
} from '../../../../src/matching/figures/figureFindings';

const found = (claim: string, text: string, { content = claim, quotes = [] as readonly string[] } = {}) =>
  figureFindings([claim], text, { reckoning: { content, quotes } });

const costs = 'Electric: 13.7 million euros over ten years. Diesel: 11.2 million euros over ten years.';

describe('figures that are reckoned from two of the cited text', () => {
  it.each([
    [
      'A difference',
      'That leaves a gap of 2.5 million euros.',
      costs,
      '2.5 million euros = 13.7 million euros − 11.2 million euros',
    ],
    [
      'A sum',
      'Both together cost 24.9 million euros.',
      costs,
      '24.9 million euros = 13.7 million euros + 11.2 million euros',
    ],
    ['A share', 'So 41 % of them came by rail.', 'Of 1,210 parcels 496 came by rail.', '41 % = 496 of 1,210'],
    [
      'A change',
      'It rose by 25 %.',
      'In May 480 parcels came, in June 600 parcels.',
      '25 % = the change from 480 to 600',
    ],
    [
      'A share of an amount',
      'The grant of 15 % comes to 222,000 euros.',
      'The grant is 15 %. The works cost 1,480,000 euros.',
      '222,000 euros = 15 % of 1,480,000 euros',
    ],
    [
      'A sum of cells whose header has the unit',
      'With 1,480,000 EUR and 900,000 EUR it comes to 2,380,000 EUR.',
      'item,EUR\nnew rink,1480000\nroof,900000\nfence,20000',
      '2,380,000 EUR = 1,480,000 EUR + 900,000 EUR',
    ],
    [
      'A difference whose unit is said once',
      'The crew would rise from 184,000 to 226,000 euros, which is 42,000 more.',
      'item,now,then\ncrew,184000,226000',
      '42,000 = 226,000 euros − 184,000',
    ],
    [
      'A difference with a unit of its own',
      'By 42,000 euros, from 184,000 to 226,000.',
      'item,now,then\ncrew,184000,226000',
      '42,000 euros = 226,000 − 184,000',
    ],
    ['A ratio', 'That is 3.2 times as many.', 'The north sent 480 parcels, the south 150 parcels.', '3.2 = 480 ÷ 150'],
    ['A product', 'In all 1,530 euros were paid.', 'Each of 34 drivers got 45 euros.', '1,530 euros = 45 euros × 34'],
  ])('%s is told, and not missing', (_, claim, text, how) => {
    const findings = found(claim, text);
    expect(findings.missing).toEqual([]);
    expect(findings.reckoned).toEqual([how]);
    expect(figureWarning(findings)).toContain(how);
    // The same text knows nothing of it where nobody reckons.
    expect(figureFindings([claim], text).missing).toHaveLength(1);
  });

  it.each([
    ['wrong at the last digit', 'That leaves a gap of 2.6 million euros.', costs],
    ['of another unit', 'That leaves a gap of 2.5 million dollars.', costs],
    ['of two operations', 'It is 714 km more.', 'There were 1,210 km, 248 km by road and 248 km by air.'],
    [
      'of bare numbers that may count anything',
      'Of them 47 were cancelled.',
      'The list has 10 lines, and 37 were cancelled.',
    ],
    [
      'of two units',
      'Crew and way cost 226,000 euros and 184,000 km, which is 410,000 in all.',
      'item,now,then\ncrew,184000,226000',
    ],
    ['of a figure with one digit', 'Two of them took 12 days.', 'It took five days, then seven days.'],
  ])('nothing that is %s', (_, claim, text) => {
    expect(found(claim, text).reckoned).toEqual([]);
  });

  it('in a long text only from figures that the entry names', () => {
    const rows = Array.from({ length: 20 }, (_, at) => `Route ${at + 1} runs ${300 + at * 17} km.`).join(' ');
    const claim = 'Route 4 runs 68 km less than route 8.';
    expect(found(claim, rows).reckoned).toEqual([]);
    const content = 'Route 4 runs 351 km, route 8 runs 419 km: 68 km less.';
    expect(found(content, rows).reckoned).toEqual(['68 km = 419 km − 351 km']);
  });

  it('takes one of them from another quotation of the entry', () => {
    const text = 'The mayor expects 11.2 million euros.';
    const quotes = ['The works need 13.7 million euros.'];
    expect(found('A gap of 2.5 million euros stays.', text, { quotes }).reckoned).toHaveLength(1);
    expect(found('A gap of 2.5 million euros stays.', text).reckoned).toEqual([]);
  });

  it('in a closing from the figures that stood before', () => {
    const text =
      'It was 13.7 million euros against 11.2 million euros, so 2.5 million euros more, and 3.9 million euros.';
    const missing = missingFigures(text, costs);
    expect(missing.map(({ raw }) => raw.trim())).toEqual(['2.5 million euros', '3.9 million euros']);
    expect(unreckoned(text, missing).map(({ raw }) => raw.trim())).toEqual(['3.9 million euros']);
  });
});

describe('scaled figures round', () => {
  it.each([
    ['1.18 million', '1,183,505'],
    ['618k', '618,078'],
    ['1.2 million', '1,183,505'],
    ['2.0 million', '1,970,000'],
    ['25 thousand', '24,510'],
  ])('%s for %s, with a warning', (said, exact) => {
    const findings = figureFindings([`It had ${said} readers.`], `The count came to ${exact} readers.`);
    expect(findings.missing).toEqual([]);
    expect(findings.rounded).toHaveLength(1);
    expect(figureWarning(findings)).toContain('is rounded');
  });

  it.each([
    ['1.17 million', '1,183,505'],
    ['2 million', '1,970,000'],
    ['619k', '618,078'],
    ['618', '618.4'],
  ])('but not %s for %s', (said, exact) => {
    expect(figureFindings([`It had ${said} readers.`], `The count came to ${exact} readers.`).rounded).toEqual([]);
  });
});

describe('a figure that was changed at random', () => {
  const unit = fc.constantFrom('parcels', 'km', '%', 'million euros', 'thousand people', 'years');
  const sentence = fc.tuple(fc.integer({ min: 11, max: 99_999 }), unit);
  const text = fc.array(sentence, { minLength: 4, maxLength: 30 });

  it('passes by rounding or reckoning in at most 2 of 100 cases', () => {
    let [asked, passed] = [0, 0];
    fc.assert(
      fc.property(text, fc.nat(), fc.integer({ min: 11, max: 99_999 }), (rows, which, other) => {
        const say = ([value, of]: [number, string]) => `They counted ${value} ${of} there.`;
        const source = rows.map(say).join(' ');
        const [, of = ''] = rows[which % rows.length] ?? [];
        const claim = say([other, of]);
        const { missing, doubtful, rounded, reckoned } = found(claim, source);
        if (missing.length + doubtful.length + rounded.length + reckoned.length === 0) return;
        asked += 1;
        if (rounded.length + reckoned.length > 0) passed += 1;
      }),
      { seed: 41, numRuns: 2000 },
    );
    expect(asked).toBeGreaterThan(1500);
    expect(passed / asked).toBeLessThanOrEqual(0.02);
  });
});
