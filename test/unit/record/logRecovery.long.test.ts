import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serialiseEntry } from '../../../src/debate/log/codec';
import { DebateLog, type LogIo } from '../../../src/record/debateLog';
import { logFileName, pathOfLog } from '../../../src/record/logPath';
import { entry, step } from '../../support/entries';
import { batch, contents, entriesIn, failure, newLog, opened, plain, setupDraft } from '../../support/logs';
import { smallDisk } from '../../support/smallDisk';
import { tempFolder } from '../../support/tempFolder';
import { withoutPrivilege } from '../../support/withoutPrivilege';

const now = () => new Date('2026-07-21T12:34:56.789Z');
const tornName = 'debate-log.torn-20260721T123456Z';

const systemError = (code: string): Error =>
  Object.assign(new Error(`${code}: made up`), { code, errno: -1, syscall: 'write' });

/** The bytes of a log with a setup, a note, and a batch of three at its end; and where that batch begins. */
async function sample(): Promise<{ bytes: Buffer; start: number }> {
  const { path, log } = await newLog({ now });
  await log.append([plain('before')]);
  const start = readFileSync(path).length;
  await log.append(batch('r1/turn/ada', ['one — ü', '😀 two', 'three']));
  return { bytes: readFileSync(path), start };
}

const moved = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.startsWith('debate-log.torn-'))
    .sort();

describe('a log cut at any byte of its last batch', () => {
  it('opens, reports, moves what is cut aside, and goes on with contiguous seqs', async () => {
    const { bytes, start } = await sample();
    const lineEnds = [...bytes.entries()].filter(([at, byte]) => at >= start && byte === 0x0a).map(([at]) => at);
    expect(lineEnds).toHaveLength(3);
    const parent = tempFolder();
    for (let cut = start; cut <= bytes.length; cut += 1) {
      const own = pathOfLog(join(parent, String(cut)));
      mkdirSync(join(parent, String(cut)));
      writeFileSync(own, bytes.subarray(0, cut));
      const log = await DebateLog.open(own, { now, settleMs: 0 });
      expect(log.state.headers).toHaveLength(2 + lineEnds.filter((end) => end < cut).length);
      expect(log.problems).toEqual([]);

      const repairs = await log.repair();
      const isWhole = cut >= bytes.length - 1;
      const isCompletable = lineEnds.includes(cut);
      const kinds = [...(isCompletable ? ['completed'] : []), ...(cut > start && !isWhole ? ['torn'] : [])];
      expect(
        repairs.map((repair) => repair.kind),
        `cut at ${cut}`,
      ).toEqual(kinds);
      const torn = repairs.find((repair) => repair.kind === 'torn');
      if (torn !== undefined) {
        const lost = Buffer.concat([bytes.subarray(start, cut), Buffer.from(isCompletable ? '\n' : '')]);
        expect(readFileSync(torn.movedTo ?? '').equals(lost)).toBe(true);
        expect(torn.bytes).toBe(lost.length);
        expect(torn.message).toContain(torn.movedTo);
      }

      await log.append([plain('after')]);
      expect(contents(own)).toEqual([
        'Debate session initialised.',
        'before',
        ...(isWhole ? ['one — ü', '😀 two', 'three'] : []),
        'after',
      ]);
      expect(entriesIn(own).map((item) => item.seq)).toEqual(Array.from({ length: isWhole ? 6 : 3 }, (_, seq) => seq));
      expect(log.state.steps.has('r1/turn/ada')).toBe(isWhole);
      await log.close();
    }
  });
});

