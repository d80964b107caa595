import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Entry } from '../../../../../src/debate/log/entry';
import { sampled } from '../../../../support/depth';
import { dialecticFolder, dialecticScript, laterScores, openingScores } from '../../../../support/dialecticScript';
import { KillMatrix } from '../../../../support/killMatrix';
import { readEntries } from '../../../../support/scriptedDebate';

/** SIGKILL at every step of a scripted dialectic, before it begins and while it is written, then resumed: the record equals the uncut one. */

let matrix: KillMatrix;
let uncut: string[];
let handovers: number;

/** Everything but times, how long things took, and the chain, which hashes them. */
const told = (entries: readonly Entry[]): string[] =>
  entries.map((entry) =>
    JSON.stringify({ ...entry, timestamp: '', data: { ...entry.data, prev: '' } }).replace(
      /"elapsed_ms":\d+/g,
      '"elapsed_ms":0',
    ),
  );

/** How many batches were written after the setup. */
const steps = (): number => new Set(uncut.map((line) => /"step":\{"id":"([^"]+)"/.exec(line)?.[1])).size - 1;

beforeAll(async () => {
  const passes = {
    'e0/judgment/1': openingScores,
    'e0/judgment/2': openingScores,
    'e1/judgment/1': laterScores(1),
    'e1/judgment/2': laterScores(1, 0.4),
  };
  matrix = await KillMatrix.of(
    await dialecticFolder({ script: { ...dialecticScript(2), ...passes }, options: { exchanges: 2, judge_passes: 2 } }),
  );
  const folder = await matrix.freshCopy();
  expect(await matrix.run(folder)).toBe('done');
  uncut = told(await readEntries(folder));
  handovers = (await readFile(join(folder, 'handovers.txt'), 'utf8')).trim().split('\n').length;
});

describe('a dialectic killed and resumed', () => {
  it.each(sampled('points of a dialectic', ['handover', 'middle'], 1))(
    'equals the uncut run whatever step it was killed at (%s)',
    async (point) => {
      expect(uncut.at(-1)).toContain('"report/e1"');
      // Not every step is handed over to somebody.
      const kills = point === 'handover' ? handovers : steps();
      expect(kills).toBeGreaterThanOrEqual(point === 'handover' ? 10 : 15);
      const problems = async (folder: string): Promise<string[]> =>
        told(await readEntries(folder)).join('\n') === uncut.join('\n') ? [] : ['other entries'];
      expect(await matrix.problems(point, kills, { killed: () => Promise.resolve(), problems })).toEqual([]);
    },
  );
});
