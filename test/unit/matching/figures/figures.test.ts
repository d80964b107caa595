import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { missingFigures } from '../../../../src/matching/figures/figureFindings';
import { figuresIn } from '../../../../src/matching/figures/figures';

const values = (text: string) => figuresIn(text).map((figure) => figure.value);
/** Value with unit or measure, as in "46 %" and "27 ms". */
const measured = (text: string) =>
  figuresIn(text).map((figure) =>
    [figure.value, figure.unit ?? figure.measure].filter((part) => part !== undefined).join(' '),
  );
const missing = (claim: string, source: string) => missingFigures(claim, source).map((figure) => figure.raw);

describe('figuresIn: numbers', () => {
  it.each<[string, number[]]>([
    ['It has 12 parts and 3.5 more', [12, 3.5]],
    ['A comma thousand: 1,234', [1234]],
    ['Groups: 1,234,567 and 1.234.567', [1_234_567, 1_234_567]],
    ['With decimals: 1,234.5 and 1.234,5', [1234.5, 1234.5]],
    ['Spaces: 1 234, 1\u00a0234, 1\u2009234 and 1\u202f234', [1234, 1234, 1234, 1234]],
    ["Swiss: 1’234 and 1'234.50", [1234, 1234.5]],
    ['Indian: 12,34,567', [1_234_567]],
    ['A decimal comma: 3,5', [3.5]],
    ['A row: deck,21,2027', [21, 2027]],
    ['A row with stops: approach roads,9.5,2027', [9.5, 2027]],
    ['Groups that fit no number: 9,5,2027 and 18,46,83,0.02', [9, 5, 2027, 18, 46, 83, 0.02]],
    ['Cells before a decimal: 38,4.5', [38, 4.5]],
    ['A cell after words: Upper,14,3 hail days,late', [14, 3]],
    ['In semicolons the comma is decimal: Lower;9,5;2027', [9.5, 2027]],
    ['In quotation marks a cell keeps its comma: deck,"1,234",2027', [1234, 2027]],
    ['A decimal comma at the end of a clause: from 12,5, then to 7,25', [12.5, 7.25]],
    ['Long decimals: 3,14159', [3.14159]],
    ['A quotation ends: “up by 3,5,” he said', [3.5]],
    ['Below one: 0.123 and .5', [0.123, 0.5]],
    ['Negative: -5, −7 and minus 3', [-5, -7, -3]],
    ['A dash is no sign: the rest—5 of them', [5]],
    ['Scientific: 1.5e6, 3 × 10^6, 2·10⁻³, 10^9 and 10⁶', [1_500_000, 3_000_000, 0.002, 1e9, 1e6]],
    ['Ordinals and decades: the 3rd of the 1990s', [3, 1990]],
    ['Magnitudes: 2 thousand, 3.1 million, 4bn, 1.2 trillion', [2000, 3_100_000, 4e9, 1.2e12]],
    ['Letters: 5k, 7K and 2M users', [5000, 7000, 2_000_000]],
    ['Chained: 3 hundred thousand', [300_000]],
    ['A fraction: 7 of 22, 7/22', [7, 22, 7, 22]],
    ['Heat and hours: 40.5C, 16 hrs/40', [40.5, 16, 40]],
    ['A year: in 2025, of which', [2025]],
    ['Compounds: a 5-year plan since mid-2020, the top-10', [5, 2020, 10]],
    ['A sentence ends with 41. Then 5 came.', [41, 5]],
    ['A year span 2019–21', [2019, 21]],
  ])('%s', (text, expected) => {
    expect(values(text)).toEqual(expected);
  });

  it('keeps both readings of an ambiguous separator', () => {
    expect(figuresIn('1.234').map((figure) => figure.readings)).toEqual([[1.234, 1234]]);
    expect(figuresIn('1,234').map((figure) => figure.readings)).toEqual([[1234, 1.234]]);
    expect(figuresIn('0.234').map((figure) => figure.readings)).toEqual([[0.234]]);
    expect(figuresIn('2019–21').map((figure) => figure.readings)).toEqual([[2019], [21, 2021]]);
  });

  it.each<[string, number[]]>([
    ['two of them', [2]],
    ['Ninety-nine bottles, twenty five glasses', [99, 25]],
    ['one hundred and five', [105]],
    ['one thousand two hundred and thirty-four', [1234]],
    ['three hundred thousand', [300_000]],
    ['two million five hundred thousand', [2_500_000]],
    ['a hundred and a million', [100, 1_000_000]],
    ['two and three', [2, 3]],
    ['three and a half years', [3.5]],
    ['half a million, a quarter of a million, two and a half million', [500_000, 2_500_000]],
    ['one or two', [2]],
    ['one million; one percent; zero percent', [1_000_000, 1, 0]],
    ['one of them, someone, no one, one-off', []],
    ['hundreds of them, several hundred, a few thousand', []],
    ['the twenty-first century, two-thirds, the second', []],
    ['often, tent, weight, sixteenth', []],
  ])('in words: %s', (text, expected) => {
    expect(values(text)).toEqual(expected);
  });
});

