import { spawn } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { serialiseEntry } from '../../../src/debate/log/codec';
import { maximumEntryBytes } from '../../../src/debate/log/entry';
import { DebateLog } from '../../../src/record/debateLog';
import { logFileName, pathOfLog } from '../../../src/record/logPath';
import { RecordError } from '../../../src/record/recordError';
import { bundle } from '../../support/bundle';
import { entry, step } from '../../support/entries';
import {
  batch,
  contents,
  entriesIn,
  failure,
  newLog,
  opened,
  plain,
  setupDraft,
  speech,
  until,
} from '../../support/logs';
import { tempFolder } from '../../support/tempFolder';

const line = (fields: Parameters<typeof entry>[0]): string => serialiseEntry(entry(fields));

describe('append', () => {
  it('gives seqs from 0 on and the time, and writes lines that read back', async () => {
    const { path, log } = await newLog({ now: () => new Date('2026-07-21T12:00:00.123Z') });
    const [added] = await log.append([plain('Grüße — “quoted” \u2028 \ud800 \n😀')]);
    expect(added).toMatchObject({
      seq: 1,
      timestamp: '2026-07-21T12:00:00.123Z',
      sources: null,
      rebuttal_to_seq: null,
    });
    expect(entriesIn(path)).toEqual([expect.objectContaining({ seq: 0, type: 'setup' }), added]);
    expect(log.state.headers).toHaveLength(2);
    expect(log.entry(1)).toEqual(added);
  });

  it('never lets time run backwards when the clock is set back', async () => {
    const clock = ['2026-07-21T12:00:05Z', '2026-07-21T11:00:00Z', '2026-07-21T12:00:06Z'];
    const { path, log } = await newLog({ now: () => new Date(clock.shift() ?? 0) });
    await log.append([plain('a')]);
    await log.append([plain('b')]);
    expect(entriesIn(path).map((item) => item.timestamp.slice(11, 19))).toEqual(['12:00:05', '12:00:05', '12:00:06']);
  });

  it('writes a batch as one write and one sync', async () => {
    const calls: string[] = [];
    const { log } = await newLog({
      io: {
        write: async (file, buffer) => {
          calls.push(`write ${buffer.toString().split('\n').length - 1}`);
          return (await file.write(buffer)).bytesWritten;
        },
        sync: async (file) => {
          calls.push('sync');
          await file.datasync();
        },
      },
    });
    await log.append(batch('s', ['a', 'b', 'c']));
    expect(calls).toEqual(['write 1', 'sync', 'write 3', 'sync']);
  });

  it('writes on where a write stopped short', async () => {
    const { path, log } = await newLog({
      io: {
        write: async (file, buffer) => (await file.write(buffer.subarray(0, 100))).bytesWritten,
        sync: () => Promise.resolve(),
      },
    });
    await log.append(batch('s', ['a'.repeat(500), 'b']));
    expect(contents(path)).toHaveLength(3);
  });

  it('calls for drafts under the lock, with the state as it then is; undefined appends nothing', async () => {
    const { path, log } = await newLog();
    const other = await opened(path);
    await other.append([plain('from elsewhere')]);
    expect(log.state.headers).toHaveLength(1);
    const added = await log.append(({ state }) => [plain(`after ${state.headers.length}`)]);
    expect(added[0]).toMatchObject({ seq: 2, content: 'after 2' });
    expect(await log.append(() => undefined)).toEqual([]);
    expect(await log.append([])).toEqual([]);
    expect(contents(path)).toHaveLength(3);
  });

  it('refuses an entry over 1 MiB before anything is written', async () => {
    const { path, log } = await newLog();
    const before = readFileSync(path);
    const bare = Buffer.byteLength(
      serialiseEntry({ ...entry({ seq: 1, type: 'note' }), timestamp: new Date().toISOString() }),
    );
    const error = await failure(log.append([plain('small'), plain('x'.repeat(maximumEntryBytes))]));
    expect(error).toMatchObject({ code: 'entry_too_large', isRetryable: false });
    expect(error.message).toMatch(/chair has 1048\d+ bytes; at most 1048576/);
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(log.state.headers).toHaveLength(1);
    await failure(log.append([plain('x'.repeat(maximumEntryBytes - bare + 1))]));
    await log.append([plain('x'.repeat(maximumEntryBytes - bare))]);
    expect(log.entry(1)?.content).toHaveLength(maximumEntryBytes - bare);
    // Two-byte characters count as two.
    await failure(log.append([plain('é'.repeat(maximumEntryBytes / 2))]));
  });

  it('refuses what breaks the schema, all or nothing, in words that help', async () => {
    const { path, log } = await newLog();
    const error = await failure(log.append([plain('good'), { ...plain('bad'), speaker: 'ada' }]));
    expect(error).toMatchObject({ code: 'invalid_entry', isRetryable: false });
    expect(error.message).toContain('speaker "ada" may not write "note"');
    expect(contents(path)).toHaveLength(1);
  });

  it('refuses references to what does not exist, and rebuttals of oneself', async () => {
    const { path, log } = await newLog();
    await log.append([speech('ada'), speech('bob')]);
    const rebuttal = (to: number, speaker = 'ada') => speech(speaker, { type: 'rebuttal', rebuttal_to_seq: to });
    expect((await failure(log.append([rebuttal(3)]))).message).toContain(
      'rebuttal_to_seq 3 does not exist (the next seq is 3)',
    );
    expect((await failure(log.append([rebuttal(4)]))).code).toBe('missing_reference');
    expect((await failure(log.append([rebuttal(1)]))).message).toContain("is ada's own entry");
    const challenge = speech('bob', { type: 'source_challenge', target_seq: 9, data: { url: 'u', claim: 'c' } });
    expect((await failure(log.append([challenge]))).message).toContain('target_seq 9');
    // Within a batch only what comes before it, and not one's own.
    await failure(log.append([rebuttal(4), speech('bob')]));
    expect((await failure(log.append([speech('ada'), rebuttal(3)]))).message).toContain("is ada's own entry");
    await log.append([rebuttal(2), rebuttal(3, 'bob')]);
    expect(entriesIn(path).map((item) => item.rebuttal_to_seq)).toEqual([null, null, null, 2, 3]);
  });

  it('is stopped by the guard, under the lock and before anything is written', async () => {
    const { path, folder, log } = await newLog();
    const before = readFileSync(path);
    const guard = vi.fn(() => {
      expect(readdirSync(folder)).toContain(`${logFileName}.lock`);
      return Promise.reject(new RecordError('lease_lost', 'gone'));
    });
    expect((await failure(log.append([plain('a')], { guard }))).code).toBe('lease_lost');
    expect(readFileSync(path).equals(before)).toBe(true);
    await log.append([plain('b')]);
    expect(guard).toHaveBeenCalledTimes(1);
    expect(readdirSync(folder)).toEqual([logFileName]);
  });

  it('lets a fault of the caller through as it is, and goes on afterwards', async () => {
    const { log } = await newLog();
    const fault = new TypeError('a bug');
    await expect(
      log.append(() => {
        throw fault;
      }),
    ).rejects.toBe(fault);
    expect(await log.append([plain('a')])).toHaveLength(1);
  });

  it('keeps the order of calls that are not awaited', async () => {
    const { path, log } = await newLog();
    await Promise.all(Array.from({ length: 20 }, (_, index) => log.append([plain(String(index))])));
    expect(contents(path).slice(1)).toEqual(Array.from({ length: 20 }, (_, index) => String(index)));
  });

  it('goes on after the highest seq where a foreign writer left gaps or doubles', async () => {
    const folder = tempFolder({ [logFileName]: [0, 7, 2, 2].map((seq) => line({ seq, type: 'note' })).join('') });
    const log = await opened(pathOfLog(folder));
    expect((await log.append([plain('next')]))[0]?.seq).toBe(8);
  });
});