describe('the end of a log', () => {
  it('says what was moved where, and never overwrites what was moved before', async () => {
    const { bytes, start } = await sample();
    const folder = tempFolder({ [logFileName]: bytes.subarray(0, start + 10) });
    const log = await opened(pathOfLog(folder), { now });
    expect(log.unfinishedTail).toBe(bytes.subarray(start, start + 10).toString());
    expect(readdirSync(folder)).toEqual([logFileName]);
    await log.repair();
    appendFileSync(log.path, bytes.subarray(start, -5));
    await log.append([plain('after')]);
    expect(log.repairs).toMatchObject([
      { kind: 'torn', bytes: 10, movedTo: join(folder, tornName) },
      { kind: 'torn', bytes: bytes.length - 5 - start, movedTo: join(folder, `${tornName}-2`) },
    ]);
    expect(log.repairs[0]?.message).toMatch(
      /^The last line was torn \(10 bytes\): a writer died while writing. It was moved to/,
    );
    expect(log.repairs[1]?.message).toMatch(/^The last step, r1\/turn\/ada, was not whole/);
    expect(moved(folder)).toEqual([tornName, `${tornName}-2`]);
  });

  it('is not touched by opening, reading or following', async () => {
    const { bytes, start } = await sample();
    const text = bytes.subarray(0, start + 100);
    const folder = tempFolder({ [logFileName]: text });
    const log = await opened(pathOfLog(folder));
    log.follow(() => undefined);
    await log.refresh();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(readFileSync(log.path).equals(text)).toBe(true);
    expect(readdirSync(folder)).toEqual([logFileName]);
  });

  it('stays as it is when an entry is refused', async () => {
    const { bytes, start } = await sample();
    const wrong = { ...plain('after'), target_seq: 77 };
    for (const text of [bytes.subarray(0, start + 10), bytes.subarray(0, -1), bytes.subarray(0, -5)]) {
      const log = await opened(pathOfLog(tempFolder({ [logFileName]: text })), { settleMs: 0 });
      expect(await failure(log.append([wrong]))).toMatchObject({ code: 'missing_reference' });
      expect(readFileSync(log.path).equals(text)).toBe(true);
      expect([readdirSync(log.folder), log.repairs]).toEqual([[logFileName], []]);
    }
  });

  it('counts as an entry that others may refer to where it lacks only its line end', async () => {
    const { bytes } = await sample();
    const log = await opened(pathOfLog(tempFolder({ [logFileName]: bytes.subarray(0, -1) })), { settleMs: 0 });
    const [added] = await log.append([{ ...plain('after'), target_seq: 4 }]);
    expect([added?.seq, log.repairs]).toMatchObject([5, [{ kind: 'completed' }]]);
  });

  it('is completed where only the line end is missing, CRLF or not', async () => {
    for (const end of ['', '\r']) {
      const text = serialiseEntry(entry({ seq: 0, type: 'note', content: 'first' })).trimEnd() + end;
      const log = await opened(pathOfLog(tempFolder({ [logFileName]: text })));
      await log.append([plain('second')]);
      expect(contents(log.path)).toEqual(['first', 'second']);
      expect(log.repairs).toMatchObject([{ kind: 'completed', bytes: 1 }]);
    }
  });

  it('is moved when it is half a character, half a number or no entry', async () => {
    const good = serialiseEntry(entry({ seq: 0, type: 'note' }));
    for (const tail of [
      Buffer.from('😀').subarray(0, 3),
      Buffer.from('{"seq":1'),
      Buffer.from('17'),
      Buffer.from('{"a":1}'),
      Buffer.from(' '),
    ]) {
      const folder = tempFolder({ [logFileName]: Buffer.concat([Buffer.from(good), tail]) });
      const log = await opened(pathOfLog(folder), { now });
      await log.append([plain('after')]);
      expect(contents(log.path)).toEqual(['', 'after']);
      expect(readFileSync(join(folder, tornName)).equals(tail)).toBe(true);
    }
  });

  it('a step that is half there is moved with the unreadable lines behind it', async () => {
    const half = serialiseEntry(entry({ seq: 1, type: 'note', data: { step: step('s', { count: 2 }) } }));
    const folder = tempFolder({
      [logFileName]: `${serialiseEntry(entry({ seq: 0, type: 'note' }))}${half}{"seq":2,"ti\n`,
    });
    const log = await opened(pathOfLog(folder), { now });
    await log.append([plain('after')]);
    expect(entriesIn(log.path).map((item) => item.seq)).toEqual([0, 1]);
    expect(readFileSync(join(folder, tornName), 'utf8')).toBe(`${half}{"seq":2,"ti\n`);
  });

  it('two equal steps in a row are told apart: only the last one is moved', async () => {
    const { path, log } = await newLog({ now });
    await log.append(batch('s', ['a', 'b']));
    appendFileSync(
      path,
      serialiseEntry(entry({ seq: 3, type: 'note', content: 'c', data: { step: step('s', { count: 2 }) } })),
    );
    await log.append([plain('after')]);
    expect(contents(path).slice(1)).toEqual(['a', 'b', 'after']);
  });

  it('is not moved while it is young: it may belong to a writer at work', async () => {
    const { path, log } = await newLog();
    const patient = await opened(path, { settleMs: 400 });
    const started = performance.now();
    appendFileSync(path, '{"seq":1,');
    await patient.append([plain('after')]);
    expect(performance.now() - started).toBeGreaterThan(300);
    expect(patient.repairs).toMatchObject([{ kind: 'torn' }]);
    await log.refresh();
    expect(log.state.headers).toHaveLength(2);
  });

  it('an old one is moved at once', async () => {
    const { bytes, start } = await sample();
    const log = await opened(pathOfLog(tempFolder({ [logFileName]: bytes.subarray(0, start + 5) })), {
      settleMs: 3_600_000,
    });
    const yesterday = new Date(Date.now() - 86_400_000);
    utimesSync(log.path, yesterday, yesterday);
    await log.repair();
    expect(log.repairs).toMatchObject([{ kind: 'torn' }]);
  });

  it('is respected when a foreign writer finishes its line meanwhile', async () => {
    const { path } = await newLog();
    const line = serialiseEntry(entry({ seq: 1, type: 'note', content: 'foreign' }));
    const patient = await opened(path, { settleMs: 2_000 });
    appendFileSync(path, line.slice(0, 30));
    setTimeout(() => appendFileSync(path, line.slice(30, 60)), 100);
    setTimeout(() => appendFileSync(path, line.slice(60)), 200);
    await patient.append([plain('after')]);
    expect(patient.repairs).toEqual([]);
    expect(contents(path).slice(1)).toEqual(['foreign', 'after']);
    expect(entriesIn(path).map((item) => item.seq)).toEqual([0, 1, 2]);
  });

  it('is respected even when that happens at the last moment', async () => {
    const line = serialiseEntry(entry({ seq: 1, type: 'note', content: 'foreign' }));
    const { path, folder } = await newLog();
    appendFileSync(path, line.slice(0, 30));
    let calls = 0;
    const log = await opened(path, {
      // Called right before the tail is moved.
      now: () => {
        if ((calls += 1) === 1) appendFileSync(path, line.slice(30));
        return now();
      },
    });
    await log.append([plain('after')]);
    expect(log.repairs).toEqual([]);
    expect(contents(path).slice(1)).toEqual(['foreign', 'after']);
    expect(readdirSync(folder)).toEqual([logFileName]);
  });

  it('is mended once when several open it at the same time', async () => {
    const { bytes, start } = await sample();
    const folder = tempFolder({ [logFileName]: bytes.subarray(0, start + 300) });
    const logs = await Promise.all([1, 2, 3].map(() => opened(pathOfLog(folder), { now })));
    await Promise.all(logs.map((log, index) => log.append([plain(`by ${index}`)])));
    expect(moved(folder)).toEqual([tornName]);
    expect(contents(pathOfLog(folder)).slice(2).sort()).toEqual(['by 0', 'by 1', 'by 2']);
    for (const log of logs) await log.refresh();
    for (const log of logs) expect(log.state.headers.map((header) => header.seq)).toEqual([0, 1, 2, 3, 4]);
  });
});

