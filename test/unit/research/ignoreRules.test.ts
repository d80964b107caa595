import { chmodSync, symlinkSync } from 'node:fs';
import * as path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEvidence } from '../../../src/research/evidence';
import { evidenceFailure, evidenceSummary } from '../../support/evidenceSummary';
import { tempFolder, writeFiles } from '../../support/tempFolder';
import { withoutPrivilege } from '../../support/withoutPrivilege';

describe('ignore rules', () => {
  it('obeys nested .gitignore files as git does', async () => {
    const root = tempFolder({
      '.gitignore': '# comment\n*.log\n/build/\n/top.md\ndrafts/*\n!drafts/keep.md\nvendor/\n',
      'a.md': 'a',
      'x.log': 'x',
      'top.md': 't',
      'sub/top.md': 'not the anchored one',
      'build/out.md': 'o',
      'sub/build/in.md': 'not the anchored one',
      'drafts/keep.md': 'k',
      'drafts/drop.md': 'd',
      'sub/.gitignore': '!wanted.log\nprivate\n',
      'sub/wanted.log': 'w',
      'sub/other.log': 'o',
      'sub/private/p.md': 'p',
      'sub/deep/private': 'p',
      'vendor/.gitignore': '!*',
      'vendor/v.md': 'v',
    });
    const { files, leftOut } = await evidenceSummary(root);
    expect(files).toEqual(['a.md', 'drafts/keep.md', 'sub/build/in.md', 'sub/top.md', 'sub/wanted.log']);
    expect(Object.keys(leftOut).filter((one) => leftOut[one] === 'ignored')).toEqual([
      'build',
      'drafts/drop.md',
      'sub/deep/private',
      'sub/other.log',
      'sub/private',
      'top.md',
      'vendor',
      'x.log',
    ]);
    const evidence = await readEvidence({ root });
    const detail = evidence.leftOut.find((item) => item.path === 'sub/private')?.detail;
    expect(detail).toBe('excluded by “private” in sub/.gitignore');
  });

  it('reads a folder that a deeper .gitignore takes back, whatever its name', async () => {
    const name = 'b [x]*? y';
    const root = tempFolder({
      '.gitignore': '/a/b*\n*.tmp.md\n',
      'a/.gitignore': '!/b*/\n',
      [`a/${name}/c.md`]: 'c',
      [`a/${name}/d/e.md`]: 'e',
      [`a/${name}/d/f.tmp.md`]: 'f',
      'a/b.md': 'a file, not taken back',
    });
    const { files, leftOut } = await evidenceSummary(root);
    expect(files).toEqual([`a/${name}/c.md`, `a/${name}/d/e.md`]);
    expect(leftOut).toMatchObject({ 'a/b.md': 'ignored', [`a/${name}/d/f.tmp.md`]: 'ignored' });
  });

  it('obeys the files above the root up to the top of the repository, but not against the root itself', async () => {
    const top = tempFolder({
      '.gitignore': 'never-asked.md\n',
      'repo/.git/HEAD': 'ref',
      'repo/.gitignore': 'data/\n*.draft.md\n',
      'repo/data/.gitignore': 'x.md\n',
      'repo/data/set/a.md': 'a',
      'repo/data/set/b.draft.md': 'b',
      'repo/data/set/x.md': 'x',
      'repo/data/set/never-asked.md': 'n',
    });
    expect(await evidenceSummary(path.join(top, 'repo/data/set'))).toEqual({
      files: ['a.md', 'never-asked.md'],
      leftOut: { 'b.draft.md': 'ignored', 'x.md': 'ignored' },
    });
  });

  it('keeps the rules of a repository that ignores everything but what it names', async () => {
    const repo = tempFolder({
      '.git/HEAD': 'ref',
      '.gitignore': '*\n!*/\n!*.md\n',
      'docs/a.md': 'a',
      'docs/b.txt': 'b',
    });
    expect(await evidenceSummary(path.join(repo, 'docs'))).toEqual({
      files: ['a.md'],
      leftOut: { 'b.txt': 'ignored' },
    });
  });

  it('obeys exclude globs of the editor: from the root, with braces', async () => {
    const root = tempFolder({
      'a.md': 'a',
      'b.txt': 'b',
      'sub/b.txt': 'b',
      'sub/c.csv': 'c',
      'sub/d.json': 'd',
      'gen/x/y.md': 'y',
      'sub/gen/z.md': 'z',
    });
    const excludeGlobs = ['*.txt', '**/*.{csv,json}', 'gen', '**/nothing/**'];
    expect(await evidenceSummary(root, { excludeGlobs })).toEqual({
      files: ['a.md', 'sub/b.txt', 'sub/gen/z.md'],
      leftOut: { 'b.txt': 'ignored', 'sub/c.csv': 'ignored', 'sub/d.json': 'ignored', gen: 'ignored' },
    });
    const { leftOut } = await readEvidence({ root, excludeGlobs });
    expect(leftOut[2]?.detail).toBe('excluded by “**/*.{csv,json}” in the exclude setting');
    const many = `**/{${Array.from({ length: 40 }, (_, n) => `x${n}`).join(',')}}.csv`;
    expect((await evidenceSummary(root, { excludeGlobs: [many] })).leftOut).toEqual({ 'sub/c.csv': 'ignored' });
  });

  it('reads nothing beside a .gitignore that it cannot read, and follows none that is a link', async () => {
    const root = tempFolder({ 'a.md': 'a', 'sub/.gitignore': 'x', 'sub/b.md': 'b', 'linked/c.md': 'c', rules: '*.md' });
    symlinkSync('../rules', path.join(root, 'linked/.gitignore'));
    chmodSync(path.join(root, 'sub/.gitignore'), 0);
    const found = await withoutPrivilege(root, () => evidenceSummary(root));
    expect(found.files).toEqual(['a.md', 'linked/c.md']);
    expect(found.leftOut).toMatchObject({ sub: 'unreadable' });
    chmodSync(path.join(root, 'sub'), 0o755);
    writeFiles(root, { '.gitignore': 'x' });
    chmodSync(path.join(root, '.gitignore'), 0);
    const refused = await withoutPrivilege(root, () => evidenceFailure({ root }));
    expect(refused.code).toBe('evidence_not_readable');
  });
});
