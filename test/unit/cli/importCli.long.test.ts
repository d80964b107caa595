import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LintProblem } from '../../../src/debate/rules/lint/lint';
import type { DebateStatus } from '../../../src/session/library/status';
import { bundle } from '../../support/bundle';
import { dialecticFiles, ferryDebate } from '../../support/dialecticFolder';
import { rostrum, spawnedRostrum } from '../../support/rostrum';
import { tempFolder, writeFiles } from '../../support/tempFolder';

interface Imported {
  dir: string;
  format: string;
  entries: number;
  problems: { path: string; message: string }[];
}

describe('rostrum import', () => {
  it('makes a record in the parent folder that lint, status, report and a second import know', async () => {
    const folder = tempFolder(
      Object.fromEntries(Object.entries(dialecticFiles(ferryDebate())).map(([name, text]) => [`ferry/${name}`, text])),
    );
    const program = await bundle('src/cli/main.ts', { threads: ['src/importers/importThread.ts'] });
    const { code, out, err } = await spawnedRostrum(['import', 'ferry', '--json'], { cwd: folder, program });
    const imported = JSON.parse(out) as Imported;
    expect(code).toBe(0);
    expect(imported).toEqual({
      dir: expect.stringContaining(join(folder, 'output')) as string,
      format: 'dialectic',
      entries: 9,
      problems: [],
    });
    expect(err.split('\n')[0]).toBe(imported.dir);
    const status = JSON.parse((await rostrum(['status', imported.dir, '--json'], { cwd: folder })).out) as DebateStatus;
    expect(status).toMatchObject({
      status: 'done',
      format: 'dialectic',
      phase: 'awaiting_arguments',
      outcome: null,
      entries: 9,
      next: ['e2/start', 'report/e2'],
    });
    expect((await rostrum(['status', imported.dir], { cwd: folder })).out).toContain(
      `Go on: rostrum resume ${imported.dir} --exchanges N --provider P [--evidence DIR] holds N more exchanges`,
    );
    // Nothing but what the two sides and the Judge really left out.
    const lint = JSON.parse((await rostrum(['lint', imported.dir, '--json'], { cwd: folder })).out) as {
      problems: LintProblem[];
    };
    expect(lint.problems.filter(({ rule }) => rule === 'format')).toEqual([]);
    const documents = [
      'debate.md',
      'arguments/opp_001.md',
      'scores.json',
      'argument-graph.mmd',
      'transcript.md',
      'metadata.json',
    ];
    expect(documents.filter((name) => !existsSync(join(imported.dir, name)))).toEqual([]);
    expect((await rostrum(['report', imported.dir], { cwd: folder })).code).toBe(0);
    const again = await rostrum(['import', imported.dir], { cwd: folder });
    expect([again.code, again.out]).toEqual([2, '']);
    expect(again.err).toContain('a debate of Rostrum already');
  });

  it('says on standard output what it could not take over, and on bad input what to do', async () => {
    const folder = tempFolder(
      Object.fromEntries(
        Object.entries({ ...dialecticFiles(ferryDebate()), 'scores.json': '{' }).map(([name, text]) => [
          `ferry/${name}`,
          text,
        ]),
      ),
    );
    const { code, out, err } = await rostrum(['import', 'ferry', '--out', 'here'], { cwd: folder });
    expect([code, err.trim().startsWith(join(folder, 'here'))]).toEqual([0, true]);
    expect(out).toContain('scores.json: The file is not JSON');
    writeFiles(folder, { 'empty/': '' });
    const bad = await rostrum(['import', 'empty', '--json'], { cwd: folder });
    expect([bad.code, JSON.parse(bad.out)]).toEqual([
      2,
      { error: { code: 'usage', message: expect.stringContaining('no debate of a system') as string } },
    ]);
    expect((await rostrum(['import'], { cwd: folder })).code).toBe(2);
    writeFileSync(join(folder, 'file'), '');
    const onFile = await rostrum(['import', 'ferry', '--out', 'file'], { cwd: folder });
    expect([onFile.code, onFile.err]).toEqual([
      2,
      'rostrum: Nothing was written to file: a file stands where a folder has to be. Name another place with --out.\n',
    ]);
    expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('');
  });

  it('says what a debate that was imported can go on with, where nobody would argue its sides', async () => {
    const files = Object.fromEntries(
      Object.entries(dialecticFiles(ferryDebate())).map(([name, text]) => [`ferry/${name}`, text]),
    );
    const folder = tempFolder({ ...files, 'notes/one.md': '# Ferry\n\nThe ferry carried 812 people in 2021.\n' });
    const { dir } = JSON.parse((await rostrum(['import', 'ferry', '--json'], { cwd: folder })).out) as Imported;
    const before = readFileSync(join(dir, 'debate-log.jsonl'), 'utf8');
    const { code, err } = await rostrum(
      ['resume', dir, '--exchanges', '1', '--provider', 'offline', '--evidence', 'notes', '--no-web'],
      { cwd: folder },
    );
    expect(code).toBe(2);
    expect(err).toMatch(/Nobody performs proposition, opposition, judge .*Go on with a model/);
    expect(readFileSync(join(dir, 'debate-log.jsonl'), 'utf8')).toBe(before);
  });
});
