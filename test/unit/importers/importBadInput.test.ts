import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dataOf } from '../../../src/debate/log/codec';
import { maximumEntryBytes } from '../../../src/debate/log/entry';
import { importDebate } from '../../../src/importers/importDebate';
import { recognise } from '../../../src/importers/recognise';
import { pathOfLog } from '../../../src/record/logPath';
import { argumentFile, dialecticFiles, ferryArgument, ferryDebate } from '../../support/dialecticFolder';
import { entriesOf, importFiles, importFrom, lintOf, openRecord } from '../../support/imported';
import { tempFolder, writeFiles } from '../../support/tempFolder';
import { withoutPrivilege } from '../../support/withoutPrivilege';

const ferry = (changes: Record<string, string | Uint8Array> = {}) => ({ ...dialecticFiles(ferryDebate()), ...changes });
const without = (files: Record<string, string | Uint8Array>, ...names: string[]) =>
  Object.fromEntries(Object.entries(files).filter(([name]) => !names.includes(name)));
const ids = (folder: string) => entriesOf(folder).flatMap((entry) => dataOf(entry, 'argument')?.argument.id ?? []);

describe('what is too complex', () => {
  it('is named with the number and kept, and the rest is imported', async () => {
    const { folder, problems } = await importFiles(
      ferry({ 'notes.md': '# x\n'.repeat(9_000), 'arguments/prop_099.md': '## y\n'.repeat(5_001) }),
    );
    expect(problems.filter(({ code }) => code === 'too_complex')).toEqual([
      {
        path: 'arguments/prop_099.md',
        code: 'too_complex',
        message: expect.stringContaining('5,001 headings; at most 5,000 are read') as string,
      },
    ]);
    expect(existsSync(join(folder, 'originals/arguments/prop_099.md'))).toBe(true);
    expect(ids(folder)).toEqual(ids((await importFiles(ferry())).folder));
  });

  it('goes by lines too', async () => {
    const { problems } = await importFiles(ferry({ 'arguments/prop_099.md': 'y\n'.repeat(200_001) }));
    expect(problems).toMatchObject([
      {
        path: 'arguments/prop_099.md',
        code: 'too_complex',
        message: expect.stringContaining('200,002 lines') as string,
      },
    ]);
  });
});

describe('an import that is cancelled', () => {
  it('ends with the reason, and nothing is made', async () => {
    const parent = join(tempFolder(), 'out');
    const stop = new AbortController();
    stop.abort(new Error('enough'));
    const source = join(
      tempFolder(Object.fromEntries(Object.entries(ferry()).map(([name, text]) => [`ferry/${name}`, text]))),
      'ferry',
    );
    await expect(importDebate(source, { parent, now: () => new Date(), signal: stop.signal })).rejects.toThrow(
      'enough',
    );
    expect(existsSync(parent)).toBe(false);
  });
});

describe('folders that are no debate', () => {
  it('are refused with what to do instead, and nothing is made', async () => {
    const parent = join(tempFolder(), 'out');
    const refuse = async (source: string, code: string, words: string) => {
      await expect(importFrom(source, parent)).rejects.toMatchObject({
        name: 'ImportError',
        code,
        message: expect.stringContaining(words) as string,
      });
    };
    await refuse(tempFolder(), 'not_recognised', 'debate.md with arguments/');
    await refuse(tempFolder({ 'notes/x.md': 'x' }), 'not_recognised', 'no debate of a system that Rostrum knows');
    await refuse(
      tempFolder(Object.fromEntries(Object.entries(ferry()).map(([name, text]) => [`old/${name}`, text]))),
      'not_recognised',
      'old',
    );
    await refuse(join(tempFolder(), 'missing'), 'not_found', 'does not exist');
    await refuse(join(tempFolder({ 'debate.md': 'x' }), 'debate.md'), 'not_found', 'is no folder');
    const { folder } = await importFiles(ferry());
    await refuse(folder, 'rostrum', 'a debate of Rostrum already');
    await refuse((await importFiles({ 'debate-log.jsonl': '' })).folder, 'rostrum', 'a debate of Rostrum already');
    expect(existsSync(parent)).toBe(false);
  });

  it('are refused where no line of the log can be read, such as one in UTF-16', async () => {
    const source = tempFolder();
    const entry = { seq: 0, timestamp: '2026-02-01T10:00:00Z', phase: 'system', speaker: 'chair', type: 'setup' };
    const log = `\uFEFF${JSON.stringify({ ...entry, content: 'Words.', sources: null })}\n`;
    writeFileSync(join(source, 'debate-log.jsonl'), log, 'utf16le');
    const parent = tempFolder();
    await expect(importFrom(source, parent)).rejects.toMatchObject({
      name: 'ImportError',
      code: 'unreadable',
      message: expect.stringContaining('debate-log.jsonl can be read as an entry, so nothing was imported') as string,
    });
    expect(readdirSync(parent)).toEqual([]);
  });

  it.each([
    ['dialectic', { 'debate.md': '{"debate_id": "x"}' }],
    ['dialectic', { 'arguments/prop_001.md': '' }],
    ['agent-debate', { 'round-2/judge.md': '' }],
    ['agent-debate', { 'round-1.md': '' }],
    ['ai-debate', { 'debate-log.jsonl': '{}' }],
    [undefined, { 'arguments/notes.md': '' }],
    [undefined, { 'debate.md': '# A debate\n' }],
  ])('are told apart from %s', async (system, files) => {
    expect(await recognise(tempFolder(files as Record<string, string>))).toBe(system);
  });
});

