import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseLine } from '../../../src/debate/log/codec';
import { draftProblems } from '../../../src/debate/log/entry';
import { DebateLog } from '../../../src/record/debateLog';
import { keptFile } from '../../../src/record/snapshotMetadata';
import { tempFolder } from '../../support/tempFolder';

const entry = (data: string, seq = 0): string =>
  `{"seq":${seq},"timestamp":"2026-01-01T00:00:00.000Z","phase":"system","speaker":"chair","type":"ruling","content":"Ruled.","sources":null,"rebuttal_to_seq":null,"target_seq":null,"data":${data}}`;
const nested = (levels: number): string => `{"kind":"x","more":${'['.repeat(levels)}${']'.repeat(levels)}}`;

describe('An entry with fields in fields', () => {
  it('is read with them up to a hundred levels, and without them beyond', () => {
    expect(parseLine(entry(nested(90)))).toMatchObject({ kind: 'entry', problems: [] });
    const deep = parseLine(entry(nested(100_000)));
    expect(deep).toMatchObject({ kind: 'entry', entry: { content: 'Ruled.' }, problems: [{ code: 'malformed_data' }] });
    expect(deep.kind === 'entry' && 'data' in deep.entry).toBe(false);
  });

  it('is shown as it stands where they are beside its data', () => {
    const line = entry('{"kind":"x"}').replace('"data"', `"more":${'['.repeat(3_000)}${']'.repeat(3_000)},"data"`);
    expect(parseLine(line)).toMatchObject({ kind: 'raw', problem: { code: 'too_deep' } });
  });

  it('is refused when it is to be written', () => {
    const data = JSON.parse(nested(3_000)) as Record<string, unknown>;
    const draft = { phase: 'system', speaker: 'chair', type: 'ruling', content: 'Ruled.', data } as const;
    expect(draftProblems(draft).join()).toContain('more than 100 levels');
  });
});

describe('A log from elsewhere', () => {
  it('with a line that is too long is read but for that line', async () => {
    const path = join(tempFolder(), 'debate-log.jsonl');
    writeFileSync(path, `${entry('{"kind":"x"}')}\n`);
    appendFileSync(path, `${'a'.repeat(17 * 1024 * 1024)}\n${entry('{"kind":"x"}', 1)}\n`);
    const log = await DebateLog.open(path);
    expect(log.state.headers.map(({ seq }) => seq)).toEqual([0, 1]);
    expect(log.problems).toMatchObject([{ code: 'too_long', line: 2 }]);
    expect(log.problems[0]?.raw?.length).toBeLessThan(2_000);
    await log.close();
  });

  it.skipIf(process.platform === 'win32')('that is a pipe is refused by its name', async () => {
    const path = join(tempFolder(), 'debate-log.jsonl');
    execFileSync('mkfifo', [path]);
    await expect(DebateLog.open(path)).rejects.toMatchObject({ code: 'not_a_file' });
    await expect(DebateLog.open(path)).rejects.toThrow('debate-log.jsonl is a named pipe, not a file');
  });
});

describe.skipIf(process.platform === 'win32')('A snapshot', () => {
  it('that is a pipe or a folder holds nobody up', async () => {
    const folder = tempFolder();
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    mkdirSync(join(folder, 'folder'));
    expect(await keptFile(join(folder, 'pipe'))).toEqual({ state: 'not_a_file' });
    expect(await keptFile(join(folder, 'folder'))).toEqual({ state: 'not_a_file' });
  });
});
