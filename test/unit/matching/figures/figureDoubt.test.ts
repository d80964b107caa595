import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { figuresIn, SourceFigures } from '../../../../src/matching/figures/figures';

/** What a claim is told of its figures: those that are surely missing, and those that may follow from the source. */
function judged(claim: string, source: string, beside = ''): { missing: string[]; doubtful: string[] } {
  const figures = new SourceFigures(source, beside);
  const raws = (found: readonly { raw: string }[]) => found.map(({ raw }) => raw.trim());
  return { missing: raws(figures.missing(claim)), doubtful: raws(figures.doubtful(claim)) };
}

const whole = (min: number, max: number) => fc.integer({ min, max });
const runs = (seed: number) => ({ seed, numRuns: 200 });

describe('what code cannot call missing', () => {
  it('a mark of a note is no figure', () => {
    const text = fc.tuple(
      fc.constantFrom('a claim', 'It rose.', 'so they said,', '“so be it”'),
      fc.constantFrom('', ' '),
    );
    fc.assert(
      fc.property(text, fc.array(whole(1, 199), { minLength: 1, maxLength: 3 }), ([said, space], marks) => {
        expect(figuresIn(`${said}${space}${marks.map((mark) => `[${mark}]`).join('')}.`)).toEqual([]);
      }),
      runs(1),
    );
  });

  it('a number in a name', () => {
    const named = fc.constantFrom('Under Rule', 'They flew with Apollo', 'It has the ISBN', 'ISBN', 'See Art.');
    fc.assert(
      fc.property(named, whole(13, 400), (name, number) => {
        expect(judged(`${name} ${number}.`, 'It is so, in so many words.')).toEqual({
          missing: [],
          doubtful: [`${number}`],
        });
        expect(judged(`It is allowed in ${number} cases.`, 'It is so.').missing).toEqual([`${number}`]);
      }),
      runs(2),
    );
  });

  it('a year in the name of a thing', () => {
    const noun = fc.constantFrom('film', 'edition', 'Bericht', 'Olympics');
    fc.assert(
      fc.property(whole(1500, 2024), noun, (year, thing) => {
        expect(judged(`She was praised for the ${year} ${thing}.`, 'She was praised.').missing).toEqual([]);
        expect(judged(`She was praised in ${year}, for the ${thing}.`, 'She was praised.').missing).toEqual([
          `${year}`,
        ]);
      }),
      runs(3),
    );
  });

  it.each([
    ['It was the 3rd of them.', 'There were many.', '3rd'],
    ['Her two brothers came.', 'Her brothers Bo and Cy came.', 'two'],
    ['The eleven guests came.', 'Es kamen elf Gäste.', 'eleven'],
    ['It flew in the 747.', 'It flew in a B747-400 to the coast.', '747'],
    ['It was shown in 2016.', 'It was shown in the spring.', '2016', 'A title\n2016-12-30'],
    ['It opened on May 7, 2018.', 'It opened on 7 May.', 'May 7, 2018'],
    ['Count: 1.234', 'Count: 1,234', '1.234'],
  ])('%s ← %s', (claim, source, figure, beside = '') => {
    expect(judged(claim, source, beside)).toEqual({ missing: [], doubtful: [figure] });
  });

  it('thousands that may be decimals, unless the language shows which', () => {
    fc.assert(
      fc.property(whole(1, 999), whole(0, 999), (first, rest) => {
        const [stop, comma] = ['.', ','].map((sign) => `${first}${sign}${String(rest).padStart(3, '0')}`);
        expect(judged(`Count: ${stop ?? ''}`, `Count: ${comma ?? ''}`)).toEqual({
          missing: [],
          doubtful: [stop],
        });
        expect(
          judged(`Es waren ${stop ?? ''} Schiffe und das ist viel.`, `There were ${comma ?? ''} of the ships.`),
        ).toEqual({
          missing: [],
          doubtful: [],
        });
      }),
      runs(9),
    );
  });
});

describe('what is missing, and a judge may find in other words', () => {
  it.each([
    ['The bill passed on 4 May 2016.', 'The bill passed on 9 May 2016.', '4 May 2016'],
    ['It opened in May 2018.', 'Posted 30 December 2018. It opened in May.', 'May 2018'],
    ['It rose by 41 %.', 'It rose by 14 %, to 41 ships.', '41 %'],
    ['50 % of them left.', 'Half of the members left.', '50 %'],
    ['He stayed for 11 years.', 'They won 11-12-7 in the end.', '11 years'],
    ['A 35-year-old man won.', 'He was born in 1950. It was in 1985 that he won.', '35-year'],
    ['In 1931 it burned.', 'Posted on 4 May 2016. It burned in 1913.', '1931'],
    ['In the 1990s it grew.', 'It grew in 1994.', '1990s'],
    ['There were 350 guests.', 'There were 250 guests at the 3,500 tables.', '350'],
    ['A 17th-century church.', 'A church of 1512.', '17th', 'doubtful'],
    ['There were 12 ships.', 'There were 9 ships, as a list names.', '12'],
  ])('%s ← %s', (claim, source, expected, as = 'missing') => {
    expect(judged(claim, source)).toEqual({ missing: [], doubtful: [], [as]: [expected] });
  });
});

describe('units', () => {
  it.each([
    ['60 mph', 'It went at 60 km/h.'],
    ['60 km', 'It went 60 miles.'],
    ['40 gallons', 'It held 40 litres.'],
    ['12 acres', 'The plot has 12 hectares.'],
    ['30 lb', 'It carried 30 kg.'],
    ['10 nautical miles', 'They sailed 10 miles.'],
    ['60mph', 'It went at 60 km/h.'],
    ['30 kg', 'It carried 66 lb.'],
  ])('miss a number in another: %s ← %s', (claim, source) => {
    expect(judged(claim, source)).toEqual({ missing: [claim], doubtful: [] });
  });

  it.each([
    ['60 mph', 'It went at 60 miles an hour.'],
    ['60 kph', 'It went at 60 km per hour.'],
    ['30 lb', 'It weighs 30lb in all.'],
    ['12 km²', 'The bay has 12 km^2, or 12 square kilometres.'],
    ['the town was put back on its own two feet', 'It stands on its own two feet.'],
    ['in 2012 ha vinto', 'Nel 2012 ha vinto.'],
    ['in 2012 he won', 'Nel 2012 ha vinto.'],
    ['70 mph', 'Car\tSpeed (mph)\nA\t70\nB\t80'],
  ])('find it in the same, however that is written: %s ← %s', (claim, source) => {
    expect(judged(claim, source)).toEqual({ missing: [], doubtful: [] });
  });
});