describe('folders that are only half a debate', () => {
  it('import arguments without scores, and lint says that nothing was judged and nothing verified', async () => {
    const { folder, problems } = await importFiles(without(ferry(), 'scores.json'));
    expect(problems.map(({ path }) => path)).toEqual(['scores.json']);
    expect(ids(folder)).toHaveLength(4);
    expect(entriesOf(folder).filter(({ type }) => type === 'judgment')).toEqual([]);
  });

  it('import without debate.md, under the folder’s name', async () => {
    const { folder, problems } = await importFiles(without(ferry(), 'debate.md'), 'night-ferry');
    expect(problems.map(({ path }) => path)).toEqual(['debate.md']);
    expect((await openRecord(folder)).state.setup?.topic).toBe('night-ferry');
  });

  it('say which argument has no score, which score no argument, and what does not add up', async () => {
    const stored = ferryDebate();
    const scores = {
      ...stored.scores,
      opp_001: [],
      prop_007: [{ score: 1, reasoning: 'Nobody.', scored_at: '2025-03-01T11:00:00Z' }],
    };
    const state = {
      current_exchange: 2,
      cumulative_scores: { proposition: { total: 9, count: 2 }, opposition: { total: -0.4, count: 1 } },
    };
    const { problems, folder } = await importFiles(dialecticFiles({ ...stored, scores, state }));
    expect(problems.map(({ path, message }) => `${path}: ${message}`)).toEqual([
      'scores.json: prop_007 has a score, but there is no such argument.',
      'debate.md: It says that the proposition has 9 with 2 arguments; the scores make 1.35 with 3.',
      'arguments/opp_001.md: opp_001 has no score.',
      'debate.md: It says that 2 exchanges were judged; there are scores of 3.',
    ]);
    expect(JSON.stringify(entriesOf(folder).map(({ data }) => data))).toContain('Nobody.');
  });
});