describe('figuresIn: units', () => {
  it.each<[string, string[]]>([
    ['41%, 41 %, 41 percent, 41 per cent, 41 percentage points', ['41 %', '41 %', '41 %', '41 %', '41 pp']],
    ['forty-one percent', ['41 %']],
    ['**41**% in bold', ['41 %']],
    ['41–46%', ['41 %', '46 %']],
    ['from 41 to 46 percent', ['41 %', '46 %']],
    ['between 41 and 46 percent', ['41 %', '46 %']],
    ['$5, US$5, €5, 5 €, £5', ['5 $', '5 USD', '5 EUR', '5 EUR', '5 GBP']],
    ['EUR 5, 5 USD, EUR5, 5 euros, five dollars', ['5 EUR', '5 USD', '5 EUR', '5 EUR', '5 $']],
    ['$3.5 million, $3.5m, €2bn, £5k', ['3500000 $', '3500000 $', '2000000000 EUR', '5000 GBP']],
    ['$3–5 million', ['3000000 $', '5000000 $']],
    ['$3-5m, USD 3 to 5bn, $3–5%', ['3000000 $', '5000000 $', '3000000000 USD', '5000000000 USD', '3 $', '5 %']],
    ['-$5 and $-5', ['-5 $', '-5 $']],
    ['27 ms, 27ms, 3 seconds, 5 min, two hours', ['27 ms', '27 ms', '3 s', '5 min', '2 h']],
    ['16 GB, 512MB, 5m, 10 km', ['16 GB', '512 MB', '5 m', '10 km']],
    ['a 30-day trial', ['30 d']],
    ['3 to 5 ms', ['3 ms', '5 ms']],
  ])('%s', (text, expected) => {
    expect(measured(text)).toEqual(expected);
  });

  it('tells where each stands', () => {
    const text = 'It cost about $3.5 million, or 41–46% more.';
    const figures = figuresIn(text);
    expect(figures.map((figure) => figure.raw)).toEqual(['$3.5 million', '41', '46%']);
    expect(figures.map((figure) => figure.kind)).toEqual(['currency', 'percent', 'percent']);
    for (const { raw, start, end } of figures) expect(text.slice(start, end)).toBe(raw);
  });
});

describe('figuresIn: dates and times', () => {
  it.each<[string, number[]]>([
    ['on 3 March 2025', [20_250_303]],
    ['on March 3, 2025', [20_250_303]],
    ['on the 3rd of March 2025', [20_250_303]],
    ['on 2025-03-03', [20_250_303]],
    ['at 2025-03-03T10:30:00Z', [20_250_303, 630]],
    ['on 03.04.2025', [20_250_403]],
    ['in March 2025', [20_250_300]],
    ['on 3 March', [303]],
    ['at 10:30, 10:30 pm and 5pm', [630, 1350, 1020]],
    ['they may 5 times', [5]],
    ['May 41% of them', [41]],
  ])('%s', (text, expected) => {
    expect(values(text)).toEqual(expected);
  });

  it('keeps both orders of a date with strokes', () => {
    expect(figuresIn('03/04/2025')[0]?.readings).toEqual([20_250_304, 20_250_403]);
  });
});