describe('a disk that fills in mid-batch', () => {
  function faulty(parts: { write?: number; code?: string; sync?: boolean }): { io: LogIo; heal: () => void } {
    let isIll = true;
    return {
      heal: () => (isIll = false),
      io: {
        write: async (file, buffer) => {
          if (!isIll || parts.write === undefined) return (await file.write(buffer)).bytesWritten;
          const { size } = await file.stat();
          const room = Math.max(0, parts.write - size);
          if (room === 0) throw systemError(parts.code ?? 'ENOSPC');
          return (await file.write(buffer.subarray(0, room))).bytesWritten;
        },
        sync: async (file) => {
          if (isIll && parts.sync === true) throw systemError('EIO');
          await file.datasync();
        },
      },
    };
  }

  it('leaves the log as it was, names the cause, and goes on when there is room', async () => {
    const { path, log: first } = await newLog();
    const before = readFileSync(path);
    const other = await opened(path);
    const lines = batch('s', ['a'.repeat(300), 'b'.repeat(300), 'c'.repeat(300)]);
    // Five eighths of the batch land: a whole line and a fragment.
    const { io, heal } = faulty({ write: before.length + 800 });
    const log = await opened(path, { io });
    const error = await failure(log.append(lines));
    expect(error).toMatchObject({ code: 'no_space', isRetryable: true });
    expect(error.message).toContain(`Could not write to ${path}: the disk is full. Free some space, then resume.`);
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(readdirSync(log.folder)).toEqual([logFileName]);
    expect(log.state.headers).toHaveLength(1);
    heal();
    await log.append(lines);
    expect(entriesIn(path).map((item) => item.seq)).toEqual([0, 1, 2, 3]);
    expect(log.repairs).toEqual([]);
    for (const reader of [first, other]) {
      await reader.refresh();
      expect(reader.state.headers).toHaveLength(4);
      expect(reader.problems).toEqual([]);
    }
  });

  it('shows a reader that saw the half-written lines the whole ones afterwards', async () => {
    const { path, log: reader } = await newLog();
    const { io, heal } = faulty({ write: statSync(path).size + 800 });
    const spying: LogIo = {
      ...io,
      write: async (file, buffer) => {
        const written = await io.write(file, buffer).catch(async (error: unknown) => {
          await reader.refresh();
          throw error;
        });
        return written;
      },
    };
    const log = await opened(path, { io: spying });
    await failure(log.append(batch('s', ['a'.repeat(300), 'b'.repeat(300), 'c'.repeat(300)])));
    expect(reader.state.headers.length).toBeGreaterThan(1);
    heal();
    await log.append(batch('s', ['d'.repeat(500), 'e', 'f']));
    await reader.refresh();
    expect(reader.view.all().map((item) => item.content.charAt(0))).toEqual(['D', 'd', 'e', 'f']);
    expect(reader.problems).toEqual([]);
  });

  it('a sync that fails takes the entries back too', async () => {
    const { path } = await newLog();
    const before = readFileSync(path);
    const { io, heal } = faulty({ sync: true });
    const log = await opened(path, { io });
    expect(await failure(log.append([plain('a')]))).toMatchObject({ code: 'io', isRetryable: true });
    expect(readFileSync(path).equals(before)).toBe(true);
    heal();
    await log.append([plain('b')]);
    expect(contents(path).slice(1)).toEqual(['b']);
  });

  it('what could not be cut back is mended before the next append', async () => {
    const { path } = await newLog();
    const { io, heal } = faulty({ write: statSync(path).size + 300 });
    const stubborn: LogIo = {
      ...io,
      write: async (file, buffer) => {
        file.truncate = () => Promise.reject(systemError('EIO'));
        return io.write(file, buffer);
      },
    };
    const log = await opened(path, { io: stubborn, now });
    expect((await failure(log.append(batch('s', ['a'.repeat(300), 'b'])))).code).toBe('no_space');
    expect(statSync(path).size).toBeGreaterThan(300);
    heal();
    await log.append([plain('after')]);
    expect(contents(path).slice(1)).toEqual(['after']);
    expect(moved(log.folder)).toEqual([tornName]);
  });

  it.each([
    ['EDQUOT', 'no_space', 'quota'],
    ['EROFS', 'read_only', 'read-only'],
    ['EPERM', 'not_permitted', 'not permitted'],
    ['EIO', 'io', 'made up'],
  ])('%s is told as %s', async (code, expected, words) => {
    const { path } = await newLog();
    const log = await opened(path, { io: faulty({ write: 0, code }).io });
    const error = await failure(log.append([plain('a')]));
    expect([error.code, error.message]).toEqual([expected, expect.stringContaining(words)]);
    expect(error.cause).toMatchObject({ code });
  });

  it('on a file system that is really full: nothing half-written, and on with it when there is room', async (context) => {
    const disk = smallDisk();
    if ('reason' in disk) return context.skip(disk.reason);
    const path = pathOfLog(disk.folder);
    const log = await opened(path);
    await log.append([setupDraft]);
    const lines = batch('s', ['a'.repeat(3_000), 'b'.repeat(3_000), 'c'.repeat(3_000)]);
    let batches = 0;
    const fill = async (): Promise<never> => {
      for (; ; batches += 1)
        await log.append(
          lines.map((draft) => ({
            ...draft,
            data: { step: { ...(draft.data?.['step'] as object), id: `s${batches}` } },
          })),
        );
    };
    const error = await failure(fill());
    expect(error.code).toBe('no_space');
    expect(error.message).toContain('the disk is full');
    expect(batches).toBeGreaterThan(3);
    expect(entriesIn(path)).toHaveLength(1 + 3 * batches);
    expect(readdirSync(disk.folder)).toEqual([logFileName]);
    // A torn line on the full disk: there is no room to move it to, so it stays where it is.
    const size = statSync(path).size;
    appendFileSync(path, '{"seq":');
    const stuffed = join(disk.folder, 'stuffing');
    let isFull = false;
    while (!isFull) {
      try {
        appendFileSync(stuffed, 'x'.repeat(1_024));
      } catch {
        isFull = true;
      }
    }
    expect((await failure(log.append([plain('no')]))).code).toBe('no_space');
    expect(statSync(path).size).toBe(size + 7);
    expect(moved(disk.folder)).toEqual([]);
    disk.remount('size=256k');
    await log.append([plain('after')]);
    expect(contents(path).at(-1)).toBe('after');
    expect(entriesIn(path)).toHaveLength(2 + 3 * batches);
    expect(moved(disk.folder)).toHaveLength(1);
  });

  it('a file system that became read-only is told as such', async (context) => {
    const disk = smallDisk();
    if ('reason' in disk) return context.skip(disk.reason);
    const log = await opened(pathOfLog(disk.folder));
    await log.append([setupDraft]);
    const reader = await opened(pathOfLog(disk.folder));
    await log.close();
    disk.remount('ro');
    expect(await failure(reader.append([plain('a')]))).toMatchObject({ code: 'read_only', isRetryable: true });
    disk.remount('rw');
    await reader.append([plain('b')]);
    expect(reader.state.headers).toHaveLength(2);
  });
});

