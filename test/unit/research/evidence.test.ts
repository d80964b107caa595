import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEvidence } from '../../../src/research/evidence';
import { evidenceFailure, evidenceSummary } from '../../support/evidenceSummary';
import { tempFolder, writeFiles } from '../../support/tempFolder';
import { withoutPrivilege } from '../../support/withoutPrivilege';

describe('what is read', () => {
  it('lists files by path with size, hash of the bytes and kind, and reads their text on demand', async () => {
    const plan = Buffer.from('\ufeff# Plan\r\nGrüße');
    const root = tempFolder({
      'plan.md': plan,
      'Zoo.txt': 'z',
      'data/t.csv': 'a,b',
      'data/x.json': '{}',
      'page.html': '<p>',
      'src/a.ts': 'export {}',
      LICENSE: 'MIT',
      'empty.md': '',
    });
    const evidence = await readEvidence({ root });
    expect(evidence.root).toBe(root);
    expect(evidence.leftOut).toEqual([]);
    expect(evidence.files.map(({ path: file, kind }) => `${file} ${kind}`)).toEqual([
      'LICENSE text',
      'Zoo.txt text',
      'data/t.csv csv',
      'data/x.json json',
      'empty.md markdown',
      'page.html html',
      'plan.md markdown',
      'src/a.ts code',
    ]);
    const sha256 = createHash('sha256').update(plan).digest('hex');
    expect(evidence.files[6]).toEqual({ path: 'plan.md', bytes: plan.length, sha256, kind: 'markdown' });
  });

  it('takes a root that is a link, relative, or a single file', async () => {
    const base = tempFolder({ 'real/a.md': 'a', 'real/b.md': 'b' });
    symlinkSync('real', path.join(base, 'link'));
    symlinkSync('real/b.md', path.join(base, 'b-link.md'));
    const real = path.join(base, 'real');
    expect((await readEvidence({ root: path.join(base, 'link') })).root).toBe(real);
    expect((await readEvidence({ root: path.relative(process.cwd(), real) })).root).toBe(real);
    for (const file of ['real/b.md', 'b-link.md']) {
      const evidence = await readEvidence({ root: path.join(base, file) });
      expect(evidence.root).toBe(real);
      expect(evidence.files.map((one) => one.path)).toEqual(['b.md']);
      expect(evidence.leftOut).toEqual([]);
    }
  });

  it('reads 5,000 files', async () => {
    const files = Array.from({ length: 5000 }, (_, n) => [`d${n % 50}/f${n}.md`, `# ${n}`] as const);
    const root = tempFolder(Object.fromEntries(files));
    const evidence = await readEvidence({ root });
    expect(evidence.files).toHaveLength(5000);
    expect(new Set(evidence.files.map((file) => file.sha256)).size).toBe(5000);
  });

  it('rejects with the reason of an abort, before and during the work', async () => {
    const root = tempFolder(Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`${n}.md`, 'x'])));
    const reason = new Error('stopped');
    await expect(readEvidence({ root, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const controller = new AbortController();
    const running = readEvidence({ root, signal: controller.signal });
    setImmediate(() => controller.abort(reason));
    await expect(running).rejects.toBe(reason);
  });
});

