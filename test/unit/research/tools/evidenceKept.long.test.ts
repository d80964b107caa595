import { readFileSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { cacheFolder, FileCache, stampOf } from '../../../../src/research/fileCache';
import {
  EvidenceIndex,
  foundPassage,
  type Cutter,
  type FoundPassage,
} from '../../../../src/research/tools/evidenceIndex';
import { evidenceOnDisk } from '../../../../src/research/tools/evidencePaths';
import { gatherEvidence, openEvidence } from '../../../../src/session/plan/evidenceSet';
import { tempFolder } from '../../../support/tempFolder';

/** What is kept of evidence between runs, so that files that are the same are neither read nor cut again. */

/** When they are no longer taken for files that may just be changing. */
async function settled(...paths: readonly string[]): Promise<void> {
  for (const path of paths) while (stampOf(path) === undefined) await new Promise((done) => setTimeout(done, 50));
}

const cacheIn = (folder: string, root = '/somewhere') =>
  FileCache.open({ folder, root, name: 'lengths', schema: z.number() });

describe('What is known of files', () => {
  it('is there again for the same file, and for no other', async () => {
    const folder = tempFolder();
    const cache = await cacheIn(folder);
    cache.set('a "quoted" name.md', '1:2', 7);
    cache.set('just changing.md', undefined, 8);
    await cache.save();
    const again = await cacheIn(folder);
    expect(again.get('a "quoted" name.md', '1:2')).toBe(7);
    expect(again.get('a "quoted" name.md', '1:3')).toBeUndefined();
    expect(again.get('a "quoted" name.md', undefined)).toBeUndefined();
    expect(again.get('just changing.md', undefined)).toBeUndefined();
    expect((await cacheIn(folder, '/elsewhere')).get('a "quoted" name.md', '1:2')).toBeUndefined();
  });

  it('is for its user alone, and forgets what is not asked for', async () => {
    const folder = join(tempFolder(), 'kept');
    const cache = await cacheIn(folder);
    cache.set('a.md', '1', 1);
    cache.set('b.md', '1', 1);
    await cache.save();
    const [name = ''] = readdirSync(folder);
    if (process.platform !== 'win32')
      expect([statSync(folder).mode & 0o777, statSync(join(folder, name)).mode & 0o777]).toEqual([0o700, 0o600]);
    const next = await cacheIn(folder);
    next.get('a.md', '1');
    next.set('c.md', '1', 1);
    await next.save();
    expect(
      readFileSync(join(folder, name), 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => (JSON.parse(line) as string[])[0]),
    ).toEqual(['a.md', 'c.md']);
  });

  it('is made again where it is damaged or cannot be written', async () => {
    const folder = tempFolder();
    const cache = await cacheIn(folder);
    cache.set('a.md', '1', 7);
    await cache.save();
    const [name = ''] = readdirSync(folder);
    for (const damaged of ['["a.md","1",', '["a.md","1","seven"]', '["a.md","1",null,"AAAA"]', '\0\0']) {
      writeFileSync(join(folder, name), damaged);
      expect((await cacheIn(folder)).get('a.md', '1'), damaged).toBeUndefined();
    }
    const nowhere = await FileCache.open({ folder: join(folder, name), root: '/', name: 'x', schema: z.number() });
    nowhere.set('a.md', '1', 1);
    await nowhere.save();
  });

  it('packs what is long', async () => {
    const folder = tempFolder();
    const options = { folder, root: '/', name: 'texts', schema: z.string() };
    const text = 'The ferry carried 1,204 passengers – ≈ all of them. '.repeat(500);
    const cache = await FileCache.open(options);
    cache.set('a.md', '1', text);
    await cache.save();
    expect((await FileCache.open(options)).get('a.md', '1')).toBe(text);
    expect(statSync(join(folder, readdirSync(folder)[0] ?? '')).size).toBeLessThan(text.length / 10);
  });

  it('is thrown away with the oldest folders', async () => {
    const folder = tempFolder();
    for (let number = 0; number < 25; number += 1) {
      const cache = await cacheIn(folder, `/${number}`);
      cache.set('a.md', '1', number);
      await cache.save();
    }
    expect(readdirSync(folder)).toHaveLength(20);
  });
});

describe('A file that is the same', () => {
  const ferry = {
    'a.md': 'The ferry carried 1,204 passengers in May.',
    'b.md': 'The bridge would carry more of them.',
  };
  const hashesWith = (hash: string): string => {
    const paths = readdirSync(cacheFolder()).map((name) => join(cacheFolder(), name));
    return paths.find((path) => path.endsWith('hashes.jsonl') && readFileSync(path, 'utf8').includes(hash)) ?? '';
  };

  it('is not read again when the debate is taken up: what was hashed is believed', async () => {
    const root = tempFolder(ferry);
    await settled(join(root, 'a.md'), join(root, 'b.md'));
    const set = await gatherEvidence({ evidence: root, subject: [], output: join(root, 'out') });
    const known = set.files[0]?.sha256 ?? 'none';
    expect((await openEvidence(set)).changed).toEqual([]);
    // Somebody who read the file would find its real hash.
    const path = hashesWith(known);
    writeFileSync(path, readFileSync(path, 'utf8').replace(known, 'f'.repeat(64)));
    expect((await openEvidence(set)).changed).toEqual(['a.md']);
  });

  it('is another one when a byte of it changed, whatever its size and time say', async () => {
    const root = tempFolder(ferry);
    await settled(join(root, 'a.md'), join(root, 'b.md'));
    const set = await gatherEvidence({ evidence: root, subject: [], output: join(root, 'out') });
    expect((await openEvidence(set)).changed).toEqual([]);
    const path = join(root, 'a.md');
    const { atime, mtime } = statSync(path);
    writeFileSync(path, readFileSync(path, 'utf8').replace('1,204', '9,204'));
    utimesSync(path, atime, mtime);
    expect((await openEvidence(set)).changed).toEqual(['a.md']);
    await settled(path);
    expect((await openEvidence(set)).changed).toEqual(['a.md']);
  });

  it('is not cut again by the same program', async () => {
    const folder = tempFolder({ 'a.md': 'One.', 'b.md': 'Two.' });
    await settled(join(folder, 'a.md'), join(folder, 'b.md'));
    const cut: string[] = [];
    const cutter: Cutter<FoundPassage> = {
      // Any file beside the index stands for the program of the thread.
      program: 'wordIndex.ts',
      passage: foundPassage,
      cut: async (port, path) => {
        cut.push(path);
        return {
          found: [{ passage: { path, start: 1, end: 1 }, text: await port.text(path) }],
          words: `words of ${path}`,
        };
      },
    };
    const cache = tempFolder();
    const indexed = async () => {
      const words: string[] = [];
      const index = new EvidenceIndex(
        evidenceOnDisk({ root: folder, cache }, [{ path: 'a.md' }, { path: 'b.md' }]),
        cutter,
        (said) => words.push(said),
      );
      return { passages: await index.passages(), words, found: await index.search('two', 5) };
    };
    const first = await indexed();
    expect(await indexed()).toEqual(first);
    expect(cut).toEqual(['a.md', 'b.md']);
    writeFileSync(join(folder, 'b.md'), 'Six.');
    expect((await indexed()).found).toEqual([]);
    expect(cut).toEqual(['a.md', 'b.md', 'b.md']);
  });
});
