import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { pageSpan } from '../../../../src/matching/text/sourceText';
import { pdfLimits, readPdf, type PdfText } from '../../../../src/research/extract/pdfPage';
import type { fileReading } from '../../../../src/research/extract/readings';
import { pdfFile } from '../../../support/pdfFile';

const paper = pdfFile({
  pages: [
    [
      'Trams and people',
      'Trams carried 41 % of all pas-',
      'sengers in the year; buses (and',
      'ferries) came \\ second.',
      'The depart-',
    ],
    ['ment agreed.'],
    [],
    ['The last page.'],
  ],
  info: { Title: 'Trams and people', Author: 'Ada Byron; Carl Gauss', CreationDate: 'D:20100101000000Z' },
});

const words = (read: PdfText): string => {
  if (!read.ok) throw new Error(read.reason);
  return read.text;
};

describe('readPdf', () => {
  it('gives the lines of all pages, and where each page stands', async () => {
    const read = await readPdf(paper);
    const text = words(read);
    expect(text).toBe(
      'Trams and people\nTrams carried 41 % of all pas-\nsengers in the year; buses (and\nferries) came \\ second.\nThe depart-\nment agreed.\n\nThe last page.',
    );
    const pages = read.ok ? read.pages : [];
    expect(pages.map(({ page, start, end }) => [page, text.slice(start, end).split('\n').at(-1)])).toEqual([
      [1, 'The depart-'],
      [2, 'ment agreed.'],
      [3, ''],
      [4, 'The last page.'],
    ]);
    expect(pageSpan({ pages }, 5)).toBeUndefined();
  });

  it('leaves the bytes to whoever passed them', async () => {
    const before = Buffer.from(paper);
    await readPdf(paper);
    expect(Buffer.from(paper).equals(before)).toBe(true);
  });

  it('says what the document says of itself, but not when its file was made', async () => {
    expect(await readPdf(paper)).toMatchObject({
      facts: { title: 'Trams and people', authors: ['Ada Byron', 'Carl Gauss'], published: undefined },
    });
    const xmp =
      '<dc:title><rdf:Alt><rdf:li xml:lang="x-default">A title</rdf:li></rdf:Alt></dc:title><dc:creator><rdf:Seq><rdf:li>Ada Byron</rdf:li><rdf:li>Carl Gauss</rdf:li></rdf:Seq></dc:creator>' +
      '<prism:publicationDate>2024-05</prism:publicationDate><prism:publicationName>The Journal</prism:publicationName>';
    expect(await readPdf(pdfFile({ pages: [['a']], xmp }))).toMatchObject({
      facts: { title: 'A title', authors: ['Ada Byron', 'Carl Gauss'], site: 'The Journal', published: '2024-05' },
    });
  });

  it('takes no names of programs and files for titles and authors', async () => {
    for (const Title of ['Microsoft Word - draft3.doc', 'thesis.dvi', 'untitled', '  ', '12']) {
      const read = await readPdf(pdfFile({ pages: [['a']], info: { Title, Author: 'admin' } }));
      expect(read).toEqual({ ok: true, facts: {}, text: 'a', pages: [{ page: 1, start: 0, end: 1 }] });
    }
    const damaged = await readPdf(pdfFile({ pages: [['a']], xmp: '<dc:title><rdf:Alt><rdf:li>never closed' }));
    expect(damaged).toMatchObject({ ok: true, text: 'a' });
  });

  const song =
    '<< /Type /Font /Subtype /Type0 /BaseFont /Song /Encoding /UniGB-UCS2-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Song /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> ' +
    '/FontDescriptor << /Type /FontDescriptor /FontName /Song /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >> >>] >>';
  const mapped = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /ToUnicode 5 0 R >>';

  it.each<[string, Uint8Array, RegExp]>([
    ['of pictures', pdfFile({ pages: [[], []] }), /none of its 2 pages holds text; it may be a scan/],
    ['without pages', pdfFile({ pages: [] }), /no pages/],
    ['with a password', pdfFile({ pages: [['x']], isProtected: true }), /protected by a password/],
    ['cut off', paper.subarray(0, 700), /damaged/],
    ['of garbage', Buffer.from('%PDF-1.7 nothing follows'), /damaged/],
    ['that is none', Buffer.from('<html>'), /damaged, or no PDF/],
    ['of nothing', new Uint8Array(0), /damaged/],
    [
      'in a table of characters that is not at hand',
      pdfFile({ pages: [['abcd']], font: song }),
      /character table .*UniGB-UCS2-H/,
    ],
    [
      'whose characters nobody knows',
      pdfFile({ pages: [['a banana and an apple']], font: mapped, shownByA: '\ue0e1' }),
      /do not tell which characters/,
    ],
  ])('says why nothing is read of a document %s', async (_name, body, reason) => {
    expect(await readPdf(body)).toEqual({
      ok: false,
      reason: 'unsupported',
      detail: expect.stringMatching(reason) as string,
    });
  });

  it('goes by what a document says that its characters are', async () => {
    expect(words(await readPdf(pdfFile({ pages: [['banana']], font: mapped, shownByA: 'ä' })))).toBe('bänänä');
  });

  it('reads documents within its limits, or not at all', async () => {
    const long = pdfFile({ pages: Array.from({ length: 30 }, (_, page) => [`This is page ${page + 1}.`]) });
    expect(await readPdf(long, { ...pdfLimits, pages: 29 })).toEqual({
      ok: false,
      reason: 'too_complex',
      detail: '30 pages; at most 29 are read',
    });
    expect(await readPdf(long, { ...pdfLimits, characters: 200 })).toEqual({
      ok: false,
      reason: 'too_complex',
      detail: expect.stringMatching(/^\d+ characters; at most 200 are read$/) as string,
    });
    expect(words(await readPdf(long))).toContain('This is page 30.');
  });
});