describe('reading', () => {
  it('a log that does not exist yet is empty, and nothing is made by looking', async () => {
    const folder = tempFolder();
    const log = await opened(pathOfLog(folder));
    expect([log.state.headers.length, log.problems.length, log.entry(0), log.lineOf(0)]).toEqual([
      0,
      0,
      undefined,
      undefined,
    ]);
    expect(readdirSync(folder)).toEqual([]);
    expect((await opened(join(folder, 'none', logFileName))).state.headers).toEqual([]);
  });

  it('reads bodies on demand, also behind blank and unreadable lines, and knows their lines', async () => {
    const text = [
      line({ seq: 0, type: 'note', content: 'zero — ü' }),
      '\r\n',
      'no entry\n',
      line({ seq: 1, type: 'note', content: 'one' }).replace('\n', '\r\n'),
      '{"seq": 9}\n',
      line({ seq: 2, type: 'note', content: '😀 two' }),
    ];
    const log = await opened(pathOfLog(tempFolder({ [logFileName]: text.join('') })));
    expect([0, 1, 2].map((seq) => [log.entry(seq)?.content, log.lineOf(seq)])).toEqual([
      ['zero — ü', 1],
      ['one', 4],
      ['😀 two', 6],
    ]);
    expect(log.problems).toEqual([
      {
        ...{ line: 3, after: 1, seq: null, code: 'not_json', raw: 'no entry' },
        message: expect.stringContaining('not JSON') as string,
      },
      {
        ...{ line: 5, after: 2, seq: null, code: 'no_entry', raw: '{"seq": 9}' },
        message: 'it has no time, phase, speaker, type, text',
      },
    ]);
    expect([0, 1, 2].map((position) => [log.entryAt(position)?.content, log.lineAt(position)])).toEqual([
      ['zero — ü', 1],
      ['one', 4],
      ['😀 two', 6],
    ]);
    expect(log.entry(3)).toBeUndefined();
    expect(log.view.all().map((item) => item.seq)).toEqual([0, 1, 2]);
  });

  it('reports a malformed known type, keeps the entry, and leaves its data out', async () => {
    const text = line({ seq: 0, type: 'conclusion', content: 'Outcome: draw', data: { outcome: 5 } });
    const log = await opened(pathOfLog(tempFolder({ [logFileName]: text })));
    expect(log.problems).toMatchObject([
      { line: 1, seq: 0, code: 'malformed_data', message: 'it has no reason; its outcome is no text' },
    ]);
    expect(log.state.conclusion?.outcome).toBe('draw');
  });

  it('reports doubled and missing seqs once each; the first of a double counts', async () => {
    const seqs = [0, 1, 1, 2, 5, 6];
    const text = seqs.map((seq, index) => line({ seq, type: 'note', content: `line ${index + 1}` })).join('');
    const log = await opened(pathOfLog(tempFolder({ [logFileName]: text })));
    expect(log.problems).toEqual([
      { line: 3, after: 2, seq: 1, code: 'seq_twice', message: 'seq 1 stands in the log twice' },
      { line: 5, after: 4, seq: 5, code: 'seq_gap', message: 'seq 5 stands where 3 is due' },
    ]);
    expect([1, 2, 5, 6].map((seq) => [log.entry(seq)?.content, log.lineOf(seq)])).toEqual([
      ...[
        ['line 2', 2],
        ['line 4', 4],
        ['line 5', 5],
        ['line 6', 6],
      ],
    ]);
    // By position both of a double are there, however often they are asked for.
    for (const position of [0, 1, 2, 3, 4, 5, 1, 2]) {
      expect([log.entryAt(position)?.content, log.lineAt(position)]).toEqual([`line ${position + 1}`, position + 1]);
    }
    expect([log.entryAt(6), log.entryAt(-1), log.lineAt(6), log.lineAt(-1)]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('reports a step in the middle of the log that is not whole', async () => {
    const marked = (seq: number, index: number) =>
      line({ seq, type: 'note', data: { step: step('s', { index, count: 3 }) } });
    const log = await opened(
      pathOfLog(tempFolder({ [logFileName]: marked(0, 0) + marked(1, 1) + line({ seq: 2, type: 'note' }) })),
    );
    expect(log.problems).toEqual([
      {
        line: 3,
        after: 2,
        seq: 2,
        code: 'half_step',
        message: 'step s before it is not whole: 2 of its 3 entries stand',
      },
    ]);
    await log.append([plain('after')]);
    expect(log.repairs).toEqual([]);
  });

  it('reads lines longer than a chunk, across chunks', async () => {
    const long = Array.from({ length: 5 }, (_, seq) =>
      line({ seq, type: 'poll', content: `${seq}${'ü'.repeat(900_000)}` }),
    );
    const short = Array.from({ length: 2_000 }, (_, index) =>
      line({ seq: index + 5, type: 'note', content: 'x'.repeat(index) }),
    );
    const log = await opened(pathOfLog(tempFolder({ [logFileName]: [...long, ...short].join('') })));
    expect(log.problems).toEqual([]);
    expect(log.state.headers).toHaveLength(2_005);
    expect([4, 5, 2_004].map((seq) => log.entry(seq)?.content.length)).toEqual([900_001, 0, 1_999]);
  });

  it('copies an unfinished line once, however many chunks it has', async () => {
    const tail = `a${'ü'.repeat(6_000_000)}`;
    const path = pathOfLog(tempFolder({ [logFileName]: `${line({ seq: 0, type: 'note' })}${tail}` }));
    const copies = vi.spyOn(Buffer.prototype, 'copy');
    const log = await opened(path);
    const copied = copies.mock.results.reduce((sum, { value }) => sum + Number(value), 0);
    copies.mockRestore();
    expect(copied).toBeLessThan(2 * Buffer.byteLength(tail));
    expect(log.unfinishedTail === tail).toBe(true);
  });
});

describe('another writer', () => {
  it('cuts the log: it is read anew', async () => {
    const { path, log } = await newLog();
    await log.append([plain('a'), plain('b')]);
    const { view } = log;
    truncateSync(path, readFileSync(path).indexOf('\n') + 1);
    await log.refresh();
    expect(log.state.headers).toHaveLength(1);
    expect(log.view).not.toBe(view);
    expect([log.entry(0)?.type, log.entry(1)]).toEqual(['setup', undefined]);
  });

  it('replaces the log by another one: it is read anew', async () => {
    const { path, log } = await newLog();
    writeFileSync(
      `${path}.new`,
      line({ seq: 0, type: 'note', content: 'other' }).repeat(1) + line({ seq: 1, type: 'note' }).repeat(1),
    );
    renameSync(`${path}.new`, path);
    expect(await log.refresh()).toBe(2);
    expect(log.entry(0)?.content).toBe('other');
    await log.append([plain('on')]);
    expect(contents(path)).toEqual(['other', '', 'on']);
  });

  it('replaces the log by a longer one that begins alike: it is read anew', async () => {
    const { path, log } = await newLog();
    await log.append([plain('a')]);
    const longer = `${readFileSync(path, 'utf8').replace('"a"', '"b"')}${line({ seq: 2, type: 'note' })}`;
    writeFileSync(`${path}.new`, longer);
    renameSync(`${path}.new`, path);
    expect(await log.refresh()).toBe(3);
    expect(log.entry(1)?.content).toBe('b');
  });

  it('writes the log anew in place, as long as it was: it is read anew', async () => {
    const { path, log } = await newLog();
    await log.append([plain('aaaa')]);
    const text = readFileSync(path, 'utf8');
    await new Promise((resolve) => setTimeout(resolve, 20));
    writeFileSync(path, text.replace('aaaa', 'bbbb'));
    await log.refresh();
    expect(log.entry(1)?.content).toBe('bbbb');
  });

  it('cuts a step off and writes another one in its place, longer than what was read: it is read anew', async () => {
    const { path, log } = await newLog();
    const before = readFileSync(path).length;
    appendFileSync(path, line({ seq: 1, type: 'note', content: 'half', data: { step: step('s', { count: 2 }) } }));
    await log.refresh();
    truncateSync(path, before);
    const other = await opened(path);
    await other.append(batch('s', ['first of the whole step', 'second']));
    expect(await log.refresh()).toBe(3);
    expect(log.problems).toEqual([]);
    expect([1, 2].map((seq) => log.entry(seq)?.content)).toEqual(['first of the whole step', 'second']);
  });

  it('touches the log without changing it: what was read stands', async () => {
    const { path, log } = await newLog();
    const { view } = log;
    await new Promise((resolve) => setTimeout(resolve, 20));
    writeFileSync(path, readFileSync(path));
    expect(await log.refresh()).toBe(0);
    expect(log.view).toBe(view);
  });

  it('removes the folder: what was read stays, append says so, and it goes on when the folder is back', async () => {
    const { path, folder, log } = await newLog();
    const moved = `${folder}-moved`;
    renameSync(folder, moved);
    expect(await failure(log.refresh())).toMatchObject({ code: 'folder_missing', isRetryable: true });
    expect(await failure(log.append([plain('a')]))).toMatchObject({ code: 'folder_missing' });
    expect((await failure(log.append([plain('a')]))).message).toMatch(/Put it back, then resume/);
    expect(log.state.setup?.topic).toBe('Tabs or spaces?');
    expect(log.entry(0)?.type).toBe('setup');
    renameSync(moved, folder);
    await log.append([plain('on')]);
    expect(contents(path).at(-1)).toBe('on');
    rmSync(folder, { recursive: true });
    expect((await failure(log.append([plain('a')]))).code).toBe('folder_missing');
    mkdirSync(folder);
    expect((await failure(log.append([plain('a')]))).code).toBe('folder_missing');
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('following', () => {
  let program: string;
  beforeAll(async () => {
    program = await bundle('test/support/appender.ts');
  });

  it('sees what another process appends, merges it with its own, and says how many', async () => {
    const { path, log } = await newLog();
    let added = 0;
    log.follow((count) => (added += count));
    const child = spawn(process.execPath, [program, path, 'other', '30'], { stdio: ['pipe', 'ignore', 'inherit'] });
    child.stdin.write('go');
    for (let number = 0; number < 20; number += 1) await log.append([plain(`mine ${number}`)]);
    await until(() => log.state.headers.length === 51, 'all entries');
    await until(() => added === 50, 'all notices');
    expect(log.problems).toEqual([]);
    const words = contents(path).slice(1);
    expect(words.filter((text) => text.startsWith('other'))).toEqual(
      Array.from({ length: 30 }, (_, n) => `other ${n}`),
    );
    expect(words.filter((text) => text.startsWith('mine'))).toEqual(Array.from({ length: 20 }, (_, n) => `mine ${n}`));
  });

  it('sees a log that is not there yet when it comes', async () => {
    const folder = tempFolder();
    const log = await opened(pathOfLog(folder));
    const seen: number[] = [];
    log.follow((count) => seen.push(count));
    writeFileSync(pathOfLog(folder), line({ seq: 0, type: 'note' }));
    await until(() => seen.length === 1, 'the first entry');
    expect(seen).toEqual([1]);
  });

  it('tells of lines that are no entries, of a log read anew, and of what was appended here', async () => {
    const { path, log } = await newLog();
    const seen: [number, number][] = [];
    log.follow((count) => seen.push([count, log.problems.length]));
    await log.append([plain('a'), plain('b')]);
    await until(() => seen.length === 1, 'the first notice');
    appendFileSync(path, 'no entry\n');
    await until(() => seen.length === 2, 'the second notice');
    writeFileSync(path, line({ seq: 0, type: 'note' }));
    await until(() => seen.length === 3, 'the third notice');
    expect(seen).toEqual([
      [2, 0],
      [0, 1],
      [1, 0],
    ]);
  });

  it('outlives a listener that throws, a log that is gone for a while, and tells nobody after disposal', async () => {
    const { folder, path, log } = await newLog();
    const warning = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    const seen: number[] = [];
    log.follow(() => {
      throw new Error('a bug in a view');
    });
    const second = log.follow((count) => seen.push(count));
    await log.append([plain('a')]);
    await until(() => seen.length === 1 && warning.mock.calls.length === 1, 'both listeners');
    renameSync(folder, `${folder}-moved`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    renameSync(`${folder}-moved`, folder);
    appendFileSync(path, line({ seq: 2, type: 'note' }));
    await until(() => seen.length === 2 && warning.mock.calls.length === 2, 'both again');
    second.dispose();
    await log.append([plain('b')]);
    await until(() => warning.mock.calls.length === 3, 'the other one');
    await log.close();
    appendFileSync(path, line({ seq: 4, type: 'note' }));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect([seen.length, warning.mock.calls.length]).toEqual([2, 3]);
    warning.mockRestore();
  });
});

describe('opening', () => {
  it('is refused in words where the log is no file', async () => {
    const folder = tempFolder({ [`${logFileName}/x`]: '' });
    expect((await failure(DebateLog.open(pathOfLog(folder)))).message).toContain('Could not read');
  });

  it('needs no setup: any log may be appended to', async () => {
    const folder = tempFolder();
    const log = await opened(pathOfLog(folder));
    await log.append([plain('first')]);
    await log.append([setupDraft]);
    expect(log.state.setup?.topic).toBe('Tabs or spaces?');
  });
});
