import { renameSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { captureHash, sha256, SnapshotStore, type Snapshot } from '../../../src/record/snapshots';
import { readPage } from '../../../src/research/extract/readings';
import type { FetchedPage, SafeFetch } from '../../../src/research/fetch/fetchedPage';
import { decodePage } from '../../../src/research/fetch/pageKind';
import { workspaceSourceReader } from '../../../src/research/sourceReader';
import type { SnapshotProof } from '../../../src/debate/fold/citations';
import { proveSnapshot, type Witnessed } from '../../../src/verify/snapshotProof';
import { pdfFile } from '../../support/pdfFile';
import { tempFolder } from '../../support/tempFolder';

const { signal } = new AbortController();

const html = `<!doctype html><html><head><title>The bridge</title><meta name="author" content="Ada Byron"></head><body>
<nav><a href="/">Home</a> <a href="/news">News</a></nav>
<article><h1>The bridge</h1>${'<p>The bridge was opened again in May, after “long” repairs that cost 41 million euros in all.</p>'.repeat(6)}</article>
<section id="comments" class="comments"><h2>Comments</h2><p>A reader wrote that it cost far more than that.</p></section></body></html>`;

const paper = Buffer.from(
  pdfFile({
    pages: [['Trams and people', 'Trams carried 41 percent of all passengers.'], ['Ferries were late.']],
    info: { Title: 'Trams and people' },
  }),
);

interface Kept {
  folder: string;
  store: SnapshotStore;
  url: string;
  snapshot: Snapshot;
  /** Paths of its files. */
  files: Record<'metadata' | 'body' | 'text' | 'layout', string>;
  witnessed: Witnessed;
}

interface PageGiven {
  body: Uint8Array;
  type: FetchedPage['kind'];
  contentType: string;
  charset?: string;
}

/** A page as it is kept when a debater reads it. */
async function keptPage({ body, type, contentType, charset }: PageGiven): Promise<Kept> {
  const url = 'https://news.example/bridge';
  const decoded = type === 'pdf' ? { text: '', charset: '' } : decodePage(body, type, charset);
  const fetched: FetchedPage = {
    ...decoded,
    outcome: 'fetched',
    url,
    finalUrl: url,
    status: 200,
    contentType,
    kind: type,
    body,
  };
  const fetch: SafeFetch = { fetch: () => Promise.resolve(fetched) };
  const read = await readPage(fetch, url, signal);
  if (read.outcome !== 'read') throw new Error(read.reason);
  return await kept(url, (store) => store.add({ ...read.page, finalUrl: url, accessed: '2026-07-21' }));
}

/** A file of the evidence as it is kept when it is cited. */
async function keptFile(name: string, body: string | Buffer): Promise<Kept> {
  const root = tempFolder({ [name]: body });
  const url = `workspace:${name}`;
  const read = await workspaceSourceReader({ root, files: [{ path: name }] }).read(url, signal);
  if (read.outcome !== 'read') throw new Error(read.reason);
  const { extractor = { name: 'plain', version: 1 }, ...page } = read;
  return await kept(url, (store) => store.add({ ...page, extractor, accessed: '2026-07-21' }));
}

async function kept(url: string, add: (store: SnapshotStore) => Promise<Snapshot>): Promise<Kept> {
  const folder = tempFolder();
  const store = new SnapshotStore(folder);
  const snapshot = await add(store);
  const hash = snapshot.metadata.sha256;
  const layout =
    readdirSync(join(folder, 'sources')).find((name) => name.endsWith('.layout.json')) ?? 'none.layout.json';
  const at = (name: string): string => join(folder, 'sources', name);
  return {
    folder,
    store,
    url,
    snapshot,
    files: {
      metadata: at(`${sha256(url)}.json`),
      body: at(`${hash}.body`),
      text: at(`${hash}.txt`),
      layout: at(layout),
    },
    witnessed: { snapshot: hash, text_sha256: sha256(snapshot.text), capture_sha256: captureHash(snapshot.metadata) },
  };
}

const page = (): Promise<Kept> =>
  keptPage({ body: Buffer.from(html), type: 'html', contentType: 'text/html', charset: 'utf-8' });

/** As a record of version 1 has it unless `isWitnessed`: it does not say which text a result was made on. */
async function proofOf({ url, store, witnessed }: Kept, isWitnessed = false): Promise<SnapshotProof> {
  return await proveSnapshot(url, await store.files(url), { witnessed: isWitnessed ? witnessed : {}, signal });
}

const nameIn = (path: string): string => `sources/${path.slice(path.lastIndexOf('/') + 1)}`;

function changed(path: string, change: (bytes: Buffer) => Buffer): void {
  writeFileSync(path, change(readFileSync(path)));
}

function changedJson(path: string, change: (value: Record<string, unknown>) => void): void {
  const value = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  change(value);
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}

/** At the beginning, in the middle and at the end: another byte, one less, one more; and nothing at all. */
const edits: [string, (bytes: Buffer) => Buffer][] = [
  ...[0, 0.5, 1].flatMap((share): [string, (bytes: Buffer) => Buffer][] => {
    const at = (bytes: Buffer): number => Math.min(bytes.length - 1, Math.floor(bytes.length * share));
    return [
      [
        `another byte at ${share}`,
        (bytes) =>
          Buffer.concat([
            bytes.subarray(0, at(bytes)),
            Buffer.from([(bytes[at(bytes)] ?? 0) ^ 1]),
            bytes.subarray(at(bytes) + 1),
          ]),
      ],
      [
        `a byte less at ${share}`,
        (bytes) => Buffer.concat([bytes.subarray(0, at(bytes)), bytes.subarray(at(bytes) + 1)]),
      ],
      [
        `a byte more at ${share}`,
        (bytes) => Buffer.concat([bytes.subarray(0, at(bytes)), Buffer.from('x'), bytes.subarray(at(bytes))]),
      ],
    ];
  }),
  ['a line more', (bytes) => Buffer.concat([bytes, Buffer.from('\nIt cost nothing.')])],
  ['nothing', () => Buffer.alloc(0)],
  ['bytes that are no UTF-8', (bytes) => Buffer.concat([bytes, Buffer.from([0xff])])],
];

describe('A snapshot as it was kept', () => {
  it.each<[string, () => Promise<Kept>]>([
    ['a page with menus and comments', page],
    [
      'a page in another encoding that only its server named',
      () =>
        keptPage({
          body: Buffer.from('<p>Größe und Übermaß der Brücke.</p>', 'latin1'),
          type: 'html',
          contentType: 'text/html',
          charset: 'iso-8859-1',
        }),
    ],
    ['a PDF document', () => keptPage({ body: paper, type: 'pdf', contentType: 'application/pdf' })],
    [
      'a page of text',
      () =>
        keptPage({
          body: Buffer.from('Ferries were late.\n\nReferences\n\nLee (2021). Ferries. Journal.\n'),
          type: 'text',
          contentType: 'text/plain',
        }),
    ],
    ['JSON', () => keptPage({ body: Buffer.from('{"late": 41}'), type: 'json', contentType: 'application/json' })],
    ['Markdown of the evidence', () => keptFile('notes/a b.md', '# Ferries\n\nThey were late.\n')],
    ['Markdown with a byte order mark', () => keptFile('bom.md', '\ufeff# Ferries\r\n\r\nThey were late.\r\n')],
    ['HTML of the evidence', () => keptFile('page.html', html)],
    ['a PDF document of the evidence', () => keptFile('paper.pdf', paper)],
    ['a table of the evidence', () => keptFile('table.csv', 'a,b\n1,2\n')],
  ])('is proven: %s', async (_name, keep) => {
    const one = await keep();
    expect(await proofOf(one)).toEqual({ proof: 'proven' });
    expect(await proofOf(one, true)).toEqual({ proof: 'proven' });
  });
});

describe('A snapshot that somebody changed', () => {
  it.each(edits)('text: %s', async (_name, edit) => {
    const one = await page();
    changed(one.files.text, edit);
    for (const isWitnessed of [false, true]) {
      const { proof, reason } = await proofOf(one, isWitnessed);
      expect([proof, reason?.split(' ')[0]]).toEqual(['does_not_fit', nameIn(one.files.text)]);
    }
  });

  it.each(edits)('body: %s', async (_name, edit) => {
    const one = await page();
    changed(one.files.body, edit);
    expect(await proofOf(one)).toEqual({
      proof: 'does_not_fit',
      reason: `${nameIn(one.files.body)} was changed: its hash is another`,
    });
  });

  it.each(edits)('layout: %s is never proven, unless it says the same', async (_name, edit) => {
    const one = await page();
    const before: unknown = JSON.parse(readFileSync(one.files.layout, 'utf8'));
    changed(one.files.layout, edit);
    const isSame = ((): boolean => {
      try {
        return JSON.stringify(JSON.parse(readFileSync(one.files.layout, 'utf8'))) === JSON.stringify(before);
      } catch {
        return false;
      }
    })();
    expect((await proofOf(one)).proof).toBe(isSame ? 'proven' : 'does_not_fit');
  });

  it.each<[string, (value: Record<string, unknown>) => void]>([
    ['url', (value) => (value['url'] = 'https://other.example/')],
    ['title', (value) => (value['title'] = 'The tunnel')],
    ['authors', (value) => (value['authors'] = ['Carl Gauss'])],
    ['authors that are gone', (value) => delete value['authors']],
    ['published', (value) => (value['published'] = '2024')],
    ['content_type', (value) => (value['content_type'] = 'text/plain')],
    ['extractor', (value) => (value['extractor'] = 'body')],
    ['layout', (value) => delete value['layout']],
    ['charset', (value) => (value['charset'] = 'utf-16le')],
  ])('metadata: %s', async (_name, change) => {
    const one = await page();
    changedJson(one.files.metadata, change);
    expect((await proofOf(one)).proof).toBe('does_not_fit');
  });

  it('metadata that is none', async () => {
    const one = await page();
    changed(one.files.metadata, (bytes) => bytes.subarray(0, 40));
    expect(await proofOf(one)).toEqual({
      proof: 'does_not_fit',
      reason: `${nameIn(one.files.metadata)} was changed: it is no metadata of a snapshot`,
    });
  });

  it('all of it, so that it fits itself: the record knows better', async () => {
    const one = await page();
    const other = await keptPage({
      body: Buffer.from(html.replaceAll('41', '14')),
      type: 'html',
      contentType: 'text/html',
      charset: 'utf-8',
    });
    expect(
      await proveSnapshot(one.url, await other.store.files(one.url), { witnessed: one.witnessed, signal }),
    ).toMatchObject({
      proof: 'does_not_fit',
      reason: expect.stringContaining('the record names another body') as string,
    });
  });

  it.each(['metadata', 'body', 'text', 'layout'] as const)(
    '%s: a link in its place, even to the same bytes',
    async (which) => {
      const one = await page();
      const elsewhere = join(one.folder, 'elsewhere');
      renameSync(one.files[which], elsewhere);
      symlinkSync(elsewhere, one.files[which]);
      expect(await proofOf(one)).toEqual({
        proof: 'does_not_fit',
        reason: `${nameIn(one.files[which])} is a link, which no snapshot is`,
      });
      // Nobody argues from what a link leads to.
      expect((await one.store.find(one.url)) === undefined).toBe(which !== 'body');
    },
  );
});

describe('A snapshot that cannot be proven here', () => {
  it.each(['metadata', 'body', 'text', 'layout'] as const)('%s is missing', async (which) => {
    const one = await page();
    rmSync(one.files[which]);
    const { proof, reason } = await proofOf(one, true);
    expect([proof, reason]).toEqual(['not_provable', expect.stringContaining(nameIn(one.files[which]))]);
  });

  it('was read by a version that this program has not; but a text that the record does not know is no matter of versions', async () => {
    const one = await page();
    changedJson(one.files.metadata, (value) => (value['extractor_version'] = 99));
    const { capture_sha256: _, ...witnessed } = one.witnessed;
    const read = { ...one, witnessed };
    expect(await proofOf(read, true)).toMatchObject({
      proof: 'not_provable',
      reason: expect.stringContaining('99') as string,
    });
    changed(one.files.text, (bytes) => Buffer.concat([bytes, Buffer.from('x')]));
    expect((await proofOf(read, true)).proof).toBe('does_not_fit');
  });

  it('does not tell what an undeclared body was decoded from', async () => {
    const one = await keptPage({
      body: Buffer.from('<p>Größe und Übermaß der Brücke.</p>', 'latin1'),
      type: 'html',
      contentType: 'text/html',
      charset: 'iso-8859-2',
    });
    changedJson(one.files.metadata, (value) => delete value['charset']);
    changed(one.files.text, (bytes) => Buffer.concat([bytes, Buffer.from('x')]));
    expect(await proofOf(one)).toMatchObject({
      proof: 'not_provable',
      reason: 'what its body was decoded from was not kept',
    });
  });
});

describe('Where, when and how a page was read', () => {
  it.each<[string, (value: Record<string, unknown>) => void]>([
    ['the address it was found at', (value) => (value['final_url'] = 'https://elsewhere.example/')],
    ['the day', (value) => (value['accessed'] = '2020-01-01')],
    ['the answer', (value) => (value['status'] = 410)],
    [
      'the archive',
      (value) => (value['archived'] = { by: 'An archive', url: 'https://archive.example/1', date: '2019-01-01' }),
    ],
    ['the way', (value) => (value['via'] = 'proxy')],
  ])('is as the record says, or does not fit: %s', async (_name, change) => {
    const one = await page();
    changedJson(one.files.metadata, change);
    expect(await proofOf(one)).toEqual({ proof: 'proven' });
    expect(await proofOf(one, true)).toEqual({
      proof: 'does_not_fit',
      reason: `${nameIn(one.files.metadata)} was changed: the record says otherwise where, when or how the page was read`,
    });
  });

  it('is the same under the address to which it redirects', async () => {
    const { store, snapshot } = await page();
    const { metadata, text } = snapshot;
    const [url, finalUrl] = ['https://city.example/old', 'https://city.example/new'];
    const added = await store.add({
      url,
      finalUrl,
      title: metadata.title,
      contentType: metadata.content_type,
      accessed: metadata.accessed,
      body: Buffer.from(html),
      text,
      extractor: { name: metadata.extractor, version: metadata.extractor_version },
    });
    const other = await store.find(finalUrl);
    expect([added.metadata.url, other?.metadata.url]).toEqual([url, finalUrl]);
    expect(other && captureHash(other.metadata)).toBe(captureHash(added.metadata));
  });
});