describe('files that are not as they should be', () => {
  it.each([
    [
      'broken JSON before the headings',
      (text: string) => text.replace('"exchange": 1,', '"exchange": 1;'),
      'arguments/prop_001.md',
      'cannot be read',
    ],
    [
      'JSON that is never closed',
      (text: string) => text.replace(/\n}\n/, '\n'),
      'arguments/prop_001.md',
      'never closed',
    ],
    [
      'no JSON at all',
      (text: string) => text.slice(text.indexOf('## Claim')),
      'arguments/prop_001.md',
      'does not begin with a JSON object',
    ],
  ])('%s: the argument comes from its headings and its name', async (_name, change, path, words) => {
    const text = argumentFile(ferryDebate().arguments[2] ?? ferryArgument('prop_001'));
    const { folder, problems } = await importFiles(ferry({ [path]: change(text) }));
    expect(problems.map((problem) => problem.path)).toContain(path);
    expect(problems.map(({ message }) => message).join('\n')).toContain(words);
    const [argument] = entriesOf(folder)
      .flatMap((entry) => dataOf(entry, 'argument') ?? [])
      .filter(({ argument: { id } }) => id === 'prop_001');
    expect(argument?.argument).toMatchObject({
      claim: 'The ferry pays for itself, says prop_001.',
      attacks: [{ target_id: 'opp_000a', type: 'grounds_attack', content: 'The count is of one winter.' }],
    });
  });

  it('reads CRLF, a byte order mark and Latin-1, and keeps each as it was', async () => {
    const plain = argumentFile(ferryArgument('prop_000a', { warrant: 'Was für alle fährt, bleibt.' }));
    const forms: Record<string, Buffer> = {
      crlf: Buffer.from(plain.replace(/\n/g, '\r\n')),
      marked: Buffer.from(`\uFEFF${plain}`),
      latin: Buffer.from(plain.replace(/[“”’]/g, "'"), 'latin1'),
      wide: Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(plain, 'utf16le')]),
    };
    for (const [name, body] of Object.entries(forms)) {
      const { folder, problems } = await importFiles(ferry({ 'arguments/prop_000a.md': body }));
      const argument = entriesOf(folder)
        .flatMap((entry) => dataOf(entry, 'argument')?.argument ?? [])
        .find(({ id }) => id === 'prop_000a');
      expect(argument?.warrant).toBe('Was für alle fährt, bleibt.');
      expect(argument?.grounds[0]?.relevance).toBe('It counts them.');
      expect(problems.map(({ message }) => message)).toEqual(
        name === 'latin' ? [expect.stringContaining('Windows-1252')] : [],
      );
      expect(readFileSync(join(folder, 'originals/arguments/prop_000a.md'))).toEqual(body);
    }
  });

  it('keeps files that it cannot use: binary, empty, strange in name, of no use', async () => {
    const files = {
      'arguments/prop_009.md': new Uint8Array([1, 0, 2]),
      'arguments/notes.md': 'Just notes.',
      'arguments/opp_009.md': '',
      'a b/ü “x”;\n.txt': 'x',
      '.DS_Store': 'y',
      'graph.png': new Uint8Array([0x89, 0x50, 0]),
    };
    const { folder, problems } = await importFiles(ferry(files));
    for (const [name, body] of Object.entries(files))
      expect(readFileSync(join(folder, 'originals', name))).toEqual(Buffer.from(body));
    expect([...new Set(problems.map(({ path }) => path))].sort()).toEqual([
      'arguments/notes.md',
      'arguments/opp_009.md',
      'arguments/prop_009.md',
    ]);
    expect(ids(folder)).toHaveLength(4);
  });

  it('has both arguments of one id, the file of that name first, and edges to nothing as they are', async () => {
    const second = argumentFile(ferryArgument('prop_001', { claim: 'Another one.' }));
    const lost = argumentFile(
      ferryArgument('opp_001', { attacks: [{ target_id: 'prop_404', type: 'claim_attack', content: 'At nobody.' }] }),
    );
    const { folder, problems } = await importFiles(
      ferry({ 'arguments/a copy of prop_001.md': second, 'arguments/opp_001.md': lost }),
    );
    expect(ids(folder).filter((id) => id === 'prop_001')).toHaveLength(2);
    const { state, view } = await openRecord(folder);
    expect(problems.map(({ path }) => path)).toEqual([
      'arguments/a copy of prop_001.md',
      'arguments/a copy of prop_001.md',
    ]);
    const claims = state.headers.flatMap(({ seq }) => {
      const entry = view.raw(seq);
      return entry === undefined ? [] : (dataOf(entry, 'argument')?.argument ?? []);
    });
    expect(claims.filter(({ id }) => id === 'prop_001').map(({ claim }) => claim)).toEqual([
      'The ferry pays for itself, says prop_001.',
      'Another one.',
    ]);
    expect(claims.find(({ id }) => id === 'opp_001')?.attacks).toEqual([
      { target_id: 'prop_404', type: 'claim_attack', content: 'At nobody.' },
    ]);
  });

  it('keeps attacks of a type that it does not know as they stand', async () => {
    const text = argumentFile(ferryDebate().arguments[2] ?? ferryArgument('prop_001')).replaceAll(
      'grounds_attack',
      'undercut',
    );
    const { folder, problems } = await importFiles(ferry({ 'arguments/prop_001.md': text }));
    expect(problems.map(({ message }) => message).join()).toContain('“undercut” of opp_000a is of no known type');
    const entry = entriesOf(folder).find(
      ({ data }) => (data?.['argument'] as { id?: string } | undefined)?.id === 'prop_001',
    );
    expect(entry?.data?.['imported']).toMatchObject({
      left_out: [{ kind: 'attacks', target_id: 'opp_000a', type: 'undercut', content: 'The count is of one winter.' }],
    });
  });

  it('cuts what is too long for an entry, and keeps the whole', async () => {
    const long = `# Report\n\n${'ü “quoted” words. '.repeat(90_000)}`;
    const { folder, problems } = await importFiles(ferry({ 'README.md': long }));
    const report = entriesOf(folder).at(-1);
    expect(report?.content.startsWith('# Report\n\nü “quoted” words.')).toBe(true);
    expect(report?.content).toContain('[Cut: the whole text is in originals/README.md.]');
    expect(
      Buffer.byteLength(readFileSync(pathOfLog(folder), 'utf8').trimEnd().split('\n').at(-1) ?? ''),
    ).toBeLessThanOrEqual(maximumEntryBytes);
    expect(readFileSync(join(folder, 'originals/README.md'), 'utf8')).toBe(long);
    expect(problems.map(({ path }) => path)).toEqual(['README.md']);
  });

  it('is stopped by no pipe, no folder round-0 and no paragraph of many megabytes', async () => {
    const long = `${'a word '.repeat(2_200_000)}.`;
    const source = tempFolder(
      ferry({ 'round-0/judge.md': '# Round 0\n\nNothing yet.\n', 'README.md': `# Report\n\n${long}\n` }),
    );
    expect(spawnSync('mkfifo', [join(source, 'arguments/prop_077.md')]).status).toBe(0);
    const { folder, problems } = await importFrom(source);
    expect(problems.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['arguments/prop_077.md', 'README.md']) as string[],
    );
    expect(problems.find(({ path }) => path === 'arguments/prop_077.md')?.message).toContain('This is no file (a pipe');
    expect(ids(folder)).toHaveLength(4);
    expect(existsSync(join(folder, 'originals/round-0/judge.md'))).toBe(true);
    expect(statSync(join(folder, 'originals/README.md')).size).toBeGreaterThan(15_000_000);
  });

  it('follows no link out of the folder, and keeps what a link inside of it leads to', async () => {
    const outside = tempFolder({
      'secret.md': argumentFile(ferryArgument('prop_002', { claim: 'A secret.' })),
      'secrets/x': 'x',
    });
    const source = tempFolder(ferry());
    symlinkSync(join(outside, 'secret.md'), join(source, 'arguments/prop_002.md'));
    symlinkSync(join(outside, 'secrets'), join(source, 'secrets'));
    symlinkSync('gone', join(source, 'dangling'));
    symlinkSync('scores.json', join(source, 'scores-again.json'));
    symlinkSync('arguments', join(source, 'same'));
    const { folder, problems } = await importFrom(source);
    expect(
      problems.map(
        ({ path, message }) => `${path}: ${/leads (out|nowhere|to a folder inside)/.exec(message)?.[1] ?? message}`,
      ),
    ).toEqual(['arguments/prop_002.md: out', 'dangling: nowhere', 'same: to a folder inside', 'secrets: out']);
    expect(spawnSync('grep', ['-r', 'A secret', folder]).status).toBe(1);
    expect(readdirSync(join(folder, 'originals')).sort()).toEqual([
      'arguments',
      'debate.md',
      'scores-again.json',
      'scores.json',
    ]);
  });

  it.skipIf(process.platform === 'win32')('waits for no pipe', async () => {
    const source = tempFolder(ferry());
    spawnSync('mkfifo', [join(source, 'arguments/prop_003.md')]);
    const { problems } = await importFrom(source);
    expect(problems).toEqual([
      { path: 'arguments/prop_003.md', message: expect.stringContaining('no file') as string },
    ]);
  });
});

