import { appendFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { serialiseEntry } from '../../src/debate/log/codec';
import { dialecticFacts } from '../../src/debate/formats/dialectic/facts';
import { DebateLog } from '../../src/record/debateLog';
import { writeDocuments } from '../../src/reports/writeDocuments';
import { dialecticEntries } from '../support/formats/dialecticRecord';
import { median, microseconds, ms, times, type Bench, type Figure } from './bench';

const sizes = { short: 100, long: 1_000 };
const runs = 3;
/** What an exchange of the long debate may cost, in those of the short one: linear would be 1. */
const aim = 1.5;

interface Taken {
  foldMs: number;
  buildMs: number;
  writeMs: number;
}

/** A dialectic of 1,000 exchanges against one of 100: what an exchange costs in the fold, in all documents, and in writing them. */
export const longDialectic: Bench = {
  name: 'long dialectic',
  async run(folder) {
    const taken: Record<keyof typeof sizes, Taken[]> = { short: [], long: [] };
    const logs = { short: logOf(folder, 'short'), long: logOf(folder, 'long') };
    await measured(logs.short, sizes.short);
    // In turns, so that what else the machine does disturbs both alike.
    for (let run = 0; run < runs; run += 1) {
      for (const name of ['short', 'long'] as const) taken[name].push(await measured(logs[name], sizes[name]));
    }
    return [
      figure('fold', 'foldMs', taken),
      figure('all documents, where nothing has changed', 'buildMs', taken),
      figure('all documents, written anew', 'writeMs', taken),
    ];
  },
};

function logOf(folder: string, name: keyof typeof sizes): string {
  const own = join(folder, name);
  mkdirSync(own);
  const path = join(own, 'debate-log.jsonl');
  appendFileSync(path, dialecticEntries({ exchanges: sizes[name] }).map(serialiseEntry).join(''));
  return path;
}

async function measured(path: string, exchanges: number): Promise<Taken> {
  const folder = dirname(path);
  for (const name of readdirSync(folder)) if (name !== basename(path)) rmSync(join(folder, name), { recursive: true });
  const started = performance.now();
  const log = await DebateLog.open(path);
  const opened = performance.now();
  const held = log.state.factsOf(dialecticFacts).judgments.size;
  if (held !== exchanges) throw new Error(`${held} exchanges were judged instead of ${exchanges}.`);
  await writeDocuments(log);
  const written = performance.now();
  await writeDocuments(log);
  const again = performance.now();
  await log.close();
  return { foldMs: opened - started, writeMs: written - opened, buildMs: again - written };
}

function figure(what: string, key: keyof Taken, taken: Record<keyof typeof sizes, Taken[]>): Figure {
  const per = (name: keyof typeof sizes): number => median(taken[name].map((one) => one[key])) / sizes[name];
  const ratio = per('long') / per('short');
  return {
    what: `dialectic of ${sizes.long.toLocaleString('en')} exchanges: ${what}`,
    figure: `${microseconds(per('long'))} an exchange (${ms(per('long') * sizes.long)})`,
    baseline: `${microseconds(per('short'))} an exchange, of ${sizes.short}`,
    ratio: times(ratio),
    ...(key === 'foldMs' ? { aim: '—' } : { aim: `≤ ${aim}×`, isMet: ratio <= aim }),
  };
}
