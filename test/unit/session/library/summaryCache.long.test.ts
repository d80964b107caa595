import fs, { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { sha256 } from '../../../../src/record/sha256';
import { SummaryReader, type DebateSummary } from '../../../../src/session/library/summary';
import { engineVersion } from '../../../../src/session/version';
import { kept } from '../../../support/oldRecords';
import { tempFolder } from '../../../support/tempFolder';

/** The list reads the ends of logs; what only a whole log tells is kept, found again, and found out when it is wrong. */

/** Counts what is read of files: of ends by `fs.read`, of whole logs by handles. */
async function countedBytes(): Promise<() => number> {
  const handle = await open(import.meta.filename);
  const prototype = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const ofHandles = Reflect.get(prototype, 'read') as (
    ...args: unknown[]
  ) => Promise<{ bytesRead: number; buffer: Buffer }>;
  let bytes = 0;
  const handles = vi.spyOn(prototype, 'read').mockImplementation(async function (this: FileHandle, ...args: unknown[]) {
    const result = await ofHandles.apply(this, args);
    bytes += result.bytesRead;
    return result;
  });
  const { read } = fs;
  const ends = vi.spyOn(fs, 'read').mockImplementation((...args: unknown[]) => {
    const done = args.pop() as (error: Error | null, bytesRead: number) => void;
    Reflect.apply(read, fs, [
      ...args,
      (error: Error | null, bytesRead: number) => {
        bytes += bytesRead;
        done(error, bytesRead);
      },
    ]);
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    for (const spy of [handles, ends]) spy.mockRestore();
    syncBuiltinESMExports();
  });
  return () => {
    const before = bytes;
    bytes = 0;
    return before;
  };
}

const said = ({ state, phase, round, outcome, scores, lead, entries, topic }: DebateSummary) => ({
  state,
  phase,
  round,
  outcome,
  scores,
  lead,
  entries,
  topic,
});

/** A record of 64 MB and more: what a user said stands behind its setup. */
function longRecord(name: string): { folder: string; bytes: number } {
  const { folder, log } = copyOf(name);
  const [setup = '', ...rest] = readFileSync(log, 'utf8').split('\n');
  const content = 'Guidance. '.repeat(80_000);
  const said = Array.from({ length: 84 }, (_, index) =>
    JSON.stringify({
      ...{ seq: 1_000 + index, timestamp: '2026-07-21T12:00:00.000Z', phase: 'system', speaker: 'user' },
      ...{ type: 'intervention', content, sources: null, rebuttal_to_seq: null, target_seq: null },
      data: { guidance: 'Go on.' },
    }),
  );
  writeFileSync(log, [setup, ...said, ...rest].join('\n'));
  return { folder, bytes: statSync(log).size };
}

function copyOf(name: string): { folder: string; log: string } {
  const folder = join(tempFolder(), 'debate');
  cpSync(kept(name), folder, { recursive: true, filter: (path) => !/[\\/]lock\.\d+$/.test(path) });
  return { folder, log: join(folder, 'debate-log.jsonl') };
}

const bound = 64 * 1024 + 16 * 1024;

function expectEnds(read: number): void {
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThanOrEqual(bound);
}

describe('the list', () => {
  it.each([
    ['panel-scripted-done', 'done'],
    ['panel-scripted-paused-rounds', 'interrupted'],
    ['tribunal-scripted-done', 'done'],
    ['tribunal-scripted-killed-rounds', 'interrupted'],
  ])('reads the ends of %s, however long it is', async (name, state) => {
    const { folder, bytes } = longRecord(name);
    const read = await countedBytes();
    const summary = await new SummaryReader().summaryOf(folder);
    expect(summary.state).toBe(state);
    expectEnds(read());
    expect(bytes).toBeGreaterThan(64 * 1024 * 1024);
  });

  it('reads a dialectic whole once, for its totals, and its ends from then on', async () => {
    const { folder, bytes } = longRecord('dialectic-scripted-done');
    const cacheFolder = tempFolder();
    const read = await countedBytes();
    const first = await new SummaryReader({ cacheFolder }).summaryOf(folder);
    expect(first).toMatchObject({
      state: 'done',
      outcome: null,
      scores: { proposition: { count: 4 } },
    });
    expect(read()).toBeGreaterThanOrEqual(bytes);
    const again = await new SummaryReader({ cacheFolder }).summaryOf(folder);
    expectEnds(read());
    expect(said(again)).toEqual(said(first));
    for (const file of readdirSync(cacheFolder)) rmSync(join(cacheFolder, file));
    expect(said(await new SummaryReader({ cacheFolder }).summaryOf(folder))).toEqual(said(first));
    expect(read()).toBeGreaterThanOrEqual(bytes);
    expect(readdirSync(cacheFolder)).toHaveLength(1);
  });
});

describe('the lead of a dialectic', () => {
  it('is not told where a line of its log is lost: a judgment may be in it', async () => {
    const { folder, log } = copyOf('dialectic-scripted-done');
    const cacheFolder = tempFolder();
    const leadNow = async () => (await new SummaryReader({ cacheFolder }).summaryOf(folder)).lead;
    expect([await leadNow(), await leadNow()]).toEqual(['proposition', 'proposition']);
    const lines = readFileSync(log, 'utf8').split('\n');
    const at = lines.findIndex((line) => line.includes('"type":"judgment"'));
    writeFileSync(log, lines.toSpliced(at, 1, '{"oops').join('\n'));
    const { scores, state } = await new SummaryReader({ cacheFolder }).summaryOf(folder);
    expect({ scores, state }).toMatchObject({ scores: { proposition: {} }, state: 'done' });
    expect([await leadNow(), await leadNow()]).toEqual([undefined, undefined]);
  });
});

describe('what is kept of a log', () => {
  const dialectic = () => copyOf('dialectic-scripted-done');

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

  it('is made again by another version', async () => {
    const { folder, log } = dialectic();
    const cacheFolder = tempFolder();
    const truth = said(await new SummaryReader({ cacheFolder }).summaryOf(folder));
    const [name = ''] = readdirSync(cacheFolder);
    const path = join(cacheFolder, name);
    type Known = Record<string, { facts: { entries: number } }>;
    const { known, sum } = JSON.parse(readFileSync(path, 'utf8')) as { known: Known; sum: string };
    const sumBy = (version: string, what: unknown): string => sha256(JSON.stringify([version, 'list 1', {}, what]));
    expect(sum).toBe(sumBy(engineVersion, known));
    const before = known[log];
    const other = { [log]: { ...before, facts: { ...before?.facts, entries: 3 } } };
    writeFileSync(path, JSON.stringify({ known: other, sum: sumBy('0.0.1', other) }));
    expect(said(await new SummaryReader({ cacheFolder }).summaryOf(folder))).toEqual(truth);
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

  it('lists: is one file for all debates of a folder, from which each is listed by its last 4 KiB', async () => {
    const parent = tempFolder();
    const names = ['panel-scripted-done', 'tribunal-scripted-done', 'dialectic-scripted-done'];
    const folders = names.map((name) => join(parent, name));
    for (const [at, folder] of folders.entries()) cpSync(kept(names[at] ?? ''), folder, { recursive: true });
    const cacheFolder = tempFolder();
    const first = await new SummaryReader({ cacheFolder }).summariesOf(folders);
    expect(readdirSync(cacheFolder)).toHaveLength(1);
    const read = await countedBytes();
    expect(await new SummaryReader({ cacheFolder }).summariesOf(folders)).toEqual(first);
    expect(read()).toBeLessThanOrEqual(names.length * 4 * 1024);
  });

  it('lists: what is struck after it was kept is never shown', async () => {
    const secret = 'Question that is struck later';
    const folder = join(tempFolder(), 'debate');
    mkdirSync(folder);
    const log = join(folder, 'debate-log.jsonl');
    const entry = (seq: number, more: object): string =>
      `${JSON.stringify({
        ...{ seq, timestamp: '2026-07-21T12:00:00.000Z', phase: 'rounds', speaker: 'ada', type: 'announcement' },
        ...{ content: `Topic: ${secret}`, sources: null, rebuttal_to_seq: null, target_seq: null, data: null },
        ...more,
      })}\n`;
    writeFileSync(log, entry(0, {}));
    const { atime, mtime } = statSync(log);
    const cacheFolder = tempFolder();
    const shown = async (): Promise<string> =>
      JSON.stringify(await new SummaryReader({ cacheFolder }).summariesOf([folder, folder]));
    expect(await shown()).toContain(secret);
    const strike = { type: 'redaction', speaker: 'Chair', content: 'Struck.', target_seq: 0, data: { reason: 'x' } };
    writeFileSync(log, entry(0, {}) + entry(1, strike));
    utimesSync(log, atime, mtime);
    expect(await shown()).not.toContain(secret);
    for (const name of readdirSync(cacheFolder))
      expect(readFileSync(join(cacheFolder, name), 'utf8')).not.toContain(secret);
  });

  it('is not needed: a folder that cannot be written to costs another look', async () => {
    const { folder } = dialectic();
    const file = join(tempFolder({ file: '' }), 'file');
    expect((await new SummaryReader({ cacheFolder: join(file, 'cache') }).summaryOf(folder)).state).toBe('done');
  });

  it('lists: goes with a debate that was deleted while nobody watched', async () => {
    const parent = tempFolder();
    const names = ['panel-scripted-done', 'tribunal-scripted-done', 'dialectic-scripted-done'];
    const folders = names.map((name) => join(parent, name));
    for (const [at, folder] of folders.entries()) cpSync(kept(names[at] ?? ''), folder, { recursive: true });
    const cacheFolder = tempFolder();
    const listed = async (some: readonly string[]): Promise<string> => {
      await new SummaryReader({ cacheFolder }).summariesOf(some);
      return readdirSync(cacheFolder)
        .map((name) => readFileSync(join(cacheFolder, name), 'utf8'))
        .join('');
    };
    const [gone = '', ...others] = folders;
    expect(await listed(folders)).toContain(gone);
    // Of another list of the same folder it stays.
    expect(await listed(others)).toContain(gone);
    rmSync(gone, { recursive: true });
    expect(await listed(others)).not.toContain(gone);
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