describe('missing permission', () => {
  it.each([
    ['in the folder', 0o555, 0o644],
    ['to the log', 0o777, 0o444],
  ])('to write %s is told as such; reading goes on', async (_, folderMode, logMode) => {
    const parent = tempFolder();
    const folder = join(parent, 'debate');
    mkdirSync(folder);
    const log = await opened(pathOfLog(folder));
    await log.append([setupDraft]);
    await log.close();
    chmodSync(log.path, logMode);
    chmodSync(folder, folderMode);
    await withoutPrivilege(parent, async () => {
      await log.refresh();
      expect(log.entry(0)?.type).toBe('setup');
      const error = await failure(log.append([plain('a')]));
      expect(error).toMatchObject({ code: 'not_permitted', isRetryable: true });
      expect(error.message).toMatch(/permission was refused. Give yourself write access, then resume/);
    });
    chmodSync(folder, 0o755);
    chmodSync(log.path, 0o644);
    await log.append([plain('b')]);
    expect(contents(log.path).slice(1)).toEqual(['b']);
    expect(readdirSync(folder)).toEqual([logFileName]);
  });

  it('to read the log is told as such', async () => {
    const { path, folder } = await newLog();
    chmodSync(path, 0o000);
    await withoutPrivilege(folder, async () => {
      expect(await failure(opened(path))).toMatchObject({ code: 'not_permitted' });
    });
  });
});
