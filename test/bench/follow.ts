import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { serialiseEntry } from '../../src/debate/log/codec';
import { DebateLog } from '../../src/record/debateLog';
import { pathOfLog } from '../../src/record/logPath';
import { median, microseconds, times, type Bench } from './bench';
import { writeLargeLog } from './largeLog';

const small = 1_000;
const large = 100_000;
const warmUps = 100;
const looks = 400;

/** What it costs to see one new entry of another writer, in a short debate and in a very long one. */
export const follow: Bench = {
  name: 'follow',
  async run(folder) {
    const followed = [await followedLog(folder, small), await followedLog(folder, large)] as const;
    const took: [number[], number[]] = [[], []];
    // In turns, so that what else the machine does disturbs both alike.
    for (let look = 0; look < warmUps + looks; look += 1) {
      for (const [index, { seeOne }] of followed.entries()) {
        const elapsedMs = await seeOne();
        if (look >= warmUps) took[index as 0 | 1].push(elapsedMs);
      }
    }
    for (const { log } of followed) await log.close();
    const [short, long] = took.map(median) as [number, number];
    return [
      {
        what: `follow one new entry at ${large.toLocaleString('en')} entries`,
        figure: microseconds(long),
        baseline: `${microseconds(short)} at ${small.toLocaleString('en')} entries`,
        ratio: times(long / short),
        aim: 'equal (≤ 1.25×)',
        isMet: long / short <= 1.25,
      },
    ];
  },
};

async function followedLog(folder: string, count: number) {
  const path = pathOfLog(join(folder, String(count)));
  mkdirSync(join(folder, String(count)));
  writeLargeLog(path, count);
  const log = await DebateLog.open(path);
  const last = log.entry(count - 1);
  if (last === undefined) throw new Error(`The log of ${count} entries could not be read.`);
  let seq = count;
  const seeOne = async (): Promise<number> => {
    appendFileSync(path, serialiseEntry({ ...last, seq: seq++ }));
    const started = performance.now();
    const added = await log.refresh();
    const elapsedMs = performance.now() - started;
    if (added !== 1) throw new Error(`${added} entries were seen instead of one.`);
    return elapsedMs;
  };
  return { log, seeOne };
}
