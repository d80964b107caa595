import { open as openFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { DebateLog } from '../../src/record/debateLog';
import { median, ms, times, type Bench } from './bench';
import { inChild } from './inChild';
import { writeLargeLog } from './largeLog';

const entryCount = 100_000;
const runs = 5;

interface Measured {
  count: number;
  elapsedMs: number;
  heapBytes: number;
}

/** Opening a log of 100,000 entries against reading, splitting and parsing it without keeping anything. */
export const openAndFold: Bench = {
  name: 'open and fold',
  async run(folder) {
    const path = join(folder, 'debate-log.jsonl');
    writeLargeLog(path, entryCount);
    const folds: Measured[] = [];
    const loops: Measured[] = [];
    // In turns, so that what else the machine does disturbs both alike.
    for (let run = 0; run < runs; run += 1) {
      loops.push(await inChild<Measured>('parse-and-drop', path));
      folds.push(await inChild<Measured>('open-and-fold', path));
    }
    for (const { count } of [...folds, ...loops]) if (count !== entryCount) throw new Error(`${count} entries were read`);
    const fold = median(folds.map((measured) => measured.elapsedMs));
    const loop = median(loops.map((measured) => measured.elapsedMs));
    const heap = Math.max(...folds.map((measured) => measured.heapBytes)) / 1e6;
    return [
      {
        what: `open and fold ${entryCount.toLocaleString('en')} entries`,
        figure: ms(fold),
        baseline: `${ms(loop)} to read, split, JSON.parse and drop`,
        ratio: times(fold / loop),
        aim: '≤ 1.5×',
        isMet: fold / loop <= 1.5,
      },
      {
        what: 'heap kept after it',
        figure: `${heap.toFixed(0)} MB`,
        baseline: '—',
        ratio: '—',
        aim: '≤ 150 MB',
        isMet: heap <= 150,
      },
    ];
  },
  children: {
    'parse-and-drop': ([path]) => measured(() => parseAndDrop(path ?? '')),
    'open-and-fold': ([path]) => measured(() => openLog(path ?? '')),
  },
};

async function measured(work: () => Promise<{ count: number; kept: unknown }>): Promise<Measured> {
  globalThis.gc?.();
  const heapBefore = heap();
  const started = performance.now();
  const { count, kept } = await work();
  const elapsedMs = performance.now() - started;
  globalThis.gc?.();
  const heapBytes = heap() - heapBefore;
  return { count: kept === undefined ? Number.NaN : count, elapsedMs, heapBytes };
}

function heap(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function openLog(path: string) {
  const log = await DebateLog.open(path);
  if (log.problems.length > 0) throw new Error(`The log has problems: ${log.problems[0]?.message ?? ''}`);
  return { count: log.state.headers.length, kept: log };
}

async function parseAndDrop(path: string) {
  const file = await openFile(path, 'r');
  const decoder = new StringDecoder('utf8');
  const chunk = Buffer.allocUnsafe(1024 * 1024);
  let rest = '';
  let count = 0;
  for (;;) {
    const { bytesRead } = await file.read(chunk, 0, chunk.length);
    if (bytesRead === 0) break;
    const lines = (rest + decoder.write(chunk.subarray(0, bytesRead))).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (JSON.parse(line) !== null) count += 1;
  }
  await file.close();
  return { count, kept: null };
}
