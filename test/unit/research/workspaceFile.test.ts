import { createHash } from 'node:crypto';
import { symlinkSync, truncateSync } from 'node:fs';
import * as path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readWorkspaceFile, resolveInside } from '../../../src/research/workspaceFile';
import { tempFolder, writeFiles } from '../../support/tempFolder';

describe('resolveInside', () => {
  it('finds a file, also through links that stay inside, and names it without links', async () => {
    const root = tempFolder({ 'docs/a.md': 'x' });
    symlinkSync('docs', path.join(root, 'link'));
    const expected = { ok: true, absolute: path.join(root, 'docs/a.md'), path: 'docs/a.md' };
    expect(await resolveInside(root, 'docs/a.md')).toEqual(expected);
    expect(await resolveInside(root, 'link/../docs/./a.md')).toEqual(expected);
    expect(await resolveInside(root, 'link/a.md')).toEqual(expected);
  });

  it('takes a root that is itself a link', async () => {
    const base = tempFolder({ 'real/a.md': 'x' });
    symlinkSync('real', path.join(base, 'root'));
    expect(await resolveInside(path.join(base, 'root'), 'a.md')).toMatchObject({ ok: true, path: 'a.md' });
  });

  it('refuses what lies outside: by .., as an absolute path, through links to files and folders', async () => {
    const base = tempFolder({ 'root/a.md': 'x', 'root-2/b.md': 'neighbour whose name starts alike', 'secret.md': 's' });
    const root = path.join(base, 'root');
    symlinkSync('../secret.md', path.join(root, 'file.md'));
    symlinkSync('..', path.join(root, 'up'));
    symlinkSync('up', path.join(root, 'twice'));
    const outside = { ok: false, reason: 'outside' };
    const byLinks = ['file.md', 'up/secret.md', 'twice/root-2/b.md'];
    const byName = ['../secret.md', '../root-2/b.md', path.join(root, 'a.md'), '..', '../no-such-file.md'];
    for (const one of [...byName, ...byLinks]) expect(await resolveInside(root, one)).toEqual(outside);
    expect(await resolveInside(root, 'up/root/a.md')).toMatchObject({ ok: true, path: 'a.md' });
  });

  it('says what is wrong with the rest', async () => {
    const root = tempFolder({ 'docs/a.md': 'x', 'big.md': '', '..odd.md': 'a name that only looks like ..' });
    truncateSync(path.join(root, 'big.md'), 200 * 1024 * 1024);
    symlinkSync('loop', path.join(root, 'loop'));
    const reasonOf = async (file: string) => {
      const found = await resolveInside(root, file);
      return found.ok ? 'ok' : found.reason;
    };
    expect(await reasonOf('none.md')).toBe('missing');
    expect(await reasonOf('docs/a.md/b')).toBe('missing');
    expect(await reasonOf('a\0.md')).toBe('missing');
    expect(await reasonOf('docs')).toBe('not_a_file');
    expect(await reasonOf('')).toBe('not_a_file');
    expect(await reasonOf('loop')).toBe('not_a_file');
    expect(await reasonOf('big.md')).toBe('too_large');
    expect(await reasonOf('..odd.md')).toBe('ok');
    expect(await resolveInside(path.join(root, 'gone'), 'a.md')).toEqual({ ok: false, reason: 'missing' });
  });
});

describe('readWorkspaceFile', () => {
  it('gives body, text without BOM, and the hash of the bytes', async () => {
    const body = Buffer.from('\ufeffGrüße\r\n');
    const root = tempFolder({ 'a.md': body, 'empty.md': '' });
    expect(await readWorkspaceFile(root, 'a.md')).toEqual({
      ok: true,
      absolute: path.join(root, 'a.md'),
      path: 'a.md',
      body,
      bytes: body.length,
      text: 'Grüße\r\n',
      sha256: createHash('sha256').update(body).digest('hex'),
    });
    expect(await readWorkspaceFile(root, 'empty.md')).toMatchObject({ ok: true, bytes: 0, text: '' });
  });

  it('reads up to 5 MB and no further', async () => {
    const limit = 5 * 1024 * 1024;
    const root = tempFolder({ 'just.md': Buffer.alloc(limit, 'a'), 'over.md': Buffer.alloc(limit + 1, 'a') });
    expect(await readWorkspaceFile(root, 'just.md')).toMatchObject({ ok: true, bytes: limit });
    expect(await readWorkspaceFile(root, 'over.md')).toEqual({ ok: false, reason: 'too_large' });
  });

  it('refuses binaries and passes refusals on', async () => {
    const root = tempFolder({ 'nul.md': 'a\0b', 'latin1.md': Buffer.from([0x47, 0x72, 0xfc, 0xdf, 0x65]) });
    expect(await readWorkspaceFile(root, 'nul.md')).toEqual({ ok: false, reason: 'binary' });
    expect(await readWorkspaceFile(root, 'latin1.md')).toEqual({ ok: false, reason: 'binary' });
    expect(await readWorkspaceFile(root, '../x')).toEqual({ ok: false, reason: 'outside' });
  });

  it('rejects with the reason of an abort', async () => {
    const root = tempFolder();
    writeFiles(root, { 'a.md': 'x' });
    const reason = new Error('stopped');
    await expect(readWorkspaceFile(root, 'a.md', AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});
