import { describe, expect, it } from 'vitest';
import { figuresIn } from '../../../../src/matching/figures/figures';
import { findQuote, normaliseText } from '../../../../src/matching/quote/quote';
import { textOfPage } from '../../../../src/research/extract/pdfLines';
import { readPdf } from '../../../../src/research/extract/pdfPage';
import { bounds, SourceTooComplex, Work } from '../../../../src/research/extract/work';
import { pdfFile, type PlacedText } from '../../../support/pdfFile';

/** Helvetica's letters by their width, in thousandths. */
const widths: Readonly<Record<number, string>> = {
  222: 'ijl',
  278: ' .,;:/!ftI',
  333: '-r()',
  500: 'ckJsvxyz',
  611: 'FTZ',
  667: 'ABEKPSVXY',
  722: 'CDHNRUw',
  778: 'GOQ',
  833: 'mM',
  944: 'W',
};
const widthOf = (text: string, size: number): number =>
  Array.from(text).reduce((sum, letter) => {
    const [width = 556] = Object.entries(widths).find(([, letters]) => letters.includes(letter)) ?? [];
    return sum + (Number(width) * size) / 1000;
  }, 0);

interface Style {
  /** Of what is raised or lowered, as a part of the size of the line. */
  readonly size: number;
  readonly by: number;
  readonly angle?: number;
}

/** "^6^" is raised, "_2_" lowered. */
function line(
  text: string,
  { x = 60, y = 700, size = 11, style }: { x?: number; y?: number; size?: number; style: Style },
): PlacedText[] {
  const angle = style.angle ?? 0;
  const [cosine, sine] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  let along = 0;
  return text
    .split(/(\^[^^]+\^|_[^_]+_)/)
    .filter((piece) => piece !== '')
    .map((piece) => {
      const by = piece.startsWith('^') ? style.by * size : piece.startsWith('_') ? -0.2 * size : 0;
      const own = by === 0 ? size : size * style.size;
      const bare = by === 0 ? piece : piece.slice(1, -1);
      const place = {
        text: bare,
        x: x + along * cosine - by * sine,
        y: y + along * sine + by * cosine,
        size: own,
        angle,
      };
      along += widthOf(bare, own);
      return place;
    });
}

async function textOf(pieces: readonly PlacedText[], rotate = 0): Promise<string> {
  const read = await readPdf(pdfFile({ pages: [{ pieces, rotate }] }));
  if (!read.ok) throw new Error(read.detail);
  return read.text;
}

const verdict = (source: string, quote: string): string => {
  const match = findQuote(normaliseText(source), quote);
  return match.kind === 'approximate' && match.typographic ? 'spelling' : match.kind;
};

/** How programs raise: by rise and size, in lines that go up the page, by very little, very far. */
const styles: Readonly<Record<string, Style>> = {
  'as a word processor': { size: 0.66, by: 0.33 },
  'as TeX': { size: 0.7, by: 0.36 },
  'small and high': { size: 0.5, by: 0.55 },
  'hardly smaller': { size: 0.85, by: 0.3 },
  'as large': { size: 1, by: 0.35 },
  'up the page': { size: 0.66, by: 0.33, angle: 90 },
  'a little turned': { size: 0.66, by: 0.33, angle: 30 },
};
const sizes = [7, 9, 11, 14, 22];

interface Case {
  readonly shown: string;
  readonly read: string;
  readonly stands: readonly string[];
  readonly others: readonly string[];
}

