import { rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documentFiles } from '../../../src/citations/documentFiles';
import { answersOf, checkedIn, kindsOf } from '../../support/checkedDocuments';
import { tempFolder, writeFiles } from '../../support/tempFolder';

const notes = [
  '# Keys',
  '',
  'The key is never written to disk. It is asked for at each start.',
  '',
  '## Speed',
  '',
  'A page takes 41 ms on the old machine and 12 ms on the new one.',
  'The index is rebuilt every night by a job of its own.',
  '',
].join('\n');

const checkedDocument = async (document: string, files: Record<string, string> = {}) =>
  await checkedIn(tempFolder({ 'notes.md': notes, 'doc.md': document, ...files }));

describe('a citation of a file', () => {
  it.each([
    ['words that stand there', 'It is “never written to disk. It is asked for” ([n](notes.md)).', 'quoted'],
    ['words at their lines', 'It is “never written to disk” at all ([n](notes.md#L3)).', 'quoted'],
    ['a negation that is gone', 'They say “The key is written to disk at each start” ([n](notes.md)).', 'missing'],
    ['another word', 'They say “The key is never written to memory” ([n](notes.md)).', 'missing'],
    ['another number', 'They say “A page takes 47 ms on the old machine” ([n](notes.md)).', 'missing'],
    ['other lines', 'They say “The index is rebuilt every night” ([n](notes.md#L3)).', 'missing'],
    ['lines that are not there', 'They say “The index is rebuilt every night” ([n](notes.md#L90)).', 'missing'],
    ['other signs', 'They say “The key is never written to disk; it is asked for” ([n](notes.md)).', 'approximate'],
    ['a file that is not there', 'They say “The index is rebuilt every night” ([n](gone.md)).', 'gone'],
    ['a heading', 'They say “The index is rebuilt every night” ([n](notes.md#speed)).', 'quoted'],
    ['a heading that is not there', 'They say “The index is rebuilt every night” ([n](notes.md#costs)).', 'gone'],
    ['a figure', 'A page takes 12 ms ([n](notes.md)).', 'quoted'],
    ['another figure', 'A page takes 14 ms ([n](notes.md)).', 'figure'],
    ['a figure of other lines', 'A page takes 12 ms ([n](notes.md#L3)).', 'figure'],
    ['a folder', 'They say “The index is rebuilt every night” ([n](sub)).', 'unread'],
    ['its heading as a title', 'Read “Keys and how they are kept” ([n](titled.md)).', 'quoted'],
  ])('with %s', async (_what, document, kind) => {
    const files = { 'sub/x.md': 'x', 'titled.md': '# Keys and how they are kept\n\nText.\n' };
    expect(kindsOf(await checkedDocument(document, files))).toEqual([kind]);
  });

  it('names what stands there, its lines, and the one near passage', async () => {
    const [answer] = answersOf(
      await checkedDocument('They say “A page takes 47 ms on the old machine” ([n](notes.md)).'),
    );
    expect(answer).toMatchObject({ kind: 'missing', lines: { start: 7, end: 7 } });
    expect(answer?.nearest).toBe('A page takes 41 ms on the old machine');
    expect(answer?.words).toContain('41');
  });

  it('names the lines where moved words stand', async () => {
    const [answer] = answersOf(await checkedDocument('“The index is rebuilt every night” ([n](notes.md#L3)).'));
    expect(answer).toMatchObject({ lines: { start: 8, end: 8 }, standsThere: 'The index is rebuilt every night' });
    expect(answer?.nearest).toBeUndefined();
  });

  it('counts links from the document, and from the root', async () => {
    const folder = tempFolder({
      'notes.md': notes,
      'sub/doc.md':
        '“The index is rebuilt every night” ([a](../notes.md)), “The index is rebuilt every night” ([b](/notes.md)), “The index is rebuilt every night” (workspace:notes.md).\n',
    });
    expect(kindsOf(await checkedIn(folder, { files: ['sub/doc.md'] }))).toEqual(['quoted', 'quoted', 'quoted']);
  });

  it('refuses what leads out of the root, and does not say whether it is there', async () => {
    const outside = tempFolder({ 'secret.md': 'The secret words stand in this file here.' });
    const document = `“The secret words stand in this file here” ([a](../${outside.split('/').at(-1) ?? ''}/secret.md), [b](/../x.md)).`;
    const { documents } = await checkedDocument(document);
    expect(documents[0]?.citations).toEqual([]);
    expect(documents[0]?.unchecked).toMatchObject([{ why: 'outside' }]);
  });

  it('is not read through a link that leads out', async () => {
    const outside = tempFolder({ 'secret.md': 'The secret words stand in this file here.' });
    const folder = tempFolder({ 'doc.md': '“The secret words stand in this file here” ([a](link.md)).' });
    const { symlinkSync } = await import('node:fs');
    symlinkSync(join(outside, 'secret.md'), join(folder, 'link.md'));
    expect(kindsOf(await checkedIn(folder))).toEqual(['uncheckable']);
  });
});