describe('figuresIn: not figures', () => {
  it.each([
    'as seq 12 says',
    'seqs 3 and 4, seqs 3, 4 and 5, seq. 7, seqs 3–5',
    '1. first\n2. second\n10) tenth',
    '- 3. nested',
    'HTTP/2, HTTP/1.1, p95, p99.9, gRPC2, v1.2.3, 1.2.3, UTF-8, COVID-19, GPT-4.5',
    'load-test2.md, src/a5/b10.ts, 2024.pdf, report_2024.csv:12',
    'https://a.example/2024/05?q=3 and www.b.example/7 and x1@c.example',
    'workspace:docs/a.md#L10-L20 and L10-L20 and #L5',
    'CVE-2024-1234, arXiv:2510.10165, doi:10.1145/19.2, 10.1145/1978802.1978812',
    '10.0.0.1, 3D, 2FA, 0x1f, #12, #ff0000',
    'a note[3] and[^4]',
    'CO2 and H2O, Q3, x86-64',
  ])('%s', (text) => {
    expect(values(text)).toEqual([]);
  });

  it('sees the figures next to them', () => {
    expect(values('seq 12 says p95 is 120 ms over HTTP/2 (see seqs 3 and 4): 41% of 7 runs in a.md')).toEqual([
      120, 41, 7,
    ]);
    expect(values('1. It took 5 tries.\n2. It took 6.')).toEqual([5, 6]);
    expect(values('In sum the total was\n12. We left.')).toEqual([12]);
    expect(values('seq 3 and 41% of users')).toEqual([41]);
  });
});

describe('missingFigures: stands', () => {
  it.each<[string, string]>([
    ['1,234 ships', 'In all 1234 ships came.'],
    ['1234 ships', 'In all 1.234 thousand ships came.'],
    ['1,234 ships', 'In all one thousand two hundred and thirty-four ships came.'],
    ['1,234 ships', 'Insgesamt 1.234 Schiffe.'],
    ['twelve ships', 'There were 12.'],
    ['3.5 million', '3,500,000 people'],
    ['3,500,000 people', '3.5 million people'],
    ['3,5 Prozent or 3.5%', 'It is 3.5 %.'],
    ['41% of them', 'between 41 and 46 percent'],
    ['41% of them', '41–46 % of them'],
    ['41% of them', 'It was 41, 43 and 46%, respectively.'],
    ['forty-one percent', '41%'],
    ['$5 million', 'US$5,000,000'],
    ['5 million dollars', 'USD 5m'],
    ['EUR 5', 'five euros'],
    ['$5', 'a table with 5 in it'],
    ['27 ms', '27 milliseconds'],
    ['27 ms', 'Latency (ms) | 27 |'],
    ['5-year plan', 'for five years'],
    ['60 km/h', 'at 60 km per hour'],
    ['60 kph', 'mit 60 km/h'],
    ['60 mph', 'at 60 miles an hour'],
    ['12 m²', 'a room of 12 square metres'],
    ['6-foot wall', 'The wall has 6 feet.'],
    ['40 l', 'It held 40 litres.'],
    ['3 March 2025', 'published 2025-03-03'],
    ['March 2025', 'published on 3 March 2025'],
    ['in 2025', 'published on 3 March 2025'],
    ['on 3 March', 'on March 3rd, 2025'],
    ['at 10:30', 'at 10:30 p.m.'],
    ['at 10:30 pm', 'at 22:30'],
    ['7 of 22', 'seven of the 22'],
    ['12 items', 'a | 12 345 | b'],
    ['from 2019 to 2021', 'in 2019–21'],
    ['no figure at all', ''],
    ['as seq 12 shows, p95 over HTTP/2', 'nothing of the kind'],
  ])('%s ← %s', (claim, source) => {
    expect(missing(claim, source)).toEqual([]);
  });
});

