import { rmSync, symlinkSync } from 'node:fs';
import * as path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEvidence } from '../../../src/research/evidence';
import { markdownTitle } from '../../../src/research/markdownTitle';
import { workspaceSourceReader, type ReadResult } from '../../../src/research/sourceReader';
import { tempFolder, writeFiles } from '../../support/tempFolder';

const { signal } = new AbortController();

async function readerOf(root: string) {
  const evidence = await readEvidence({ root });
  const reader = workspaceSourceReader(evidence);
  const outcome = async (url: string): Promise<ReadResult['outcome']> => (await reader.read(url, signal)).outcome;
  return { evidence, reader, outcome };
}

describe('workspaceSourceReader', () => {
  it('reads a file of the manifest, whatever lines are cited', async () => {
    const root = tempFolder({ 'my notes/plan.md': '\ufeffIntro\n\n## The plan ##\n', 'data.json': '{}' });
    const { evidence, reader } = await readerOf(root);
    const url = 'workspace:my notes/plan.md#L3-L4';
    expect(await reader.read(url, signal)).toEqual({
      outcome: 'read',
      url,
      finalUrl: 'workspace:my%20notes/plan.md',
      title: 'The plan',
      contentType: 'text/markdown',
      text: 'Intro\n\n## The plan ##\n',
      body: Buffer.from('\ufeffIntro\n\n## The plan ##\n'),
      sha256: evidence.files.find((file) => file.path === 'my notes/plan.md')?.sha256,
    });
    const json = { outcome: 'read', title: 'data.json', contentType: 'application/json' };
    expect(await reader.read('workspace:data.json', signal)).toMatchObject(json);
  });

  it('opens nothing that the manifest does not list', async () => {
    const base = tempFolder({ 'root/a.md': 'a', 'root/.env': 'KEY=1', 'outside.md': 'o' });
    const root = path.join(base, 'root');
    symlinkSync('../outside.md', path.join(root, 'out.md'));
    symlinkSync('.env', path.join(root, 'env.md'));
    const { outcome } = await readerOf(root);
    expect(await outcome('workspace:none.md')).toBe('absent');
    expect(await outcome('workspace:.env')).toBe('absent');
    expect(await outcome('workspace:env.md')).toBe('absent');
    expect(await outcome('workspace:out.md')).toBe('outside');
    expect(await outcome('workspace:../outside.md')).toBe('outside');
    expect(await outcome('workspace:/etc/passwd')).toBe('outside');
    expect(await outcome('workspace:a.md#L9-L1')).toBe('unsupported');
    const single = await readerOf(path.join(root, 'a.md'));
    writeFiles(root, { 'b.md': 'beside it' });
    expect(await single.outcome('workspace:b.md')).toBe('absent');
  });

  it('finds a listed file under its other names', async () => {
    const root = tempFolder({ ['U\u0308bersicht.md']: 'u', 'v3/plan.md': 'p' });
    symlinkSync('v3', path.join(root, 'current'));
    const { reader } = await readerOf(root);
    expect(await reader.read('workspace:%C3%9Cbersicht.md', signal)).toMatchObject({ outcome: 'read', text: 'u' });
    const linked = { outcome: 'read', finalUrl: 'workspace:v3/plan.md' };
    expect(await reader.read('workspace:current/plan.md', signal)).toMatchObject(linked);
  });

  it('never calls a listed file absent: what became of it since is undecided or unsupported', async () => {
    const base = tempFolder({ 'o.md': 'o' });
    const root = path.join(base, 'root');
    writeFiles(root, { 'gone.md': 'g', 'leaves.md': 'l', 'leaks.md': 's', 'nul.md': 'n' });
    const { outcome } = await readerOf(root);
    rmSync(path.join(root, 'gone.md'));
    rmSync(path.join(root, 'leaves.md'));
    symlinkSync('../o.md', path.join(root, 'leaves.md'));
    writeFiles(root, { 'leaks.md': 'password = "aV9xQ2mLr7pZ4sT8wKd3"', 'nul.md': '\0' });
    expect(await outcome('workspace:gone.md')).toBe('failed');
    expect(await outcome('workspace:leaves.md')).toBe('failed');
    expect(await outcome('workspace:leaks.md')).toBe('unsupported');
    expect(await outcome('workspace:nul.md')).toBe('unsupported');
  });

  it('does not fetch, and rejects with the reason of an abort', async () => {
    const { reader } = await readerOf(tempFolder({ 'a.md': 'a' }));
    expect(await reader.read('https://example.org/', signal)).toEqual({
      outcome: 'unsupported',
      reason: 'it is no file of the evidence',
    });
    const reason = new Error('stopped');
    await expect(reader.read('workspace:a.md', AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});

describe('markdownTitle', () => {
  it.each([
    ['# One\n# Two', 'One'],
    ['text\n\n  ###   Deep  title ###  ', 'Deep title'],
    ['---\ntitle: x\n# no heading\n---\n# After', 'After'],
    ['```sh\n# a comment\n```\n# After', 'After'],
    ['~~~~\n# a\n~~~\n# b\n~~~~\n# After', 'After'],
    ['```js\n# a\n```js\n# b\n```\n# After', 'After'],
    ['Under\nlined\n======\n', 'lined'],
    ['\n\nTitle\r\n---\r\n', 'Title'],
    ['- item\n---\n# After', 'After'],
    ['#hashtag\n#\n# C#', 'C#'],
  ])('of %j is %s', (text, expected) => {
    expect(markdownTitle(text)).toBe(expected);
  });

  it('is absent without a heading, and quick on long lines', () => {
    expect(markdownTitle('no heading\n\n---\n')).toBeUndefined();
    expect(markdownTitle(`#${' '.repeat(1_000_000)}x`)).toBeUndefined();
    expect(markdownTitle(`# ${'x'.repeat(1000)}`)).toHaveLength(200);
  });
});