describe('what is never read', () => {
  it('leaves out hidden things, node_modules, unknown kinds, damaged PDF and binaries', async () => {
    const root = tempFolder({
      'a.md': 'a',
      '.hidden.md': 'h',
      '.git/config': 'g',
      '.vscode/settings.json': '{}',
      'web/node_modules/x/index.js': 'n',
      'paper.pdf': '%PDF',
      'photo.png': 'p',
      Unknown: 'u',
      'nul.txt': 'a\0b',
      'latin1.txt': Buffer.from([0x47, 0x72, 0xfc, 0xdf, 0x65]),
      'notepad.txt': Buffer.from('\ufeffUTF-16', 'utf16le'),
      'back\\slash.md': 'cannot be cited',
      'new\nline.md': 'cannot be cited',
      'folder.md/inner.md': 'a folder named like a file',
    });
    expect(await evidenceSummary(root)).toEqual({
      files: ['a.md', 'folder.md/inner.md'],
      leftOut: {
        '.git': 'hidden',
        '.hidden.md': 'hidden',
        '.vscode': 'hidden',
        'web/node_modules': 'ignored',
        'paper.pdf': 'pdf',
        'photo.png': 'unsupported',
        Unknown: 'unsupported',
        'nul.txt': 'binary',
        'latin1.txt': 'binary',
        'notepad.txt': 'binary',
        'back\\slash.md': 'unsupported',
        'new\nline.md': 'unsupported',
      },
    });
    const { leftOut } = await readEvidence({ root });
    expect(leftOut.find((item) => item.path === 'notepad.txt')?.detail).toContain('UTF-16');
    expect(leftOut.find((item) => item.path === 'paper.pdf')?.detail).toContain('damaged');
  });

  it('says of a name that is no UTF-8 that the name is at fault, not that the file is missing', async () => {
    const root = tempFolder({ 'a.md': 'a' });
    writeFileSync(Buffer.concat([Buffer.from(`${root}/caf`), Buffer.from([0xe9]), Buffer.from('.md')]), 'b');
    const { leftOut } = await readEvidence({ root });
    expect(leftOut.map(({ detail }) => detail)).toEqual(['its name is not readable as UTF-8; rename it']);
  });

  it('does not hang on a pipe', async () => {
    const root = tempFolder({ 'a.md': 'a' });
    execFileSync('mkfifo', [path.join(root, 'pipe.md')]);
    expect(await evidenceSummary(root)).toEqual({ files: ['a.md'], leftOut: { 'pipe.md': 'unsupported' } });
  });

  it('leaves out what is over 5 MB', async () => {
    const root = tempFolder({ 'a.md': 'a', 'big.txt': '', 'just.txt': Buffer.alloc(5 * 1024 * 1024, 'a') });
    truncateSync(path.join(root, 'big.txt'), 200 * 1024 * 1024);
    expect(await evidenceSummary(root)).toEqual({ files: ['a.md', 'just.txt'], leftOut: { 'big.txt': 'too_large' } });
  });

  it('leaves out secrets by name, folders included', async () => {
    const names = ['.env', '.env.local', 'prod.env', 'server.pem', 'tls.KEY', 'id_rsa', 'id_rsa.txt', 'id_ed25519.pub'];
    const more = ['a.p12', 'a.pfx', 'aws-credentials.json', 'Credentials.md', 'p.kdbx', '.npmrc', '.netrc'];
    const all = [...names, ...more, 'secrets.yml'];
    const root = tempFolder({
      'environment.md': 'fine',
      'keys.md': 'fine',
      'credentials/x.md': 'x',
      ...Object.fromEntries(all.map((name) => [name, 'x'])),
    });
    expect(await evidenceSummary(root)).toEqual({
      files: ['environment.md', 'keys.md'],
      leftOut: Object.fromEntries(['credentials', ...all].map((name) => [name, 'secret_name'])),
    });
  });

  it('leaves out an unreadable file and an unreadable folder, and reads the rest', async () => {
    const root = tempFolder({ 'a.md': 'a', 'closed.md': 'c', 'shut/b.md': 'b' });
    chmodSync(path.join(root, 'closed.md'), 0);
    chmodSync(path.join(root, 'shut'), 0);
    const found = await withoutPrivilege(root, () => readEvidence({ root }));
    expect(found.files.map((file) => file.path)).toEqual(['a.md']);
    expect(found.leftOut).toEqual([
      { path: 'closed.md', reason: 'unreadable', detail: 'no permission to read it (EACCES)' },
      { path: 'shut', reason: 'unreadable', detail: 'no permission to read it (EACCES)' },
    ]);
    chmodSync(path.join(root, 'shut'), 0o755);
  });
});

describe('debates and the output folder', () => {
  it('leaves out folders that hold a debate, at any depth', async () => {
    const root = tempFolder({
      'a.md': 'a',
      'old/2026/debate-log.jsonl': '{}',
      'old/2026/sources/x.txt': 'redacted',
      'old/b.md': 'b',
      'mac/Debate-Log.jsonl': '{}',
    });
    expect(await evidenceSummary(root)).toEqual({
      files: ['a.md', 'old/b.md'],
      leftOut: { 'old/2026': 'debate_folder', mac: 'debate_folder' },
    });
  });

  it('does not read a debate through a link either', async () => {
    const root = tempFolder({ 'a.md': 'a', 'old/debate-log.jsonl': '{}', 'old/transcript.md': 'redacted' });
    symlinkSync('old/transcript.md', path.join(root, 'innocent.md'));
    expect(await evidenceSummary(root)).toEqual({
      files: ['a.md'],
      leftOut: { 'innocent.md': 'debate_folder', old: 'debate_folder' },
    });
  });

  it('refuses a debate as the root, its inner folders and its files', async () => {
    const root = tempFolder({ 'debate-log.jsonl': '{}', 'a.md': 'a', 'sources/b.txt': 'b', 'round-1/critic.md': 'c' });
    for (const one of ['', 'a.md', 'sources', 'round-1', 'sources/b.txt']) {
      const error = await evidenceFailure({ root: path.join(root, one) });
      expect(error).toMatchObject({ code: 'evidence_is_debate', isRetryable: false });
      expect(error.message).toContain(root);
    }
  });

  it('leaves the excluded folders out, through links, and also when they do not exist yet', async () => {
    const root = tempFolder({ 'a.md': 'a', 'output/x.md': 'x', 'output-2/y.md': 'y', 'deep/out/z.md': 'z' });
    symlinkSync('deep/out', path.join(root, 'alias'));
    const exclude = [path.join(root, 'output'), path.join(root, 'alias'), path.join(root, 'not/made/yet')];
    expect(await evidenceSummary(root, { exclude })).toEqual({
      files: ['a.md', 'output-2/y.md'],
      leftOut: { output: 'output', 'deep/out': 'output', alias: 'output' },
    });
    const error = await evidenceFailure({ root: path.join(root, 'output'), exclude });
    expect(error).toMatchObject({ code: 'evidence_empty', leftOut: [{ path: '.', reason: 'output' }] });
  });
});