describe('missingFigures: missing', () => {
  it.each<[string, string, string[]]>([
    ['1,235 ships', '1,234 ships', ['1,235']],
    ['41% and 42%', 'It was 41%.', ['42%']],
    ['41%', 'There were 41 ships.', ['41%']],
    ['41 ms', 'It was 41%.', ['41 ms']],
    ['prices fell by 5%', 'change: −5 %', ['5%']],
    ['$41', 'It was 41%.', ['$41']],
    ['$5', 'It cost €5.', ['$5']],
    ['EUR 5', 'It cost 5 US dollars.', ['EUR 5']],
    ['27 ms', 'It took 27 s.', ['27 ms']],
    ['16 GB', 'It has 16 MB.', ['16 GB']],
    ['5 million', 'It was 5 thousand.', ['5 million']],
    ['5 °C', 'It was -5 °C.', ['5 °C']],
    ['-5 °C', 'It was 5 °C.', ['-5 °C']],
    ['p95 is 120 ms', 'p95 is 130 ms over 120 requests in 120 s', []],
    ['3 March 2025', '4 March 2025', ['3 March 2025']],
    ['3 March 2025', 'in March 2025', ['3 March 2025']],
    ['at 10:30', '10 of 30', ['10:30']],
    ['7 of 22', '7 of 23', ['22']],
    ['14 ships', 'HTTP/14 and v14, p14', ['14']],
    ['12 ships', 'as seq 12 says', ['12']],
    ['41', '', ['41']],
  ])('%s ← %s', (claim, source, expected) => {
    expect(missing(claim, source)).toEqual(expected);
  });
});

describe('properties', () => {
  const digits = (value: number, group: string) => String(value).replace(/\B(?=(\d{3})+$)/g, group);
  const number = fc.integer({ min: 2, max: 999_999_999 });

  it('finds a number with any thousands separator, and no other number', () => {
    const group = fc.constantFrom('', ',', '.', ' ', '\u00a0', '\u2009', '\u202f', "'", '’');
    fc.assert(
      fc.property(number, group, group, fc.integer({ min: 1, max: 9 }), (value, one, other, more) => {
        const source = `The count was ${digits(value, other)} in all.`;
        expect(missing(`There are ${digits(value, one)} things.`, source)).toEqual([]);
        fc.pre(!(one === '.' && other === ',') && value + more > 12);
        expect(missing(`There are ${digits(value + more, one)} things.`, source)).toHaveLength(1);
      }),
      { seed: 31, numRuns: 500 },
    );
  });

  it('finds a number written in words', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 999_999 }), (value) => {
        expect(values(`There are ${inWords(value)} things.`)).toEqual([value]);
      }),
      { seed: 32, numRuns: 500 },
    );
  });

  it('never fails, keeps order and slices back', () => {
    const piece = fc.constantFrom(
      '12',
      '1,2',
      '.5',
      '%',
      ' ',
      '-',
      '–',
      '$',
      'one',
      'two',
      ' hundred',
      'k',
      'm',
      'March ',
      '2025',
      '/',
      ':',
      '\n',
      'e',
      'é',
      '10',
      '^',
      '⁶',
      'and ',
      'seq ',
      '[',
      ']',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        const text = pieces.join('');
        let end = 0;
        for (const figure of figuresIn(text)) {
          expect(text.slice(figure.start, figure.end)).toBe(figure.raw);
          expect(figure.start).toBeGreaterThanOrEqual(end);
          expect(figure.readings.length).toBeGreaterThan(0);
          expect(figure.readings.every(Number.isFinite)).toBe(true);
          expect(figure.value).toBe(figure.readings[0]);
          end = figure.end;
        }
        expect(missing(text, text)).toEqual([]);
      }),
      { seed: 33, numRuns: 2000 },
    );
  });
});

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

function inWords(value: number): string {
  if (value < 20) return small[value] ?? '';
  if (value < 100)
    return `${tens[Math.floor(value / 10) - 2] ?? ''}${value % 10 === 0 ? '' : `-${small[value % 10] ?? ''}`}`;
  const unit = value < 1000 ? 100 : 1000;
  const rest = value % unit;
  const head = `${inWords(Math.floor(value / unit))} ${unit === 100 ? 'hundred' : 'thousand'}`;
  return rest === 0 ? head : `${head}${rest < 100 ? ' and' : ''} ${inWords(rest)}`;
}