const cases: readonly Case[] = [
  {
    shown: 'They counted 3.2 x 10^6^ ships in all',
    read: 'They counted 3.2 x 10⁶ ships in all',
    stands: ['They counted 3.2 x 10^6 ships', 'counted 3.2 x 10⁶ ships in all', '3.2 x 10^{6} ships in all'],
    others: ['They counted 3.2 x 106 ships', 'They counted 3.2 x 10⁷ ships', 'They counted 3.2 x 10 ships'],
  },
  {
    shown: 'The mass is 9.1 x 10^-31^ kg at rest',
    read: 'The mass is 9.1 x 10⁻³¹ kg at rest',
    stands: ['The mass is 9.1 x 10^-31 kg at rest'],
    others: ['The mass is 9.1 x 10-31 kg at rest', 'The mass is 9.1 x 10^31 kg at rest'],
  },
  {
    shown: 'It was signed by^1^ President Harlow in May',
    read: 'It was signed by¹ President Harlow in May',
    stands: ['It was signed by President Harlow', 'signed by¹ President Harlow in May'],
    others: ['It was signed by 1 President Harlow', 'It was not signed by President Harlow'],
  },
  {
    shown: 'They left the harbour.^12^ Nobody came back',
    read: 'They left the harbour.¹² Nobody came back',
    stands: ['They left the harbour. Nobody came back', 'left the harbour.12 Nobody came back'],
    others: ['They left the harbour. 12 came back'],
  },
  {
    shown: 'The air holds CO_2_ and H_2_O in summer',
    read: 'The air holds CO₂ and H₂O in summer',
    stands: ['The air holds CO2 and H2O in summer', 'air holds CO₂ and H₂O in'],
    others: ['The air holds CO3 and H2O in summer', 'The air holds CO and H2O in summer'],
  },
  {
    shown: 'The field has 12 km^2^ of meadows',
    read: 'The field has 12 km² of meadows',
    stands: ['The field has 12 km2 of meadows', 'The field has 12 km² of meadows'],
    others: ['The field has 12 km3 of meadows', 'The field has 12 km of meadows'],
  },
  {
    shown: 'It was the 21^st^ of May in the town',
    read: 'It was the 21st of May in the town',
    stands: ['It was the 21st of May in the town'],
    others: ['It was the 22nd of May in the town'],
  },
];

describe('Raised and lowered text', () => {
  const relatives = Object.entries(styles).flatMap(([name, style]) =>
    sizes.flatMap((size) => cases.map((one) => [`${name}, ${size} points: ${one.shown}`, one, style, size] as const)),
  );

  it('is tried in more than 200 ways', () => {
    expect(relatives.length).toBeGreaterThan(200);
  });

  it.each(relatives)('%s', async (_, { shown, read, stands, others }, style, size) => {
    const text = await textOf(line(shown, { style, size, x: 120, y: 200 }));
    // Its reader takes lowered text of the same size for text.
    expect(text).toBe(style.size < 1 ? read : read.replaceAll('₂', '2'));
    expect(stands.map((quote) => [quote, verdict(text, quote)])).toEqual(stands.map((quote) => [quote, 'exact']));
    expect(others.filter((quote) => verdict(text, quote) === 'exact')).toEqual([]);
  });

  it('is found on pages that are turned, and in figures', async () => {
    for (const rotate of [0, 90, 180, 270]) {
      const text = await textOf(line('It took 4 x 10^6^ hours', { style: { size: 0.66, by: 0.33 } }), rotate);
      expect(text).toBe('It took 4 x 10⁶ hours');
      expect(figuresIn(text).map(({ value }) => value)).toEqual([4_000_000]);
    }
  });

  it('is a fraction with a slash between them', async () => {
    const text = await textOf(line('They waited 2^1^/_2_ hours for the ship', { style: { size: 0.66, by: 0.33 } }));
    expect(text).toBe('They waited 2¹⁄₂ hours for the ship');
    expect(verdict(text, 'They waited 2½ hours for the ship')).toBe('exact');
    expect(verdict(text, 'They waited 2¼ hours for the ship')).toBe('approximate');
  });

  it('has letters for marks, too, and none for capitals that are small', async () => {
    const style = { size: 0.66, by: 0.33 };
    const text = await textOf([
      ...line('The council^a^ met in May', { style }),
      { text: 'T', x: 60, y: 680, size: 11 },
      { text: 'HE REPORT OF 2004', x: 67, y: 680, size: 8 },
    ]);
    expect(text).toBe('The council\u2060ᵃ met in May\nTHE REPORT OF 2004');
    expect(verdict(text, 'The council met in May')).toBe('exact');
  });
});

