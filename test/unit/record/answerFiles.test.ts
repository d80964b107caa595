import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AnswerFiles } from '../../../src/record/answerFiles';
import { gatherEvidence } from '../../../src/session/plan/evidenceSet';
import { dialecticFiles, ferryDebate } from '../../support/dialecticFolder';
import { importFiles } from '../../support/imported';
import { tempFolder } from '../../support/tempFolder';

const kept = {
  id: 'one',
  step: 'opening/ada',
  task: 'opening/ada',
  agent: 'ada',
  usage: { input: 1, cache_write: 0, cache_read: 0, output: 2, usd: 0.1 },
  answer: { parts: [{ type: 'text', text: 'Nobody else is to read “this”.' }] },
};

const asked = ['opening/ada', 1, { model: 'some-model', maxOutputTokens: 4_000 }];

async function folderWithAnswer() {
  const folder = tempFolder();
  const files = new AnswerFiles(folder);
  const name = files.nameOf(asked);
  await files.write(name, kept);
  return { folder, files, name, path: join(folder, 'answers', name) };
}

describe('kept answers on disk', () => {
  it('come back as they were, and go with their folder', async () => {
    const { folder, files, name } = await folderWithAnswer();
    expect([...(await files.all())]).toEqual([[name, kept]]);
    await files.remove(name);
    await files.tidy();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('have another name for whatever decides the answer', async () => {
    const { files } = await folderWithAnswer();
    const others = [
      ['opening/bob', 1, { model: 'some-model', maxOutputTokens: 4_000 }],
      ['opening/ada', 2, { model: 'some-model', maxOutputTokens: 4_000 }],
      ['opening/ada', 1, { model: 'another-model', maxOutputTokens: 4_000 }],
      ['opening/ada', 1, { model: 'some-model', maxOutputTokens: 8_000 }],
    ];
    expect(new Set([asked, ...others].map((key) => files.nameOf(key))).size).toBe(5);
  });

  it('are closed again where somebody opened the folder to others', async () => {
    if (process.platform === 'win32') return;
    const folder = tempFolder();
    mkdirSync(join(folder, 'answers'), { mode: 0o755 });
    const files = new AnswerFiles(folder);
    await files.write(files.nameOf(asked), kept);
    expect(statSync(join(folder, 'answers')).mode & 0o777).toBe(0o700);
  });

  it('of which a crash left a half are removed, and what is none of them stays', async () => {
    const { folder, files, name } = await folderWithAnswer();
    const [half, foreign] = [`${name}.${randomUUID()}.tmp`, 'notes.txt'];
    for (const each of [half, foreign]) writeFileSync(join(folder, 'answers', each), 'x');
    expect((await files.all()).size).toBe(1);
    expect(readdirSync(join(folder, 'answers')).sort()).toEqual([name, foreign].sort());
  });

  it('do not bring back a debate whose folder is gone', async () => {
    const { folder, files, name } = await folderWithAnswer();
    rmSync(folder, { recursive: true });
    await expect(files.write(name, kept)).rejects.toThrow();
    expect(existsSync(folder)).toBe(false);
  });

  it('are no evidence, also without the log beside them', async () => {
    const { folder, name } = await folderWithAnswer();
    writeFileSync(join(folder, 'report.md'), 'A report.\n');
    const { files, leftOut } = await gatherEvidence({ evidence: folder, subject: [], output: tempFolder() });
    expect(files.map(({ path }) => path)).toEqual(['report.md']);
    expect(leftOut).toMatchObject([{ path: `answers/${name}`, reason: 'unsupported' }]);
  });

  it('are not taken over by an import', async () => {
    const { name, path } = await folderWithAnswer();
    const debate = dialecticFiles(ferryDebate());
    const { folder, problems } = await importFiles({ ...debate, [`answers/${name}`]: readFileSync(path) });
    expect(problems).toMatchObject([
      { path: `answers/${name}`, message: expect.stringContaining('not taken over') as string },
    ]);
    expect(readdirSync(join(folder, 'originals'))).not.toContain('answers');
  });
});
