import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DebateLog } from '../../src/record/debateLog';
import { median, ms, times, type Bench, type Figure } from './bench';
import { inChild } from './inChild';
import { writeLargeLog } from './largeLog';

const entryCount = 100_000;
const runs = 5;
const aim = 1.5;

interface Measured {
  count: number;
  elapsedMs: number;
  heapBytes: number;
}

/**
 * Opening a log of 100,000 entries, 400 MB, against loops that parse its lines and keep nothing: one that splits each
 * chunk's text, which the aim is about, and for comparison the leanest one that we could write, which cuts lines out of
 * the bytes. Once on the prose that models write, dashes and curly quotes in it, and once on plain ASCII, which is
 * cheaper to decode.
 */
export const openAndFold: Bench = {
  name: 'open and fold',
  async run(folder) {
    return [...(await onLog(folder, false)), ...(await onLog(folder, true))];
  },
  children: {
    split: ([path]) => measured(() => split(path ?? '')),
    cut: ([path]) => measured(() => cut(path ?? '')),
    fold: ([path]) => measured(() => fold(path ?? '')),
  },
};

async function onLog(folder: string, isAscii: boolean): Promise<Figure[]> {
  const path = join(folder, 'debate-log.jsonl');
  writeLargeLog(path, entryCount, { isAscii });
  const taken: Record<'split' | 'cut' | 'fold', Measured[]> = { split: [], cut: [], fold: [] };
  // In turns, so that what else the machine does disturbs all alike.
  for (let run = 0; run < runs; run += 1) {
    for (const name of ['split', 'cut', 'fold'] as const) taken[name].push(await inChild<Measured>(name, path));
  }
  rmSync(path);
  const [splitMs, cutMs, foldMs] = [taken.split, taken.cut, taken.fold].map((all) => median(all.map(checked))) as [
    number,
    number,
    number,
  ];
  const what = `open and fold ${entryCount.toLocaleString('en')} entries${isAscii ? ', ASCII' : ''}`;
  const against = (baselineMs: number, loop: string) => ({
    what,
    figure: ms(foldMs),
    ratio: times(foldMs / baselineMs),
    baseline: `${ms(baselineMs)} ${loop}, parse and drop`,
  });
  const heapMb = Math.max(...taken.fold.map(({ heapBytes }) => heapBytes)) / 1e6;
  const heap = { what: 'heap kept after it', figure: `${heapMb.toFixed(0)} MB`, baseline: '—', ratio: '—' };
  return [
    { ...against(splitMs, 'read, split'), aim: `≤ ${aim}×`, isMet: foldMs / splitMs <= aim },
    { ...against(cutMs, 'read, cut by byte'), aim: '—' },
    { ...heap, aim: '≤ 150 MB', isMet: heapMb <= 150 },
  ];
}

function checked({ count, elapsedMs }: Measured): number {
  if (count !== entryCount) throw new Error(`${count} entries were read instead of ${entryCount}.`);
  return elapsedMs;
}

async function measured(work: () => Promise<{ count: number; kept: unknown }>): Promise<Measured> {
  globalThis.gc?.();
  const heapBefore = heapBytes();
  const started = performance.now();
  const { count, kept } = await work();
  const elapsedMs = performance.now() - started;
  globalThis.gc?.();
  const heapKept = heapBytes() - heapBefore;
  return { count: kept === undefined ? Number.NaN : count, elapsedMs, heapBytes: heapKept };
}

function heapBytes(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function fold(path: string) {
  const log = await DebateLog.open(path);
  if (log.problems.length > 0) throw new Error(`The log has problems: ${log.problems[0]?.message ?? ''}`);
  return { count: log.state.headers.length, kept: log };
}

function split(path: string) {
  let count = 0;
  inChunks(path, (chunk) => {
    const end = chunk.lastIndexOf(newline) + 1;
    for (const line of chunk.toString('utf8', 0, end).split('\n')) {
      if (line === '') continue;
      JSON.parse(line);
      count += 1;
    }
    return end;
  });
  return Promise.resolve({ count, kept: null });
}

function cut(path: string) {
  let count = 0;
  inChunks(path, (chunk) => {
    let from = 0;
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
      JSON.parse(chunk.toString('utf8', from, at));
      count += 1;
      from = at + 1;
    }
    return from;
  });
  return Promise.resolve({ count, kept: null });
}

const newline = 0x0a;

/** `take` returns how many bytes of the chunk it used; the rest comes again in front of the next one. */
function inChunks(path: string, take: (chunk: Buffer) => number): void {
  const file = openSync(path, 'r');
  const buffer = Buffer.allocUnsafe(1024 * 1024);
  let filled = 0;
  for (;;) {
    const read = readSync(file, buffer, filled, buffer.length - filled, null);
    if (read === 0) break;
    const used = take(buffer.subarray(0, filled + read));
    buffer.copyWithin(0, used, filled + read);
    filled += read - used;
  }
  closeSync(file);
}