describe('Lines of a page', () => {
  const style = { size: 0.66, by: 0.33 };
  const at = (x: number, y: number, text: string, size = 11): PlacedText => ({ text, x, y, size });

  it('begin with a large letter', async () => {
    const text = await textOf([
      at(60, 672, 'T', 40),
      at(86, 690, 'he council met in May'),
      at(86, 676, 'and left the town'),
      at(60, 662, 'in June of that year.'),
    ]);
    expect(verdict(text, 'The council met in May and left the town in June')).toBe('exact');
  });

  it('end where they do, also behind a mark', async () => {
    const text = await textOf([...line('It was signed by^1^', { style }), at(60, 686, 'President Harlow in May')]);
    expect(text).toBe('It was signed by¹\nPresident Harlow in May');
  });

  it('have cells where pieces stand below each other', async () => {
    const rows = [
      ['Region', 'Before', 'After'],
      ['North', '12', '1,034'],
      ['South and east', '', '7'],
      ['West', '9', '11'],
    ];
    const pieces = rows.flatMap((row, index) =>
      row.flatMap((cell, column) =>
        cell === '' ? [] : [at(60 + 120 * column + (index > 0 && column > 0 ? 10 : 0), 700 - 14 * index, cell)],
      ),
    );
    expect(await textOf(pieces)).toBe('Region\tBefore\tAfter\nNorth\t12\t1,034\nSouth and east\t7\nWest\t9\t11');
  });

  it('are no cells where only one of them is wide, or a list has numbers', async () => {
    expect(
      await textOf([
        at(60, 700, 'Annual report'),
        at(400, 700, 'page 3'),
        at(60, 680, 'It was a good year for all of the harbours of this long coast, they say.'),
      ]),
    ).toBe('Annual report page 3\nIt was a good year for all of the harbours of this long coast, they say.');
    const items = ['cold rooms', 'warm halls', 'new cranes'].flatMap((item, index) => [
      at(60, 700 - 14 * index, `${index + 1}.`),
      at(90, 700 - 14 * index, item),
    ]);
    expect(await textOf(items)).toBe('1. cold rooms\n2. warm halls\n3. new cranes');
  });

  const left = [
    'The old harbour was closed in',
    'the spring of that year, for the',
    'gates did not hold the water',
    'of the river any longer.',
  ];
  const right = [
    'Its cranes were sold to a town',
    'at the other end of the coast',
    'where they lift timber to this',
    'day, and rust in the wind.',
  ];

  it.each([
    ['row by row', true],
    ['column by column', false],
  ])('of two columns are read one column after the other: %s', async (_, isByRow) => {
    const [one, other] = [left, right].map((column, side) =>
      column.map((text, row) => at(60 + 270 * side, 700 - 14 * row, text)),
    );
    const pieces = isByRow
      ? (one ?? []).flatMap((piece, row) => [piece, ...(other?.slice(row, row + 1) ?? [])])
      : [...(one ?? []), ...(other ?? [])];
    expect(
      await textOf([
        at(60, 730, 'What became of the harbour, in a line that goes over both of the columns'),
        ...pieces,
      ]),
    ).toBe(['What became of the harbour, in a line that goes over both of the columns', ...left, ...right].join('\n'));
  });

  it('take steps that are counted', () => {
    const pieces = Array.from({ length: 3_000 }, (_line, index) => ({
      str: 'word',
      transform: [11, 0, 0, 11, index % 2 === 0 ? 60 : 300, 700_000 - 14 * Math.floor(index / 2)],
      width: 40,
      hasEOL: index % 2 === 1,
    }));
    const work = new Work();
    expect(textOfPage(pieces, work).split('\n')).toHaveLength(1_500);
    expect(work.of('steps')).toBeLessThan(20_000);
    expect(() => textOfPage(pieces, new Work({ ...bounds, steps: 100 }))).toThrow(SourceTooComplex);
  });
});

