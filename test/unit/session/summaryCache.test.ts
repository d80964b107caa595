import { cpSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { SummaryReader, type DebateSummary } from '../../../src/session/summary';
import { kept } from '../../support/oldRecords';
import { tempFolder } from '../../support/tempFolder';

/** The list reads the ends of logs; what only a whole log tells is kept, found again, and found out when it is wrong. */

/** Counts what is read of files by handles, as logs are. */
async function countedBytes(): Promise<() => number> {
  const handle = await open(import.meta.filename);
  const prototype = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const original = Reflect.get(prototype, 'read') as (
    ...args: unknown[]
  ) => Promise<{ bytesRead: number; buffer: Buffer }>;
  let bytes = 0;
  const spy = vi.spyOn(prototype, 'read').mockImplementation(async function (this: FileHandle, ...args: unknown[]) {
    const result = await original.apply(this, args);
    bytes += result.bytesRead;
    return result;
  });
  onTestFinished(() => spy.mockRestore());
  return () => {
    const before = bytes;
    bytes = 0;
    return before;
  };
}

const said = ({ state, phase, round, outcome, result, entries, topic }: DebateSummary) => ({
  state,
  phase,
  round,
  outcome,
  result,
  entries,
  topic,
});

/** A record whose first entries are long. */
function longRecord(name: string): { folder: string; bytes: number } {
  const folder = join(tempFolder(), 'debate');
  cpSync(kept(name), folder, { recursive: true });
  const path = join(folder, 'debate-log.jsonl');
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
  const padding = 'And so on. '.repeat(80_000);
  const longer = lines.map((line, index) =>
    index === 0 || index > lines.length - 15 ? line : line.replace('"content":"', `"content":"${padding}`),
  );
  writeFileSync(path, longer.map((line) => `${line}\n`).join(''));
  return { folder, bytes: statSync(path).size };
}

const bound = 64 * 1024 + 16 * 1024;

describe('the list', () => {
  it.each(['panel-scripted-done', 'tribunal-scripted-done'])(
    'reads the ends of %s, however long it is',
    async (name) => {
      const { folder, bytes } = longRecord(name);
      const read = await countedBytes();
      const summary = await new SummaryReader().summaryOf(folder);
      expect(summary.state).toBe('done');
      expect(read()).toBeLessThanOrEqual(bound);
      expect(bytes).toBeGreaterThan(4_000_000);
    },
  );

  it('reads a dialectic whole once, for its totals, and its ends from then on', async () => {
    const { folder, bytes } = longRecord('dialectic-scripted-done');
    const cacheFolder = tempFolder();
    const read = await countedBytes();
    const first = await new SummaryReader({ cacheFolder }).summaryOf(folder);
    expect(first).toMatchObject({
      state: 'done',
      outcome: null,
      result: expect.stringContaining('Proposition') as string,
    });
    expect(read()).toBeGreaterThanOrEqual(bytes);
    const again = await new SummaryReader({ cacheFolder }).summaryOf(folder);
    expect(read()).toBeLessThanOrEqual(bound);
    expect(said(again)).toEqual(said(first));
    for (const file of readdirSync(cacheFolder)) rmSync(join(cacheFolder, file));
    expect(said(await new SummaryReader({ cacheFolder }).summaryOf(folder))).toEqual(said(first));
    expect(read()).toBeGreaterThanOrEqual(bytes);
    expect(readdirSync(cacheFolder)).toHaveLength(1);
  });
});

describe('what is kept of a log', () => {
  function dialectic(): { folder: string; log: string } {
    const folder = join(tempFolder(), 'debate');
    cpSync(kept('dialectic-scripted-done'), folder, { recursive: true });
    return { folder, log: join(folder, 'debate-log.jsonl') };
  }

  it.each([
    ['another position', (text: string) => text.replace('"isOver":true', '"isOver":false')],
    ['another number of entries', (text: string) => text.replace(/"entries":\d+/, '"entries":3')],
    ['half of it', (text: string) => text.slice(0, text.length / 2)],
    ['something else', () => '[]'],
    ['nothing', () => ''],
  ])('is found out when it holds %s, and made again', async (_, falsified) => {
    const { folder } = dialectic();
    const cacheFolder = tempFolder();
    const truth = said(await new SummaryReader({ cacheFolder }).summaryOf(folder));
    const [name = ''] = readdirSync(cacheFolder);
    const path = join(cacheFolder, name);
    const text = readFileSync(path, 'utf8');
    expect(falsified(text)).not.toBe(text);
    writeFileSync(path, falsified(text));
    expect(said(await new SummaryReader({ cacheFolder }).summaryOf(folder))).toEqual(truth);
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('is of another log where length and time are the same, and its last line is not', async () => {
    const { folder, log } = dialectic();
    const cacheFolder = tempFolder();
    const { mtime, size } = statSync(log);
    expect((await new SummaryReader({ cacheFolder }).summaryOf(folder)).state).toBe('done');
    const lines = readFileSync(log, 'utf8').split('\n').slice(0, -1);
    const last = lines.at(-1) ?? '';
    // The report is no step of the debate any more.
    const other = last.replace(/"id":"report\/e(\d+)"/, '"id":"extras/e$1"');
    expect(other).not.toBe(last);
    writeFileSync(log, [...lines.slice(0, -1), other].map((line) => `${line}\n`).join(''));
    utimesSync(log, mtime, mtime);
    expect(statSync(log)).toMatchObject({ size });
    expect((await new SummaryReader({ cacheFolder }).summaryOf(folder)).state).toBe('interrupted');
  });

  it('is not needed: a folder that cannot be written to costs another look', async () => {
    const { folder } = dialectic();
    const file = join(tempFolder({ file: '' }), 'file');
    expect((await new SummaryReader({ cacheFolder: join(file, 'cache') }).summaryOf(folder)).state).toBe('done');
  });

  it('goes with the debate', async () => {
    const { folder } = dialectic();
    const cacheFolder = tempFolder();
    const reader = new SummaryReader({ cacheFolder });
    await reader.summaryOf(folder);
    expect(readdirSync(cacheFolder)).toHaveLength(1);
    reader.forget(folder);
    await vi.waitFor(() => expect(readdirSync(cacheFolder)).toHaveLength(0));
  });
});
