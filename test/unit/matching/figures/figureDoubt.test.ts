import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { figuresIn, SourceFigures } from '../../../../src/matching/figures/figures';

/** What a claim is told of its figures: those that are surely missing, and those that may follow from the source. */
function judged(claim: string, source: string, beside = ''): { missing: string[]; doubtful: string[] } {
  const figures = new SourceFigures(source, beside);
  const raws = (found: readonly { raw: string }[]) => found.map(({ raw }) => raw.trim());
  return { missing: raws(figures.missing(claim)), doubtful: raws(figures.doubtful(claim)) };
}

const months = 'January February March April May June July August September October November December'.split(' ');
const words = 'two three four five six seven eight nine ten eleven twelve'.split(' ');
const whole = (min: number, max: number) => fc.integer({ min, max });
const runs = (seed: number) => ({ seed, numRuns: 200 });

describe('what an honest claim is not accused of', () => {
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

  it('a year in the name of a thing, told of soon after', () => {
    const noun = fc.constantFrom('film', 'edition', 'report', 'census', 'festival');
    fc.assert(
      fc.property(whole(1950, 2024), whole(0, 2), noun, whole(1, 28), (year, later, thing, day) => {
        const source = `Posted on ${months[day % 12] ?? ''} ${day}, ${year + later}. The ${thing} was praised.`;
        expect(judged(`She was praised for the ${year} ${thing}.`, source).missing).toEqual([]);
        expect(judged(`She was praised in ${year - 20}, for the ${thing}.`, source).missing).toEqual([`${year - 20}`]);
      }),
      runs(2),
    );
  });

  it('a count of the others, and of what a list names', () => {
    const names = 'Ada Bo Cy Di Ed Flo Gus Hal Ida Jo Kai Lu'.split(' ');
    fc.assert(
      fc.property(whole(2, 12), whole(0, 3), (count, extra) => {
        const word = words[count - 2] ?? '';
        expect(judged(`She beat the other ${word} applicants.`, `There were ${count + 1} applicants.`).missing).toEqual(
          [],
        );
        const list = `Those who came: ${names.slice(0, Math.min(12, count + extra)).join(', ')}.`;
        expect(judged(`The ${word} guests came.`, list).missing).toEqual([]);
      }),
      runs(3),
    );
  });

  it('an age, from two years of the source', () => {
    fc.assert(
      fc.property(whole(1900, 1999), whole(13, 90), whole(0, 1), (born, old, before) => {
        const source = `He was born in ${born}. It was in ${born + old + before} that he won.`;
        expect(judged(`A ${old}-year-old man won.`, source).missing).toEqual([]);
        expect(judged(`A man won, aged ${old}.`, source).missing).toEqual([]);
        expect(judged(`A ${old + 3}-year-old man won.`, source).missing).toEqual([`${old + 3}-year`]);
      }),
      runs(4),
    );
  });

  it('a decade however it is written, and one that a year lies in', () => {
    fc.assert(
      fc.property(whole(170, 202), fc.constantFrom("'s", '’s', 's'), whole(0, 9), (ten, ending, year) => {
        expect(judged(`In the ${ten}0${ending} it grew.`, `It grew in the ${ten}0s.`)).toEqual({
          missing: [],
          doubtful: [],
        });
        expect(judged(`In the ${ten}0${ending} it grew.`, `It grew in ${ten}${year}.`).missing).toEqual([]);
        expect(judged(`In the ${ten}0${ending} it grew.`, `It grew in ${ten - 2}${year}.`).missing).toHaveLength(1);
      }),
      runs(5),
    );
  });

  it('the number of a thing that has one', () => {
    const thing = fc.constantFrom('Rule', 'Article', 'Route', 'Apollo', 'Protocol', 'page', 'chapter');
    fc.assert(
      fc.property(thing, whole(13, 400), (name, number) => {
        expect(
          judged(`Under ${name} ${number} it is allowed.`, 'The text allows it, in so many words.').missing,
        ).toEqual([]);
        expect(judged(`It is allowed in ${number} cases.`, 'The text allows it.').missing).toEqual([`${number}`]);
      }),
      runs(6),
    );
  });

  it('a date of which the source has the parts, or what stands beside its text', () => {
    fc.assert(
      fc.property(whole(1990, 2024), whole(0, 11), whole(1, 28), (year, at, day) => {
        const month = months[at] ?? '';
        const claim = `It opened on ${month} ${day}, ${year}.`;
        expect(judged(claim, `Posted 30 December ${year}. It opened on ${day} ${month}.`).missing).toEqual([]);
        expect(judged(claim, `It opened on ${month} ${day}.`, `A title\n${year}-12-30`).missing).toEqual([]);
        expect(
          judged(`It opened in ${month} ${year}.`, `Posted 30 December ${year}. It opened in ${month}.`).missing,
        ).toEqual([]);
        expect(
          judged(claim, `Posted 30 December ${year}. It opened on ${day === 28 ? 3 : day + 1} ${month} ${year}.`)
            .missing,
        ).toHaveLength(1);
      }),
      runs(7),
    );
  });

  it('parts of a whole in words', () => {
    const part = fc.constantFrom<[string, number]>(['half', 0.5], ['a quarter of', 0.25], ['three quarters of', 0.75]);
    fc.assert(
      fc.property(part, whole(1, 9), ([word, value], count) => {
        expect(judged(`${value * 100} % of them left.`, `${word} the members left.`).missing).toEqual([]);
        expect(judged(`It took ${value * 60} minutes.`, `It took ${word} an hour.`).missing).toEqual([]);
        expect(judged(`${(value * 1e6).toLocaleString('en-US')} came.`, `${word} a million came.`).missing).toEqual([]);
        expect(
          judged(`It took ${count} hours, ${value * 60 + 4} minutes.`, `It took ${count} hours and ${word} an hour.`)
            .missing,
        ).toHaveLength(1);
      }),
      runs(8),
    );
  });

  it('thousands that may be decimals: neither passed nor accused', () => {
    fc.assert(
      fc.property(whole(1, 999), whole(0, 999), (first, rest) => {
        const [stop, comma] = ['.', ','].map((sign) => `${first}${sign}${String(rest).padStart(3, '0')}`);
        expect(judged(`The count was ${stop ?? ''} in all.`, `The count was ${comma ?? ''} in all.`)).toEqual({
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

describe('what is surely missing', () => {
  it.each([
    ['The bill passed on 4 May 2016.', 'The bill passed on 9 May 2016.', '4 May 2016'],
    ['It rose by 41 %.', 'It rose by 14 %, to 41 ships.', '41 %'],
    ['He stayed for 11 years.', 'They won 11-12-7 in the end.', '11 years'],
    ['In 1931 it burned.', 'Posted on 4 May 2016. It burned in 1913.', '1931'],
    ['There were 350 guests.', 'There were 250 guests at the 3,500 tables.', '350'],
    ['A 17th-century church.', 'A church of 1512.', '17th'],
  ])('%s ← %s', (claim, source, expected) => {
    expect(judged(claim, source).missing).toEqual([expected]);
  });
});

describe('units that are loosely read', () => {
  it.each([
    ['60 mph', 'It went at 60 km/h.'],
    ['60 km/h', 'It went at 60 mph.'],
    ['40 gallons', 'It held 40 litres.'],
    ['12 acres', 'The plot has 12 hectares.'],
    ['30 lb', 'It carried 30 kg.'],
    ['20 knots', 'The wind blew at 20 m/s.'],
    ['10 nautical miles', 'They sailed 10 miles.'],
    ['about 60 mph', 'It went at 60 km/h.'],
    ['**60** mph', 'It went at 60 km/h.'],
    ['60mph', 'It went at 60 km/h.'],
    ['30 kg', 'It carried 66 lb.'],
    ['1.83 m', 'He is 6 feet tall.'],
  ])('neither find nor miss a number in another: %s ← %s', (claim, source) => {
    const { missing, doubtful } = judged(claim, source);
    expect([missing, doubtful.length]).toEqual([[], 1]);
    expect(judged(claim, 'It was 7, or so.').missing).toHaveLength(1);
  });

  it.each([
    ['60 mph', 'It went at 60 miles an hour.'],
    ['60 kph', 'It went at 60 km per hour.'],
    ['30 lb', 'It weighs 30lb in all.'],
    ['12 km²', 'The bay has 12 km^2, or 12 square kilometres.'],
    ['a 60 lb-ft torque', 'It has 60 ft-lb.'],
    ['the town was put back on its own two feet', 'It stands on its own two feet.'],
    ['in 2012 ha vinto', 'Nel 2012 ha vinto.'],
    ['70 mph', 'Car\tSpeed (mph)\nA\t70\nB\t80'],
  ])('find it in the same, however that is written: %s ← %s', (claim, source) => {
    expect(judged(claim, source)).toEqual({ missing: [], doubtful: [] });
  });
});
