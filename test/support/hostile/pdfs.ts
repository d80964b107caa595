import { deflateSync } from 'node:zlib';

/** Builds a hostile document of about so many bytes. */
export interface PdfShape {
  readonly name: string;
  readonly make: (length: number) => Uint8Array;
}

interface Parts {
  /** Objects from number 4 on. 1 is the catalogue, 2 the tree of pages, 3 the page. */
  more?: readonly string[];
  /** The page's content: object 4. */
  content?: string;
  /** Properties of the content besides its length. */
  filter?: string;
  resources?: string;
  pages?: string;
  catalogue?: string;
}

const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';
export const stream = (bytes: string, entries = ''): string =>
  `<< ${entries} /Length ${bytes.length} >>\nstream\n${bytes}\nendstream`;
const shows = 'BT /F1 11 Tf 60 700 Td (Ferries were late on 41 days of the year.) Tj ET';

/** A document of one page, unless `pages` says otherwise; `more` begins with object 5. */
export function hostileDocument({
  content = shows,
  filter = '',
  resources = `/Font << /F1 ${font} >>`,
  pages = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  catalogue = '',
  more = [],
}: Parts): Uint8Array {
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << ${resources} >> /Contents 4 0 R >>`;
  return assembled([`<< /Type /Catalog /Pages 2 0 R ${catalogue} >>`, pages, page, stream(content, filter), ...more]);
}

function assembled(objects: readonly string[]): Uint8Array {
  const parts = ['%PDF-1.4\n'];
  let length = parts[0]?.length ?? 0;
  const rows = objects.map((object, at) => {
    const row = `${String(length).padStart(10, '0')} 00000 n \n`;
    parts.push(`${at + 1} 0 obj\n${object}\nendobj\n`);
    length += parts.at(-1)?.length ?? 0;
    return row;
  });
  const size = objects.length + 1;
  parts.push(
    `xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`,
  );
  return Buffer.from(parts.join(''), 'latin1');
}

const times = (length: number, piece: string): string => piece.repeat(Math.max(1, Math.floor(length / piece.length)));
const numbers = (length: number, size: number): number[] =>
  Array.from({ length: Math.max(1, Math.floor(length / size)) }, (_, index) => index);
const mostUnpacked = 300 * 1024 * 1024;
/** Bytes that unpack to a thousand times as many. */
const packed = (length: number, piece: string): string =>
  deflateSync(times(Math.min(mostUnpacked, length * 1_000), piece), { level: 9 }).toString('latin1');
const flate = '/Filter /FlateDecode';

/** Nested forms, each showing the one before so many times: object 5 shows words, the last one is `/X` of the page. */
function formsOfForms(length: number, shown: number): Uint8Array {
  const form = (content: string, resources: string): string =>
    stream(content, `/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << ${resources} >>`);
  const count = Math.max(2, Math.floor(length / 250));
  const more = numbers(count, 1).map((at) =>
    at === 0 ? form(shows, `/Font << /F1 ${font} >>`) : form('/X Do '.repeat(shown), `/XObject << /X ${at + 4} 0 R >>`),
  );
  return hostileDocument({ content: '/X Do', resources: `/XObject << /X ${count + 4} 0 R >>`, more });
}

/** Each node has one kid, the last one the page. */
function deepTree(length: number): Uint8Array {
  const count = Math.floor(length / 110);
  const more = numbers(count, 1).map(
    (at) =>
      `<< /Type /Pages /Parent ${at === 0 ? 2 : at + 4} 0 R /Kids [${at === count - 1 ? 3 : at + 6} 0 R] /Count 1 >>`,
  );
  return hostileDocument({ pages: '<< /Type /Pages /Kids [5 0 R] /Count 1 >>', more });
}

export const hostilePdfs: readonly PdfShape[] = [
  { name: 'a deep tree of pages', make: deepTree },
  {
    name: 'pages in a circle',
    make: (length) => hostileDocument({ pages: `<< /Type /Pages /Kids [${times(length, '2 0 R ')}] /Count 1 >>` }),
  },
  {
    name: 'pages',
    make: (length) =>
      hostileDocument({
        pages: `<< /Type /Pages /Kids [${numbers(length, 180)
          .map((at) => `${at + 5} 0 R`)
          .join(' ')}] /Count ${numbers(length, 180).length} >>`,
        more: numbers(length, 180).map(() => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R >>'),
      }),
  },
  {
    name: 'objects that nothing names',
    make: (length) => hostileDocument({ more: numbers(length, 40).map(() => '1') }),
  },
  {
    name: 'texts on one page',
    make: (length) => hostileDocument({ content: `BT /F1 1 Tf ${times(length, '(x) Tj 9 -9 Td ')} ET` }),
  },
  { name: 'content without text', make: (length) => hostileDocument({ content: times(length, 'q Q ') }) },
  {
    name: 'content that unpacks to a thousand times as much',
    make: (length) => hostileDocument({ content: packed(length, 'q Q '), filter: flate }),
  },
  {
    name: 'content that is packed twice',
    make: (length) =>
      hostileDocument({
        content: deflateSync(Buffer.from(packed(length * 20, ' '), 'latin1'), { level: 9 }).toString('latin1'),
        filter: '/Filter [/FlateDecode /FlateDecode]',
      }),
  },
  {
    name: 'texts that unpack to a thousand times as many',
    make: (length) => hostileDocument({ content: packed(length, 'BT /F1 1 Tf 9 9 Td (x) Tj ET '), filter: flate }),
  },
  {
    name: 'areas and texts upon each other',
    make: (length) =>
      hostileDocument({ content: packed(length / 8, '0 0 612 792 re f BT /F1 9 Tf (x) Tj ET '), filter: flate }),
  },
  {
    name: 'texts through which areas are seen',
    make: (length) =>
      hostileDocument({
        content: packed(length / 8, 'BT 7 Tr /F1 9 Tf 9 9 Td (x) Tj ET 1 g 0 0 9 9 re f '),
        filter: flate,
      }),
  },
  {
    name: 'an area of many corners below texts',
    make: (length) =>
      hostileDocument({
        content: `0 0 m ${times(length, '9 9 l 600 700 l ')} f ${times(length, 'BT /F1 9 Tf 9 9 Td (x) Tj ET ')}`,
      }),
  },
  {
    name: 'layers in layers',
    make: (length) =>
      hostileDocument({ content: packed(length / 8, '/OC /L BDC BT /F1 9 Tf (x) Tj ET 0 0 9 9 re f '), filter: flate }),
  },
  {
    name: 'fonts',
    make: (length) => {
      const all = numbers(length, 220);
      return hostileDocument({
        content: `BT ${all.map((at) => `/F${at} 9 Tf (x) Tj`).join(' ')} ET`,
        resources: `/Font << ${all.map((at) => `/F${at} ${at + 5} 0 R`).join(' ')} >>`,
        more: all.map(() => font),
      });
    },
  },
  { name: 'forms of forms', make: (length) => formsOfForms(length, 10) },
  { name: 'a chain of forms', make: (length) => formsOfForms(length, 1) },
  {
    name: 'a long form shown often',
    make: (length) => {
      const form = stream(
        `${times(length / 2, 'q Q ')} ${shows}`,
        `/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /Font << /F1 ${font} >> >>`,
      );
      return hostileDocument({
        content: times(length / 2, '/X Do '),
        resources: '/XObject << /X 5 0 R >>',
        more: [form],
      });
    },
  },
  { name: 'lists in lists', make: (length) => hostileDocument({ content: `${times(length, '[')} ${shows}` }) },
  {
    name: 'lists in lists outside the pages',
    make: (length) => hostileDocument({ catalogue: '/Names 5 0 R /Outlines 5 0 R', more: [times(length, '[')] }),
  },
  {
    name: 'a string that never ends',
    make: (length) => hostileDocument({ content: `BT /F1 9 Tf ${times(length, '(')}` }),
  },
  {
    name: 'no table of objects',
    make: (length) =>
      Buffer.from(`%PDF-1.4\n${times(length, '1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\n')}`, 'latin1'),
  },
  {
    name: 'what characters mean',
    make: (length) => {
      const ranges = `1 begincodespacerange <0000> <ffff> endcodespacerange ${times(length, '1 beginbfrange <0000> <ffff> <0041> endbfrange ')}`;
      return hostileDocument({
        content: 'BT /F1 9 Tf (x) Tj ET',
        resources: '/Font << /F1 5 0 R >>',
        more: [`<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 6 0 R >>`, stream(ranges)],
      });
    },
  },
  {
    name: 'what it says of itself',
    make: (length) =>
      hostileDocument({
        catalogue: '/Metadata 5 0 R',
        more: [stream(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${times(length, '<a>')}`, '/Type /Metadata /Subtype /XML')],
      }),
  },
];