describe('words that are read from the right', () => {
  type Placed = readonly [text: string, x: number, width: number];
  const read = (...lines: (readonly Placed[])[]): string =>
    textOfPage(
      lines.flatMap((pieces, row) =>
        pieces.map(([str, x, width], index) => ({
          str,
          width,
          transform: [11, 0, 0, 11, x, 700 - 14 * row],
          hasEOL: index === pieces.length - 1,
        })),
      ),
      new Work(bounds),
    );

  it('are in reading order, as a browser places them: from the left, with signs of their own', () => {
    const pieces: Placed[] = [
      ['OECD Outlook', 41, 100],
      [' ', 141, 5],
      ['אחוז, לפי', 146, 47],
      [' ', 193, 5],
      ['12.5', 198, 26],
      ['מ-', 224, 12],
      [' ', 236, 5],
      ['2004-', 241, 33],
      ['ל', 274, 8],
      [' ', 282, 5],
      ['1998', 287, 30],
      [' ', 317, 5],
      ['ירד בין', 322, 60],
    ];
    expect(read(pieces)).toBe('ירד בין 1998 ל-2004 מ-12.5 אחוז, לפי OECD Outlook');
  });

  it('are in reading order, as a word processor writes them: without the spaces, from the right', () => {
    const pieces: Placed[] = [
      ['ירד בין השנים', 396, 149],
      ['1998', 362, 30],
      ['ל', 351, 6],
      ['-', 347, 4],
      ['2004', 316, 31],
      ['(', 308, 4],
      ['הדוח', 280, 28],
      ['.)', 271, 8],
    ];
    expect(read(pieces)).toBe('ירד בין השנים 1998 ל-2004 (הדוח).');
  });

  it('are whole where each letter of Arabic has its place, and lam stands before its alef', () => {
    const letters = Array.from('ﻟاﻲﻓ').map((sign, index): Placed => [sign, 60 + index * 5, 5]);
    expect(read(letters).normalize('NFKC')).toBe('فيال');
    expect(read([['مكتب ا\u0625\u0644حصاء', 60, 90]])).toBe('مكتب الإحصاء');
  });

  it('keep a passage within a line of Latin letters, and leave a line without them as it is', () => {
    const pieces: Placed[] = [
      ['The words', 60, 50],
      [' ', 110, 5],
      ['עולם', 115, 25],
      [' ', 140, 5],
      ['שלום', 145, 25],
      [' ', 170, 5],
      ['are 2.', 175, 30],
    ];
    expect(read(pieces)).toBe('The words שלום עולם are 2.');
    expect(
      read([
        ['a note', 60, 40],
        ['back', 50, 8],
      ]),
    ).toBe('a noteback');
  });

  it('are none in numbers alone, wherever and however they stand', () => {
    const turned = ['2001', '12', '34'].map((str, index) => ({
      str,
      transform: [0, -10, 10, 0, 60, 300 - index * 60],
      width: 20,
      hasEOL: index === 2,
    }));
    expect(textOfPage(turned, new Work(bounds))).toBe('20011234');
    expect(
      read([
        ['-5', -60, 8],
        [' ', -52, 4],
        ['7', -48, 5],
      ]),
    ).toBe('-5 7');
  });

  it('take the right column first, and the cells of a table from the right', () => {
    const columns = [0, 1, 2].map((row): Placed[] => [
      [`השורה הארוכה השנייה מספר ${['א', 'ב', 'ג'][row]}`, 60, 200],
      [`השורה הארוכה הראשונה מספר ${['א', 'ב', 'ג'][row]}`, 330, 200],
    ]);
    const text = read(...columns);
    expect(text.indexOf('הראשונה מספר ג')).toBeLessThan(text.indexOf('השנייה מספר א'));
    expect(
      read(
        [
          ['שנה', 394, 21],
          ['שיעור', 158, 28],
        ],
        [
          ['1998', 394, 26],
          ['12.5', 158, 26],
        ],
      ),
    ).toBe('שנה\tשיעור\n1998\t12.5');
  });
});
