import { mkdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { pathOfLog } from '../../src/record/logPath';
import { SummaryReader } from '../../src/session/library/summary';
import { median, ms, times, type Bench, type Figure } from './bench';
import { inChild } from './inChild';
import { writeLargeLog } from './largeLog';

const debates = 1_000;
const entries = 60;
const runs = 5;
const aim = 3;

const foldersIn = (folder: string): string[] =>
  Array.from({ length: debates }, (_, index) => join(folder, 'output', `debate-${index}`));

/** The summaries of 1,000 debates in a process that has read none of them, held against 4 KiB read of each. */
export const listDebates: Bench = {
  name: 'list debates',
  children: { list: ([folder = '']) => listed(folder) },
  async run(folder) {
    for (const debate of foldersIn(folder)) {
      mkdirSync(debate, { recursive: true });
      writeLargeLog(pathOfLog(debate), entries);
    }
    const first = await inChild<Listed>('list', folder);
    const later: Listed[] = [];
    for (let run = 0; run < runs; run += 1) later.push(await inChild<Listed>('list', folder));
    return [figure('without a cache', [first]), figure('from the cache', later)];
  },
};

interface Listed {
  listMs: number;
  baselineMs: number;
}

async function listed(folder: string): Promise<Listed> {
  const folders = foldersIn(folder);
  const before = performance.now();
  for (const debate of folders) {
    const file = await open(pathOfLog(debate));
    await file.read(Buffer.alloc(4_096), 0, 4_096, 0);
    await file.close();
  }
  const baselineMs = performance.now() - before;
  const started = performance.now();
  await new SummaryReader({ cacheFolder: join(folder, 'lists') }).summariesOf(folders);
  return { listMs: performance.now() - started, baselineMs };
}

function figure(what: string, all: readonly Listed[]): Figure {
  const ratio = median(all.map(({ listMs, baselineMs }) => listMs / baselineMs));
  return {
    what: `list of ${debates} debates, ${what}`,
    figure: ms(median(all.map(({ listMs }) => listMs))),
    baseline: `${ms(median(all.map(({ baselineMs }) => baselineMs)))} to read 4 KiB of each`,
    ratio: times(ratio),
    aim: `≤ ${aim}×`,
    isMet: ratio <= aim,
  };
}