describe('what is made', () => {
  it.skipIf(process.platform === 'win32')(
    'is nothing when a file cannot be read, or the folder not be written',
    async () => {
      const source = tempFolder(ferry());
      const parent = join(source, '..', 'out');
      const open = tempFolder({ 'out/': '' });
      chmodSync(join(open, 'out'), 0o777);
      chmodSync(join(source, 'scores.json'), 0o000);
      await withoutPrivilege(source, async () => {
        await expect(importFrom(source, join(open, 'out'))).rejects.toMatchObject({
          code: 'unreadable',
          message: expect.stringContaining('scores.json') as string,
        });
      });
      expect(readdirSync(join(open, 'out'))).toEqual([]);
      writeFileSync(join(open, 'file'), '');
      chmodSync(join(source, 'scores.json'), 0o644);
      await expect(importFrom(source, join(open, 'file'))).rejects.toMatchObject({ name: 'RecordError' });
      expect(existsSync(parent)).toBe(false);
    },
  );

  it.skipIf(process.platform === 'win32')(
    'can be written by its owner where the files could only be read',
    async () => {
      const entry = { seq: 0, timestamp: '2026-02-01T10:00:00Z', phase: 'system', speaker: 'chair', type: 'setup' };
      const log = `${JSON.stringify({ ...entry, content: 'Words.', sources: null })}\n`;
      const files = { 'debate-log.jsonl': log, 'metadata.json': '{"topic": "Ferries"}' };
      const source = tempFolder({ ...files, 'out/': '' });
      for (const name of Object.keys(files)) chmodSync(join(source, name), 0o444);
      chmodSync(join(source, 'out'), 0o777);
      await withoutPrivilege(source, async () => {
        const { folder } = await importFrom(source, join(source, 'out'));
        for (const name of ['debate-log.jsonl', 'originals/metadata.json'])
          expect(statSync(join(folder, name)).mode & 0o600).toBe(0o600);
      });
      expect(statSync(join(source, 'metadata.json')).mode & 0o777).toBe(0o444);
    },
  );

  it('is a second folder when it is imported again, and the first stays as it is', async () => {
    const source = tempFolder(ferry());
    const parent = join(tempFolder(), 'out');
    const [one, two] = [await importFrom(source, parent), await importFrom(source, parent)];
    expect(two.folder).toBe(`${one.folder}-2`);
    expect(readFileSync(pathOfLog(one.folder), 'utf8')).toBe(readFileSync(pathOfLog(two.folder), 'utf8'));
    expect(readdirSync(parent)).toHaveLength(2);
  });

  it('takes up nothing that was imported into the folder itself', async () => {
    const source = tempFolder(ferry());
    const first = await importFrom(source, join(source, 'output'));
    const second = await importFrom(source, join(source, 'output'));
    expect(second.problems.map(({ path }) => path)).toEqual([`output/${first.folder.split('/').at(-1) ?? ''}`]);
    expect(existsSync(join(second.folder, 'originals/output'))).toBe(false);
  });

  it('tells in import.json what it was made of, and what was wrong', async () => {
    const source = tempFolder(ferry({ 'arguments/notes.md': 'Notes.' }));
    mkdirSync(join(source, '.git'));
    writeFiles(source, { '.git/config': 'x' });
    const { folder, entries, problems } = await importFrom(source);
    const manifest = JSON.parse(readFileSync(join(folder, 'import.json'), 'utf8')) as {
      files: { path: string; bytes: number; sha256: string }[];
    };
    expect(manifest).toMatchObject({
      system: 'dialectic',
      from: source,
      format: 'dialectic',
      entries,
      problems,
      at: '2026-07-21T12:34:56.789Z',
    });
    expect(manifest.files.map(({ path }) => path)).toEqual([...Object.keys(ferry()), 'arguments/notes.md'].sort());
    for (const { path, bytes } of manifest.files) expect(bytes).toBe(statSync(join(source, path)).size);
    expect(problems.map(({ path }) => path)).toEqual(['.git', 'arguments/notes.md', 'arguments/notes.md']);
  });

  it('keeps what the other system got wrong for lint to find: nothing is mended', async () => {
    const stored = ferryDebate();
    const scores = {
      ...stored.scores,
      opp_001: [{ score: 0.7, reasoning: 'Both win.', scored_at: '2025-03-01T11:00:00.000200+00:00' }],
    };
    const { folder } = await importFiles(dialecticFiles({ ...stored, scores }));
    const judgments = entriesOf(folder).flatMap((entry) => dataOf(entry, 'judgment') ?? []);
    expect(judgments.map((judgment) => judgment.scores.map(({ score }) => score))).toEqual([
      [0.4, -0.4],
      [0.1, 0.7],
    ]);
    expect(lintOf(await openRecord(folder)).filter(({ rule }) => rule === 'format')).toEqual([]);
  });
});
