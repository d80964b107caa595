import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CheckReport } from '../../../src/citations/findings';
import { rostrum, rostrumProgram } from '../../support/rostrum';
import { tempFolder, writeFiles } from '../../support/tempFolder';

const notes = 'The key is never written to disk.\n\nA page takes 41 ms on the old machine.\n';
const document = [
  '# Report',
  '',
  'The notes say “The key is never written to disk” ([notes](notes.md)).',
  '',
  'They say “The key is often written to disk” ([notes](notes.md)), and a page takes long.',
  '',
  'A page takes 47 ms ([notes](notes.md)).',
  '',
  'They say “The words of a file that is gone” ([old](old notes.md)).'.replace('old notes', 'old%20notes'),
  '',
  'They say “these words have a mark alone” [1].',
  '',
  '<!-- check: skip a joke -->',
  'They say “The key is made of very soft cheese” ([notes](notes.md)).',
  '',
].join('\n');

const folderWith = (files: Record<string, string> = {}): string =>
  tempFolder({ 'docs/notes.md': notes, 'docs/report.md': document, ...files });

const check = async (folder: string, args: readonly string[]) =>
  await rostrum(['check', ...args, '--no-web', '--cache', tempFolder()], { cwd: folder });

describe('rostrum check', () => {
  it('reads what lies below the folder of all the documents where there is no repository, and says what it leaves out', async () => {
    const folder = folderWith({
      'README.md': 'The key is made of very hard cheese.',
      'docs/up.md': 'They say “The key is made of very soft cheese” ([r](../README.md)).',
    });
    const together = await check(folder, ['README.md', 'docs/up.md']);
    expect(together.out).toContain('missing  docs/up.md:1:11');
    const alone = await check(folder, ['docs/up.md']);
    expect(alone.code).toBe(0);
    expect(alone.out).toContain('Not checked: 1, its source lies outside of the folder that may be read; --root names');
  });

  it('lists what does not hold, the worst first, with its place, what was looked for and what stands there', async () => {
    const { code, out } = await check(folderWith(), ['docs/report.md', '--root', '.']);
    expect(code).toBe(1);
    expect(out.match(/^(?:missing|gone|figure not there) {2}\S+/gm)).toEqual([
      'missing  docs/report.md:5:11',
      'gone  docs/report.md:9:11',
      'figure not there  docs/report.md:7:1',
    ]);
    expect(out).toContain('looked for    The key is often written to disk');
    expect(out).toContain('stands there  The key is never written to disk');
    expect(out).toContain('in            docs/notes.md#L1');
    expect(out).toContain('4 citations in 1 document: 1 quoted, 1 missing, 1 gone, 1 figure not there.');
    expect(out).toContain('Not checked: 1, its mark names no address (docs/report.md:11).');
    expect(out).toContain('Not checked: 1, left out by a comment: a joke (docs/report.md:14).');
  });

  it('says the same as one JSON object', async () => {
    const { code, out } = await check(folderWith(), ['docs/report.md', '--root', '.', '--json']);
    const report = JSON.parse(out) as CheckReport;
    expect(code).toBe(1);
    expect(report).toMatchObject({
      files: 1,
      citations: 4,
      counts: { quoted: 1, missing: 1, gone: 1, figure: 1, approximate: 0, unread: 0 },
    });
    expect(report.findings[0]).toEqual({
      file: 'docs/report.md',
      line: 5,
      column: 11,
      kind: 'missing',
      looked_for: 'The key is often written to disk',
      stands_there: 'The key is never written to disk',
      place: 'docs/notes.md#L1',
      words: 'The words differ: “often” stands there as “never”.',
      severity: 'error',
    });
    expect(report.findings.map(({ severity }) => severity)).toEqual(['error', 'error', 'warning']);
    expect(report.not_checked.map(({ why, n }) => [why, n])).toEqual([
      ['its mark names no address', 1],
      ['left out by a comment: a joke', 1],
    ]);
  });

  it('says the same as SARIF, whose paths are relative to the root', async () => {
    const folder = folderWith();
    const { code, out } = await check(folder, [join(folder, 'docs/report.md'), '--root', '.', '--sarif']);
    const { version, runs } = JSON.parse(out) as { version: string; runs: [SarifRun] };
    const [{ tool, results }] = runs;
    expect([code, version]).toEqual([1, '2.1.0']);
    expect(tool.driver.rules.map(({ id }) => id)).toEqual(['missing', 'gone', 'figure', 'approximate', 'unread']);
    expect(results.map(({ ruleId, ruleIndex, level }) => [ruleId, tool.driver.rules[ruleIndex]?.id, level])).toEqual([
      ['missing', 'missing', 'error'],
      ['gone', 'gone', 'error'],
      ['figure', 'figure', 'warning'],
    ]);
    expect(results[0]?.locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: 'docs/report.md', uriBaseId: '%SRCROOT%' },
      region: { startLine: 5, startColumn: 11 },
    });
    expect(out).not.toContain(folder);
  });

  it('reads the documents of a folder, and no other files', async () => {
    const folder = tempFolder({
      'a.md': '“four words of it” ([n](n.txt))',
      'b/c.md': 'x',
      'n.txt': 'four words of it',
      '.gitignore': 'out\n',
      'out/d.md': 'x',
    });
    const { code, out } = await check(folder, ['.', '--root', '.']);
    expect([code, out]).toEqual([0, '1 citation in 2 documents: 1 quoted.\n']);
  });

  it.each([
    ['a figure that is not there', 'A page takes 47 ms ([notes](notes.md)).', 0],
    ['a page that is not looked at', '“four words of a page” ([page](https://x.example/)).', 0],
    ['nothing to check', 'Text.', 0],
    ['a quotation that is missing', '“The key is often written to disk” ([notes](notes.md)).', 1],
    ['a file that is gone', '“The key is never written to disk” ([notes](gone.md)).', 1],
  ])('ends with %s', async (_what, text, expected) => {
    const folder = tempFolder({ 'notes.md': notes, 'doc.md': text });
    expect((await check(folder, ['doc.md'])).code).toBe(expected);
  });

  it.each([
    ['no document', []],
    ['a document that is not there', ['gone.md']],
    ['two forms', ['doc.md', '--json', '--sarif']],
    ['a root that is no folder', ['doc.md', '--root', 'gone']],
    ['an age that is none', ['doc.md', '--max-age', '-1']],
    ['a revision outside a repository', ['doc.md', '--since', 'HEAD']],
  ])('ends with 2 for %s', async (_what, args) => {
    expect((await check(tempFolder({ 'doc.md': '“a b c d e” [x](x.md)' }), args)).code).toBe(2);
  });

  it('names a document that cannot be read, and checks the others', async () => {
    const { code, out, err } = await check(tempFolder({ 'doc.md': 'Text.' }), ['gone.md', 'doc.md']);
    expect(code).toBe(0);
    expect(err).toContain('gone.md could not be read: there is no such file.');
    expect(out).toContain('1 document');
  });

  it('obeys no control character of a document on a terminal', async () => {
    const folder = tempFolder({ 'notes.md': notes, 'doc.md': '“four words \u001b[2J of it” ([n](notes.md)).' });
    expect((await check(folder, ['doc.md'])).out).not.toContain('\u001b');
  });
});