describe('the papers of this repository', () => {
  it('cite what stands there', async () => {
    const root = join(__dirname, '../../..');
    const files = await documentFiles([root], new AbortController().signal);
    const papers = files.filter((file) => !/[\\/](?:test|media)[\\/]/.test(file.slice(root.length)));
    expect(papers.length).toBeGreaterThan(10);
    const checked = await checkedIn(root, { files: papers.map((file) => relative(root, file)) });
    // Pages of the web are not asked for here.
    expect(answersOf(checked).filter(({ kind }) => kind !== 'quoted' && kind !== 'unread')).toEqual([]);
    expect(checked.unreadable).toEqual([]);
  });
});

describe('a second check', () => {
  const words = (index: number): string => `the words of passage number ${index} stand here in full`;
  const many = (count: number): Record<string, string> => {
    const numbers = Array.from({ length: count }, (_, index) => index);
    return {
      'a.md': numbers.map((index) => `${words(index)}.`).join('\n\n'),
      'b.md': numbers.map((index) => `${words(index)}.`).join('\n\n'),
      'doc.md': numbers
        .map((index) => `It says “${words(index)}” ([s](${index % 2 === 0 ? 'a' : 'b'}.md)).`)
        .join('\n\n'),
    };
  };

  it('looks at nothing that is unchanged', async () => {
    const folder = tempFolder(many(100));
    const cacheFolder = tempFolder();
    const first = await checkedIn(folder, { cacheFolder });
    const again = await checkedIn(folder, { cacheFolder });
    expect([first.looked, again.looked]).toEqual([100, 0]);
    expect(answersOf(again)).toEqual(answersOf(first));
  });

  it('looks at the citations of a changed source, and at a changed block', async () => {
    const folder = tempFolder(many(100));
    const cacheFolder = tempFolder();
    await checkedIn(folder, { cacheFolder });
    writeFiles(folder, { 'b.md': many(100)['b.md']?.replace('number 7 stand', 'number 7 stood') ?? '' });
    const source = await checkedIn(folder, { cacheFolder });
    expect(source.looked).toBe(50);
    expect(kindsOf(source).map((kind, index) => (kind === 'missing' ? index : -1))).toContain(7);
    writeFiles(folder, { 'doc.md': many(100)['doc.md']?.replace('number 8 stand', 'number 8 stood') ?? '' });
    const block = await checkedIn(folder, { cacheFolder });
    expect(block.looked).toBe(1);
    expect(kindsOf(block)[8]).toBe('missing');
  });

  it('sees that a file is gone', async () => {
    const folder = tempFolder(many(2));
    const cacheFolder = tempFolder();
    await checkedIn(folder, { cacheFolder });
    rmSync(join(folder, 'a.md'));
    expect(kindsOf(await checkedIn(folder, { cacheFolder }))).toEqual(['gone', 'quoted']);
  });

  it('is made without a cache that is broken or cannot be written', async () => {
    const folder = tempFolder(many(2));
    const cacheFolder = tempFolder();
    await checkedIn(folder, { cacheFolder });
    const { readdirSync } = await import('node:fs');
    for (const name of readdirSync(cacheFolder)) writeFileSync(join(cacheFolder, name), '{"answers":[["x"');
    expect((await checkedIn(folder, { cacheFolder })).looked).toBe(2);
    const file = join(tempFolder({ taken: 'x' }), 'taken', 'cache');
    expect(kindsOf(await checkedIn(folder, { cacheFolder: file }))).toEqual(['quoted', 'quoted']);
  });

  it('ends at once when it is cancelled', async () => {
    const folder = tempFolder(many(50));
    const stop = new AbortController();
    const onProgress = (): void => stop.abort(new Error('stopped'));
    await expect(checkedIn(folder, { signal: stop.signal, onProgress })).rejects.toThrow('stopped');
  });
});

describe('a document that is written against the checker', () => {
  const hostile: readonly [string, string][] = [
    ['marks that open and never close', '“'.repeat(60_000)],
    ['straight marks', '" "'.repeat(60_000)],
    ['brackets', '['.repeat(60_000)],
    ['block quotes in block quotes', '>'.repeat(20_000)],
    ['lists in lists', '- '.repeat(20_000)],
    ['links in one sentence', '[a](a.md) '.repeat(10_000)],
    ['quotations in one sentence', '“four words of it” [a](a.md), '.repeat(4_000)],
    ['footnotes', Array.from({ length: 5_000 }, (_, index) => `[^${index}]: x\n`).join('')],
    ['cells of one row', `|${' a |'.repeat(20_000)}\n|${'---|'.repeat(20_000)}\n`],
    ['figures of one sentence', `${'41 ms and '.repeat(8_000)}[a](a.md).`],
    ['lines', '\n'.repeat(400_000)],
    ['comments', '<!-- check: skip '.repeat(20_000)],
  ];

  it.each(hostile)('is answered, with %s', async (_what, document) => {
    const { documents, unreadable } = await checkedDocument(document);
    expect(documents.length + unreadable.length).toBe(1);
  });

  it.each([
    ['binary', new Uint8Array([0, 1, 2, 3])],
    ['no UTF-8', new Uint8Array([0xff, 0xfe, 0x41])],
    ['larger than what is read', new Uint8Array(6 * 1024 * 1024).fill(0x41)],
  ])('is named, if it is %s', async (_what, body) => {
    const { unreadable } = await checkedIn(tempFolder({ 'doc.md': body }));
    expect(unreadable).toHaveLength(1);
  });
});
