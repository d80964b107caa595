import { spawn } from 'node:child_process';
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Entry } from '../../src/debate/entry';
import { bundle } from '../support/bundle';
import { dialecticFolder, dialecticScript, laterScores, openingScores } from '../support/dialecticScript';
import { readEntries } from '../support/scriptedDebate';

/** SIGKILL at every step of a scripted dialectic, before it begins and while it is written, then resumed: the record equals the uncut one. */

let program: string;
let prepared: string;
let uncut: string[];

/** Everything but times and how long things took. */
const told = (entries: readonly Entry[]): string[] =>
  entries.map((entry) => JSON.stringify({ ...entry, timestamp: '' }).replace(/"elapsed_ms":\d+/g, '"elapsed_ms":0'));

async function runKilled(folder: string, point: string, nth: number): Promise<'killed' | 'done'> {
  const child = spawn(process.execPath, [program, folder, point, String(nth)], { stdio: ['ignore', 'ignore', 'inherit'] });
  const signal = await new Promise<string | null>((resolve) => child.on('exit', (_, how) => resolve(how)));
  return signal === 'SIGKILL' ? 'killed' : 'done';
}

async function freshCopy(): Promise<string> {
  const folder = join(await mkdtemp(join(tmpdir(), 'rostrum-kill-')), 'debate');
  await cp(prepared, folder, { recursive: true });
  return folder;
}

beforeAll(async () => {
  program = await bundle('test/support/killedRun.ts');
  const passes = { 'e0/judgment/1': openingScores, 'e0/judgment/2': openingScores, 'e1/judgment/1': laterScores(1), 'e1/judgment/2': laterScores(1, 0.4) };
  prepared = await dialecticFolder({ script: { ...dialecticScript(2), ...passes }, options: { exchanges: 2, judge_passes: 2 } });
  const folder = await freshCopy();
  expect(await runKilled(folder, 'never', 0)).toBe('done');
  uncut = told(await readEntries(folder));
}, 60_000);

describe('a dialectic killed and resumed', () => {
  it.each(['handover', 'middle'])(
    'equals the uncut run whatever step it was killed at (%s)',
    async (point) => {
      expect(uncut.at(-1)).toContain('"report/e1"');
      const failures: string[] = [];
      let kills = 0;
      for (let nth = 1; ; nth += 1) {
        const folder = await freshCopy();
        if ((await runKilled(folder, point, nth)) === 'done') break;
        kills += 1;
        expect(await runKilled(folder, 'never', 0)).toBe('done');
        if (told(await readEntries(folder)).join('\n') !== uncut.join('\n')) failures.push(`${point} ${nth}`);
      }
      expect(failures).toEqual([]);
      // Not every step is handed over to somebody.
      expect(kills).toBeGreaterThanOrEqual(point === 'handover' ? 10 : 15);
    },
    240_000,
  );
});
