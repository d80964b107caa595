import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inMemory, sha256, SnapshotStore, writeDurably, type NewSnapshot } from '../../../src/record/snapshots';
import { bundle } from '../../support/bundle';
import { smallDisk } from '../../support/smallDisk';
import { pageBy } from '../../support/snapshotWriter';
import { tempFolder } from '../../support/tempFolder';
import { withoutPrivilege } from '../../support/withoutPrivilege';

const encoder = new TextEncoder();

const page = (url: string, changes: Partial<NewSnapshot> = {}): NewSnapshot => ({
  url,
  finalUrl: url,
  title: 'A page',
  contentType: 'text/markdown',
  accessed: '2026-07-21T12:00:00Z',
  body: encoder.encode('# The body'),
  text: 'The body',
  extractor: { name: 'plain', version: 1 },
  ...changes,
});

const url = 'workspace:reports/a.md#L3-L9';
const key = `${sha256('workspace:reports/a.md')}.json`;
const body = sha256('# The body');

describe('the snapshot store', () => {
  it('keeps body, text and metadata, and finds them by URL without its fragment', async () => {
    const folder = tempFolder();
    const store = new SnapshotStore(folder);
    expect(await store.find(url)).toBeUndefined();
    const added = await store.add(page(url, { title: 'Ä "page"' }));
    expect(readdirSync(join(folder, 'sources')).sort()).toEqual([`${body}.body`, `${body}.txt`, key].sort());
    expect(readFileSync(join(folder, 'sources', `${body}.body`), 'utf8')).toBe('# The body');
    expect(JSON.parse(readFileSync(join(folder, 'sources', key), 'utf8'))).toEqual({
      url: 'workspace:reports/a.md',
      final_url: url,
      title: 'Ä "page"',
      content_type: 'text/markdown',
      accessed: '2026-07-21T12:00:00Z',
      sha256: body,
      extractor: 'plain',
      extractor_version: 1,
    });
    for (const same of [url, 'workspace:reports/a.md', 'workspace:reports/a.md#L1']) {
      expect(await new SnapshotStore(folder).find(same)).toEqual(added);
    }
    expect(await store.find('workspace:reports/b.md')).toBeUndefined();
  });

  it('never changes a snapshot: a URL that is captured again stays as it was', async () => {
    const store = new SnapshotStore(tempFolder());
    await store.add(page(url));
    const again = await store.add(page(url, { body: encoder.encode('changed'), text: 'changed' }));
    expect(again.text).toBe('The body');
    expect((await store.find(url))?.metadata.sha256).toBe(body);
  });

  it('keeps one body of two URLs once, and the text that was taken from it first', async () => {
    const folder = tempFolder();
    const store = new SnapshotStore(folder);
    await store.add(page(url));
    const other = await store.add(page('https://a.example/x', { text: 'another reading', title: 'Other' }));
    expect([other.text, other.metadata.title]).toEqual(['The body', 'Other']);
    expect((await store.find('https://a.example/x#part'))?.text).toBe('The body');
    expect(readdirSync(join(folder, 'sources'))).toHaveLength(4);
  });

  it('keeps the text, not the body, of what is larger than 10 MiB', async () => {
    const folder = tempFolder();
    const large = new Uint8Array(10 * 1024 * 1024 + 1);
    await new SnapshotStore(folder).add(page(url, { body: large }));
    expect(readdirSync(join(folder, 'sources')).filter((name) => name.endsWith('.body'))).toEqual([]);
    await new SnapshotStore(folder).add(page('https://b.example', { body: large.subarray(1) }));
    expect(readdirSync(join(folder, 'sources')).filter((name) => name.endsWith('.body'))).toHaveLength(1);
  });

  it('may be asked for the same URL by several at once', async () => {
    const folder = tempFolder();
    const added = await Promise.all(Array.from({ length: 20 }, () => new SnapshotStore(folder).add(page(url))));
    expect(new Set(added.map((snapshot) => snapshot.text))).toEqual(new Set(['The body']));
    expect(readdirSync(join(folder, 'sources')).sort()).toEqual([`${body}.body`, `${body}.txt`, key].sort());
  });

  it('captures anew what was damaged', async () => {
    const folder = tempFolder();
    const store = new SnapshotStore(folder);
    for (const [name, text] of [
      [key, '{"url":'],
      [key, '{}'],
      [key, '[]'],
      [`${body}.txt`, undefined],
    ] as const) {
      await store.add(page(url));
      const path = join(folder, 'sources', name);
      if (text === undefined) rmSync(path);
      else writeFileSync(path, text);
      expect(await store.find(url)).toBeUndefined();
      expect((await store.add(page(url))).text).toBe('The body');
      expect((await store.find(url))?.text).toBe('The body');
    }
  });

  it('does not bring a folder back that is gone', async () => {
    const folder = join(tempFolder(), 'gone');
    await expect(new SnapshotStore(folder).add(page(url))).rejects.toMatchObject({ code: 'folder_missing' });
    expect(existsSync(folder)).toBe(false);
  });

  it('says why it cannot write', async () => {
    const parent = tempFolder({ 'debate/x': '' });
    const folder = join(parent, 'debate');
    chmodSync(folder, 0o555);
    await withoutPrivilege(parent, async () => {
      await expect(new SnapshotStore(folder).add(page(url))).rejects.toMatchObject({
        code: 'not_permitted',
        isRetryable: true,
      });
    });
    chmodSync(folder, 0o755);
  });

  it('leaves nothing half-written on a full disk', async (context) => {
    const disk = smallDisk();
    if ('reason' in disk) return context.skip(disk.reason);
    const store = new SnapshotStore(disk.folder);
    const large = page(url, { body: new Uint8Array(50_000), text: 'x'.repeat(50_000) });
    await expect(store.add(large)).rejects.toMatchObject({ code: 'no_space' });
    expect(await store.find(url)).toBeUndefined();
    expect(readdirSync(join(disk.folder, 'sources')).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    disk.remount('size=512k');
    await store.add(large);
    expect((await store.find(url))?.text).toHaveLength(50_000);
  });
});

describe('a snapshot of a page of the web', () => {
  const parts = [
    { kind: 'body' as const, start: 0, end: 8 },
    { kind: 'comments' as const, start: 10, end: 18 },
  ];
  const web = (changes: Partial<NewSnapshot> = {}): NewSnapshot =>
    page('https://a.example/x#part', {
      finalUrl: 'https://www.a.example/x',
      text: 'The body\n\nA reader',
      layout: { parts, pages: [{ page: 1, start: 0, end: 18 }] },
      ...changes,
    });
  const facts = {
    authors: ['Ilse Brandt'],
    site: 'The Herald',
    published: '2024-05-17',
    status: 200,
    via: 'proxy' as const,
  };
  const filesIn = (folder: string): string[] => readdirSync(join(folder, 'sources'));

  it('keeps what the page says of itself, how it came, and how its text is laid out', async () => {
    const folder = tempFolder();
    const added = await new SnapshotStore(folder).add(web(facts));
    expect(added).toEqual(inMemory(web(facts)));
    const found = await new SnapshotStore(folder).find('https://a.example/x');
    expect(found).toEqual(added);
    expect(found?.metadata).toMatchObject({ ...facts, final_url: 'https://www.a.example/x', layout: true });
    expect(found?.layout).toEqual({ parts, pages: [{ page: 1, start: 0, end: 18 }] });
  });

  it('is found under the address to which it led, unless that has a snapshot of its own', async () => {
    const folder = tempFolder();
    const store = new SnapshotStore(folder);
    const added = await store.add(web());
    expect(await store.find('https://www.a.example/x#other')).toEqual({
      ...added,
      metadata: { ...added.metadata, url: 'https://www.a.example/x' },
    });
    await store.add(
      web({
        url: 'https://b.example/',
        finalUrl: 'https://a.example/x',
        body: encoder.encode('other'),
        text: 'other',
        layout: {},
      }),
    );
    expect((await store.find('https://a.example/x'))?.text).toBe('The body\n\nA reader');
    const copy = {
      by: 'the Wayback Machine',
      url: 'https://web.archive.org/web/20200101000000id_/https://c.example/',
      date: '2020-01-01',
    };
    await store.add(web({ url: 'https://c.example/', finalUrl: copy.url, archived: copy, status: 404 }));
    expect((await store.find('https://c.example/'))?.metadata).toMatchObject({ archived: copy, status: 404 });
    expect(await store.find(copy.url)).toBeUndefined();
  });

  it('is known by an address that was copied badly, and by no other', async () => {
    const store = new SnapshotStore(tempFolder());
    await store.add(web({ url: 'https://c.example/x?a=1&b=2', finalUrl: 'https://c.example/x?a=1&b=2' }));
    for (const end of ['a=1&amp;b=2', 'a=1&b=2&gt;', 'b=2&a=1%E2%80%9D', 'a=1&b=2\u200b', 'a=1&fbclid=x&b=2%20'])
      expect(await store.wasCaptured(`http://www.c.example/x?${end}`), end).toBe(true);
    for (const other of ['https://c.example/x', 'https://c.example/x?a=1&b=3', 'https://c.example/'])
      expect(await store.wasCaptured(other), other).toBe(false);
  });

  it('text and layout belong together, whatever version reads the same body again', async () => {
    const folder = tempFolder();
    const store = new SnapshotStore(folder);
    const before = await store.add(
      page('https://a.example/old', { body: encoder.encode('one'), text: 'As it was read first.' }),
    );
    const again = await store.add(
      web({
        body: encoder.encode('one'),
        text: 'Read otherwise, with a comment',
        layout: { parts: [{ kind: 'comments', start: 16, end: 30 }] },
      }),
    );
    expect(again).toMatchObject({
      text: 'As it was read first.',
      metadata: { extractor: 'unknown', extractor_version: 0 },
    });
    expect(again.layout).toBeUndefined();
    expect(await store.find('https://a.example/x')).toEqual(again);
    expect(await store.find('https://a.example/old')).toEqual(before);
  });

  it.each([
    ['cut', (json: string) => json.slice(0, 20)],
    ['another text’s', (json: string) => json.replaceAll('18', '19')],
    ['overlapping', (json: string) => json.replace('"start":10', '"start":4')],
    ['of an unknown part', (json: string) => json.replace('comments', 'adverts')],
    ['empty', () => '{}'],
    ['gone', () => undefined],
  ])(
    'whose layout is %s is captured anew: without it a comment would pass for the author’s words',
    async (_what, damage) => {
      const folder = tempFolder();
      const store = new SnapshotStore(folder);
      const added = await store.add(web());
      const name = filesIn(folder).find((file) => file.endsWith('.layout.json')) ?? '';
      const path = join(folder, 'sources', name);
      const damaged = damage(readFileSync(path, 'utf8'));
      if (damaged === undefined) rmSync(path);
      else writeFileSync(path, damaged);
      expect(await store.find('https://a.example/x')).toBeUndefined();
      expect(await store.wasCaptured('https://a.example/x')).toBe(true);
      expect(await store.add(web())).toEqual(added);
      expect(await store.find('https://a.example/x')).toEqual(added);
    },
  );

  it('is whole and the same for all when several processes write it at once', async () => {
    const folder = tempFolder();
    const program = await bundle('test/support/snapshotWriter.ts');
    const pages = 12;
    const writers = [1, 2, 3, 4].map((version) => fork(program, [folder, String(version), String(pages)]));
    await Promise.all(writers.map((writer) => once(writer, 'message')));
    const texts = writers.map((writer) => once(writer, 'message') as Promise<[string[]]>);
    for (const writer of writers) writer.send('go');
    const answers = (await Promise.all(texts)).map(([text]) => text);
    const store = new SnapshotStore(folder);
    for (let index = 0; index < pages; index += 1) {
      const found = await store.find(`https://a.example/${index}`);
      const version = [1, 2, 3, 4].find((each) => pageBy(each, index).text === found?.text);
      expect(found?.layout).toEqual(pageBy(version ?? 0, index).layout);
      expect(new Set(answers.map((answer) => answer[index]))).toEqual(new Set([found?.text]));
      expect((await store.find(`https://b.example/${index}`))?.text).toBe(found?.text);
    }
    expect(filesIn(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});

describe('a durable write', () => {
  it('replaces the file as a whole, and several at once leave one of them', async () => {
    const path = join(tempFolder({ 'a.md': 'old' }), 'a.md');
    await writeDurably(path, 'new');
    expect(readFileSync(path, 'utf8')).toBe('new');
    const texts = Array.from({ length: 10 }, (_, index) => String(index).repeat(10_000));
    await Promise.all(texts.map((text) => writeDurably(path, text)));
    expect(texts).toContain(readFileSync(path, 'utf8'));
    expect(readdirSync(join(path, '..'))).toEqual(['a.md']);
  });

  it('leaves the file and nothing else when it fails', async () => {
    const folder = tempFolder({ 'a.md/x': '' });
    await expect(writeDurably(join(folder, 'a.md'), 'new')).rejects.toMatchObject({ code: 'io' });
    expect(readdirSync(folder)).toEqual(['a.md']);
    await expect(writeDurably(join(folder, 'none', 'a.md'), 'x')).rejects.toMatchObject({ code: 'folder_missing' });
  });
});
