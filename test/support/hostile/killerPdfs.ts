import { deflateSync } from 'node:zlib';
import { hostileDocument as document, stream, type PdfShape } from './pdfs';

// Documents of a few hundred bytes whose numbers, or references to themselves, make a reader allocate or run without an
// end.

const most = 2_147_483_647;
const flate = '/Filter /FlateDecode';
const packed = (text: string): string => deflateSync(text, { level: 9 }).toString('latin1');
const shown = 'BT /F1 12 Tf 60 700 Td <00410042> Tj ET';

/** Shows text in the font that is object 5. */
const inFont = (...more: readonly string[]): Uint8Array =>
  document({ content: shown, resources: '/Font << /F1 5 0 R >>', more });

const descriptor = (entries = ''): string =>
  `<< /Type /FontDescriptor /FontName /X /Flags 4 /FontBBox [0 0 1 1] /ItalicAngle 0 /Ascent 1 /Descent 0 /CapHeight 1 /StemV 1 ${entries} >>`;

/** A font of many characters, whose widths and meanings are numbers. */
const composite = (
  entries: string,
  {
    encoding = '/Identity-H',
    toUnicode = '',
    more = [],
  }: { encoding?: string; toUnicode?: string; more?: string[] } = {},
): Uint8Array =>
  inFont(
    `<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding ${encoding} ${toUnicode} /DescendantFonts [6 0 R] >>`,
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 7 0 R ${entries} >>`,
    descriptor(),
    ...more,
  );

const map = (lines: string): string =>
  stream(
    `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Own def /CMapType 2 def 1 begincodespacerange <00000000> <ffffffff> endcodespacerange ${lines} endcmap end end`,
    '/Type /CMap /CMapName /Own',
  );
const encoded = (lines: string): Uint8Array => composite('', { encoding: '8 0 R', more: [map(lines)] });
const meant = (lines: string): Uint8Array => composite('', { toUnicode: '/ToUnicode 8 0 R', more: [map(lines)] });

const simple = (entries: string, ...more: readonly string[]): Uint8Array =>
  inFont(`<< /Type /Font /Subtype /TrueType /BaseFont /X ${entries} /FontDescriptor 6 0 R >>`, descriptor(), ...more);

const bytesOf = (...numbers: readonly number[]): string =>
  numbers
    .map((number) =>
      String.fromCharCode((number >>> 24) & 255, (number >>> 16) & 255, (number >>> 8) & 255, number & 255),
    )
    .join('');
const shorts = (...numbers: readonly number[]): string =>
  numbers.map((number) => String.fromCharCode((number >>> 8) & 255, number & 255)).join('');

/** A TrueType font with these tables besides the usual ones. */
function trueType(tables: Readonly<Record<string, string>>): Uint8Array {
  const all: Readonly<Record<string, string>> = {
    head:
      bytesOf(0x10000, 0x10000, 0, 0x5f0f3cf5) +
      shorts(0, 1000) +
      bytesOf(0, 0, 0, 0) +
      shorts(0, 0, 1, 1, 0, 8, 2, 0, 0),
    hhea: bytesOf(0x10000) + shorts(1, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1),
    maxp: bytesOf(0x10000) + shorts(2, ...Array.from({ length: 13 }, () => 0)),
    hmtx: shorts(500, 0, 0),
    loca: shorts(0, 0, 0),
    glyf: '\0\0',
    cmap: shorts(0, 1, 3, 1) + bytesOf(12) + shorts(4, 32, 0, 2, 2, 0, 0, 0xffff, 0, 0xffff, 1, 0),
    ...tables,
  };
  const names = Object.keys(all).sort();
  let at = 12 + 16 * names.length;
  let directory = bytesOf(0x10000) + shorts(names.length, 16, 0, 0);
  let body = '';
  for (const name of names) {
    const table = (all[name] ?? '') + '\0'.repeat(-(all[name] ?? '').length & 3);
    directory += name + bytesOf(0, at, (all[name] ?? '').length);
    body += table;
    at += table.length;
  }
  const file = directory + body;
  return inFont(
    '<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts [6 0 R] >>',
    '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 7 0 R >>',
    descriptor('/FontFile2 8 0 R'),
    stream(file, `/Length1 ${file.length}`),
  );
}

const cmapTable = (table: string): string => shorts(0, 1, 3, 1) + bytesOf(12) + table;

/** A document whose table of objects is a stream. */
function streamedTable(entries: string, body = ''): Uint8Array {
  const head = '%PDF-1.5\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n';
  const pages = '2 0 obj\n<< /Type /Pages /Kids [] /Count 1 >>\nendobj\n';
  const table = `3 0 obj\n${stream(body, `/Type /XRef /Root 1 0 R ${entries}`)}\nendobj\n`;
  return Buffer.from(`${head}${pages}${table}startxref\n${head.length + pages.length}\n%%EOF\n`, 'latin1');
}

/** Content in a filter with these parameters. */
const filtered = (filter: string, parameters: string, content = packed('q Q '.repeat(50))): Uint8Array =>
  document({ content, filter: `/Filter ${filter} /DecodeParms ${parameters}` });

const helvetica = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
const words = 'BT /F1 11 Tf 60 700 Td (Ferries were late on 41 days of the year.) Tj ET';
const packedContent = (content: string): Uint8Array => document({ content: packed(content), filter: flate });
const placed = (numbers: string): Uint8Array =>
  document({ content: `BT /F1 11 Tf ${numbers} Tm (Ferries were late) Tj 1e30 -1e30 Td (on 41 days) Tj ET` });

type Made = () => Uint8Array;

const byNumbers: Readonly<Record<string, Made>> = {
  'widths of two thousand million characters': () => composite(`/W [0 ${most} 500]`),
  'widths of characters far away': () => composite(`/W [${most} [500 500] 7 8 9]`),
  'widths that overlap, many times': () => composite(`/W [${'0 65535 500 '.repeat(2_000)}]`),
  'heights of two thousand million characters': () =>
    composite(`/DW2 [1 2] /W2 [0 ${most} 1 2 3]`, { encoding: '/Identity-V' }),
  'a first and a last character far apart': () => simple(`/FirstChar -${most} /LastChar ${most} /Widths [500]`),
  'differences far away': () => simple(`/Encoding << /Type /Encoding /Differences [${most} /a /b -5 /c 1000000 /d] >>`),
  'codes of sixteen million characters': () => encoded('1 begincidrange <00000000> <00fffffe> 0 endcidrange'),
  'codes of sixteen million characters, many times': () =>
    encoded('2 begincidrange <00000000> <00fffffe> 0 <01000000> <01fffffe> 0 endcidrange '.repeat(30)),
  'codes of one character each, in many ranges': () =>
    encoded('1 begincidrange <00000000> <000fffff> 0 endcidrange '.repeat(500)),
  'meanings of sixteen million characters': () => meant('1 beginbfrange <00000000> <00fffffe> <0041> endbfrange'),
  'long meanings of sixteen million characters': () =>
    meant(`1 beginbfrange <00000000> <00fffffe> <${'0041'.repeat(200)}> endbfrange`),
  'meanings far away': () => meant('1 beginbfchar <ffffffff> <0041> endbfchar'),
  'codes that use themselves': () =>
    composite('', {
      encoding: '8 0 R',
      more: [
        stream(
          '/CIDInit /ProcSet findresource begin 12 dict begin begincmap 1 begincodespacerange <00> <ff> endcodespacerange endcmap',
          '/Type /CMap /CMapName /Own /UseCMap 8 0 R',
        ),
      ],
    }),
  'glyphs of two thousand million characters': () =>
    trueType({ cmap: cmapTable(shorts(12, 0) + bytesOf(28, 0, 1, 0, most, 0)) }),
  'glyphs in thirty thousand ranges': () =>
    trueType({
      cmap: cmapTable(
        shorts(4, 65_535, 0, 16_000, 0, 0, 0) +
          shorts(...Array.from({ length: 8_000 }, () => 0xfffe)) +
          shorts(0) +
          shorts(...Array.from({ length: 8_000 }, () => 0)) +
          shorts(...Array.from({ length: 8_000 }, () => 1)) +
          shorts(...Array.from({ length: 8_000 }, () => 0)),
      ),
    }),
  'a font of more glyphs than it has': () =>
    trueType({ maxp: bytesOf(0x10000) + shorts(65_535, ...Array.from({ length: 13 }, () => 65_535)) }),
  'a font of long names': () => trueType({ post: bytesOf(0x20000, 0, 0, 0, 0, 0, 0, 0) + shorts(65_535, 65_535) }),
  'a font that is damaged': () => simple('/Encoding /WinAnsiEncoding', stream('\x00\x01\x00\x00'.repeat(20))),
  'a table of two thousand million objects': () => streamedTable(`/Size ${most} /W [0 0 0] /Index [0 ${most}]`),
  'a table of objects in many ranges': () =>
    streamedTable(`/Size ${most} /W [0 0 0] /Index [${`0 1000000 `.repeat(200)}]`),
  'a table of objects of a thousand million bytes': () =>
    streamedTable(`/Size 4 /W [1 ${most} 2] /Index [0 4]`, '\0'.repeat(40)),
  'a table of objects before itself': () => streamedTable('/Size 4 /W [1 2 1] /Index [0 4] /Prev 120', '\0'.repeat(16)),
  'objects in a stream, thirty million': () =>
    document({
      content: '/X Do',
      resources: '/XObject << /X 5 0 R >>',
      more: [stream('1 0 2 0', '/Type /ObjStm /N 30000000 /First 8')],
    }),
  'pages, two thousand million': () => document({ pages: `<< /Type /Pages /Kids [3 0 R] /Count ${most} >>` }),
  'pages, five thousand that are not there': () => document({ pages: '<< /Type /Pages /Kids [3 0 R] /Count 5000 >>' }),
  'fewer pages than none': () => document({ pages: '<< /Type /Pages /Kids [3 0 R] /Count -1 >>' }),
  'a content that says it is long': () => document({ content: words, filter: `/Length ${most} ` }),
  'rows of two thousand million columns': () => filtered('/FlateDecode', `<< /Predictor 15 /Columns ${most} >>`),
  'rows of many colours': () =>
    filtered('/FlateDecode', '<< /Predictor 2 /Columns 100000000 /Colors 4 /BitsPerComponent 16 >>'),
  'a fax of two thousand million columns': () =>
    filtered('/CCITTFaxDecode', `<< /K -1 /Columns ${most} /Rows ${most} >>`, 'abc'),
  'a fax of a hundred million columns': () =>
    filtered('/CCITTFaxDecode', '<< /K 0 /Columns 100000000 /Rows 100000 >>', '\0'.repeat(400)),
  'a picture for words': () => filtered('/JBIG2Decode', '<< >>', '\x97JB2\r\n\x1a\n'.repeat(9)),
  'a photograph for words': () =>
    filtered(
      '/DCTDecode',
      '<< >>',
      `\xff\xd8\xff\xc0${shorts(17, 0x08ff, 0xffff, 0xffff)}\x03\x01\x11\0\x02\x11\0\x03\x11\0`,
    ),
  'a picture in JPEG 2000 for words': () =>
    filtered('/JPXDecode', '<< >>', `${bytesOf(12, 0x6a502020, 0x0d0a870a)}\xff\x4f\xff\x51`),
  'a picture inside the content': () =>
    document({ content: `BI /W 100000 /H 100000 /BPC 8 /CS /RGB /F /CCF ID ${'\0'.repeat(100)} EI ${words}` }),
  'a thousand filters': () =>
    document({ content: packed(words), filter: `/Filter [${'/FlateDecode '.repeat(1_000)}]` }),
  'a key of two thousand million bits': () =>
    document({ catalogue: '/X 1', more: [`<< /Filter /Standard /V 4 /R 4 /Length ${most} /P -4 /O <00> /U <00> >>`] }),
};

const byContent: Readonly<Record<string, Made>> = {
  'states saved five million times': () => packedContent('q x '.repeat(2_500_000)),
  'states saved and never restored': () => packedContent('q '.repeat(5_000_000)),
  'commands that nobody knows': () => packedContent('x '.repeat(5_000_000)),
  'numbers without a command': () => packedContent('0 '.repeat(16_000_000)),
  'numbers with commands between them': () => packedContent('0 0 m 1 1 l '.repeat(3_000_000)),
  'the same content three hundred thousand times': () => sameContents(300_000, words),
  'the same empty content three hundred thousand times': () => sameContents(300_000, ' '),
  'texts at places without a number': () => placed('1e308 1e308 -1e308 1e308 1e308 -1e308'),
  'texts turned by a little, each': () =>
    packedContent(
      `BT /F1 1 Tf ${Array.from({ length: 30_000 }, (_, at) => `1 ${(at / 1e6).toFixed(6)} 0 1 ${at % 500} ${at % 700} Tm (x) Tj`).join(' ')} ET`,
    ),
  'texts moved by a thousand million': () =>
    packedContent(`BT /F1 11 Tf 60 700 Td ${'[(a) -1000000000 (b) 1000000000] TJ '.repeat(20_000)} ET`),
  'texts stretched without an end': () =>
    packedContent(`BT /F1 1e30 Tf 1e30 Tz 1e30 Tc 1e30 Tw ${'(a b) Tj '.repeat(2_000)} ET`),
  'one text of a million characters': () => packedContent(`BT /F1 11 Tf 60 700 Td (${'a'.repeat(9_000_000)}) Tj ET`),
  'texts of one character, all at one place': () => packedContent(`BT /F1 1 Tf ${'(x) Tj 0 0 Td '.repeat(300_000)} ET`),
  'fonts set again and again': () => packedContent(`BT ${'/F1 11 Tf (x) Tj /F1 12 Tf (y) Tj '.repeat(200_000)} ET`),
  'fonts that are not there': () =>
    packedContent(`BT ${Array.from({ length: 100_000 }, (_, at) => `/N${at} 11 Tf (x) Tj`).join(' ')} ET`),
  'marks in marks': () => packedContent(`${'/P << /MCID 1 >> BDC '.repeat(800_000)} ${words}`),
  'lists in dictionaries in lists': () => packedContent(`${'[<</a '.repeat(500_000)} ${words}`),
  'a dictionary of a million names': () =>
    document({ catalogue: `/Names << ${Array.from({ length: 600_000 }, (_, at) => `/n${at} ${at}`).join(' ')} >>` }),
  'names of a million characters': () => packedContent(`/${'n'.repeat(4_000_000)} Do `.repeat(3)),
  'a form that shows itself': () =>
    document({
      content: '/X Do',
      resources: '/XObject << /X 5 0 R >>',
      more: [
        stream('/X Do /X Do', '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 5 0 R >> >>'),
      ],
    }),
  'a form shown a million times': () =>
    document({
      content: packed('/X Do '.repeat(1_000_000)),
      filter: flate,
      resources: '/XObject << /X 5 0 R >>',
      more: [
        stream(words, `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /Font << /F1 ${helvetica} >> >>`),
      ],
    }),
  'a glyph that draws itself': () =>
    inFont(
      '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /FirstChar 0 /LastChar 255 /Widths [1] /CharProcs << /a 6 0 R >> /Encoding << /Differences [0 /a] >> /Resources << /Font << /F1 5 0 R >> >> >>',
      stream('1 0 d0 BT /F1 1 Tf (a) Tj ET'),
    ),
  'a font that is its own descendant': () =>
    inFont('<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts [5 0 R] >>'),
  'a page that is its own parent': () =>
    document({ pages: '<< /Type /Pages /Kids [2 0 R 3 0 R] /Count 2 /Parent 2 0 R >>' }),
  'contents that are themselves': () =>
    document({
      pages: '<< /Type /Pages /Kids [5 0 R] /Count 1 >>',
      more: ['<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 6 0 R >>', '6 0 R'],
    }),
  'packed text that is cut': () =>
    document({ content: packed('(a) Tj '.repeat(5_000_000)).slice(0, -200), filter: flate }),
  'compressed with a code that has an end nowhere': () =>
    document({ content: '\x80\x0b'.repeat(2_000), filter: '/Filter /LZWDecode' }),
  'digits of a hundred million bytes': () =>
    document({ content: 'z'.repeat(2_000_000), filter: '/Filter /ASCII85Decode' }),
  'runs of a hundred million bytes': () =>
    document({ content: '\x81x'.repeat(900_000), filter: '/Filter /RunLengthDecode' }),
  'what it says of itself, in circles': () =>
    document({
      catalogue: '/Metadata 5 0 R',
      more: [
        stream(
          `<!DOCTYPE x [<!ENTITY a "${'&a;'.repeat(9)}">]><x:xmpmeta xmlns:x="adobe:ns:meta/">${'&a;'.repeat(9_000)}`,
          '/Type /Metadata /Subtype /XML',
        ),
      ],
    }),
};

function sameContents(count: number, content: string): Uint8Array {
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 ${helvetica} >> >> /Contents [${'4 0 R '.repeat(count)}] >>`;
  return document({ content, pages: '<< /Type /Pages /Kids [5 0 R] /Count 1 >>', more: [page] });
}

/** Documents of their own length, whatever length is requested. */
export const killerPdfs: readonly PdfShape[] = Object.entries({ ...byNumbers, ...byContent }).map(([name, make]) => ({
  name,
  make,
}));