describe('rostrum check --since', () => {
  const git = (folder: string, ...args: string[]): void => {
    const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@test.example', '-c', 'commit.gpgsign=false'];
    execFileSync('git', [...identity, ...args], { cwd: folder, stdio: 'ignore' });
  };
  const citing = (words: string, file: string): string => `They say “${words}” ([n](${file})).`;
  const documentOf = (...sentences: string[]): string => `${sentences.join('\n\n')}\n`;
  const repository = (): string => {
    const first = citing('these words stand in no file', 'a.md');
    const second = citing('neither do these other words', 'b.md');
    const folder = tempFolder({ 'a.md': notes, 'b.md': notes, 'doc.md': documentOf(first, second) });
    git(folder, 'init', '--quiet');
    git(folder, 'add', '.');
    git(folder, 'commit', '--quiet', '--message', 'first');
    return folder;
  };
  const lines = async (folder: string): Promise<number[]> => {
    const { out } = await check(folder, ['doc.md', '--since', 'HEAD', '--json']);
    return (JSON.parse(out) as CheckReport).findings.map(({ line }) => line);
  };

  it('looks at changed blocks, and at citations of changed files', async () => {
    const folder = repository();
    expect(await lines(folder)).toEqual([]);
    writeFiles(folder, { 'b.md': `${notes}\nMore.\n` });
    expect(await lines(folder)).toEqual([3]);
    const first = citing('these words stand in no file', 'a.md');
    writeFiles(folder, {
      'doc.md': documentOf(
        first,
        citing('some words that were changed', 'b.md'),
        citing('and a new block of words', 'a.md'),
      ),
    });
    expect(await lines(folder)).toEqual([3, 5]);
  });

  it('counts what it leaves out', async () => {
    const { out } = await check(repository(), ['doc.md', '--since', 'HEAD']);
    expect(out).toContain('Not checked: 2, neither its block nor its source has changed');
  });

  it.each(['no-such-revision', '--output=stolen', '-x', 'HEAD; touch stolen', '$(touch stolen)'])(
    'ends with 2 for the revision %s, and runs nothing',
    async (revision) => {
      const folder = repository();
      const { code } = await check(folder, ['doc.md', `--since=${revision}`]);
      expect(code).toBe(2);
      const { existsSync } = await import('node:fs');
      expect(existsSync(join(folder, 'stolen'))).toBe(false);
    },
  );

  it('ends with 2 without git', async () => {
    const folder = repository();
    const args = ['check', 'doc.md', '--since', 'HEAD', '--no-web', '--cache', tempFolder()];
    const { code, err } = await rostrum(args, { cwd: folder, env: { PATH: tempFolder() } });
    expect(code).toBe(2);
    expect(err).toContain('needs git');
  });
});

describe('a check that is interrupted', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('ends at once on %s', async (signal) => {
    const words = Array.from({ length: 3_000 }, (_, index) => `word${index} of a long text that goes on`).join(' ');
    const many = Array.from(
      { length: 400 },
      (_, index) => `They say “nothing of this stands there ${index} in any way at all” ([n](a.md)).`,
    );
    const folder = tempFolder({ 'a.md': words, 'doc.md': many.join('\n\n') });
    const program = await rostrumProgram();
    const child = spawn(process.execPath, [program, 'check', 'doc.md', '--no-web', '--cache', join(folder, 'cache')], {
      cwd: folder,
      stdio: 'ignore',
    });
    const ended = once(child, 'close');
    setTimeout(() => child.kill(signal), 1_500);
    expect(await ended).toEqual([null, signal]);
  });
});

interface SarifRun {
  tool: { driver: { rules: { id: string }[] } };
  results: {
    ruleId: string;
    ruleIndex: number;
    level: string;
    locations: [{ physicalLocation: unknown }];
  }[];
}