describe('links', () => {
  it('reads what lies inside once, without cycles, and nothing outside', async () => {
    const base = tempFolder({ 'root/docs/a.md': 'a', 'root/.private/p.md': 'p', 'outside/secret.md': 's' });
    const root = path.join(base, 'root');
    symlinkSync('docs/a.md', path.join(root, 'again.md'));
    symlinkSync('docs', path.join(root, 'docs-again'));
    symlinkSync('..', path.join(root, 'docs/up'));
    symlinkSync('.', path.join(root, 'self'));
    symlinkSync('../outside', path.join(root, 'out'));
    symlinkSync('../outside/secret.md', path.join(root, 'out.md'));
    symlinkSync('out', path.join(root, 'out-twice'));
    symlinkSync('nowhere', path.join(root, 'dead.md'));
    symlinkSync('loop-b', path.join(root, 'loop-a'));
    symlinkSync('loop-a', path.join(root, 'loop-b'));
    symlinkSync('.private/p.md', path.join(root, 'peek.md'));
    expect(await evidenceSummary(root)).toEqual({
      files: ['docs/a.md'],
      leftOut: {
        '.private': 'hidden',
        out: 'link_outside',
        'out.md': 'link_outside',
        'out-twice': 'link_outside',
        'dead.md': 'unreadable',
        'loop-a': 'unreadable',
        'loop-b': 'unreadable',
        'peek.md': 'hidden',
      },
    });
  });
});

describe('errors', () => {
  it('says what is missing', async () => {
    const root = tempFolder();
    const gone = path.join(root, 'gone');
    expect(await evidenceFailure({ root: gone })).toMatchObject({ code: 'evidence_missing', name: 'EvidenceError' });
    expect((await evidenceFailure({ root: gone })).message).toContain(gone);
    expect((await evidenceFailure({ root: '' })).code).toBe('evidence_missing');
    writeFiles(root, { 'a.md': 'a' });
    expect((await evidenceFailure({ root: path.join(root, 'a.md/b') })).code).toBe('evidence_missing');
  });

  it('says how much was left out and why when nothing is left', async () => {
    const root = tempFolder({ '.env': 'x', '.b.md': 'b', '.c.md': 'c', 'p.pdf': 'p' });
    const error = await evidenceFailure({ root });
    expect(error.code).toBe('evidence_empty');
    expect(error.leftOut).toHaveLength(4);
    expect(error.message).toContain(
      '4 left out: 2 hidden (such as .b.md), 1 named like secrets (such as .env), 1 PDF that cannot be read',
    );
    expect((await evidenceFailure({ root: tempFolder() })).message).toContain('it holds no files');
    expect(await evidenceFailure({ root: path.join(root, 'p.pdf') })).toMatchObject({
      code: 'evidence_empty',
      leftOut: [{ path: 'p.pdf', reason: 'pdf' }],
    });
  });

  it('says that the root cannot be read', async () => {
    const root = tempFolder({ 'closed/a.md': 'a' });
    const closed = path.join(root, 'closed');
    chmodSync(closed, 0);
    const error = await withoutPrivilege(root, () => evidenceFailure({ root: closed }));
    expect(error.code).toBe('evidence_not_readable');
    expect(error.message).toContain('EACCES');
    chmodSync(closed, 0o755);
    execFileSync('mkfifo', [path.join(root, 'pipe')]);
    expect((await evidenceFailure({ root: path.join(root, 'pipe') })).code).toBe('evidence_not_readable');
  });
});