/** As it is shipped: what reads is a file of its own, with which processes are started. */
describe('A document in a process', () => {
  let threaded: typeof fileReading;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rostrum-pdf-'));
    const extract = resolve(import.meta.dirname, '..', '..', '..', '..', 'src', 'research', 'extract');
    const common = {
      bundle: true,
      platform: 'node',
      target: 'node20',
      format: 'cjs',
      logLevel: 'error',
      define: { 'import.meta.dirname': '__dirname' },
    } as const;
    for (const name of ['readingThread', 'readingProcess', 'readings'])
      await build({
        ...common,
        entryPoints: [join(extract, `${name}.ts`)],
        outfile: join(folder, `${name}.js`),
        external: name === 'readingThread' ? [] : ['./readingThread'],
      });
    const loaded = createRequire(import.meta.url)(join(folder, 'readings.js')) as { fileReading: typeof fileReading };
    threaded = loaded.fileReading;
  });

  it('gives the same text', async () => {
    const { text, pages } = (await readPdf(paper)) as Extract<PdfText, { ok: true }>;
    expect(await threaded('paper.pdf', paper)).toMatchObject({ ok: true, text, layout: { pages } });
    expect(Buffer.from(paper).subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('leaves the globals of the process alone, and nothing that keeps it from ending', async () => {
    const program = `
      const globals = () => JSON.stringify([globalThis, Promise, Map.prototype, Uint8Array.prototype].map((of) => Object.getOwnPropertyNames(of)));
      const before = globals();
      require(process.argv[1]).fileReading('a.pdf', require('node:fs').readFileSync(0)).then(({ text }) => console.log(text.slice(0, 16), globals() === before));`;
    const running = promisify(execFile)(process.execPath, ['-e', program, join(folder, 'readings.js')]);
    running.child.stdin?.end(paper);
    expect(await running).toMatchObject({ stdout: 'Trams and people true\n', stderr: '' });
  });

  it('is given up when nobody wants it any more', async () => {
    const long = pdfFile({
      pages: Array.from({ length: 400 }, (_, page) =>
        Array.from({ length: 40 }, (_line, line) => `Line ${line} of page ${page}, with words enough to fill it.`),
      ),
    });
    const wanted = new AbortController();
    const reading = threaded('long.pdf', long, wanted.signal);
    wanted.abort(new Error('no longer wanted'));
    await expect(reading).rejects.toThrow('no longer wanted');
  });
});
